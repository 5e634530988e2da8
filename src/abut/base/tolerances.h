// What the user may want otherwise: lengths, angles and speeds, in one place. What arithmetic needs (rounding bounds)
// stands beside each algorithm and is not here.
//
// The lengths of a pair of bodies, all positive and in metres (compute_pair_lengths):
//
//   d_min  <  repositioning  <  security  <  breaking  <=  margin
//
//   d_min          what is guaranteed: a step never lets the pair come nearer (or nearer than half its separation
//                  at the start of the step, where that is less)
//   repositioning  nearer than this, bodies are moved apart without a change of velocity
//   security       where resting contacts sit: a wish, shared where bodies have no room
//   breaking       farther than this, a contact is no contact any more
//   margin         farther than this, a pair is not looked at in the step
//
// They scale with L, the diagonal of the smaller body of the pair (of the dynamic one, against a static one), and with
// the pair's rounding bound, the largest error of its computed distance. They do not depend on the step: what rests,
// rests at the same place whatever the step is, and what falls arrives. So a scene that is scaled as a whole keeps its
// behaviour.
#pragma once

#include <vector>

#include "abut/base/input_error.h"

namespace abut {

struct Tolerances {
  // d_min as a share of L. Scales with the pair. Too large: parts with narrower clearance than this start by being
  // opened, or cannot be. Too small: nothing is lost until the rounding bound takes over (next line).
  double d_min_share = 1e-9;

  // d_min is at least so many times the pair's rounding bound, the largest error of its computed distance. Without
  // unit. Too large: scenes far from the origin are refused. Below 2 a distance of d_min could not be told from
  // contact.
  double d_min_rounding_factor = 16.0;

  // security as a share of L. Scales with the pair. Too large: visible gaps, parts stand beside where they should. Too
  // small: moving piles take more rounds a step, since every error of the solve exceeds the gap.
  double security_share = 5e-6;

  // security is at least so many times the pair's rounding bound. Without unit. Too large: as for the share, far from
  // the origin. Too small: the lengths below it are lost in rounding; times repositioning_ratio it must exceed
  // d_min_rounding_factor.
  double security_rounding_factor = 64.0;

  // Where it is not 0, security is at least so many times g h^2, what one step of h seconds moves a body under the
  // largest acceleration g (1.7e-4 m at 1/240 s under gravity), but at most security_cap_share of L. Without unit. It
  // saves rounds where much falls at large steps. At 1 bodies hover where they are let go nearer than that, fine
  // polygons do not roll on gentle slopes, and threads are braked.
  double security_step_factor = 0.0;

  // As a share of L: a pair that would have to rest farther apart, for the rounding of coordinates far from the origin,
  // is refused. Scales with the pair. Too large: bodies visibly hover. Too small: tiny bodies are refused near the
  // origin too.
  double security_cap_share = 0.02;

  // repositioning, as a share of security, below 1. Too near 1: bodies at rest are moved about by noise. Too near 0:
  // d_min is reached before anything is done, and bodies are held back.
  double repositioning_ratio = 0.4;

  // breaking, as a multiple of security, above 1. Too near 1: contacts of bodies at rest come and go, and lose their
  // warm start. Too large: contacts that do not touch cost time, and brake what passes by.
  double breaking_ratio = 3.0;

  // rad. Neighbouring faces form one contact face while each one's normal is within this angle of their common one.
  // Half a degree: coordinates rounded to float32 (6e-8 of the size) tilt a triangle of height 1e-5 of the size by 0.35
  // degree, and should not count; the facets of a cylinder of 360 should. A force along a normal wrong by this much is
  // tilted by 0.9 %, less than friction on ice. Independent of scale. Too large: round things roll like prisms, and
  // slopes carry like planes. Too small: a plane of many triangles has many normals, and things that slide on it
  // flicker.
  double contact_face_angle = 0.5 * 3.14159265358979323846 / 180.0;

  // The same, by distance: no vertex of a contact face is farther from its plane than this share of the body's
  // diagonal. It stops a gently curved surface from becoming one face step by step. 1e-4 is what a part machined to 0.1
  // mm per metre calls flat. Too large and too small: as for the angle.
  double contact_face_height_share = 1e-4;

  // Contacts of a pair whose points lie within this share of L of each other, and whose normals nearly agree, are
  // solved as one (response/merge_contacts.h). Scales with the pair; 0 for none. Too large: sweeps are spent on a
  // problem whose answer the whole one does not share. Too small: points that a mesh gives many times over are solved
  // one by one.
  double merging_share = 1e-3;

  // m/s. What would bounce off slower than this stays: restitution does not act; and what arrives slower is stopped on
  // its way, without an impact. Does not scale by itself. Too large: slow balls do not bounce. Too small: bodies that
  // settle bounce on invisibly and never rest.
  double resting_speed = 1e-3;

  // The resting speed is at least so many times g h, what a body at rest gains in a step before its contact takes it
  // away. Without unit. Below 1 every body at rest with restitution would tremble. Too large: as above.
  double resting_speed_step_factor = 2.0;
};

// What is wrong with them: one fault for each value that is not finite, not positive or out of order, its name as the
// place.
std::vector<InputFault> check_tolerances(const Tolerances& tolerances);

// What the lengths of a pair depend on.
struct PairScales {
  double diagonal = 0.0;        // m: L above, positive
  double acceleration = 0.0;    // m/s^2: the largest that acts on either body, not negative
  double step = 0.0;            // s: h above, positive
  double rounding_bound = 0.0;  // m: largest error of the pair's computed distance, not negative
  double approach = 0.0;        // m: how far the pair can approach in the step, not negative
};

struct PairLengths {
  double d_min = 0.0;
  double repositioning = 0.0;
  double security = 0.0;
  double breaking = 0.0;
  double margin = 0.0;
  double merging = 0.0;  // of contact points, not of bodies: those nearer to each other may be solved as one
};

// Ordered as above, always. Throws InputError where they cannot be: faulty tolerances or scales, or a rounding bound so
// large for the pair that it would rest visibly apart (tiny bodies far from the origin).
PairLengths compute_pair_lengths(const Tolerances& tolerances, const PairScales& scales);
// The same, of tolerances in which check_tolerances finds no fault.
PairLengths compute_sound_lengths(const Tolerances& tolerances, const PairScales& scales);

// m: the security distance. Preconditions as below, and a positive diagonal.
double compute_security(const Tolerances& tolerances, const PairScales& scales);

// m/s. Preconditions: tolerances without fault, acceleration >= 0, step > 0.
double compute_resting_speed(const Tolerances& tolerances, double acceleration, double step);

}  // namespace abut
