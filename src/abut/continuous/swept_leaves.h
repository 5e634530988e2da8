// How near the pieces in two leaves can come over a part of a step: the bound of swept_nodes.h, with the pieces' own
// vertices in place of boxes and layers.
//
// Along directions found for the leaves, all pairs of pieces at once. Those that stay are tried along the normals of
// their own faces: neighbours of a surface are parted by one of them where nothing reaches over an edge.
//
// Pieces of more than kMostLeafVertices vertices are not looked at: they have no bound here.
#pragma once

#include <array>
#include <cstdint>

#include "abut/continuous/swept_nodes.h"

namespace abut::continuous {

inline constexpr std::uint32_t kMostLeafVertices = 16;

class SweptLeaves {
 public:
  SweptLeaves(const SweptNodes& sweep, const MovingShape& a, std::uint32_t leaf_a, const MovingShape& b,
              std::uint32_t leaf_b, const EndDirections& n);

  // Throughout, of the i-th piece of A's leaf and the j-th of B's; the first that exceeds the level, or any.
  // -infinity where nothing is known.
  double bound_separation(std::uint32_t i, std::uint32_t j, double level) const;

 private:
  double bound_along(PieceId a, PieceId b, const EndDirections& n) const;
  double bound_along_faces(PieceId a, PieceId b, double level) const;

  const SweptNodes& sweep_;
  const geometry::Shape &shape_a_, &shape_b_;
  std::uint32_t first_a_, first_b_;
  SweptNodePair pair_;
  double curvature_;
  using Leasts = std::array<double, geometry::PieceTree::kMaxLeafSize>;
  std::array<Leasts, 2> least_a_, least_b_;  // m: along n, and against it, at both ends; A's from B's origin
};

}  // namespace abut::continuous
