// Where the energy of a step went: what changed kinetic and potential energy together, told apart.
//
//   change = work - losses + errors + remainder
//
// Each term is computed by itself, of impulses, velocities and shifts (energy_balance.h); the remainder is what they
// leave unexplained, and is rounding.
#pragma once

#include <array>

namespace abut::dynamics {

// All in J. Work and errors are positive where energy grew, losses where it shrank.
struct EnergyTerms {
  double work_forces = 0.0;          // of constant torques, and of loads set from outside (potential energy is of none)
  double work_drives = 0.0;          // of scripted bodies on what they touch
  double loss_impacts = 0.0;         // along the normal of contacts that begin
  double loss_friction = 0.0;        // along their tangents, of all contacts
  double error_repositioning = 0.0;  // shifts that open gaps, against forces and inertia
  double error_rotation = 0.0;       // inertia that turned while it was taken as it is when impulses act
  double error_curvature = 0.0;  // along the normal of contacts that last, and of paths that are straight for a step
  double loss_held = 0.0;        // of bodies held back
  double loss_asleep = 0.0;      // kinetic, of bodies that fell asleep
  double remainder = 0.0;
};

struct EnergyTerm {
  const char* name;
  double EnergyTerms::*value;
};

// In the order of tables and files.
inline constexpr std::array kEnergyTerms{
    EnergyTerm{"work_forces", &EnergyTerms::work_forces},
    EnergyTerm{"work_drives", &EnergyTerms::work_drives},
    EnergyTerm{"loss_impacts", &EnergyTerms::loss_impacts},
    EnergyTerm{"loss_friction", &EnergyTerms::loss_friction},
    EnergyTerm{"error_repositioning", &EnergyTerms::error_repositioning},
    EnergyTerm{"error_rotation", &EnergyTerms::error_rotation},
    EnergyTerm{"error_curvature", &EnergyTerms::error_curvature},
    EnergyTerm{"loss_held", &EnergyTerms::loss_held},
    EnergyTerm{"loss_asleep", &EnergyTerms::loss_asleep},
    EnergyTerm{"remainder", &EnergyTerms::remainder},
};

inline void add(const EnergyTerms& part, EnergyTerms& sum) {
  for (const EnergyTerm& term : kEnergyTerms) sum.*term.value += part.*term.value;
}

// What all but the remainder say that kinetic and potential energy changed by.
inline double compute_explained(const EnergyTerms& e) {
  return e.work_forces + e.work_drives - e.loss_impacts - e.loss_friction + e.error_repositioning + e.error_rotation +
         e.error_curvature - e.loss_held - e.loss_asleep;
}

}  // namespace abut::dynamics
