// Meshes of round bodies roll as what they are: from corner to corner, and the finer the more like what is round.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "abut/geometry/makers/sphere.h"
#include "dynamics/physics_worlds.h"
#include "full_run.h"

namespace abut::dynamics {
namespace {

constexpr double kSteps[] = {1.0 / 60, 1.0 / 240, 1.0 / 1000};

// On the level, without slip: from rest on its lowest corner, or face, with this speed of its centre.
Simulation set_rolling(const geometry::Mesh& mesh, const Quat& q, double height, double speed, double radius,
                       double h) {
  World world;
  world.settings.step = h;
  world.settings.meetings = {{1.0, 0.0}};
  world.add_fixed(make_box_shape({40, 4, 1}), make_place(15, 0, -0.5));
  add_mesh(world, mesh, 1000, {Vec3(0, 0, height), q});
  world.states.back() =
      make_body_state(world.models.back(), {Vec3(0, 0, height), q}, {Vec3(0, speed / radius, 0), Vec3(speed, 0, 0)});
  return world.make();
}

// J: of both kinds, above what it has at this height.
double compute_energy(const Simulation& simulation, double height) {
  const BodyModel& model = simulation.models()[1];
  const BodyState& body = get_body(simulation);
  return compute_kinetic_energy(model, body) + model.mass * kGravity * (body.p_WBcm.z() - height);
}

// J: what a contact that begins may do in a step in work that it should not do, a loss below zero
// (docs/true-motion.md). A corner that is pressed with m g h while it rises at r w^2 h / 2, as what turns about it does
// halfway, does half of their product.
double compute_most_rise(const Simulation& simulation) {
  const BodyState& body = get_body(simulation);
  const double h = simulation.settings().step, centripetal = body.w_WB.norm() * body.v_WBcm.norm();
  return simulation.models()[1].mass * kGravity * h * centripetal * h / 4;
}

struct Rolled {
  double left = 0.0;    // of the energy
  double stated = 0.0;  // of it, what the record calls errors
  double turned = 0.0;  // rad
  double way = 0.0;     // m
};

Rolled roll(Simulation simulation, double height, double duration) {
  const double at_start = compute_energy(simulation, height), h = simulation.settings().step;
  Rolled rolled;
  const double most_rise = compute_most_rise(simulation) + 1e-9 * at_start;
  double last = at_start;
  for (int i = 0; i < static_cast<int>(std::round(duration / h)); ++i) {
    const StepRecord& record = simulation.step();
    EXPECT_EQ(record.outcome, StepOutcome::kAccepted);
    const EnergyTerms& terms = record.energy;
    const double errors = terms.error_repositioning + terms.error_rotation + terms.error_curvature;
    rolled.stated += std::abs(errors) / at_start;
    rolled.turned += h * get_body(simulation).w_WB.y();
    const double now = compute_energy(simulation, height);
    EXPECT_LT(now - last, std::max(errors, 0.0) + most_rise) << h << ", " << i;
    last = now;
  }
  rolled.left = last / at_start, rolled.way = get_body(simulation).p_WBcm.x();
  return rolled;
}

// A regular prism of n sides loses at each blow of a corner the share 1 - s of the energy that it has on its side,
//
//   s = ((k + cos b) / (k + 1))^2,   b = 2 pi / n,   k = (1 - 2/3 sin^2(b/2)) / 2 its radius of gyration squared,
//
// in units of the corners' radius, and nothing between. It begins on a corner; how many blows it had is told by how far
// it has turned, but for one at the border. What a step says its errors were is allowed for.
TEST(SimulationPolygons, PrismsLoseWhatTheirCornersTake) {
  constexpr double kRadius = 0.1, kSpeed = 0.9;
  const Quat q(Eigen::AngleAxisd(kPi / 2, Vec3::UnitX()));
  for (const int n : {12, 16, 24, 48, 96, 360, 720, 1440}) {
    if (is_short_run() && n > 360) continue;
    const double b = 2 * kPi / n, sine = std::sin(b / 2), k = 0.5 * (1 - 2.0 / 3 * sine * sine),
                 s = std::pow((k + std::cos(b)) / (k + 1), 2);
    const geometry::Mesh prism = geometry::make_cylinder(kRadius, 0.3, n);
    const double gap = 5e-7, side = kRadius * std::cos(b / 2);
    for (const double h : kSteps) {
      const Rolled rolled = roll(set_rolling(prism, q, kRadius + gap, kSpeed, kRadius, h), side, 1.0);
      const double num_blows = std::floor(rolled.turned / b + 0.5);
      double off = 1.0;
      for (const double num : {num_blows - 1, num_blows, num_blows + 1})
        off = std::min(off, std::abs(rolled.left - std::pow(s, num)));
      EXPECT_LT(off, (n < 96 ? 0.01 : 0.002) + rolled.stated) << n << ", " << h;
      if (h < 1e-2) {
        EXPECT_LT(rolled.stated, 0.02) << n << ", " << h;
      }
    }
  }
}

// Balls of 1,280 and 5,120 triangles, which go their own ways: what they lose on a metre falls with the angle between
// their facets, which is half as large.
TEST(SimulationPolygons, IcospheresRollTheFartherTheFiner) {
  constexpr double kRadius = 0.01, kSpeed = 0.1, kHeight = 0.0102;
  constexpr double kDuration = 1.5;
  for (const double h : kSteps) {
    double rates[2];
    for (const int level : {3, 4}) {
      const geometry::Mesh ball = geometry::make_icosphere(level, kRadius);
      const Rolled rolled = roll(set_rolling(ball, Quat::Identity(), kHeight, kSpeed, kRadius, h), kRadius, kDuration);
      EXPECT_GT(rolled.left, h > 0.01 ? 0.05 : 0.2) << level << ", " << h;
      rates[level - 3] = -std::log(rolled.left) / rolled.way;
    }
    EXPECT_GT(rates[1] / rates[0], 0.25) << h;
    EXPECT_LT(rates[1] / rates[0], 0.9) << h;
  }
}

}  // namespace
}  // namespace abut::dynamics
