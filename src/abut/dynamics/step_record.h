// What one step did: what trace, viewer, tests and replay read. Plain numbers, in the order of the bodies and pairs.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/base/ids.h"
#include "abut/dynamics/energy_terms.h"
#include "abut/geometry/feature.h"
#include "abut/math/pose.h"
#include "abut/math/twist.h"

namespace abut::dynamics {

// One contact during the step, as it stood at its start (one that certification found: where it was found).
struct ContactRecord {
  std::uint64_t id = 0;  // the same from step to step, for as long as the contact lasts
  BodyId a, b;
  geometry::Feature feature_a, feature_b;
  math::Vec3 p_W = math::Vec3::Zero();  // where the impulse acts: the middle of the witness points
  math::Vec3 nhat_BA_W = math::Vec3::UnitZ();
  double gap = 0.0;  // m
  double mu = 0.0;
  math::Vec3 impulse_W = math::Vec3::Zero();  // N s, on A over the step
  bool is_impact = false;
};

// Two bodies throughout the step: proven not to come nearer.
struct CertificateRecord {
  BodyId a, b;
  double separation = 0.0;  // m, from below
};

// Bodies move from their last poses to these, as math/step_motion.h says. Those that go their own way through a step
// (follow_impacts.h) have segments of their own, in which the others stand still, after those of the others: segments
// whose times overlap move different bodies, which cannot meet.
struct SegmentRecord {
  double t0 = 0.0, t = 0.0;  // s, at its begin and its end
  std::vector<math::Pose> X_WB;
  std::vector<math::Vec3> bends;  // m: of their paths
};

enum class StepOutcome : std::uint8_t {
  kAccepted,
  kSqueezed,   // a kinematic body can no longer follow its script
  kUnbounded,  // the contact law has no finite answer
  kTooFast,    // a body turns or moves so fast that the step would be cut into more segments than the stated bound
  kNotProven,  // some pair could not be proven apart, even where nothing moves
  kRattling,   // bodies strike each other more often than the parts of a step allow
};

struct StepRecord {
  std::int64_t index = 0;  // of the step, from 1
  double t = 0.0;          // s, at its end
  StepOutcome outcome = StepOutcome::kAccepted;
  BodyId culprit;  // of an outcome that is not kAccepted

  std::vector<SegmentRecord> segments;  // at least one, unless the step was not accepted
  std::vector<math::Twist> V_WBcm;      // of every body, at the end
  std::vector<ContactRecord> contacts;
  std::vector<CertificateRecord> certificates;  // of every pair that was looked at

  int num_rounds = 0;   // the most of any sub-step
  int num_sweeps = 0;   // of the contact law, in all
  int num_of_cone = 0;  // islands that the law of the settings has no answer to, and the cone had; not in a trace
  int num_substeps = 0;
  int num_impacts = 0;  // contacts that struck
  int num_limited = 0;  // of these, with less restitution than asked for, which would have raised energy
  int num_held = 0;     // bodies held back
  int num_asleep = 0;
  double residual = 0.0;  // of the contact law, relative, the largest
  // How far from the law each contact is, relative to what happens there (step_errors.h): the largest, with its bodies,
  // and the root mean square of all. A step that was not accepted is not solved.
  double error = 0.0, error_rms = 0.0;
  BodyId error_a, error_b;  // none if there is no error
  bool is_solved = false;
  double least_separation = 0.0;                     // m: proven for all pairs looked at; infinite if there are none
  double path_asked = 0.0, path_lost = 0.0;          // m: of all bodies' farthest points; lost motion is their ratio
  double kinetic_energy = 0.0;                       // J, at the end
  double potential_energy = 0.0;                     // J: of gravity and of constant forces, against the origin
  double repositioning_energy = 0.0;                 // J: what repositioning added, from above
  double dropped_energy = 0.0;                       // J: kinetic, of bodies that fell asleep
  EnergyTerms energy;                                // what changed kinetic and potential energy in the step
  math::Vec3 dropped_momentum = math::Vec3::Zero();  // kg m/s, likewise
  math::Vec3 momentum = math::Vec3::Zero();          // kg m/s, of dynamic bodies
  math::Vec3 angular_momentum = math::Vec3::Zero();  // about the world's origin
  std::uint64_t hash = 0;                            // of the state at the end
};

// The path not travelled, as a share; 0 where none was asked for.
inline double compute_lost_motion(const StepRecord& record) {
  return record.path_asked > 0 ? record.path_lost / record.path_asked : 0.0;
}

}  // namespace abut::dynamics
