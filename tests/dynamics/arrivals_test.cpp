#include "abut/dynamics/arrivals.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "dynamics/physics_worlds.h"

namespace abut::dynamics {
namespace {

constexpr double kStep = 1.0 / 240;

// A unit cube so far above the floor, with that velocity along z, before anything is solved.
StagedWorld make_above(double gap, double velocity, double restitution) {
  World world;
  add_floor(world);
  world.settings.meetings = {{0.3, restitution}};
  world.add(make_box_model({1, 1, 1}, 1), make_place(0, 0, 0.5 + gap), {Vec3::Zero(), Vec3(0, 0, velocity)});
  return StagedWorld(std::move(world), kStep);
}

// room + v t + g t^2 / 2 falls to 0.
double compute_fall(double room, double velocity) {
  return (velocity + std::sqrt(velocity * velocity + 2 * kGravity * room)) / kGravity;
}

// With restitution it is struck halfway between where it rests and where a contact ends, twice the resting gap;
// without, where it rests.
TEST(Arrivals, OfAFallingBoxIsWhenItsFallEnds) {
  for (const double e : {0.0, 0.5}) {
    for (const double velocity : {-1.0, -0.2, 0.005}) {
      const double gap = velocity < 0 ? 5e-4 : 3e-5;
      const StagedWorld above = make_above(gap, velocity, e);
      const double room = gap - (e > 0 ? 2 : 1) * kCubeGap;
      EXPECT_NEAR(find_first_arrival(above.stage, above.world.settings), compute_fall(room, velocity) / kStep, 1e-6)
          << e << " " << velocity;
    }
  }
}

TEST(Arrivals, ThereAreNoneOfWhatStaysLeavesOrIsFarAway) {
  const double never = std::numeric_limits<double>::infinity();
  const auto find = [](const StagedWorld& world) { return find_first_arrival(world.stage, world.world.settings); };
  EXPECT_EQ(find(make_above(kCubeGap, 0.0, 0.5)), never);  // it rests
  EXPECT_EQ(find(make_above(0.1, -1.0, 0.5)), never);      // it is not there by the end of the step
  EXPECT_EQ(find(make_above(1e-3, 1.0, 0.5)), never);      // it leaves
}

// A box that arrives, beside a stack that stands and a ball that flies: the first alone, with the floor.
TEST(Arrivals, ClustersAreOfWhatArrivesAndOfWhatItMayMeet) {
  World world;
  add_floor(world);
  world.settings.meetings = {{0.3, 0.5}};
  add_stack(world, 3);
  world.add(make_box_model({1, 1, 1}, 1), make_place(5, 0, 0.5 + 1e-3), {Vec3::Zero(), Vec3(0, 0, -1)});
  world.add(make_ball_model(0.1, 1), make_place(10, 0, 3), {Vec3::Zero(), Vec3(0, 0, -1)});
  StagedWorld staged(std::move(world), kStep);
  for (StepContact& contact : staged.stage.contacts) contact.impulse_W = 0.01 * contact.nhat_BA_W;
  const std::size_t num_pairs = staged.stage.pairs.size();
  const auto clusters = find_arrival_clusters(staged.stage, staged.models(), staged.world.settings);
  ASSERT_EQ(clusters.size(), 1u);
  EXPECT_EQ(clusters[0].members, (std::vector<std::uint32_t>{0, 4}));
  EXPECT_GE(staged.stage.pairs.size(), num_pairs);
  EXPECT_TRUE(
      find_arrival_clusters(staged.stage, staged.models(), staged.world.settings, {3, 64}).empty());  // it has four
}

}  // namespace
}  // namespace abut::dynamics
