// Problems with known answers: where something that stands begins to move.
#include <gtest/gtest.h>

#include "dynamics/physics_worlds.h"

namespace abut::dynamics {
namespace {

// A block on a slope of 30 degrees that is skew to its sides.
World make_skew_slope(double heading, double excess) {
  const double slope = kPi / 6;
  World world = make_incline(slope, std::tan(slope) * (1 + excess), 1.0 / 240);
  const Vec3 downhill(std::cos(heading), std::sin(heading), 0);
  world.settings.gravity = kGravity * (std::sin(slope) * downhill - std::cos(slope) * Vec3::UnitZ());
  add_block(world);
  return world;
}

double creep(const World& world, double residual) {
  Simulation simulation = world.make();
  run(simulation, 25, residual);
  return (get_body(simulation).p_WBcm - world.states[1].p_WBcm).norm();
}

// At mu = tan(slope) only friction that points uphill at every corner holds it. A residual r lets it point aside by the
// angle a with |u| a <= r g h, u the slip; what is left drives it with g sin(slope) a^2 / 2. So
//   u' = g sin(slope) (r g h)^2 / (2 u^2),   u^3 = 3/2 g sin(slope) (r g h)^2 t,   x = 3/4 u t:
// in 25 s 5.9e-5 m at r = 1e-8, and a micrometre at 2.2e-11. (Along a side of the block the law is solved exactly.)
TEST(SimulationThreshold, BlockOnASkewSlopeCreepsByItsResidualAtMost) {
  const double t = 25, g_sin = kGravity * std::sin(kPi / 6);
  for (const double heading : {0.3, 2.5}) {
    for (const double residual : {1e-8, 2e-11}) {
      World world = make_skew_slope(heading, 1e-12);
      world.settings.law.tolerance = residual;
      world.settings.law.max_sweeps = 2000;
      const double error = residual * kGravity * world.settings.step;
      EXPECT_LT(creep(world, residual), 0.75 * t * std::cbrt(1.5 * g_sin * error * error * t)) << heading;
    }
  }
}

// With the settings that a simulation has by itself: a few contacts are solved far below the tolerance.
TEST(SimulationThreshold, BlockAtTheAngleOfFrictionStaysWhereItIs) {
  for (const double heading : {0.0, 0.3, 1.1, 2.5})
    EXPECT_LT(creep(make_skew_slope(heading, 0), 1e-8), 1e-6) << heading;
}

// A millionth more friction brakes all that.
TEST(SimulationThreshold, BlockOnASkewSlopeStaysWithAMillionthMoreFriction) {
  for (const double heading : {0.3, 1.1, 2.5}) EXPECT_LT(creep(make_skew_slope(heading, 1e-6), 1e-8), 1e-6) << heading;
}

// A plane that turns about y with 0.05 rad/s, a box on it: place and turn in the plane's frame.
struct Tilting {
  static constexpr double kRate = 0.05;
  World world;
  double angle = 0.0, gone = 0.0, leaned = 0.0;

