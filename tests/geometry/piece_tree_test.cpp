#include "abut/geometry/piece_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "abut/base/input_error.h"
#include "geometry/support/grid_mesh.h"

namespace abut::geometry {
namespace {

using math::Aabb;
using math::Vec3;

std::vector<Aabb> make_random_boxes(std::size_t num, std::uint64_t seed) {
  test::Random random(seed);
  std::vector<Aabb> boxes;
  for (std::size_t i = 0; i < num; ++i) {
    const Vec3 center = random.point(-1, 1);
    const Vec3 half = random.point(0, 0.05);
    boxes.push_back({center - half, center + half});
  }
  return boxes;
}

// Everything the tree promises, checked node by node from the root. Returns the depth.
int check_subtree(const OrderedPieceTree& built, std::span<const Aabb> boxes, std::uint32_t at, int depth,
                  std::uint32_t* num_nodes) {
  const PieceNode& node = built.tree.nodes[at];
  ++*num_nodes;
  Aabb box;
  int deepest = depth;
  if (node.is_leaf()) {
    EXPECT_GE(node.num_pieces, 1u);
    EXPECT_LE(node.num_pieces, PieceTree::kMaxLeafSize);
    for (std::uint32_t k = 0; k < node.num_pieces; ++k) box.grow(boxes[built.order[node.first_piece + k]]);
  } else {
    const PieceNode& left = built.tree.nodes[at + 1];
    const PieceNode& right = built.tree.nodes[node.right];
    EXPECT_EQ(left.first_piece, node.first_piece);
    EXPECT_EQ(right.first_piece, left.first_piece + left.num_pieces);
    EXPECT_EQ(left.num_pieces + right.num_pieces, node.num_pieces);
    deepest = std::max(check_subtree(built, boxes, at + 1, depth + 1, num_nodes),
                       check_subtree(built, boxes, node.right, depth + 1, num_nodes));
    box.grow(left.box);
    box.grow(right.box);
  }
  EXPECT_EQ(box.lower, node.box.lower);
  EXPECT_EQ(box.upper, node.box.upper);
  return deepest;
}

int check_tree(const OrderedPieceTree& built, std::span<const Aabb> boxes) {
  std::vector<std::uint32_t> sorted = built.order;
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::uint32_t> all(boxes.size());
  std::iota(all.begin(), all.end(), 0u);
  EXPECT_EQ(sorted, all);
  EXPECT_EQ(built.tree.nodes.front().first_piece, 0u);
  EXPECT_EQ(built.tree.nodes.front().num_pieces, boxes.size());
  std::uint32_t num_nodes = 0;
  const int depth = check_subtree(built, boxes, 0, 0, &num_nodes);
  EXPECT_EQ(num_nodes, built.tree.nodes.size());
  EXPECT_LE(depth, PieceTree::kMaxDepth);
  return depth;
}

std::vector<std::uint32_t> find_pieces(const OrderedPieceTree& built, std::span<const Aabb> boxes, const Aabb& query) {
  std::vector<std::uint32_t> found;
  visit_overlapping_leaves(built.tree, query, [&](const PieceNode& leaf) {
    EXPECT_TRUE(leaf.box.overlaps(query));
    for (std::uint32_t k = 0; k < leaf.num_pieces; ++k) {
      const std::uint32_t index = built.order[leaf.first_piece + k];
      if (boxes[index].overlaps(query)) found.push_back(index);
    }
  });
  std::sort(found.begin(), found.end());
  return found;
}

TEST(PieceTree, NoPiecesHaveAnEmptyTreeThatNothingOverlaps) {
  const OrderedPieceTree built = make_piece_tree({});
  EXPECT_TRUE(built.tree.nodes.empty());
  EXPECT_TRUE(built.order.empty());
  EXPECT_TRUE(find_pieces(built, {}, {Vec3::Zero(), Vec3::Ones()}).empty());
}

TEST(PieceTree, OnePieceIsARootThatIsALeaf) {
  const std::vector<Aabb> boxes{{Vec3(1, 2, 3), Vec3(4, 5, 6)}};
  const OrderedPieceTree built = make_piece_tree(boxes);
  ASSERT_EQ(built.tree.nodes.size(), 1u);
  EXPECT_TRUE(built.tree.nodes[0].is_leaf());
  EXPECT_EQ(check_tree(built, boxes), 0);
}

TEST(PieceTree, IdenticalBoxesAreSplitInTheMiddle) {
  const std::vector<Aabb> boxes(1000, {Vec3::Zero(), Vec3::Ones()});
  const OrderedPieceTree built = make_piece_tree(boxes);
  EXPECT_EQ(check_tree(built, boxes), 8);  // 1000 / 2^8 < 4, 1000 / 2^7 > 4
}

TEST(PieceTree, BoxesThatHalveTowardsAPointStayWithinTheDepthBound) {
  // Each split takes off one box of a spiral into a corner, and a thousand coincident boxes wait at the end of it.
  std::vector<Aabb> boxes;
  for (int i = 0; i < 70; ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      Vec3 p = Vec3::Zero();
      p[axis] = std::ldexp(1.0, -i);
      boxes.push_back({p, p});
    }
  }
  boxes.insert(boxes.end(), 1000, {Vec3::Zero(), Vec3::Zero()});
  const OrderedPieceTree built = make_piece_tree(boxes);
  EXPECT_GT(check_tree(built, boxes), 40);
  EXPECT_EQ(find_pieces(built, boxes, {Vec3::Zero(), Vec3::Zero()}).size(), 1000u);
}

TEST(PieceTree, PointBoxesOnALineAndInAPlaneAreFoundByTouching) {
  std::vector<Aabb> boxes;
  for (int i = 0; i < 20; ++i) boxes.push_back({Vec3(i, 0, 0), Vec3(i, 0, 0)});
  for (int i = 0; i < 20; ++i) boxes.push_back({Vec3(i % 5, i / 5, 0), Vec3(i % 5, i / 5, 0)});
  const OrderedPieceTree built = make_piece_tree(boxes);
  check_tree(built, boxes);
  EXPECT_EQ(find_pieces(built, boxes, {Vec3(19, 0, 0), Vec3(30, 1, 1)}), std::vector<std::uint32_t>{19});
  const double beyond = std::nextafter(19.0, 20.0);
  EXPECT_TRUE(find_pieces(built, boxes, {Vec3(beyond, 0, 0), Vec3(30, 1, 1)}).empty());
}

TEST(PieceTree, QueriesFindWhatBruteForceFinds) {
  for (const std::size_t num : {2u, 3u, 5u, 17u, 400u}) {
    const std::vector<Aabb> boxes = make_random_boxes(num, num);
    const OrderedPieceTree built = make_piece_tree(boxes);
    check_tree(built, boxes);
    for (const Aabb& query : make_random_boxes(300, 99)) {
      std::vector<std::uint32_t> truth;
      for (std::uint32_t i = 0; i < num; ++i) {
        if (boxes[i].overlaps(query)) truth.push_back(i);
      }
      EXPECT_EQ(find_pieces(built, boxes, query), truth);
    }
  }
}

TEST(PieceTree, ShufflingTheBoxesChangesNothingButTheOrder) {
  const std::vector<Aabb> boxes = make_random_boxes(500, 1);
  std::vector<std::uint32_t> shuffled(boxes.size());
  std::iota(shuffled.begin(), shuffled.end(), 0u);
  test::Random random(2);
  shuffle(shuffled, random);
  std::vector<Aabb> others;
  for (const std::uint32_t i : shuffled) others.push_back(boxes[i]);
  const OrderedPieceTree a = make_piece_tree(boxes);
  const OrderedPieceTree b = make_piece_tree(others);
  ASSERT_EQ(a.tree.nodes.size(), b.tree.nodes.size());
  for (std::size_t i = 0; i < a.order.size(); ++i) EXPECT_EQ(a.order[i], shuffled[b.order[i]]);
  for (std::size_t i = 0; i < a.tree.nodes.size(); ++i) {
    EXPECT_EQ(a.tree.nodes[i].box.lower, b.tree.nodes[i].box.lower);
    EXPECT_EQ(a.tree.nodes[i].right, b.tree.nodes[i].right);
  }
}

TEST(PieceTree, ScalingByAPowerOfTwoScalesTheBoxesAndNothingElse) {
  const double scale = std::ldexp(1.0, 40);
  std::vector<Aabb> boxes = make_random_boxes(500, 3);
  const OrderedPieceTree a = make_piece_tree(boxes);
  for (Aabb& box : boxes) box = {scale * box.lower, scale * box.upper};
  const OrderedPieceTree b = make_piece_tree(boxes);
  EXPECT_EQ(a.order, b.order);
  ASSERT_EQ(a.tree.nodes.size(), b.tree.nodes.size());
  for (std::size_t i = 0; i < a.tree.nodes.size(); ++i) {
    EXPECT_EQ(scale * a.tree.nodes[i].box.lower, b.tree.nodes[i].box.lower);
    EXPECT_EQ(scale * a.tree.nodes[i].box.upper, b.tree.nodes[i].box.upper);
  }
}

std::string message_of(const Aabb& bad) {
  const std::vector<Aabb> boxes{{Vec3::Zero(), Vec3::Ones()}, bad};
  try {
    make_piece_tree(boxes);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(PieceTree, BoxesThatAreEmptyOrNotFiniteAreRefused) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  const std::string expected =
      "piece 1: its bounds are not finite, so it has no place in the tree; remove what is not a number or infinite "
      "from "
      "its coordinates and radius";
  EXPECT_EQ(message_of({Vec3(0, nan, 0), Vec3::Ones()}), expected);
  EXPECT_EQ(message_of({Vec3::Zero(), Vec3(1, 1, inf)}), expected);
  EXPECT_EQ(message_of(Aabb()), expected);
  EXPECT_EQ(message_of({Vec3::Zero(), Vec3::Zero()}), "");
}

}  // namespace
}  // namespace abut::geometry
