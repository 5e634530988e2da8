#include "abut/proximity/penetration.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "proximity/sample_shapes.h"

namespace abut::proximity {
namespace {

using geometry::Shape;
using math::Pose;
using math::Quat;
using math::Vec3;

Depth find_depth(const Shape& a, const Shape& b, const Pose& X_WA, const Pose& X_WB = Pose::identity()) {
  DepthCache cache;
  return update_depth(only_piece(a), only_piece(b), make_relative_pose(X_WA, X_WB), cache);
}

// Overlap along n: how far A must be moved along it.
double overlap_along(const Shape& a, const Shape& b, const RelativePose& pose, const Vec3& n) {
  double most_b = -1e300, least_a = 1e300;
  for (const geometry::PieceVertex& v : b.pieces.vertices) most_b = std::max(most_b, n.dot(v.p));
  for (const geometry::PieceVertex& v : a.pieces.vertices) least_a = std::min(least_a, n.dot(pose.to_b(v.p)));
  return most_b - least_a;
}

TEST(Penetration, OfABoxInABoxIsOutOfTheNearestFace) {
  const Shape large = geometry::make_shape(geometry::make_box({4, 4, 4})),
              small = geometry::make_shape(geometry::make_box({1, 1, 1}));
  const Depth depth = find_depth(small, large, Pose::from_translation({0.2, -0.3, 0.7}));
  EXPECT_NEAR(depth.depth, 2 - 0.7 + 0.5, 1e-14);
  EXPECT_EQ(depth.nhat_BA_B, Vec3(0, 0, 1));
}

TEST(Penetration, OfConcentricBoxesIsHalfOfBothHeights) {
  const Shape a = geometry::make_shape(geometry::make_box({4, 4, 1})),
              b = geometry::make_shape(geometry::make_box({3, 3, 2}));
  const Depth depth = find_depth(a, b, Pose::identity());
  EXPECT_NEAR(depth.depth, 0.5 + 1.0, 1e-14);
  EXPECT_NEAR(std::abs(depth.nhat_BA_B.z()), 1.0, 1e-14);
}

TEST(Penetration, OfPiecesApartIsNegative) {
  const Shape box = geometry::make_shape(geometry::make_box({1, 1, 1}));
  EXPECT_LT(find_depth(box, box, Pose::from_translation({1.5, 0, 0})).depth, 0.0);
  EXPECT_NEAR(find_depth(box, box, Pose::from_translation({1.0, 0.2, 0})).depth, 0.0, 1e-14);
}

// No direction of a thousand has less overlap than the depth; the depth's own has just that; and the points of the
// record are where it says.
TEST(Penetration, IsNoMoreThanTheOverlapAlongAnyDirection) {
  const std::vector<NamedShape> shapes = make_sample_shapes();
  math::Random random(83);
  int num_overlapping = 0;
  for (int i = 0; i < 300; ++i) {
    const NamedShape &a = shapes[random.next_index(7)], &b = shapes[random.next_index(7)];
    const RelativePose pose = make_relative_pose(draw_pose(random, 0.8, i), draw_pose(random, 0.3, i));
    DepthCache cache;
    const Depth depth = update_depth(only_piece(a.shape), only_piece(b.shape), pose, cache);
    const double bound = compute_depth_bound(only_piece(a.shape), only_piece(b.shape), pose);
    ASSERT_NEAR(overlap_along(a.shape, b.shape, pose, depth.nhat_BA_B), depth.depth, bound) << a.name << " " << b.name;
    ASSERT_LT((depth.p_BCa - depth.p_BCb + depth.depth * depth.nhat_BA_B).norm(), 1e-13);
    if (depth.depth <= 0) continue;  // apart: any separating direction will do
    ++num_overlapping;
    for (int k = 0; k < 100; ++k) {
      ASSERT_GE(overlap_along(a.shape, b.shape, pose, random.next_direction()), depth.depth - bound)
          << a.name << " " << b.name;
    }
  }
  EXPECT_GT(num_overlapping, 100);
}

TEST(Penetration, SwappingTheBodiesKeepsTheDepth) {
  const std::vector<NamedShape> shapes = make_sample_shapes();
  math::Random random(89);
  for (int i = 0; i < 300; ++i) {
    const NamedShape &a = shapes[random.next_index(shapes.size())], &b = shapes[random.next_index(shapes.size())];
    const Pose X_WA = draw_pose(random, 0.8, i), X_WB = draw_pose(random, 0.3, i);
    const double bound = compute_depth_bound(only_piece(a.shape), only_piece(b.shape), make_relative_pose(X_WA, X_WB));
    const double forth = find_depth(a.shape, b.shape, X_WA, X_WB).depth,
                 back = find_depth(b.shape, a.shape, X_WB, X_WA).depth;
    EXPECT_EQ(forth < -4 * bound, back < -4 * bound);
    if (forth > 0) {
      EXPECT_NEAR(forth, back, 4 * bound + 1e-14) << a.name << " " << b.name;
    }
  }
}

TEST(Penetration, AWarmQueryIsAColdOne) {
  const std::vector<NamedShape> shapes = make_sample_shapes();
  math::Random random(97);
  for (int k = 0; k < 40; ++k) {
    const NamedShape &a = shapes[random.next_index(shapes.size())], &b = shapes[random.next_index(shapes.size())];
    DepthCache cache;
    Pose X_WA = draw_pose(random, 0.5, 1);
    const Quat turn(Eigen::AngleAxisd(0.1, random.next_direction()));
    for (int i = 0; i < 20; ++i) {
      X_WA = {X_WA.p + 0.03 * random.next_direction(), (turn * X_WA.q).normalized()};
      const RelativePose pose = make_relative_pose(X_WA, Pose::identity());
      const Depth warm = update_depth(only_piece(a.shape), only_piece(b.shape), pose, cache);
      const double bound = compute_depth_bound(only_piece(a.shape), only_piece(b.shape), pose);
      const double cold = find_depth(a.shape, b.shape, X_WA).depth;
      ASSERT_EQ(warm.depth < -2 * bound, cold < -2 * bound) << a.name << " " << b.name;
      if (cold > 0) {
        ASSERT_NEAR(warm.depth, cold, 2 * bound) << a.name << " " << b.name;
      }
    }
  }
}

}  // namespace
}  // namespace abut::proximity
