#include "abut/response/least_displacement.h"

#include <gtest/gtest.h>

#include "abut/response/gauss_law.h"
#include "response/sample_problems.h"

namespace abut::response {
namespace {

using math::Random;
using math::Twist;
using math::Vec3;

constexpr double kSecurity = 1e-3;

std::vector<Twist> displace(const ContactProblem& problem) {
  GaussLaw law;
  const ContactImpulses& answer = law.solve(problem, {.tolerance = 1e-10});
  EXPECT_EQ(answer.outcome, SolveOutcome::kSolved);
  return answer.V;
}

// Points along a line, each near the one before, the first near the ground.
struct Row {
  std::vector<ProblemBody> bodies{1};
  std::vector<ProblemContact> contacts;
  explicit Row(const std::vector<double>& masses) {
    for (const double mass : masses) {
      const auto body = static_cast<std::uint32_t>(bodies.size());
      bodies.push_back({Vec3::Constant(1 / mass), math::Mat3::Zero(), {Vec3(1, 2, 3), Vec3(4, 5, 6)}});
      contacts.push_back({.a = body, .b = body - 1, .mu = 0.5, .least_speed = 7.0});
    }
  }
};

TEST(LeastDisplacement, OpensAGapToTheSecurityDistanceAndNoFarther) {
  const Row row({3.0});
  for (const double gap : {0.0, 4e-4, 9.99e-4}) {
    const std::vector<Twist> D =
        displace(make_least_displacement(row.bodies, row.contacts, std::vector{gap}, kSecurity));
    EXPECT_LT((D[1].v - Vec3(0, 0, kSecurity - gap)).norm(), 1e-12);
    EXPECT_EQ(D[0].v, Vec3::Zero());
  }
}

TEST(LeastDisplacement, LeavesWhatIsOpen) {
  const Row row({1.0, 2.0});
  for (const Twist& D :
       displace(make_least_displacement(row.bodies, row.contacts, std::vector{kSecurity, 2.0}, kSecurity)))
    EXPECT_EQ(D.v, Vec3::Zero());
}

// In the kinetic metric the lighter of two goes farther, by the ratio of masses; in unit masses each goes halfway.
TEST(LeastDisplacement, SharesByTheMetricOfTheBodies) {
  Row row({1.0, 3.0});
  row.bodies[0].inv_mass.setZero();
  row.contacts.erase(row.contacts.begin());
  std::vector<Twist> D = displace(make_least_displacement(row.bodies, row.contacts, std::vector{0.0}, kSecurity));
  EXPECT_NEAR(D[1].v.z(), -0.75 * kSecurity, 1e-14);
  EXPECT_NEAR(D[2].v.z(), 0.25 * kSecurity, 1e-14);
  for (ProblemBody& body : row.bodies)
    if (body.inv_mass != Vec3::Zero()) body.inv_mass.setOnes();
  D = displace(make_least_displacement(row.bodies, row.contacts, std::vector{0.0}, kSecurity));
  EXPECT_NEAR(D[1].v.z(), -0.5 * kSecurity, 1e-14);
  EXPECT_NEAR(D[2].v.z(), 0.5 * kSecurity, 1e-14);
}

TEST(LeastDisplacement, LiftsARowFromBelow) {
  const Row row({1.0, 1.0, 1.0, 1.0});
  const std::vector<double> gaps(4, 0.2e-3);
  const std::vector<Twist> D = displace(make_least_displacement(row.bodies, row.contacts, gaps, kSecurity));
  for (std::size_t i = 1; i < D.size(); ++i) EXPECT_NEAR(D[i].v.z(), static_cast<double>(i) * 0.8e-3, 1e-12);
}

TEST(LeastDisplacement, WhereThereIsNoRoomHasNone) {
  const Row row({1.0});
  std::vector<ProblemContact> contacts = row.contacts;
  contacts.push_back(contacts[0]);
  contacts[1].nhat_BA_W = -contacts[0].nhat_BA_W;
  GaussLaw law;
  const std::vector<double> gaps(2, 0.9e-3);
  EXPECT_EQ(law.solve(make_least_displacement(row.bodies, contacts, gaps, kSecurity), {}).outcome,
            SolveOutcome::kUnbounded);
  EXPECT_EQ(law.solve(make_least_displacement(row.bodies, contacts, gaps, 0.9e-3), {}).outcome, SolveOutcome::kSolved);
}

TEST(LeastDisplacement, OfNothingIsNothing) {
  const ContactProblem problem = make_least_displacement({}, {}, {}, 0.0);
  EXPECT_TRUE(problem.contacts.empty());
  EXPECT_EQ(problem.speed_scale, 1.0);
}

// The problem is a whole one, as any law takes it: groups are of two bodies each and cover all contacts.
TEST(LeastDisplacement, MakesProblemsThatAnyLawTakes) {
  Random random(4);
  const ContactProblem sample = make_random_problem(random, {});
  const std::vector<double> gaps(sample.contacts.size(), 0.5e-3);
  const ContactProblem problem = make_least_displacement(sample.bodies, sample.contacts, gaps, kSecurity);
  std::uint32_t next = 0;
  for (const ContactGroup& group : problem.groups) {
    EXPECT_EQ(group.first, next);
    for (std::uint32_t i = 0; i < group.count; ++i) {
      EXPECT_EQ(problem.contacts[next + i].a, problem.contacts[next].a);
      EXPECT_EQ(problem.contacts[next + i].b, problem.contacts[next].b);
      EXPECT_EQ(problem.contacts[next + i].mu, 0.0);
      EXPECT_EQ(problem.contacts[next + i].least_speed, kSecurity - 0.5e-3);
    }
    next += group.count;
  }
  EXPECT_EQ(next, problem.contacts.size());
  EXPECT_EQ(problem.guess.size(), problem.contacts.size());
  for (const ProblemBody& body : problem.bodies) EXPECT_EQ(body.V.v, Vec3::Zero());
}

}  // namespace
}  // namespace abut::response
