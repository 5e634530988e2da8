// What the problems with known answers have in common: worlds to set them up in, and how they are run.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "abut/geometry/mass_properties.h"
#include "dynamics/sample_worlds.h"

namespace abut::dynamics {

using math::Pose;
using math::Quat;
using math::Twist;
using math::Vec3;

inline constexpr double kGravity = 9.81;
inline constexpr double kPi = std::numbers::pi;

// A floor that gravity is tilted against by `slope` about y: downhill is +x.
inline World make_incline(double slope, double mu, double h) {
  World world;
  world.settings.step = h;
  world.settings.gravity = kGravity * Vec3(std::sin(slope), 0, -std::cos(slope));
  world.settings.meetings = {{mu, 0.0}};
  add_floor(world);
  return world;
}

inline BodyId add_block(World& world, const Vec3& size = {1, 1, 1}, const Twist& V = {}) {
  return world.add(make_box_model(size, 1), make_place(0, 0, 0.5 * size.z() + compute_resting_gap(size)), V);
}

inline geometry::Mesh make_moved_box(const Vec3& low, const Vec3& high) {
  geometry::Mesh mesh = geometry::make_box(high - low);
  for (Vec3& p : mesh.vertices) p += 0.5 * (low + high);
  return mesh;
}

inline BodyId add_mesh(World& world, const geometry::Mesh& mesh, double density, const Pose& X_WB) {
  const geometry::MassProperties mass = geometry::compute_solid_mass(mesh, density);
  BodyModel model;
  model.shape = make_shared_shape(geometry::make_shape(mesh));
  model.mass = mass.mass, model.p_BBcm = mass.p_BBcm, model.I_BBcm_B = mass.I_BBcm_B;
  model.inv_I_BBcm_B = mass.I_BBcm_B.inverse();
  return world.add(std::move(model), X_WB);
}

// A prism of mass 3, from 1.5 to 2.5 above the line in which its sides would meet, at half_angle from the vertical:
// lifted by so much that each side is `gap` away from the plane that the line and this angle define.
inline BodyId add_wedge(World& world, double half_angle, double gap) {
  geometry::Mesh mesh = geometry::make_box({2, 1, 1});
  for (Vec3& p : mesh.vertices) {
    const double height = p.z() + 2;
    p.x() = (p.x() > 0 ? 1 : -1) * height * std::tan(half_angle);
    p.z() = height;
  }
  BodyModel wedge = make_model(make_shared_shape(geometry::make_shape(mesh)), 3, Vec3(1, 1, 1));
  wedge.p_BBcm = Vec3(0, 0, 2);
  return world.add(wedge, make_place(0, 0, gap / std::sin(half_angle)));
}

// Accepted, nothing lost, and the law obeyed to what is asked, in every step.
inline void run(Simulation& simulation, double duration, double residual = 1e-8) {
  const auto num_steps = static_cast<int>(std::round(duration / simulation.settings().step));
  for (int i = 0; i < num_steps; ++i) {
    const StepRecord& record = simulation.step();
    ASSERT_EQ(record.outcome, StepOutcome::kAccepted);
    ASSERT_EQ(record.path_lost, 0);
    ASSERT_LE(record.residual, residual);
  }
}

inline const BodyState& get_body(const Simulation& simulation, std::size_t i = 1) {
  return simulation.state().bodies[i];
}

}  // namespace abut::dynamics
