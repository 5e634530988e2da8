// V-Clip: the closest features of two convex pieces (paper 000, section 2; its five states and transitions).
//
// A walk over pairs of features. At each pair (X, Y) it is tested whether the closest points x of X and y of Y lie in
// each other's Voronoi regions; if so, they are closest points of the pieces (Theorem 1). If not, one feature is
// replaced by a neighbour, and the distance between the features falls, or stays and the pair's dimension falls (Figure
// 2). So no pair can come twice: that is checked as the walk goes, and a pair that does come back, which only rounding
// can bring about, ends the walk as `kCycled`. There are no numerical tolerances: edges are clipped by Voronoi planes,
// and where on the edge the nearest point lies is read from signs of derivatives.
//
// Flat pieces (convex_pieces.h): a polygon is a solid of thickness zero; a segment's edge has no faces, a point no
// edges. Radii play no part: these are the features of the cores.
//
// Cost: bench/distance_bench.
#pragma once

#include <cstdint>
#include <limits>

#include "abut/proximity/piece_feature.h"
#include "abut/proximity/piece_pair.h"

namespace abut::proximity {

// What a query remembers for the next one; any pair of features of the two pieces will do, and the answer is the same.
struct ClosestFeatures {
  PieceFeature a, b;
  auto operator<=>(const ClosestFeatures&) const = default;
};

// The first vertices.
ClosestFeatures make_first_features(const PieceRef& a, const PieceRef& b);

enum class WalkOutcome : std::uint8_t {
  kClosest,      // a closest pair of features
  kPenetrating,  // a point of one piece lies in the other, or on it
  kCycled,       // rounding led the walk in a circle: no answer
  kStopped,      // after the steps it was given
};

struct Walk {
  ClosestFeatures features;
  WalkOutcome outcome = WalkOutcome::kClosest;
  int num_steps = 0;  // features replaced
};

// Precondition: `start` are features of these two pieces. Stops after `max_steps` steps; without a limit the walk ends
// by itself, since no pair of features comes twice unnoticed.
Walk update_closest_features(const PieceRef& a, const PieceRef& b, const RelativePose& pose, ClosestFeatures start,
                             int max_steps = std::numeric_limits<int>::max());

}  // namespace abut::proximity
