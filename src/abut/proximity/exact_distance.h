// The distance of two convex pieces in exact rational arithmetic: what answers where rounding has led V-Clip in a
// circle.
//
// The vertices are the real points that the poses' doubles define (math/pose.h), rational numbers. The point of A - B
// nearest to the origin is found by Wolfe's method (Finding the nearest point in a polytope, Mathematical Programming
// 11, 1976): a simplex of vertices of A - B, and its nearest point; a vertex farther towards the origin joins, and
// vertices whose share is not positive leave. In exact arithmetic the distance falls with every vertex that joins, so
// no simplex comes twice.
//
// Cost: milliseconds. Vertices are compared in doubles first, so large pieces cost little more.
#pragma once

#include "abut/proximity/piece_pair.h"
#include "abut/proximity/vclip.h"

namespace abut::proximity {

struct ExactDistance {
  bool is_meeting = false;  // the pieces have a point in common
  double distance = 0.0;    // rounded from the exact square
  math::Vec3 p_BCa, p_BCb;  // closest points, rounded; if they meet, one point of both
  // Unit, from B's point to A's: rounded once, where the difference of the rounded points says little near touch. Any
  // if they meet.
  math::Vec3 nhat_BA_B = math::Vec3::UnitX();
  ClosestFeatures features;  // the least features that contain the points: any pair of kinds
};

ExactDistance compute_exact_distance(const PieceRef& a, const PieceRef& b, const math::Pose& X_WA,
                                     const math::Pose& X_WB);

}  // namespace abut::proximity
