// How two convex pieces stand to each other at one instant: closest features, witness points, normal, signed distance.
//
//   phi = nhat_BA_W . (p_WCa - p_WCb),    p_WCa - p_WCb = phi nhat_BA_W,    |nhat_BA_W| = 1
//
// up to rounding. Apart, the witness points are a closest pair of the two pieces, and phi > 0 their distance.
// Overlapping, moving A by -phi nhat_BA_W (or B by phi nhat_BA_W) brings the pieces into touch, and no shorter
// translation does: -phi is the minimum translational distance (paper 002, section II C); the witness points are the
// points that then touch.
#pragma once

#include <cstdint>
#include <utility>

#include "abut/math/types.h"
#include "abut/proximity/piece_feature.h"

namespace abut::proximity {

enum class PairOutcome : std::uint8_t {
  kApart,        // phi > phi_bound
  kTouching,     // |phi| <= phi_bound: too near to tell from touch
  kOverlapping,  // phi < -phi_bound; both have an inside (a solid piece, or one with a radius)
  kCrossing,     // they meet, and at least one has no inside: there is no depth; phi = 0
};

// Where the normal comes from.
enum class NormalOrigin : std::uint8_t {
  kWitness,        // the direction between the witness points
  kFace,           // a face of one of them
  kDepth,          // the direction of the minimum translational distance
  kIndeterminate,  // vertices or edges meet: any direction of a whole cone would do; this one is a stated choice
};

struct FeaturePair {
  PieceFeature feature_a, feature_b;
  PairOutcome outcome = PairOutcome::kApart;
  NormalOrigin normal_origin = NormalOrigin::kWitness;
  int num_steps = 0;                           // of the walk over features
  bool is_fallback = false;                    // the walk failed by rounding, and exact arithmetic answered
  double phi = 0.0;                            // m
  double phi_bound = 0.0;                      // m: |phi - the real number that the doubles define| is at most this
  math::Vec3 nhat_BA_W = math::Vec3::UnitX();  // towards A
  math::Vec3 p_WCa = math::Vec3::Zero();       // on A, its radius included
  math::Vec3 p_WCb = math::Vec3::Zero();       // on B
};

// The same pair with A and B exchanged.
inline FeaturePair swap_bodies(FeaturePair pair) {
  std::swap(pair.feature_a, pair.feature_b);
  std::swap(pair.p_WCa, pair.p_WCb);
  pair.nhat_BA_W = -pair.nhat_BA_W;
  return pair;
}

}  // namespace abut::proximity
