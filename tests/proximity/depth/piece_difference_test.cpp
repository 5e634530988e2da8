#include "abut/proximity/depth/piece_difference.h"

#include <gtest/gtest.h>

#include "proximity/sample_shapes.h"

namespace abut::proximity {
namespace {

using math::Pose;
using math::Vec3;

TEST(PieceDifference, APointIsAVertexOfBLessOneOfASeenFromB) {
  const geometry::Shape a = geometry::make_shape(geometry::make_box({1, 2, 3})),
                        b = geometry::make_shape(geometry::make_box({2, 2, 2}));
  const PieceRef pa = only_piece(a), pb = only_piece(b);
  const RelativePose pose = make_relative_pose({{0.5, 0.2, -0.3}, math::Quat(0.5, 0.5, -0.5, 0.5)}, Pose::identity());
  const PieceDifference difference(pa, pb, pose);
  for (std::uint32_t v = 0; v < 8; ++v) {
    const DifferencePoint point = difference.at(v, 7 - v);
    const Vec3 expected = b.pieces.vertices[7 - v].p - pose.to_b(a.pieces.vertices[v].p);
    EXPECT_LT((point.w / difference.scale() - expected).norm(), 1e-14);
    EXPECT_LE(point.w.norm(), 1.0);
  }
}

TEST(PieceDifference, TheExtremeIsThatOfAllDifferences) {
  math::Random random(3);
  const std::vector<NamedShape> shapes = make_sample_shapes();
  for (int i = 0; i < 200; ++i) {
    const NamedShape &a = shapes[random.next_index(shapes.size())], &b = shapes[random.next_index(shapes.size())];
    const PieceRef pa = only_piece(a.shape), pb = only_piece(b.shape);
    const RelativePose pose = make_relative_pose(draw_pose(random, 1.0, i), draw_pose(random, 1.0, i));
    const PieceDifference difference(pa, pb, pose);
    const Vec3 direction = random.next_direction();
    const DifferencePoint top = difference.find_extreme(direction, 0, 0);
    double most_a = -1e300, most_b = -1e300;
    for (const geometry::PieceVertex& v : pa.pieces.vertices) most_a = std::max(most_a, -direction.dot(pose.to_b(v.p)));
    for (const geometry::PieceVertex& v : pb.pieces.vertices) most_b = std::max(most_b, direction.dot(v.p));
    EXPECT_NEAR(direction.dot(top.w) / difference.scale(), most_a + most_b, 1e-14) << a.name << " " << b.name;
  }
}

TEST(PieceDifference, TheScaleIsAPowerOfTwoAndKeepsAllPointsInTheUnitBall) {
  const geometry::Shape large = geometry::make_shape(geometry::make_box({2e5, 2e5, 2e5}));
  const RelativePose pose = make_relative_pose(Pose::from_translation({3e5, 0, 0}), Pose::identity());
  const PieceDifference difference(only_piece(large), only_piece(large), pose);
  int exponent = 0;
  EXPECT_EQ(std::frexp(difference.scale(), &exponent), 0.5);
  for (std::uint32_t v = 0; v < 8; ++v) {
    for (std::uint32_t w = 0; w < 8; ++w) EXPECT_LE(difference.at(v, w).w.norm(), 1.0);
  }
}

}  // namespace
}  // namespace abut::proximity
