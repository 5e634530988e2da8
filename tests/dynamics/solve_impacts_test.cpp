// Laws and orders of impacts, in the whole step.
#include "abut/dynamics/solve_impacts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "dynamics/sample_worlds.h"

namespace abut::dynamics {
namespace {

using math::Quat;
using math::Vec3;
using response::ImpactLaw;
using response::ImpactOrder;

constexpr ImpactLaw kImpactLaws[] = {ImpactLaw::kStronge, ImpactLaw::kNewton, ImpactLaw::kPoisson};

double compute_energy(const StepRecord& record) {
  return record.kinetic_energy + record.potential_energy;
}

// Balls in a row along x, as near as they may be; the first comes from afar with speed 1.
World make_row(int num_balls, double e) {
  World world;
  world.settings.gravity = Vec3::Zero();
  world.settings.meetings = {{0.0, e}};
  const double radius = 0.5, gap = 4e-6;
  for (int i = 0; i < num_balls; ++i) {
    const double x = i == 0 ? -0.1 : i * (2 * radius + gap);
    world.add(make_ball_model(radius, 1), make_place(x, 0, 0), {Vec3::Zero(), Vec3(i == 0 ? 1.0 : 0.0, 0, 0)});
  }
  return world;
}

TEST(SolveImpacts, ThreeEqualBallsInARow) {
  const auto run = [](ImpactOrder order, ImpactLaw law) {
    World world = make_row(3, 1.0);
    world.settings.law.impact_order = order, world.settings.law.impact = law;
    Simulation simulation = world.make();
    for (int i = 0; i < 60; ++i) EXPECT_EQ(simulation.step().outcome, StepOutcome::kAccepted);
    Vec3 v = Vec3::Zero();
    for (int k = 0; k < 3; ++k) v(k) = simulation.state().bodies[static_cast<std::size_t>(k)].v_WBcm.x();
    return v;
  };
  for (const ImpactLaw law : kImpactLaws) {
    EXPECT_LT((run(ImpactOrder::kSequential, law) - Vec3(0, 0, 1)).norm(), 1e-9);
    EXPECT_LT((run(ImpactOrder::kSimultaneous, law) - Vec3(-1, 2, 2) / 3).norm(), 1e-6);
  }
}

// Newton's cradle: the blow goes through the row, and out of it goes one ball.
TEST(SolveImpacts, ABlowGoesThroughARowOfSix) {
  World world = make_row(6, 1.0);
  world.settings.law.impact_order = ImpactOrder::kSequential;
  Simulation simulation = world.make();
  for (int i = 0; i < 60; ++i) simulation.step();
  for (std::size_t k = 0; k < 6; ++k)
    EXPECT_NEAR(simulation.state().bodies[k].v_WBcm.x(), k == 5 ? 1.0 : 0.0, 1e-9) << k;
}

// A box that falls flat, with friction, from h = 1: it rises to e^2 and stays flat, by every law and in both orders.
TEST(SolveImpacts, ABoxThatFallsFlatBouncesFlat) {
  const double e = 0.5, g = 9.81, h = 1.0 / 240;
  for (const ImpactOrder order : {ImpactOrder::kSimultaneous, ImpactOrder::kSequential}) {
    for (const ImpactLaw law : kImpactLaws) {
      World world;
      world.settings.meetings = {{0.5, e}};
      world.settings.law.impact = law, world.settings.law.impact_order = order;
      add_floor(world);
      world.add(make_box_model({1, 1, 1}, 1), make_place(0, 0, 1.5 + g * h * h));
      Simulation simulation = world.make();
      double peak = 0.0;
      int num_impacts = 0;
      for (int i = 0; i < 170; ++i) {  // the first fall takes 108 steps, the rise 54
        const StepRecord& record = simulation.step();
        num_impacts += record.num_impacts;
        if (num_impacts > 0) peak = std::max(peak, simulation.state().bodies[1].p_WBcm.z() - 0.5 - g * h * h);
      }
      EXPECT_EQ(num_impacts, 4);
      EXPECT_NEAR(peak, e * e, 2 * g * h * h);
      EXPECT_LT(simulation.state().bodies[1].w_WB.norm(), 1e-6);
    }
  }
}

// After Kane (1984): a rod at 45 degrees that arrives on its tip with little slip. With e = 0.9 Newton's law would give
// it energy (tests/response/island_impact_test.cpp says how much): it is limited, and told. No law raises energy.
TEST(SolveImpacts, ARodOnItsTipGainsNoEnergyByAnyLaw) {
  for (const ImpactLaw law : kImpactLaws) {
    World world;
    world.settings.gravity = Vec3::Zero();
    world.settings.meetings = {{1.0, 0.9}};
    world.settings.law.impact = law;
    add_floor(world);
    const double l = 1.0;  // half of its length
    BodyModel rod = make_model(make_shared_shape(geometry::make_capsule(1e-3, 2 * l)), 1, Vec3::Constant(l * l / 3));
    world.add(rod,
              {Vec3(0, 0, l * std::sqrt(0.5) + 0.01), Quat(Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitY()))},
              {Vec3::Zero(), Vec3(0.1, 0, -0.25)});
    Simulation simulation = world.make();
    const double before = 0.5 * (0.1 * 0.1 + 0.25 * 0.25);
    int num_impacts = 0, num_limited = 0;
    for (int i = 0; i < 24; ++i) {
      const StepRecord& record = simulation.step();
      num_impacts += record.num_impacts, num_limited += record.num_limited;
      EXPECT_LE(compute_energy(record), before * (1 + 1e-9));
    }
    EXPECT_EQ(num_impacts, 1);
    EXPECT_EQ(num_limited, law == ImpactLaw::kNewton ? 1 : 0) << static_cast<int>(law);
  }
}

// Boxes and balls thrown together with friction and e = 0.8: energy does not rise by more than what repositioning
// added and what the flight of a spinning body may do to it, of third order in the step.
TEST(SolveImpacts, EnergyNeverRisesInATumble) {
  for (const ImpactOrder order : {ImpactOrder::kSimultaneous, ImpactOrder::kSequential}) {
    World world;
    world.settings.meetings = {{0.4, 0.8}};
    world.settings.law.impact_order = order;
    add_floor(world);
    for (int i = 0; i < 4; ++i) {
      const double z = 1.5 + 1.2 * i;
      world.add(make_box_model({1, 0.6, 0.4}, 1),
                {Vec3(0.1 * i, 0.05 * i, z), Quat(Eigen::AngleAxisd(i, Vec3(1, 2, 3).normalized()))},
                {Vec3(1, i, 0), Vec3(0, 0, -2)});
    }
    Simulation simulation = world.make();
    const StepRecord& first = simulation.step();
    double last = compute_energy(first), scale = last;
    int num_impacts = 0;
    for (int i = 0; i < 360; ++i) {
      const StepRecord& record = simulation.step();
      ASSERT_EQ(record.outcome, StepOutcome::kAccepted);
      num_impacts += record.num_impacts;
      const double now = compute_energy(record);
      EXPECT_LE(now, last + record.repositioning_energy + 1e-3 * scale) << "step " << record.index;
      last = now;
    }
    EXPECT_GT(num_impacts, 5);
    EXPECT_LT(last, scale);
  }
}

TEST(SolveImpacts, SameBitsAfterARestoredState) {
  World world = make_row(4, 0.7);
  world.settings.law.impact_order = ImpactOrder::kSequential;
  Simulation one = world.make(), other = world.make();
  for (int i = 0; i < 40; ++i) {
    const State state = one.state();
    other.restore(state);
    ASSERT_EQ(one.step().hash, other.step().hash) << i;
  }
}

}  // namespace
}  // namespace abut::dynamics
