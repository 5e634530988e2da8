#include "abut/scene/verify/feature_tree.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "abut/geometry/makers/bullet.h"
#include "abut/geometry/makers/primitives.h"
#include "scene/verify/verify_samples.h"

namespace abut::scene {
namespace {

using math::Vec3;

TEST(FeatureTree, ASmallBodyHasAllItsVerticesInTheCoreOfItsRoot) {
  const FeatureTree tree = make_tree(make_verified_box({1, 2, 3}));
  EXPECT_EQ(tree.nodes.front().num_corners, 8u);
  EXPECT_EQ(tree.features.size(), 12u);
  EXPECT_EQ(tree.nodes.size(), 23u);  // 12 leaves under 11 others
}

TEST(FeatureTree, EveryFeatureIsInExactlyOneLeafAndInEveryNodeAboveIt) {
  const FeatureTree tree = make_feature_tree(geometry::make_torus(1.0, 0.3, 24, 12), 0.0);
  std::vector<int> seen(tree.features.size(), 0);
  for (const FeatureNode& node : tree.nodes) {
    if (node.is_leaf()) {
      ++seen[node.first];
      continue;
    }
    const FeatureNode &left = tree.nodes[node.left], &right = tree.nodes[node.right];
    EXPECT_EQ(left.first, node.first);
    EXPECT_EQ(left.first + left.count, right.first);
    EXPECT_EQ(left.count + right.count, node.count);
  }
  EXPECT_TRUE(std::ranges::all_of(seen, [](int count) { return count == 1; }));
}

// What the core promises is all the proofs rely on.
TEST(FeatureTree, NoVertexOfANodeIsBelowTheLeastOfItsCore) {
  math::Random random(1);
  for (const geometry::Mesh& mesh : {geometry::make_torus(1.0, 0.3, 24, 12), geometry::make_bullet({})}) {
    const FeatureTree tree = make_feature_tree(mesh, 0.0);
    for (const FeatureNode& node : tree.nodes) {
      DirectionBlock m;
      for (std::size_t j = 0; j < kDirectionBlock; ++j) {
        const Vec3 n = 3 * random.next_direction();
        m.x[j] = n[0], m.y[j] = n[1], m.z[j] = n[2];
      }
      const auto least = compute_least(tree, node, m);
      for (std::uint32_t f = node.first; f < node.first + node.count; ++f) {
        for (const std::uint32_t v : tree.features[f].vertices) {
          for (std::size_t j = 0; j < kDirectionBlock; ++j) {
            const double along = Vec3(m.x[j], m.y[j], m.z[j]).dot(tree.vertices[v]);
            EXPECT_GE(along, least[j] - 3 * kLeastBound * tree.extent);
          }
        }
      }
    }
  }
}

TEST(FeatureTree, TheFarthestPointIsWhereTheLeastOfTheOppositeDirectionIs) {
  const FeatureTree tree = make_feature_tree(geometry::make_torus(1.0, 0.3, 24, 12), 0.0);
  const Vec3 n(0.3, -0.5, 0.8);
  DirectionBlock m;
  m.x[0] = -n[0], m.y[0] = -n[1], m.z[0] = -n[2];
  for (const FeatureNode& node : tree.nodes) {
    EXPECT_NEAR(n.dot(compute_farthest(tree, node, n)), -compute_least(tree, node, m)[0], 1e-13);
  }
}

TEST(FeatureTree, SegmentsAndPointsAreFeatures) {
  VerifiedBody body = make_verified_segment(2.0, 0.1);
  body.mesh.points = {VertexId(1)};
  const FeatureTree tree = make_tree(body);
  ASSERT_EQ(tree.features.size(), 2u);
  EXPECT_EQ(tree.features[0].num_vertices + tree.features[1].num_vertices, 3u);
  EXPECT_EQ(tree.radius, 0.1);
}

}  // namespace
}  // namespace abut::scene
