// A body: what it is, and how it is at one instant.
//
// State is what the mechanics keeps: the place of the centre of mass, and momentum. Angular momentum, not angular
// velocity, so that a body that nothing acts on keeps it to the bit; with locks, of the axes that are free alone. The
// pose of the body's frame, which is what is recorded, certified and drawn, follows from it:
//
//   X_WB.q = q_WB,    X_WB.p = p_WBcm - R(q) p_BBcm.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "abut/base/ids.h"
#include "abut/geometry/shape.h"
#include "abut/math/pose.h"
#include "abut/math/twist.h"

namespace abut::dynamics {

enum class BodyType : std::uint8_t { kDynamic, kStatic, kKinematic };

// Degrees of freedom that a dynamic body does not have, along and about the world's x, y, z: infinite inertia.
struct BodyLocks {
  std::array<bool, 3> translation{};
  std::array<bool, 3> rotation{};
  bool operator==(const BodyLocks&) const = default;
};

struct ScriptPose {
  double t = 0.0;
  math::Pose X_WB;
};

// What a kinematic body does: from its first pose through the others, position linear in time, quaternion linear and
// normalised; then with its velocities; at rest from `until` on.
struct BodyScript {
  std::vector<ScriptPose> poses;  // the first at t = 0
  math::Twist V_WBcm;
  double until = std::numeric_limits<double>::infinity();
};

struct BodyModel {
  std::shared_ptr<const geometry::Shape> shape;
  BodyType type = BodyType::kDynamic;
  double mass = 1.0;  // kg
  math::Vec3 p_BBcm = math::Vec3::Zero();
  math::Mat3 I_BBcm_B = math::Mat3::Identity();  // kg m^2
  math::Mat3 inv_I_BBcm_B = math::Mat3::Identity();
  math::Vec3 force = math::Vec3::Zero();   // N, at the centre of mass, throughout, besides gravity
  math::Vec3 torque = math::Vec3::Zero();  // N m
  BodyLocks locks;
  BodyScript script;
  std::uint32_t group = 0;  // bodies of one group never meet; 0: of none
  MaterialId material{0};
};

struct BodyState {
  math::Vec3 p_WBcm = math::Vec3::Zero();
  math::Quat q_WB = math::Quat::Identity();
  math::Vec3 v_WBcm = math::Vec3::Zero();  // m/s
  math::Vec3 L_WBcm = math::Vec3::Zero();  // kg m^2/s, about the centre of mass; of a kinematic body not used
  math::Vec3 w_WB = math::Vec3::Zero();    // rad/s; of a dynamic body, what L and q say
  std::int32_t num_steps_held = 0;         // in a row
  double time_slow = 0.0;                  // s: for so long it has hardly moved, where bodies may sleep (sleep.h)
  BodyId asleep_with;                      // the least body of the island that it fell asleep with; none: awake

  bool is_asleep() const { return !asleep_with.is_none(); }
};

math::Pose compute_body_pose(const BodyModel& model, const BodyState& state);
BodyState make_body_state(const BodyModel& model, const math::Pose& X_WB, const math::Twist& V_WBcm);

// In world axes, about the centre of mass; zero along locked axes, and of bodies that are not dynamic.
math::Vec3 compute_inverse_mass(const BodyModel& model);
math::Mat3 compute_inverse_inertia(const BodyModel& model, const math::Quat& q_WB);

// J; gravity's potential against z = 0 not included.
double compute_kinetic_energy(const BodyModel& model, const BodyState& state);

}  // namespace abut::dynamics
