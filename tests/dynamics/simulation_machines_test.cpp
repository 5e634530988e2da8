// Problems with known answers: parts that move each other by contact alone.
#include <gtest/gtest.h>

#include "abut/geometry/makers/bolt_and_nut.h"
#include "abut/geometry/makers/gear.h"
#include "dynamics/physics_worlds.h"
#include "full_run.h"

namespace abut::dynamics {
namespace {

// rad: how far a body has turned about z, by steps of less than half a turn.
class TurnCounter {
 public:
  explicit TurnCounter(const Quat& q_WB) : last_(compute_angle(q_WB)) {}
  void update(const Quat& q_WB) {
    const double angle = compute_angle(q_WB);
    total_ += std::remainder(angle - last_, 2 * kPi);
    last_ = angle;
  }
  double total() const { return total_; }

 private:
  static double compute_angle(const Quat& q_WB) { return 2 * std::atan2(q_WB.z(), q_WB.w()); }
  double last_, total_ = 0.0;
};

// Gears of N1 and N2 teeth whose axles are locked axes: the mean ratio is -N1 / N2 over whole turns, since at any time
// the second is where the first puts it, within the play: half the backlash on either side, and no more than that again
// for chords that lie inside the involutes.
TEST(SimulationMachines, GearsTurnByTheRatioOfTheirTeethWithoutDrift) {
  const geometry::Gear drive{.teeth = 12, .bore_radius = 0.0, .flank_points = 4},
      driven{.teeth = 20, .bore_radius = 0.0, .flank_points = 4};
  const double ratio = -12.0 / 20.0, pitch_radius = 0.5 * driven.module * driven.teeth;
  World world;
  world.settings.step = 2e-3;
  world.settings.gravity = Vec3::Zero();
  world.settings.meetings = {{0.0, 0.0}};
  BodyModel first = make_model(make_shared_shape(geometry::make_shape(make_gear(drive))), 1, Vec3(1, 1, 1));
  first.type = BodyType::kKinematic;
  first.script.V_WBcm.w = Vec3(0, 0, 20);
  world.add(first, Pose());
  BodyModel second = make_model(make_shared_shape(geometry::make_shape(make_gear(driven))), 0.1, Vec3(1, 1, 2e-5));
  second.locks = {{true, true, true}, {true, true, false}};
  second.torque = Vec3(0, 0, 1e-3);  // a load
  const Quat meshing(Eigen::AngleAxisd(geometry::compute_meshing_angle(driven), Vec3::UnitZ()));
  world.add(second, {Vec3(geometry::compute_centre_distance(drive, driven), 0, 0), meshing});
  Simulation simulation = world.make();
  const double goal = is_full_run() ? -2 * kPi : -2 * kPi / driven.teeth;
  TurnCounter drive_counter(get_body(simulation, 0).q_WB), driven_counter(get_body(simulation, 1).q_WB);
  for (int i = 0; i < 400 && driven_counter.total() > goal; ++i) {
    const StepRecord& record = simulation.step();
    ASSERT_EQ(record.outcome, StepOutcome::kAccepted);
    ASSERT_EQ(record.num_held, 0);
    drive_counter.update(get_body(simulation, 0).q_WB), driven_counter.update(get_body(simulation, 1).q_WB);
    ASSERT_LT(std::abs(driven_counter.total() - ratio * drive_counter.total()), drive.backlash / pitch_radius) << i;
  }
  EXPECT_LE(driven_counter.total(), goal);
}

// A nut without friction on a bolt of lead l: one turn is one lead, within the axial play; from rest it falls with
// a = g / (1 + k^2 (2 pi / l)^2), k its radius of gyration.
struct NutRun {
  double turned = 0.0, fallen = 0.0, t = 0.0;  // since the nut has come down on its flanks
  double energy = 0.0;                         // J/kg: kinetic
};
constexpr geometry::BoltAndNut kThread{.pitch = 0.0025, .nut_height = 0.006, .clearance = 2e-4, .segments = 24};
constexpr double kLeadRate = 2 * kPi / kThread.pitch, kGyration = 0.02;

NutRun run_nut(double h, double spin, double goal) {
  const double start = 0.024, mass = 0.01;
  World world;
  world.settings.step = h;
  world.settings.meetings = {{0.0, 0.0}};
  world.add_fixed(make_shared_shape(geometry::make_shape(make_bolt(kThread))), Pose());
  const BodyModel nut = make_model(make_shared_shape(geometry::make_shape(make_nut(kThread))), mass,
                                   Vec3::Constant(mass * kGyration * kGyration));
  world.add(nut, {Vec3(0, 0, start), Quat(Eigen::AngleAxisd(kLeadRate * start, Vec3::UnitZ()))},
            {Vec3(0, 0, -spin), Vec3(0, 0, -spin / kLeadRate)});
  Simulation simulation = world.make();
  TurnCounter counter(get_body(simulation).q_WB);
  NutRun result;
  const double at_start = 0.5 * spin * spin * (1 / (kLeadRate * kLeadRate) + kGyration * kGyration);
  for (int i = 0; i < 10000 && result.turned < goal; ++i) {
    const StepRecord& record = simulation.step();
    EXPECT_EQ(record.outcome, StepOutcome::kAccepted);
    EXPECT_EQ(record.path_lost, 0);
    counter.update(get_body(simulation).q_WB);
    const BodyState& body = get_body(simulation);
    result = {-counter.total(), start - body.p_WBcm.z(), record.t,
              0.5 * (body.v_WBcm.squaredNorm() + kGyration * kGyration * body.w_WB.squaredNorm())};
    EXPECT_LT(result.energy - at_start, (1 + 1e-9) * kGravity * result.fallen) << i;  // nothing is gained
    EXPECT_LT(std::abs(result.fallen - result.turned / kLeadRate), kThread.clearance) << i;
  }
  return result;
}

TEST(SimulationMachines, NutRunsDownABoltByItsLead) {
  const double goal = is_short_run() ? kPi / 24 : kPi / 6;
  EXPECT_GE(run_nut(2e-3, 8.0, goal).turned, goal);
}

// From rest.
TEST(SimulationMachines, NutIsNotHeldByWhatNearlyTouches) {
  const double goal = is_short_run() ? kPi / 48 : kPi / 8;
  const NutRun nut = run_nut(2e-3, 0.0, goal);
  EXPECT_GE(nut.turned, goal);
  EXPECT_LT(nut.t, 2.0);
}

double compute_acceleration(const NutRun& nut) {
  return 2 * nut.turned / kLeadRate / (nut.t * nut.t);
}
constexpr double kNutAcceleration = kGravity / (1 + kGyration * kGyration * kLeadRate * kLeadRate);

// All that it gains is from what it falls, and most of what it falls while it turns goes into turning. (The
// acceleration is no bound over so short a way: before it touches the nut falls freely by its play, half of what it
// falls later.)
TEST(SimulationMachines, NutFallsNoFasterThanItsInertiaLetsIt) {
  const double goal = is_short_run() ? kPi / 24 : kPi / 6;
  const NutRun nut = run_nut(4e-3, 0.0, goal);
  EXPECT_GE(nut.turned, goal);
  if (is_short_run()) return;  // what follows is of longer ways
  EXPECT_LT(nut.energy, kGravity * nut.turned / kLeadRate);
  EXPECT_GT(nut.energy, 0.8 * kGravity * nut.turned / kLeadRate);
}

// Threads are polyhedra of 24 facets a turn. A step takes the nut along the planes of those it touches, past their
// ends: so it gains less than it should, the less the shorter the step. What it falls freely by its play, before it
// touches, makes it up to a hundredth faster.
TEST(SimulationMachines, NutFallsAsFastAsItsInertiaLetsItAsStepsShrink) {
  if (!is_full_run()) GTEST_SKIP() << "runs with ABUT_FULL=1";
  double last = 1.0;
  for (const double h : {1e-3, 5e-4, 2.5e-4}) {
    const double missing = 1 - compute_acceleration(run_nut(h, 0.0, 2 * kPi)) / kNutAcceleration;
    EXPECT_GT(missing, -0.01) << h;
    EXPECT_LT(missing, last / 1.5) << h;
    last = missing;
  }
  EXPECT_LT(last, 0.01);
}

}  // namespace
}  // namespace abut::dynamics
