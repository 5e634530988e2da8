#include "abut/continuous/swept_leaves.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace abut::continuous {
namespace {

using geometry::ConvexPieces;
using math::PaddedVec3;

constexpr double kNothingKnown = -std::numeric_limits<double>::infinity();

// The least v . x of a piece, its radius included.
double find_least(const ConvexPieces& pieces, PieceId id, const PaddedVec3& v) {
  const geometry::Piece& piece = pieces.pieces[id.index()];
  if (piece.num_vertices > kMostLeafVertices) return kNothingKnown;
  double least = std::numeric_limits<double>::infinity();
  for (const geometry::PieceVertex& x : pieces.vertices_of(id)) least = std::min(least, v.head<3>().dot(x.p));
  return least - piece.radius;
}

double find_least_of_a(const ConvexPieces& pieces, PieceId id, const SweptEnd& end, const PaddedVec3& n) {
  return find_least(pieces, id, end.R_AB * n) + n.dot(end.p_BA) - end.error;
}

}  // namespace

SweptLeaves::SweptLeaves(const SweptNodes& sweep, const MovingShape& a, std::uint32_t leaf_a, const MovingShape& b,
                         std::uint32_t leaf_b, const EndDirections& n)
    : sweep_(sweep),
      shape_a_(a.shape),
      shape_b_(b.shape),
      first_a_(a.shape.tree.nodes[leaf_a].first_piece),
      first_b_(b.shape.tree.nodes[leaf_b].first_piece),
      pair_(sweep.make_pair(leaf_a, leaf_b)),
      curvature_(sweep.bound_curvature(pair_, n)) {
  for (std::size_t e = 0; e < 2; ++e) {
    const bool is_known = !n[e].isZero(0);
    for (std::uint32_t i = 0; i < a.shape.tree.nodes[leaf_a].num_pieces; ++i) {
      least_a_[e][i] =
          is_known ? find_least_of_a(shape_a_.pieces, PieceId(first_a_ + i), sweep.ends()[e], n[e]) : kNothingKnown;
    }
    for (std::uint32_t j = 0; j < b.shape.tree.nodes[leaf_b].num_pieces; ++j) {
      least_b_[e][j] = find_least(shape_b_.pieces, PieceId(first_b_ + j), -n[e]);
    }
  }
}

double SweptLeaves::bound_along(PieceId a, PieceId b, const EndDirections& n) const {
  std::array<double, 2> gap;
  for (std::size_t e = 0; e < 2; ++e) {
    gap[e] = find_least_of_a(shape_a_.pieces, a, sweep_.ends()[e], n[e]) + find_least(shape_b_.pieces, b, -n[e]);
  }
  return bound_between(gap[0], gap[1], sweep_.bound_curvature(pair_, n));
}

double SweptLeaves::bound_along_faces(PieceId a, PieceId b, double level) const {
  EndDirections n = kNoDirections;
  const auto take = [&](std::size_t e, const PaddedVec3& normal) {
    n[e] = std::copysign(1.0, normal.dot(pair_.middle_BA[e])) * normal;
  };
  double bound = kNothingKnown;
  if (const auto faces = shape_b_.pieces.faces_of(b); faces.size() == 1) {
    for (std::size_t e = 0; e < 2; ++e) take(e, math::make_padded(faces[0].normal));
    bound = bound_along(a, b, n);
  }
  if (bound > level) return bound;
  if (const auto faces = shape_a_.pieces.faces_of(a); faces.size() == 1) {
    for (std::size_t e = 0; e < 2; ++e) take(e, sweep_.ends()[e].R_BA * math::make_padded(faces[0].normal));
    bound = std::max(bound, bound_along(a, b, n));
  }
  return bound;
}

double SweptLeaves::bound_separation(std::uint32_t i, std::uint32_t j, double level) const {
  const double bound = bound_between(least_a_[0][i] + least_b_[0][j], least_a_[1][i] + least_b_[1][j], curvature_);
  return bound > level ? bound : bound_along_faces(PieceId(first_a_ + i), PieceId(first_b_ + j), level);
}

}  // namespace abut::continuous
