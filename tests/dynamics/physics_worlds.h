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

// Where resting contacts sit.
inline double compute_security(double h) {
  return kGravity * h * h;
}

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
  const double gap = compute_security(world.settings.step);
  return world.add(make_box_model(size, 1), make_place(0, 0, 0.5 * size.z() + gap), V);
}

inline BodyId add_mesh(World& world, const geometry::Mesh& mesh, double density, const Pose& X_WB) {
  const geometry::MassProperties mass = geometry::compute_solid_mass(mesh, density);
  BodyModel model;
  model.shape = make_shared_shape(geometry::make_shape(mesh));
  model.mass = mass.mass, model.p_BBcm = mass.p_BBcm, model.I_BBcm_B = mass.I_BBcm_B;
  model.inv_I_BBcm_B = mass.I_BBcm_B.inverse();
  return world.add(std::move(model), X_WB);
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
