// The features of a body (triangles, loose segments, loose points) in a tree, in the body's own frame, for the proof
// that bodies never meet. Every node has a core: a convex set, given by a few corners or as a box, that contains its
// features. What keeps the cores of two nodes apart keeps their features apart.
//
//   few different vertices  the vertices themselves: the core is their convex hull, exactly
//   more                    the box c + sum t_i a_i, |t_i| <= 1, grown by a ball of `slack`, which covers the rounding
//   of
//                           c and a_i; its axes follow the principal directions of the vertices, so that a patch of a
//                           smooth surface has a thin box
//
// A leaf has one feature. A body of few vertices, convex or not, has them all in the core of its root.
// Cost: n log n.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/geometry/mesh.h"
#include "abut/math/types.h"

namespace abut::scene {

// What a body is, in its own frame. Preconditions: finite vertices, at least one feature, radius >= 0.
struct VerifiedBody {
  geometry::Mesh mesh;    // triangles, loose segments, loose points
  double radius = 0.0;    // every feature is thickened by it: a ball is a point, a capsule a segment, with a radius
  bool is_solid = false;  // what its triangles wind about belongs to it
};

struct VerifiedFeature {
  std::array<std::uint32_t, 3> vertices{};
  std::uint32_t num_vertices = 0;  // 1 point, 2 segment, 3 triangle
};

struct FeatureNode {
  std::uint32_t first = 0, count = 0;               // of the features
  std::uint32_t left = 0, right = 0;                // 0 at a leaf
  std::uint32_t first_corner = 0, num_corners = 0;  // no corners: the box is the core
  math::Vec3 center = math::Vec3::Zero();           // c
  math::Mat3 half_axes = math::Mat3::Zero();        // columns a_i
  double slack = 0.0;
  double size = 0.0;  // about its diameter

  bool is_leaf() const { return count == 1; }
};

struct FeatureTree {
  std::vector<math::Vec3> vertices;
  std::vector<VerifiedFeature> features;
  std::vector<FeatureNode> nodes;   // the first is the root; children stand behind their parents
  std::vector<math::Vec3> corners;  // of the nodes
  double radius = 0.0;              // of the thickening
  double extent = 0.0;              // bounds |c| + |a_1| + |a_2| + |a_3| + slack, and |corner|, of all nodes

  std::span<const math::Vec3> corners_of(const FeatureNode& node) const {
    return std::span(corners).subspan(node.first_corner, node.num_corners);
  }
};

FeatureTree make_feature_tree(const geometry::Mesh& mesh, double radius);

// A point of the core farthest along `direction`, rounded; of a box without its slack.
math::Vec3 compute_farthest(const FeatureTree& tree, const FeatureNode& node, const math::Vec3& direction);

// The least of directions[j] . v over the core, for each j: `num` directions given by component. Rounded: off by at
// most kLeastBound |direction| extent. Bound: of a corner three products and two sums, 5 u; of a box the centre's three
// products, three axes of three each, three sums and the slack's norm, at most 12 u of what adds up to the extent.
inline constexpr double kLeastBound = 16 * 0x1p-53;
inline constexpr std::size_t kDirectionBlock = 8;  // as many are computed together
struct DirectionBlock {
  alignas(32) std::array<double, kDirectionBlock> x{}, y{}, z{};
};
std::array<double, kDirectionBlock> compute_least(const FeatureTree& tree, const FeatureNode& node,
                                                  const DirectionBlock& directions);

}  // namespace abut::scene
