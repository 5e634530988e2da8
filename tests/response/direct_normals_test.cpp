#include "abut/response/direct_normals.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "abut/math/random.h"
#include "abut/response/delassus.h"
#include "abut/response/lemke.h"
#include "full_run.h"
#include "oracle/lcp_enumeration.h"
#include "response/sample_problems.h"

namespace abut::response {
namespace {

using math::Random;
using math::Twist;
using math::Vec3;
using oracle::Rational;
using oracle::RMatrix;
using oracle::RVector;

constexpr double kDirectTolerance = 1e-8;

struct DirectAnswer : ContactImpulses {
  bool is_solved = false;
};

DirectAnswer solve_directly(const ContactProblem& problem, double tolerance = kDirectTolerance) {
  DirectNormals normals;
  DirectAnswer answer;
  answer.is_solved = normals.solve(problem, tolerance, answer);
  if (answer.is_solved) {
    // What it says of itself, by definition, up to the rounding of one more sum.
    EXPECT_LE(compute_residuals(problem, answer.p).largest(), tolerance + 1e-12);
    EXPECT_EQ(answer.outcome, SolveOutcome::kSolved);
  }
  return answer;
}

double compute_difference(const std::vector<Twist>& V, const std::vector<Twist>& U) {
  double difference = 0.0;
  for (std::size_t i = 0; i < V.size(); ++i)
    difference = std::max({difference, (V[i].v - U[i].v).norm(), (V[i].w - U[i].w).norm()});
  return difference;
}

// A cube that moves along x between two walls, which touch it at the middles of its sides.
ContactProblem make_slot(double speed, double least_speed) {
  ProblemMaker made;
  const std::uint32_t cube = made.add_cube(2.0, Vec3::Zero(), {Vec3::Zero(), {speed, 0, 0}});
  made.add_manifold(cube, kGround, Vec3::UnitX(), {{-0.5, 0, 0}}, 0.0, least_speed);
  made.add_manifold(cube, kGround, -Vec3::UnitX(), {{0.5, 0, 0}}, 0.0, least_speed);
  return made.problem;
}

TEST(DirectNormals, TakesProblemsThatAreSmallAndWithoutFriction) {
  EXPECT_TRUE(is_for_direct_normals({}));
  EXPECT_TRUE(is_for_direct_normals(make_block(1.0, 0.0)));
  ContactProblem problem = make_stack({1.0, 1.0}, 0.0);
  problem.contacts.back().mu = 1e-9;
  EXPECT_FALSE(is_for_direct_normals(problem));
  EXPECT_FALSE(is_for_direct_normals(make_stack(std::vector<double>(1000, 1.0), 0.0)));
}

TEST(DirectNormals, OfNothingAndOfWhatLeavesIsZero) {
  EXPECT_TRUE(solve_directly({}).is_solved);
  ContactProblem problem = make_block(1.0, 0.0);
  problem.bodies[1].V.v = {1.0, 0.0, 0.5};
  const DirectAnswer answer = solve_directly(problem);
  ASSERT_TRUE(answer.is_solved);
  EXPECT_EQ(answer.num_sweeps, 0);
  EXPECT_EQ(answer.V[1].v, problem.bodies[1].V.v);
}

TEST(DirectNormals, OfOneContactStopsItsApproach) {
  ProblemMaker made;
  const std::uint32_t ball = made.add_cube(4.0, {0, 0, 0.5}, {Vec3::Zero(), {1.0, 0.0, -3.0}});
  made.add_manifold(ball, kGround, Vec3::UnitZ(), {Vec3::Zero()}, 0.0, 0.5);
  const DirectAnswer answer = solve_directly(made.problem);
  ASSERT_TRUE(answer.is_solved);
  EXPECT_NEAR(answer.p[0].z(), 4.0 * 3.5, 1e-13);
  EXPECT_NEAR((answer.V[1].v - Vec3(1.0, 0.0, 0.5)).norm(), 0.0, 1e-14);
}

TEST(DirectNormals, OfFourCornersOfAFacePressesNoMoreThanAreIndependent) {
  const ContactProblem problem = make_block(3.0, 0.0);
  const DirectAnswer answer = solve_directly(problem, 1e-12);
  ASSERT_TRUE(answer.is_solved);
  double sum = 0.0;
  for (const Vec3& p : answer.p) sum += p.z();
  EXPECT_NEAR(sum, compute_weight_impulse(3.0), 1e-13);
  EXPECT_LE(std::count_if(answer.p.begin(), answer.p.end(), [](const Vec3& p) { return p.z() > 0; }), 3);
}

// Each contact four times, the copies moved and turned by no more than so much.
ContactProblem make_repeated(Random& random, const ContactProblem& once, double shift) {
  ContactProblem often = once;
  for (int copy = 0; copy < 3; ++copy) {
    for (const ContactGroup& group : once.groups)
      often.groups.push_back({group.first + static_cast<std::uint32_t>(often.contacts.size()), group.count});
    for (ProblemContact contact : once.contacts) {
      const Vec3 moved = shift * random.next_direction();
      contact.arm_a += moved, contact.arm_b += moved;
      contact.nhat_BA_W = (contact.nhat_BA_W + shift * random.next_direction()).normalized();
      often.contacts.push_back(contact);
    }
  }
  often.guess.assign(often.contacts.size(), Vec3::Zero());
  for (std::size_t i = 0; i < often.guess.size(); i += 2) often.guess[i] = often.contacts[i].nhat_BA_W;
  return often;
}

TEST(DirectNormals, OfContactsManyTimesOverOrHardlyApartGivesTheVelocitiesOfOnce) {
  Random random(7);
  for (std::size_t k = 0; k < 20; ++k) {
    const ContactProblem once = make_random_problem(random, {.num_bodies = 5, .num_manifolds = 10, .most_mu = 0.0});
    const DirectAnswer answer = solve_directly(once, 1e-11);
    ASSERT_TRUE(answer.is_solved) << k;
    for (const double shift : {0.0, 1e-15, 1e-13, 1e-11, 1e-9, 1e-7, 1e-5, 1e-3}) {
      const DirectAnswer same = solve_directly(make_repeated(random, once, shift), 1e-11);
      ASSERT_TRUE(same.is_solved) << k << ", shift " << shift;
      // A shift comes back magnified by the condition of the contacts.
      EXPECT_LT(compute_difference(answer.V, same.V), 1e-8 + 100 * shift) << k << ", shift " << shift;
    }
  }
}

TEST(DirectNormals, InASlotStopsWhatMovesButCannotOpenBothSides) {
  const DirectAnswer stopped = solve_directly(make_slot(0.3, 0.0));
  ASSERT_TRUE(stopped.is_solved);
  EXPECT_NEAR(stopped.p[1].x(), -2.0 * 0.3, 1e-14);
  EXPECT_EQ(stopped.p[0].x(), 0.0);
  EXPECT_TRUE(solve_directly(make_slot(0.3, -0.1)).is_solved);
  DirectNormals normals;
  ContactImpulses untouched;
  untouched.num_sweeps = -1;
  EXPECT_FALSE(normals.solve(make_slot(0.3, 0.1), kDirectTolerance, untouched));
  EXPECT_EQ(untouched.num_sweeps, -1);
  EXPECT_TRUE(untouched.p.empty());
}

TEST(DirectNormals, AlongALockedNormalHasAnAnswerOnlyWhereNothingApproaches) {
  ContactProblem problem = make_block(1.0, 0.0);
  problem.bodies[1].inv_mass.z() = 0.0;
  problem.bodies[1].inv_inertia.setZero();
  EXPECT_FALSE(solve_directly(problem).is_solved);
  problem.bodies[1].V.v.z() = 0.0;
  const DirectAnswer answer = solve_directly(problem);
  ASSERT_TRUE(answer.is_solved);
  for (const Vec3& p : answer.p) EXPECT_EQ(p, Vec3::Zero());
}

TEST(DirectNormals, OfVelocitiesThatAreNotFiniteHasNoAnswer) {
  ContactProblem problem = make_block(1.0, 0.0);
  problem.guess[0] = Vec3::UnitZ();
  problem.bodies[1].V.v.z() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(solve_directly(problem).is_solved);
}

// --- against all choices of which contacts press, in rationals

// Normals along the axes, integer arms, speeds and masses: ties, dependent normals and problems without an answer are
// common.
ContactProblem make_integer_problem(Random& random, std::uint32_t num_contacts) {
  const auto next = [&](int most) {
    return static_cast<double>(random.next_index(static_cast<std::uint64_t>(2 * most + 1))) - most;
  };
  const auto any = [&](int most) { return Vec3(next(most), next(most), next(most)); };
  ContactProblem problem;
  problem.bodies.emplace_back();
  for (int i = 0; i < 2; ++i) {
    ProblemBody body;
    body.inv_mass.setConstant(1.0 + static_cast<double>(random.next_index(3)));
    if (random.next_index(2) == 0) body.inv_inertia = Vec3(1, 2, 1).asDiagonal();  // else it cannot turn
    body.V = {any(1), any(2)};
    problem.bodies.push_back(body);
  }
  for (std::uint32_t i = 0; i < num_contacts; ++i) {
    const auto a = static_cast<std::uint32_t>(1 + random.next_index(2));
    const auto b = random.next_index(2) == 0 ? 0 : 3 - a;
    Vec3 nhat = Vec3::Zero();
    nhat[static_cast<Eigen::Index>(random.next_index(3))] = random.next_index(2) == 0 ? 1.0 : -1.0;
    problem.contacts.push_back({a, b, nhat, any(1), any(1), 0.0, random.next_index(2) == 0 ? 0.5 * next(1) : 0.0});
    problem.groups.push_back({i, 1});
    problem.guess.emplace_back(random.next_unit() < 0.5 ? Vec3(nhat) : Vec3::Zero());
  }
  return problem;
}

// The Jacobian's row of a contact, as w and v of each body.
RVector make_exact_row(const ContactProblem& problem, const ProblemContact& contact) {
  RVector row(6 * problem.bodies.size(), 0);
  const auto fill = [&](std::uint32_t body, const Vec3& arm, int sign) {
    for (int k = 0; k < 3; ++k) {
      const int y = (k + 1) % 3, z = (k + 2) % 3;
      const Vec3& n = contact.nhat_BA_W;
      row[6 * body + static_cast<std::size_t>(k)] +=
          sign * (Rational(arm[y]) * Rational(n[z]) - Rational(arm[z]) * Rational(n[y]));
      row[6 * body + 3 + static_cast<std::size_t>(k)] += sign * Rational(n[k]);
    }
  };
  fill(contact.a, contact.arm_a, 1);
  fill(contact.b, contact.arm_b, -1);
  return row;
}

// Of bodies with diagonal inertias.
RVector make_exact_inverse_masses(const ContactProblem& problem) {
  RVector inverse;
  for (const ProblemBody& body : problem.bodies) {
    for (int k = 0; k < 3; ++k) inverse.emplace_back(body.inv_inertia(k, k));
    for (int k = 0; k < 3; ++k) inverse.emplace_back(body.inv_mass[k]);
  }
  return inverse;
}

RVector make_exact_velocities(const ContactProblem& problem) {
  RVector V;
  for (const ProblemBody& body : problem.bodies) {
    for (int k = 0; k < 3; ++k) V.emplace_back(body.V.w[k]);
    for (int k = 0; k < 3; ++k) V.emplace_back(body.V.v[k]);
  }
  return V;
}

struct ExactProblem {
  RMatrix J, W;
  RVector inverse, V, q;
};

ExactProblem make_exact_problem(const ContactProblem& problem) {
  ExactProblem exact{{}, {}, make_exact_inverse_masses(problem), make_exact_velocities(problem), {}};
  for (const ProblemContact& contact : problem.contacts) {
    exact.J.push_back(make_exact_row(problem, contact));
    Rational speed = -Rational(contact.least_speed);
    for (std::size_t k = 0; k < exact.V.size(); ++k) speed += exact.J.back()[k] * exact.V[k];
    exact.q.push_back(speed);
  }
  for (const RVector& to : exact.J) {
    exact.W.emplace_back();
    for (const RVector& from : exact.J) {
      Rational w = 0;
      for (std::size_t k = 0; k < to.size(); ++k) w += to[k] * exact.inverse[k] * from[k];
      exact.W.back().push_back(w);
    }
  }
  return exact;
}

std::vector<Twist> compute_exact_velocities(const ExactProblem& exact, const RVector& p) {
  RVector V = exact.V;
  for (std::size_t i = 0; i < p.size(); ++i)
    for (std::size_t k = 0; k < V.size(); ++k) V[k] += exact.inverse[k] * exact.J[i][k] * p[i];
  std::vector<Twist> rounded(V.size() / 6);
  for (std::size_t k = 0; k < V.size(); ++k) {
    const auto at = static_cast<Eigen::Index>(k % 3);
    (k % 6 < 3 ? rounded[k / 6].w : rounded[k / 6].v)[at] = V[k].convert_to<double>();
  }
  return rounded;
}

TEST(DirectNormals, HasAnAnswerExactlyWhereEnumerationHasAndTheSameVelocities) {
  Random random(11);
  std::size_t num_solved = 0, num_unbounded = 0, num_missed = 0, num_invented = 0, num_wrong = 0;
  const std::size_t count = choose_count(150, 5000);
  for (std::size_t k = 0; k < count; ++k) {
    const ContactProblem problem = make_integer_problem(random, 1 + static_cast<std::uint32_t>(random.next_index(8)));
    const ExactProblem exact = make_exact_problem(problem);
    const std::vector<RVector> answers = oracle::enumerate_lcp(exact.W, exact.q);
    const DirectAnswer answer = solve_directly(problem, 1e-11);
    ++(answers.empty() ? num_unbounded : num_solved);
    num_missed += !answers.empty() && !answer.is_solved;
    num_invented += answers.empty() && answer.is_solved;
    if (answers.empty() || !answer.is_solved) continue;
    num_wrong += compute_difference(compute_exact_velocities(exact, answers.front()), answer.V) > 1e-10;
  }
  EXPECT_EQ(num_missed, 0U);
  EXPECT_EQ(num_invented, 0U);
  EXPECT_EQ(num_wrong, 0U);
  EXPECT_GT(num_solved, count / 4);
  EXPECT_GT(num_unbounded, count / 20);
}

// --- larger ones

TEST(DirectNormals, EqualsLemkeOnManyContactsOfFewBodies) {
  Random random(3);
  const std::size_t count = choose_count(6, 100);
  for (std::size_t k = 0; k < count; ++k) {
    const ContactProblem problem =
        make_random_problem(random, {.num_bodies = 6, .num_manifolds = 24, .most_mu = 0.0, .mass_ratio = 100.0});
    std::vector<ContactRow> rows;
    for (std::uint32_t i = 0; i < problem.contacts.size(); ++i) rows.push_back({i, problem.contacts[i].nhat_BA_W});
    const LemkeAnswer lemke =
        solve_lcp(compute_delassus(problem, rows, rows), compute_row_speeds(problem, rows), {1e-10, 10000});
    ASSERT_EQ(lemke.outcome, LemkeOutcome::kSolved) << k;
    std::vector<Vec3> p;
    for (std::size_t i = 0; i < rows.size(); ++i) p.emplace_back(lemke.z(static_cast<Eigen::Index>(i)) * rows[i].d);
    const DirectAnswer answer = solve_directly(problem, 1e-10);
    ASSERT_TRUE(answer.is_solved) << k;
    EXPECT_LT(compute_difference(compute_velocities(problem, p), answer.V), 1e-7) << k;
  }
}

TEST(DirectNormals, FromAnyGuessGivesTheSameVelocitiesAndFromItsAnswerTakesNoPivot) {
  Random random(5);
  const std::size_t count = choose_count(40, 1000);
  for (std::size_t k = 0; k < count; ++k) {
    ContactProblem problem = make_random_problem(random, {.num_bodies = 8, .num_manifolds = 20, .most_mu = 0.0});
    const DirectAnswer cold = solve_directly(problem, 1e-11);
    ASSERT_TRUE(cold.is_solved) << k;
    for (std::size_t i = 0; i < problem.guess.size(); ++i)
      problem.guess[i] = random.next_between(-1, 1) * problem.contacts[i].nhat_BA_W;
    const DirectAnswer other = solve_directly(problem, 1e-11);
    ASSERT_TRUE(other.is_solved) << k;
    // A residual comes back magnified by the condition of the contacts.
    EXPECT_LT(compute_difference(cold.V, other.V), 1e-7) << k;
    problem.guess = other.p;
    const DirectAnswer again = solve_directly(problem, 1e-11);
    ASSERT_TRUE(again.is_solved) << k;
    EXPECT_EQ(again.num_sweeps, 0) << k;
  }
}

// What sweeps take thousands for.
TEST(DirectNormals, OfATallStackWithAHeavyTopTakesNoMorePivotsThanContacts) {
  std::vector<double> masses(40, 1.0);
  masses.back() = 1e4;
  const ContactProblem problem = make_stack(masses, 0.0);
  const DirectAnswer answer = solve_directly(problem);
  ASSERT_TRUE(answer.is_solved);
  EXPECT_LE(answer.num_sweeps, static_cast<int>(problem.contacts.size()));
  double load = 0.0, sum = 0.0;
  for (const double mass : masses) load += compute_weight_impulse(mass);
  for (std::size_t i = 0; i < 4; ++i) sum += answer.p[i].z();
  EXPECT_NEAR(sum, load, 1e-8 * load);
}

}  // namespace
}  // namespace abut::response
