// Two convex pieces as a query sees them: A and B, each with the shape's arrays it lies in, and where A is seen from B.
//
// All of a query is computed in B's frame, in which the pieces are near each other however far both are from the
// world's origin. compute_rounding_bound says how far a vertex of A seen from B may be from where the poses' doubles
// say it is.
#pragma once

#include "abut/base/ids.h"
#include "abut/geometry/convex_pieces.h"
#include "abut/math/padded_vector.h"
#include "abut/math/pose.h"

namespace abut::proximity {

struct PieceRef {
  const geometry::ConvexPieces& pieces;
  PieceId id;

  const geometry::Piece& piece() const { return pieces.pieces[id.index()]; }
};

// Where A is, seen from B: p_BQ = R_BA p_AQ + p_BA.
struct RelativePose {
  math::PaddedMat3 R_BA;
  math::Vec3 p_BA;

  math::Vec3 turn_to_b(const math::Vec3& v_A) const { return R_BA.turn(v_A); }
  math::Vec3 turn_to_a(const math::Vec3& v_B) const { return R_BA.turn_back(v_B); }
  math::Vec3 to_b(const math::Vec3& p_AQ) const { return turn_to_b(p_AQ) + p_BA; }
  math::Vec3 to_a(const math::Vec3& p_BQ) const { return turn_to_a(p_BQ - p_BA); }
};

// Precondition: both poses are valid (math::is_valid_pose).
RelativePose make_relative_pose(const math::Pose& X_WA, const math::Pose& X_WB);
// The same, with the inverse of X_WB's rotation at hand.
inline RelativePose make_relative_pose(const math::Pose& X_WA, const math::Pose& X_WB, const math::PaddedMat3& R_BW) {
  return {math::compute_padded_rotation(X_WB.q.conjugate() * X_WA.q), R_BW.turn(X_WA.p - X_WB.p)};
}

// How far a point of A, at most `radius_a` from A's origin, taken to B's frame by `pose`, may be from where the poses'
// doubles say it is (as a length, not per axis). With u = 2^-53: each component of the product of the quaternions is a
// sum of four products, within 4 u of the product of their lengths (Cauchy), so its direction is within 8 u, and the
// rotation within 16 u; its matrix adds 18 u in each entry (kRotationBound), 54 u in the Frobenius norm, 72 u in all
// with the second order. p_BA is a difference (u) turned by a matrix within 54 u, with 6 u for the products; taking the
// point to B adds at most 8 u of |v| and 2 u of |p_BA|.
inline constexpr double kSeenVertexBound = 80 * 0x1p-53;
inline constexpr double kSeenOriginBound = 64 * 0x1p-53;
double compute_rounding_bound(const RelativePose& pose, double radius_a);

}  // namespace abut::proximity
