// Two shapes at one instant: the nearest pair of their pieces, all pairs within a margin, and whether one lies in the
// other.
//
// Both trees are walked together, in B's frame: a box of A becomes the box around it there, grown by the rounding of
// its corners, so that no pair is missed; two boxes farther apart than the margin, or than the nearest pair so far, are
// left out, and so are layers (node_slabs.h) and flat pieces that are so far apart along their normals. Equal to trying
// all pairs of pieces, up to phi_bound.
//
// Pairs are reported in the features of the shapes (lift_feature.h). Pieces that share an edge or lie in one face find
// the same pair of features: it is reported once, where it is nearest.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "abut/geometry/feature.h"
#include "abut/geometry/shape.h"
#include "abut/math/pose.h"
#include "abut/proximity/distance.h"
#include "abut/proximity/feature_pair.h"

namespace abut::proximity {

struct ShapePair {
  PieceId piece_a, piece_b;
  geometry::Feature feature_a, feature_b;  // of the shapes
  FeaturePair pair;
};

enum class ShapeRelation : std::uint8_t {
  kApart,
  kTouching,
  kOverlapping,
  kCrossing,  // boundaries meet, and one of the pieces that do has no inside
  kAInsideB,  // boundaries are apart, and A, or a connected part of it, lies in the solid B (containment.h)
  kBInsideA,
};

struct NearestPair {
  ShapeRelation relation = ShapeRelation::kApart;
  ShapePair nearest;  // the least phi; one that crosses before those that touch
};

// What two shapes remember from query to query: a cache, and the room that queries work in.
struct ShapePairCache {
  struct Known {
    PieceId a, b;
    ClosestFeatures features;
  };
  std::vector<Known> known;  // the pairs looked at last time, by pieces
  std::pair<PieceId, PieceId> nearest{PieceId::none(), PieceId::none()};

  std::vector<Known> next_known;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> waiting;  // nodes
  PairCache pair;
};

// All throw InputError if a shape is empty or a pose is none (require_input.h), or if the margin is negative or NaN.
NearestPair update_nearest_pair(const geometry::Shape& a, const geometry::Shape& b, const math::Pose& X_WA,
                                const math::Pose& X_WB, ShapePairCache& cache);

// All pairs with phi <= margin, by features, each once; `pairs` is overwritten.
void update_pairs_within(const geometry::Shape& a, const geometry::Shape& b, const math::Pose& X_WA,
                         const math::Pose& X_WB, double margin, ShapePairCache& cache, std::vector<ShapePair>& pairs);

// The same of all pairs of pieces: those with the same features too, which follow each other, the nearest first. Pieces
// whose faces lie in one plane may both be nearest where they meet, and have different manifolds.
void update_piece_pairs_within(const geometry::Shape& a, const geometry::Shape& b, const math::Pose& X_WA,
                               const math::Pose& X_WB, double margin, ShapePairCache& cache,
                               std::vector<ShapePair>& pairs);

}  // namespace abut::proximity