  Tilting(const Vec3& size, double mu, double h, double start) {
    world = make_incline(0, mu, h);
    world.models.clear(), world.states.clear(), world.names.clear();
    BodyModel plane;
    plane.shape = make_box_shape({4, 4, 0.5});
    plane.type = BodyType::kKinematic;
    plane.script.V_WBcm.w = Vec3(0, kRate, 0);
    const Quat tilt(Eigen::AngleAxisd(start, Vec3::UnitY()));
    world.add(plane, {Vec3::Zero(), tilt});
    const Vec3 p(0, 0, 0.25 + 0.5 * size.z() + compute_resting_gap(size)), w(0, kRate, 0);
    world.add(make_box_model(size, 1), {tilt * p, tilt}, {w, w.cross(tilt * p)});
    angle = start;
  }
  // Until the box has gone or leaned so far; false if it does not.
  bool run_until(double most_gone, double most_leaned) {
    Simulation simulation = world.make();
    const Quat q0 = world.states[1].q_WB;
    const Vec3 p0 = q0.conjugate() * world.states[1].p_WBcm;
    for (int i = 0; i < 20000; ++i) {
      const StepRecord& record = simulation.step();
      EXPECT_EQ(record.outcome, StepOutcome::kAccepted);
      const Quat q_WP = get_body(simulation, 0).q_WB;
      angle = 2 * std::atan2(q_WP.y(), q_WP.w());
      gone = (q_WP.conjugate() * get_body(simulation).p_WBcm - p0).x();
      leaned = 2 * (q_WP.conjugate() * get_body(simulation).q_WB).y();
      if (gone > most_gone || leaned > most_leaned) return true;
    }
    return false;
  }
};

// Slides from tan = mu on: then s'' = g (sin - mu cos) = g sqrt(1 + mu^2) rate t, s = g sqrt(1 + mu^2) rate t^3 / 6.
TEST(SimulationThreshold, BoxOnATiltingPlaneSlidesAtMu) {
  const double mu = 0.3, gone = 1e-3;
  for (const double h : {1.0 / 60, 1.0 / 120, 1.0 / 240}) {
    Tilting tilting({0.5, 1, 1}, mu, h, 0.9 * std::atan(mu));
    ASSERT_TRUE(tilting.run_until(gone, 0.1));
    const double late = std::cbrt(6 * gone / (kGravity * std::sqrt(1 + mu * mu) * Tilting::kRate));
    EXPECT_NEAR(tilting.angle, std::atan(mu) + Tilting::kRate * late, Tilting::kRate * (2 * h + 0.02 * late)) << h;
    EXPECT_LT(std::abs(tilting.leaned), 1e-4);
  }
}

// Tips from tan = b / h on: then the lean about the edge obeys theta'' = k^2 (rate t + theta), k^2 = m g r / I with r
// the half diagonal and I = 4/3 m r^2 about the edge: theta = rate (sinh(k t) / k - t).
TEST(SimulationThreshold, BoxOnATiltingPlaneTipsAtItsWidthOverItsHeight) {
  const double width = 0.5, height = 1, leaned = 0.01;
  const double k = std::sqrt(0.75 * kGravity / (0.5 * std::hypot(width, height)));
  for (const double h : {1.0 / 60, 1.0 / 120, 1.0 / 240}) {
    Tilting tilting({width, 1, height}, 0.8, h, 0.9 * std::atan(width / height));
    ASSERT_TRUE(tilting.run_until(0.1, leaned));
    double late = 0.0;
    while (Tilting::kRate * (std::sinh(k * late) / k - late) < leaned) late += 1e-4;
    // Edges of the box are rounded by the gap that it stands on; and a lean this large has second order terms.
    EXPECT_NEAR(tilting.angle, std::atan(width / height) + Tilting::kRate * late,
                Tilting::kRate * (2 * h + 0.03 * late) + compute_resting_gap({width, 1, height}) / height)
        << h;
  }
}

// A wedge of half-angle a between a wall that stands and one that is pressed against it by F, without weight: it is
// driven out iff tan(a) > mu, with m x'' = 2 N (sin a - mu cos a), and the wall follows with X'' = 2 tan(a) x'',
// M X'' = F - N (cos a + mu sin a).
struct Pressed {
  double rate = 0.0, moved = 0.0;  // of the wedge, upwards
};
Pressed press_wedge(double half_angle, double mu, double h) {
  World world;
  world.settings.step = h;
  world.settings.gravity = Vec3::Zero();
  world.settings.tolerances.security_share = 1e-5;
  world.settings.meetings = {{mu, 0.0}};
  const double gap = 1e-5 * 2;
  for (const double side : {-1.0, 1.0}) {
    BodyModel wall = make_box_model({1, 4, 8}, 2);
    if (side < 0) wall.type = BodyType::kStatic;
    wall.locks = {{false, true, true}, {true, true, true}};
    wall.force = Vec3(-10, 0, 0);
    const Quat tilt(Eigen::AngleAxisd(side * half_angle, Vec3::UnitY()));
    world.add(wall, {tilt * Vec3(side * 0.5, 0, 4.5), tilt});
  }
  add_wedge(world, half_angle, gap);
  Simulation simulation = world.make();
  run(simulation, 0.25);
  const double v = get_body(simulation, 2).v_WBcm.z(), z = get_body(simulation, 2).p_WBcm.z();
  run(simulation, 0.25);
  return {(get_body(simulation, 2).v_WBcm.z() - v) / 0.25, get_body(simulation, 2).p_WBcm.z() - z};
}

TEST(SimulationThreshold, PressedWedgeLocksItselfUpToTheAngleOfFriction) {
  const double mu = 0.3, threshold = std::atan(mu), m = 3, M = 2, F = 10;
  for (const double h : {1.0 / 60, 1.0 / 120, 1.0 / 240}) {
    const Pressed stays = press_wedge(0.99 * threshold, mu, h);
    EXPECT_LT(std::abs(stays.moved), 1e-8) << h;
    const double a = 1.01 * threshold, out = 2 * (std::sin(a) - mu * std::cos(a)) / m,
                 in = std::cos(a) + mu * std::sin(a);
    const double rate = F * out / (in + 2 * M * std::tan(a) * out);
    const Pressed leaves = press_wedge(a, mu, h);
    EXPECT_NEAR(leaves.rate, rate, 1e-3 * rate) << h;
  }
}

// Painleve: a rod of length 2 l at 63.4349 degrees from the floor (tan = 2) that slides with its tip foremost. Up to mu
// = 4/3 the force is m g / (1.6 - 1.2 mu). Above there is none that is bounded: the tip is stopped at once by an
// impulse, 0.4 m v along the floor and 0.3 m v across it, whatever the step.
struct Slid {
  Vec3 impulse = Vec3::Zero();
  Vec3 tip_velocity = Vec3::Zero();
  double energy_gain = 0.0;
};
Slid slide_rod(double mu, double speed, double h) {
  const double l = 0.5, thickness = 1e-3, s = 2 / std::sqrt(5.0), c = 1 / std::sqrt(5.0);
  World world = make_incline(0, mu, h);
  const BodyModel rod = make_model(make_box_shape({2 * l, thickness, thickness}), 1, Vec3(1e-3, l * l / 3, l * l / 3));
  const Vec3 centre(l * c, 0, l * s + 0.5 * thickness * c + compute_resting_gap({2 * l, thickness, thickness}));
  world.add(rod, {centre, Quat(Eigen::AngleAxisd(-std::atan(2.0), Vec3::UnitY()))}, {Vec3::Zero(), Vec3(-speed, 0, 0)});
  Simulation simulation = world.make();
  const StepRecord& record = simulation.step();
  EXPECT_EQ(record.outcome, StepOutcome::kAccepted);
  Slid slid;
  for (const ContactRecord& contact : record.contacts) slid.impulse -= contact.impulse_W;
  const BodyState& end = get_body(simulation);
  slid.tip_velocity = end.v_WBcm + end.w_WB.cross(end.q_WB * Vec3(-l, 0, -0.5 * thickness));
  slid.energy_gain = record.kinetic_energy - 0.5 * speed * speed;
  return slid;
}

TEST(SimulationThreshold, RodOfPainleveIsStoppedByAnImpulseWhereNoForceDoes) {
  const double speed = 2;
  for (const double h : {1e-3, 5e-4, 2.5e-4}) {
    const Slid slides = slide_rod(1.0, speed, h);
    const double force = kGravity / (1.6 - 1.2);
    EXPECT_NEAR(slides.impulse.z() / h, force, 0.05 * force) << h;
    EXPECT_NEAR(slides.impulse.x(), slides.impulse.z(), 1e-6) << h;
    const Slid stops = slide_rod(2.0, speed, h);
    EXPECT_NEAR(stops.impulse.x(), 0.4 * speed, 0.02 * speed + 10 * h) << h;
    EXPECT_NEAR(stops.impulse.z(), 0.3 * speed, 0.02 * speed + 10 * h) << h;
    EXPECT_LT(std::abs(stops.tip_velocity.x()), 0.02 * speed) << h;
    EXPECT_LT(stops.energy_gain, 0) << h;
  }
}

// Four feet at (+-a, +-b), the centre of mass over (x, y): minimum-norm forces are W / 4 (1 +- x / a +- y / b).
TEST(SimulationThreshold, TableSharesItsLoadByMinimumNorm) {
  const double a = 0.6, b = 0.4, h = 1.0 / 240;
  for (const auto& [x, y] : {std::pair{0.0, 0.0}, std::pair{0.2, -0.1}, std::pair{-0.3, 0.15}, std::pair{0.3, 0.2}}) {
    World world = make_incline(0, 0.5, h);
    world.settings.law.name = "svd";
    BodyModel table = make_box_model({2 * a, 2 * b, 0.5}, 4);
    table.p_BBcm = Vec3(x, y, 0.1);
    world.add(table, make_place(0, 0, 0.25 + compute_resting_gap({2 * a, 2 * b, 0.5})));
    Simulation simulation = world.make();
    for (int i = 0; i < 5; ++i) simulation.step();
    const StepRecord& record = simulation.step();
    ASSERT_EQ(record.contacts.size(), 4u);
    for (const ContactRecord& contact : record.contacts) {
      const double sx = contact.p_W.x() > 0 ? 1 : -1, sy = contact.p_W.y() > 0 ? 1 : -1;
      EXPECT_NEAR(-contact.impulse_W.z() / h, kGravity * (1 + sx * x / a + sy * y / b), 1e-6) << x << " " << y;
      EXPECT_LT(contact.impulse_W.head<2>().norm() / h, 1e-6);
    }
  }
}

}  // namespace
}  // namespace abut::dynamics
