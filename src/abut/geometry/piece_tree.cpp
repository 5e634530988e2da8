#include "abut/geometry/piece_tree.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <string>

#include "abut/base/input_error.h"

namespace abut::geometry {
namespace {

using math::Aabb;

void require_usable(std::span<const Aabb> boxes) {
  if (boxes.size() >= std::size_t{1} << 31) {
    throw InputError({"", "", "a shape of " + std::to_string(boxes.size()) + " pieces; the limit is 2^31 - 1",
                      "split it into several bodies"});
  }
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Aabb& box = boxes[i];
    // A NaN fails every comparison.
    if (box.lower.allFinite() && box.upper.allFinite() && (box.lower.array() <= box.upper.array()).all()) continue;
    throw InputError({"", "piece " + std::to_string(i), "its bounds are not finite, so it has no place in the tree",
                      "remove what is not a number or infinite from its coordinates and radius"});
  }
}

// First position in [begin, end) of the right part: where the highest differing bit of the codes turns to 1, or the
// middle where all codes are equal. Precondition: at least two keys.
std::uint32_t find_split(const std::vector<MortonKey>& keys, std::uint32_t begin, std::uint32_t end) {
  const std::uint64_t difference = keys[begin].code ^ keys[end - 1].code;
  if (difference == 0) return begin + (end - begin) / 2;
  const std::uint64_t bit = std::bit_floor(difference);
  const auto is_left = [bit](const MortonKey& key) { return (key.code & bit) == 0; };
  const auto split = std::partition_point(keys.begin() + begin, keys.begin() + end, is_left);
  return static_cast<std::uint32_t>(split - keys.begin());
}

// The nodes depth first, without boxes.
std::vector<PieceNode> make_hierarchy(const std::vector<MortonKey>& keys) {
  struct Range {
    std::uint32_t begin, end;
    std::uint32_t parent;  // whose right child it is
  };
  constexpr std::uint32_t kNoParent = 0xffffffffu;
  std::vector<PieceNode> nodes;
  nodes.reserve(keys.size() - keys.size() / 4);  // leaves are mostly full: 0.7 nodes a piece on surfaces
  std::vector<Range> waiting{{0, static_cast<std::uint32_t>(keys.size()), kNoParent}};
  while (!waiting.empty()) {
    Range range = waiting.back();
    waiting.pop_back();
    const auto at = static_cast<std::uint32_t>(nodes.size());
    if (range.parent != kNoParent) nodes[range.parent].right = at;
    for (;;) {  // down to the left
      PieceNode node;
      node.first_piece = range.begin;
      node.num_pieces = range.end - range.begin;
      nodes.push_back(node);
      if (node.num_pieces <= PieceTree::kMaxLeafSize) break;
      const std::uint32_t split = find_split(keys, range.begin, range.end);
      waiting.push_back({split, range.end, static_cast<std::uint32_t>(nodes.size() - 1)});
      range.end = split;
    }
  }
  return nodes;
}

}  // namespace

OrderedPieceTree make_piece_tree(std::span<const Aabb> boxes) {
  require_usable(boxes);
  OrderedPieceTree result;
  if (boxes.empty()) return result;
  const std::vector<MortonKey> keys = make_morton_order(boxes);
  result.tree.nodes = make_hierarchy(keys);
  result.order.reserve(keys.size());
  for (const MortonKey& key : keys) result.order.push_back(key.index);

  std::vector<PieceNode>& nodes = result.tree.nodes;
  for (std::size_t i = nodes.size(); i-- > 0;) {  // children stand after their parents
    PieceNode& node = nodes[i];
    if (node.is_leaf()) {
      for (std::uint32_t k = 0; k < node.num_pieces; ++k) node.box.grow(boxes[result.order[node.first_piece + k]]);
    } else {
      node.box = nodes[i + 1].box;
      node.box.grow(nodes[node.right].box);
    }
  }
  return result;
}

}  // namespace abut::geometry
