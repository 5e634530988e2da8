#include "abut/dynamics/energy_balance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "abut/geometry/makers/sphere.h"
#include "dynamics/physics_worlds.h"
#include "full_run.h"

namespace abut::dynamics {
namespace {

constexpr double kSteps[] = {1.0 / 60, 1.0 / 240, 1.0 / 1000};

double get_energy(const StepRecord& record) {
  return record.kinetic_energy + record.potential_energy;
}

EnergyTerms add(EnergyTerms sum, const EnergyTerms& terms) {
  for (const EnergyTerm& term : kEnergyTerms) sum.*term.value += terms.*term.value;
  return sum;
}

// Of so many seconds, every step of which is explained to a billionth of the largest energy.
EnergyTerms expect_explained(const World& world, double duration, const char* name) {
  Simulation simulation = world.make();
  EnergyTerms sum;
  const auto num_steps = static_cast<int>(std::round(duration / world.settings.step));
  double before = get_energy(simulation.step()), largest = std::abs(before);
  for (int i = 1; i < num_steps; ++i) {
    const StepRecord& record = simulation.step();
    EXPECT_EQ(record.outcome, StepOutcome::kAccepted) << name << ", step " << i;
    const double now = get_energy(record), change = now - before;
    largest = std::max({largest, record.kinetic_energy, std::abs(record.potential_energy)});
    EXPECT_LE(std::abs(record.energy.remainder), 1e-9 * largest) << name << ", step " << i;
    EXPECT_NEAR(compute_explained(record.energy) + record.energy.remainder, change, 1e-12 * largest)
        << name << " " << i;
    before = now;
    sum = add(sum, record.energy);
  }
  return sum;
}

World make_fall(double friction, double restitution) {
  World world = make_tumble(7, 1.6, 3.0);
  world.settings.meetings = {{friction, restitution}};
  return world;
}

// All that may happen to a body at once: locks, force, torque, a script that turns and carries what is on it.
World make_machine() {
  World world;
  world.settings.meetings = {{0.6, 0.3}};
  BodyModel table = make_box_model({6, 6, 0.5}, 1);
  table.type = BodyType::kKinematic;
  table.script.V_WBcm = {Vec3(0.05, 0, 0.8), Vec3(0.1, 0, 0.2)};
  world.add(table, make_place(0, 0, -0.25), table.script.V_WBcm);
  BodyModel turned = make_box_model({0.3, 0.4, 0.5}, 2);
  turned.force = Vec3(1, 2, -3), turned.torque = Vec3(0.3, -0.2, 0.5);
  world.add(turned, make_place(0.5, 0, 0.4), {Vec3(3, -2, 1), Vec3(0, 0, -1)});
  BodyModel locked = make_box_model({0.3, 0.4, 0.5}, 2);
  locked.locks = {{false, true, false}, {true, false, true}};
  locked.torque = Vec3(0.1, 0.2, 0.3);
  world.add(locked, make_place(-1, 0, 0.6), {Vec3(0, 4, 0), Vec3(0.5, 0, -2)});
  world.add(make_ball_model(0.2, 1), make_place(-1, 1.5, 0.5), {Vec3(5, 0, 9), Vec3(1, -1, 0)});
  return world;
}

World make_rolling() {
  World world = make_incline(0.05, 1.0, 1.0 / 240);
  add_mesh(world, geometry::make_icosphere(3, 0.05), 1000, make_place(0, 0, 0.0501));
  return world;
}

World make_sleepy() {
  World world;
  world.settings.allows_sleep = true;
  add_floor(world);
  add_stack(world, 3, 1e-3);
  return world;
}

TEST(EnergyBalance, ExplainsEveryStep) {
  const std::pair<const char*, World> worlds[] = {
      {"without friction", make_fall(0, 0)}, {"with friction", make_fall(0.5, 0)}, {"bouncing", make_fall(0.3, 0.8)},
      {"machine", make_machine()},           {"rolling", make_rolling()},          {"sleepy", make_sleepy()}};
  for (auto [name, world] : worlds) {
    for (const double h : kSteps) {
      world.settings.step = h;
      const EnergyTerms sum = expect_explained(world, is_short_run() ? 0.5 : 2.0, name);
      EXPECT_EQ(sum.work_drives != 0, std::string(name) == "machine");
      EXPECT_EQ(sum.loss_friction != 0, world.settings.meetings.front().friction > 0);
    }
  }
}

// A part that is pressed through a slot too narrow for it is held back.
TEST(EnergyBalance, ExplainsWhatIsHeldBack) {
  World world = make_tumble(3, 1.2, 30.0);
  world.settings.law.max_sweeps = 1;
  world.settings.law.tolerance = 1.0;
  for (const double h : kSteps) {
    world.settings.step = h;
    expect_explained(world, is_short_run() ? 0.2 : 1.0, "hurried");
  }
}

// Each term where it is all there is. A ball that falls on a floor, with and without restitution.
TEST(EnergyBalance, OfAnImpactIsWhatItTakes) {
  for (const double e : {0.0, 0.5}) {
    World world;
    world.settings.meetings = {{0.0, e}};
    add_floor(world);
    const double speed = 3;
    world.add(make_ball_model(0.1, 2), make_place(0, 0, 0.15), {Vec3::Zero(), Vec3(0, 0, -speed)});
    const EnergyTerms sum = expect_explained(world, 0.05, "ball");
    const double arrival_sq = speed * speed + 2 * kGravity * 0.05;
    EXPECT_NEAR(sum.loss_impacts, arrival_sq * (1 - e * e), 0.05 * arrival_sq) << e;
    EXPECT_EQ(sum.loss_friction, 0);
  }
}

TEST(EnergyBalance, OfASlidingBlockIsItsFriction) {
  const double mu = 0.2, speed = 2, seconds = 0.5;
  World world = make_incline(0, mu, 1.0 / 240);
  add_block(world, {1, 1, 1}, {Vec3::Zero(), Vec3(speed, 0, 0)});
  const EnergyTerms sum = expect_explained(world, seconds, "block");
  const double t = seconds - world.settings.step, v0 = speed - mu * kGravity * world.settings.step;
  const double path = v0 * t - 0.5 * mu * kGravity * t * t;
  EXPECT_NEAR(sum.loss_friction, mu * kGravity * path, 1e-6);
  EXPECT_NEAR(sum.loss_impacts, 0, 1e-9);
}

// A conveyor takes a block along: it does twice the work that the block gets, the rest is friction.
TEST(EnergyBalance, OfAConveyorIsItsWork) {
  const double mu = 0.2, speed = 0.5;
  World world;
  world.settings.meetings = {{mu, 0}};
  BodyModel belt = make_box_model({6, 6, 0.5}, 1);
  belt.type = BodyType::kKinematic;
  belt.script.V_WBcm.v = Vec3(speed, 0, 0);
  world.add(belt, make_place(0, 0, -0.25), belt.script.V_WBcm);
  add_block(world);
  Simulation simulation = world.make();
  EnergyTerms sum;
  for (int i = 0; i < 240; ++i) sum = add(sum, simulation.step().energy);
  EXPECT_NEAR(sum.work_drives, speed * speed, 1e-4);
  EXPECT_NEAR(sum.loss_friction, 0.5 * speed * speed, 1e-4);
}

TEST(EnergyBalance, OfATorqueAndALoadIsTheirWork) {
  World world;
  world.settings.gravity = Vec3::Zero();
  BodyModel wheel = make_box_model({1, 1, 1}, 6);
  wheel.torque = Vec3(0, 0, 0.5);
  world.add(wheel, Pose());
  Simulation simulation = world.make();
  simulation.set_load(BodyId(0), Vec3(3, 0, 0), Vec3(0, 0, 0.5));
  EnergyTerms sum;
  for (int i = 0; i < 240; ++i) sum = add(sum, simulation.step().energy);
  const double angle = 0.5, way = 0.25;  // of 1 rad/s^2 and 0.5 m/s^2 in a second
  EXPECT_NEAR(sum.work_forces, 1.0 * angle + 3.0 * way, 1e-12);
}

}  // namespace
}  // namespace abut::dynamics
