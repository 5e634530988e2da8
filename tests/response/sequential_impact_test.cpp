#include "abut/response/sequential_impact.h"

#include <gtest/gtest.h>

#include "abut/response/compare_laws.h"
#include "response/impact_problems.h"

namespace abut::response {
namespace {

using math::Vec3;

class SequentialImpact : public testing::Test {
 protected:
  ContactImpulses strike(const ContactProblem& problem, const std::vector<Arrival>& arrivals) {
    marks_.assign(arrivals.size(), {});
    return strike_in_sequence(problem, arrivals, 1e-3, *law_, {.impact_order = ImpactOrder::kSequential}, marks_);
  }

  std::unique_ptr<ContactLaw> law_ = make_law("cone");
  std::vector<ImpactMark> marks_;
};

TEST_F(SequentialImpact, ThreeEqualBallsPassTheBlowOn) {
  const ContactProblem problem = make_three_balls();
  const ContactImpulses answer = strike(problem, make_first_arrival(problem, 1.0));
  EXPECT_NEAR(answer.V[1].v.x(), 0, 1e-12);
  EXPECT_NEAR(answer.V[2].v.x(), 0, 1e-12);
  EXPECT_NEAR(answer.V[3].v.x(), 1, 1e-12);
  for (const ImpactMark& mark : marks_) EXPECT_TRUE(mark.has_struck && !mark.is_limited);
}

// With e = 1/2 the first blow leaves (1/4, 3/4, 0), the second (1/4, 3/16, 9/16); then the first ball runs into the
// second again, at 1/16, and they part at 1/32 about their mean of 7/32.
TEST_F(SequentialImpact, BlowsAreStruckUntilAllAreOnTheirWay) {
  const ContactProblem problem = make_three_balls();
  const ContactImpulses answer = strike(problem, make_first_arrival(problem, 0.5));
  const double v1 = answer.V[1].v.x(), v2 = answer.V[2].v.x(), v3 = answer.V[3].v.x();
  EXPECT_NEAR(v1 + v2 + v3, 1, 1e-12);

  EXPECT_NEAR(v1, 7.0 / 32 - 1.0 / 64, 1e-12);
  EXPECT_NEAR(v2, 7.0 / 32 + 1.0 / 64, 1e-12);
  EXPECT_NEAR(v3, 9.0 / 16, 1e-12);
}

// Of two blows the earlier comes first. A ball that others run into from both sides with speed 1, e = 1/2, struck from
// the left first: (1/4, 3/4, -1), (1/4, -9/16, 5/16), (-23/64, 3/64, 5/16). From the right first it is the mirror
// image.
TEST_F(SequentialImpact, TheEarlierBlowComesFirst) {
  ContactProblem problem = make_three_balls();
  problem.bodies[3].V.v.x() = -1;
  for (const double sign : {1.0, -1.0}) {
    std::vector<Arrival> arrivals = make_arrivals(problem, 0.5);
    arrivals[0].s = sign > 0 ? 0.1 : 0.2, arrivals[1].s = sign > 0 ? 0.2 : 0.1;
    const ContactImpulses answer = strike(problem, arrivals);
    EXPECT_NEAR(answer.V[sign > 0 ? 1 : 3].v.x(), -sign * 23 / 64, 1e-12);
    EXPECT_NEAR(answer.V[2].v.x(), sign * 3 / 64, 1e-12);
    EXPECT_NEAR(answer.V[sign > 0 ? 3 : 1].v.x(), sign * 5 / 16, 1e-12);
  }
}

// Without restitution nothing is struck: the contact law stops it, as at rest.
TEST_F(SequentialImpact, WhatDoesNotBounceIsStoppedByTheContactLaw) {
  const ContactProblem problem = make_dropped_block(1.0, 0.5, {0, 0, -2});
  const ContactImpulses answer = strike(problem, make_arrivals(problem, 0.0));
  EXPECT_LT(answer.V[1].v.norm(), 1e-7);
  for (const ImpactMark& mark : marks_) EXPECT_FALSE(mark.has_struck);
}

// A ball that bounces between two that it cannot leave: blows are bounded, and energy does not rise.
TEST_F(SequentialImpact, EndsWhereThereIsNoRoom) {
  ProblemMaker made;
  const std::uint32_t ball = made.add_cube(1e-4, {0, 0, 0}, {Vec3::Zero(), Vec3(1, 0, 0)});
  const std::uint32_t heavy = made.add_cube(1e4, {1, 0, 0}, {Vec3::Zero(), Vec3(-1, 0, 0)});
  made.add_manifold(heavy, ball, Vec3::UnitX(), {{0.5, 0, 0}}, 0.0);
  made.add_manifold(ball, kGround, Vec3::UnitX(), {{-0.5, 0, 0}}, 0.0);
  made.problem.speed_scale = 1.0;
  const ContactImpulses answer = strike(made.problem, make_arrivals(made.problem, 1.0));
  EXPECT_LE(compute_energy_gained(made.problem, answer.p), 1e-6);
  EXPECT_GE(answer.V[ball].v.x(), -1e-7);
  EXPECT_GE(answer.V[heavy].v.x() - answer.V[ball].v.x(), -1e-7);
}

}  // namespace
}  // namespace abut::response
