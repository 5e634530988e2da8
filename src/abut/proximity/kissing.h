// The kissing configuration of two convex pieces and the contact plane between them (paper 002, sections III B and IV
// D). From a FeaturePair, A is moved by -phi along the normal, so that the pieces just touch; the contact plane then
// has B on its lower and A on its upper side:
//
//   nhat_BA_W . x <= offset for x of B,    nhat_BA_W . x >= offset for x of A when moved,    up to rounding.
//
// Where its normal comes from. The paper takes that of a face in the plane. So does this, wherever a face at one of the
// features is perpendicular to the pair's direction as far as rounding can tell, be the feature itself a vertex or an
// edge: then the face says the direction better than two points near each other do. Of a face of either piece the
// larger one's is taken, by area in the piece's own frame (which no motion changes); of equal ones the mean. A face
// that is only nearly perpendicular does not give the normal, though it is part of the manifold (manifold.h): phi
// would have another rate than the gaps along that normal, and requirement (2) would fail.
//
// Without a face: two crossed edges have one common normal (the paper, which returns no answer for any two edges, is
// stricter than need be), a radius makes a surface smooth, and vertex-vertex, vertex-edge and parallel edges are
// `kIndeterminate`: any direction of a cone would do. The one chosen is the pair's own, the direction between the
// witness points, which depends continuously on the poses as long as the pieces are apart; at touch, the one the pair
// carries.
#pragma once

#include <cstdint>

#include "abut/math/pose.h"
#include "abut/math/types.h"
#include "abut/proximity/feature_pair.h"
#include "abut/proximity/piece_pair.h"

namespace abut::proximity {

enum class PlaneOrigin : std::uint8_t {
  kFaceA,          // the normal of a face of A, turned
  kFaceB,          // the normal of a face of B
  kEqualFaces,     // the mean of a face of A and one of B, equally large
  kCrossedEdges,   // perpendicular to two edges
  kRound,          // no face, but one of the pieces has a radius: the normal of its surface
  kIndeterminate,  // vertex and vertex, vertex and edge, parallel edges: the pair's own direction
};

struct ContactPlane {
  math::Vec3 nhat_BA_W = math::Vec3::UnitZ();
  double offset = 0.0;  // m: nhat_BA_W . p_WCb
  PlaneOrigin origin = PlaneOrigin::kIndeterminate;
};

// A direction this near to another, as the sine of their angle, is the same: both are made of rounded unit vectors
// (geometry::kNormalBound, 40 u) turned by rounded rotations (198 u, see kSeenVertexBound), and once again into the
// world.
inline constexpr double kSameDirectionBound = 512 * 0x1p-53;

// Edges whose directions differ by less, as the sine of their angle, are parallel: their cross product would be mostly
// rounding.
inline constexpr double kParallelEdgesBound = 1e-6;

ContactPlane compute_contact_plane(const PieceRef& a, const PieceRef& b, const math::Pose& X_WA, const math::Pose& X_WB,
                                   const FeaturePair& pair);

// The pose at which A just touches B.
math::Pose compute_kissing_pose(const math::Pose& X_WA, const FeaturePair& pair);

}  // namespace abut::proximity
