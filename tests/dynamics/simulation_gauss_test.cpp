// Worlds without friction, stepped with the law of least constraint in the space of motions.
#include <gtest/gtest.h>

#include "dynamics/physics_worlds.h"

namespace abut::dynamics {
namespace {

World make_smooth(World world, const char* law) {
  world.settings.law.name = law;
  world.settings.meetings = {{0.0, 0.0}};
  return world;
}

// Every step is proven, nothing is lost, both laws take the bodies along the same way, and something touches in at
// least so many steps.
void expect_same_motion(const World& world, int num_steps, int num_touching, double bound) {
  Simulation one = make_smooth(world, "gauss").make(), other = make_smooth(world, "cone").make();
  for (int i = 0; i < num_steps; ++i) {
    const StepRecord& record = one.step();
    ASSERT_EQ(record.outcome, StepOutcome::kAccepted) << i;
    ASSERT_EQ(record.path_lost, 0) << i;
    num_touching -= record.contacts.empty() ? 0 : 1;
    ASSERT_LE(record.residual, 1e-6) << i;
    ASSERT_EQ(other.step().outcome, StepOutcome::kAccepted) << i;
    for (std::size_t k = 0; k < world.models.size(); ++k) {
      const BodyState &a = get_body(one, k), &b = get_body(other, k);
      ASSERT_LT((a.p_WBcm - b.p_WBcm).norm(), bound) << "step " << i << ", body " << k;
      ASSERT_LT(a.q_WB.angularDistance(b.q_WB), bound) << "step " << i << ", body " << k;
    }
  }
  EXPECT_LE(num_touching, 0);
}

TEST(SimulationGauss, AStackStandsAsWithTheCone) {
  World world;
  add_floor(world);
  add_stack(world, 4);
  expect_same_motion(world, 120, 119, 1e-9);
}

TEST(SimulationGauss, ABlockSlidesDownAsWithTheCone) {
  World world = make_incline(0.3, 0.0, 1.0 / 240);
  add_block(world);
  expect_same_motion(world, 120, 119, 1e-9);
  Simulation simulation = make_smooth(world, "gauss").make();
  for (int i = 0; i < 120; ++i) simulation.step();
  EXPECT_NEAR(get_body(simulation).p_WBcm.x(), 0.5 * kGravity * std::sin(0.3) * 0.25, 1e-6);
}

// While boxes fly, hit the floor and each other for the first times; later what is chaos in it takes over.
TEST(SimulationGauss, TumblingBoxesGoTheWayThatTheyGoWithTheCone) {
  for (const std::uint64_t seed : {3, 5, 6}) expect_same_motion(make_tumble(seed, 1.6, 3.0), 80, 12, 1e-7);
}

TEST(SimulationGauss, TumblingBoxesStayProvenAllTheWay) {
  Simulation simulation = make_smooth(make_tumble(4, 1.2, 3.0), "gauss").make();
  for (int i = 0; i < 480; ++i) ASSERT_EQ(simulation.step().outcome, StepOutcome::kAccepted) << i;
}

}  // namespace
}  // namespace abut::dynamics
