// One tree of bounding boxes over the pieces of a shape, in the body's frame.
//
// Binary, in one flat array, depth first: the left child of a node follows it, so a walk that descends to the left
// reads forward. Every node covers a contiguous range of pieces, which the shape lays out in the order the tree asks
// for. A node's box is the exact union of its pieces' boxes (unions need no rounding; what a radius adds is rounded
// outward where the piece's box is made, convex_pieces.h).
//
// Built from the Morton order of the boxes' centres (pieces/morton_order.h): a range is split where the highest
// differing bit of its codes changes, and in the middle where all codes are equal. So the depth is at most 63 + 32
// whatever the input, and a walk needs a stack of fixed size. Cost: linear but for the binary searches of the splits;
// bench/piece_tree_bench puts it beside a plain sort of the codes. The same boxes give the same tree; boxes scaled by a
// power of two the same tree with scaled boxes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/geometry/pieces/morton_order.h"
#include "abut/math/aabb.h"

namespace abut::geometry {

struct PieceNode {
  math::Aabb box;
  std::uint32_t first_piece = 0, num_pieces = 0;
  std::uint32_t right = 0;  // the right child; 0 at a leaf. The left child is the next node

  bool is_leaf() const { return right == 0; }
};
static_assert(sizeof(PieceNode) == 64, "a node is a cache line");

struct PieceTree {
  std::vector<PieceNode> nodes;  // the root first; none if there are no pieces

  static constexpr std::uint32_t kMaxLeafSize = 4;
  static constexpr int kMaxDepth = kMortonBits + 32;  // edges from the root to a leaf
};

struct OrderedPieceTree {
  PieceTree tree;
  std::vector<std::uint32_t> order;  // order[i] is the index of the box that became piece i
};

// Throws InputError if a box is empty or not finite, or if there are 2^31 or more.
OrderedPieceTree make_piece_tree(std::span<const math::Aabb> boxes);

// Calls visit(const PieceNode&) for every leaf whose box meets the given one (touching counts), in the order of the
// pieces. Returns the number of nodes looked at.
template <class Visit>
std::size_t visit_overlapping_leaves(const PieceTree& tree, const math::Aabb& box, Visit&& visit) {
  std::array<std::uint32_t, PieceTree::kMaxDepth + 1> waiting;  // right children on the way down: one a level
  std::size_t num_waiting = 0;
  std::size_t num_looked_at = 0;
  if (!tree.nodes.empty()) waiting[num_waiting++] = 0;
  while (num_waiting > 0) {
    std::uint32_t at = waiting[--num_waiting];
    for (;; ++at) {  // down to the left; ends at a leaf at the latest
      const PieceNode& node = tree.nodes[at];
      ++num_looked_at;
      if (!node.box.overlaps(box)) break;
      if (node.is_leaf()) {
        visit(node);
        break;
      }
      waiting[num_waiting++] = node.right;
    }
  }
  return num_looked_at;
}

}  // namespace abut::geometry
