// A layer around what lies in each node of a tree of pieces, beside the node's box:
//
//   lower <= normal . x <= upper    for all points x of the node's pieces, their radius included, rounding inside.
//
// The normal is that of the node's surface, the mean over its polygons by area. A patch of a curved surface is as thick
// as the square of its size along it, where a box along the axes is as thick as its size: near contact the layers part
// what the boxes cannot.
//
// A node of more than kMostSlabPieces, or without a surface that faces one way (solid pieces, segments, points, closed
// surfaces), has the normal 0, and 0 <= 0 <= 0 says nothing. Cost: linear, as so large nodes have none.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "abut/geometry/convex_pieces.h"
#include "abut/geometry/piece_tree.h"
#include "abut/math/aabb.h"
#include "abut/math/padded_vector.h"
#include "abut/math/types.h"

namespace abut::geometry {

struct NodeSlab {
  math::Vec3 normal = math::Vec3::Zero();  // of unit length up to rounding, or 0
  double lower = 0.0, upper = 0.0;
};

// What box and layer together say of a node.
//
// How far it reaches from the box's middle c along a direction v: with m the layer's normal,
// v . (x - c) = l m . (x - c) + (v - l m) . (x - c) for every l; l = 0 is the box alone, and l = v . m leaves to the
// box only what is across the layer.
struct NodeHull {
  math::PaddedVec3 center, half, normal;
  double bottom, top;  // of the layer, from the middle

  NodeHull(const math::Aabb& box, const NodeSlab& slab)
      : center(math::make_padded(box.center())),
        half(math::make_padded(0.5 * box.extent())),
        normal(math::make_padded(slab.normal)),
        bottom(slab.lower - normal.dot(center)),
        top(slab.upper - normal.dot(center)) {}

  // The greatest v . (x - center), from above but for 40 u |v| of the node's reach (u = 2^-53): the middle is off by 2
  // u and the half extent by u; l may be anything; v - l m is off by 4 u, bottom and top by 8 u, sums of products by 3
  // u.
  double reach_along(const math::PaddedVec3& v) const {
    const double l = v.dot(normal);
    return std::min(half.dot(v.cwiseAbs()), l * (l > 0 ? top : bottom) + half.dot((v - l * normal).cwiseAbs()));
  }

  // The point of the box nearest to p, both from the middle.
  math::PaddedVec3 clamp(const math::PaddedVec3& p) const { return p.cwiseMax(-half).cwiseMin(half); }
};

inline constexpr std::uint32_t kMostSlabPieces = 1024;

// For each node of the tree.
std::vector<NodeSlab> make_node_slabs(const ConvexPieces& pieces, const PieceTree& tree);

}  // namespace abut::geometry
