#include "abut/proximity/exact_distance.h"

#include <gtest/gtest.h>

#include <cmath>

#include "proximity/sample_shapes.h"

namespace abut::proximity {
namespace {

using math::Pose;
using math::Vec3;

TEST(ExactDistance, OfTwoBoxesIsThatOfTheirFacesEdgesOrVertices) {
  const geometry::Shape box = geometry::make_shape(geometry::make_box({2, 2, 2}));
  const PieceRef piece = only_piece(box);
  const auto distance = [&](const Vec3& p) {
    return compute_exact_distance(piece, piece, Pose::from_translation(p), Pose::identity());
  };
  EXPECT_EQ(distance({5, 0.5, 0.25}).distance, 3.0);
  EXPECT_EQ(distance({5, 6, 0.25}).distance, 5.0);                             // edges: (3, 4)
  EXPECT_DOUBLE_EQ(distance({5, 6, 14}).distance, std::sqrt(9 + 16 + 144.0));  // vertices: (3, 4, 12)
  EXPECT_TRUE(distance({5, 6, 14}).features.a.is_vertex());
  EXPECT_TRUE(distance({5, 6, 14}).features.b.is_vertex());
}

TEST(ExactDistance, TellsTouchFromAGapOfOneUnitInTheLastPlace) {
  const geometry::Shape box = geometry::make_shape(geometry::make_box({2, 2, 2}));
  const PieceRef piece = only_piece(box);
  const double next = std::nextafter(2.0, 3.0);
  EXPECT_TRUE(compute_exact_distance(piece, piece, Pose::from_translation({2, 0.3, 0}), Pose::identity()).is_meeting);
  const ExactDistance apart =
      compute_exact_distance(piece, piece, Pose::from_translation({next, 0.3, 0}), Pose::identity());
  EXPECT_FALSE(apart.is_meeting);
  EXPECT_EQ(apart.distance, next - 2.0);
  EXPECT_EQ(apart.nhat_BA_B, Vec3(1, 0, 0));
}

// Two segments that cross 1e-13 apart: the direction from one to the other is perpendicular to both to the last digits,
// which that between their rounded closest points, 1e-16 / 1e-13 off, is not.
TEST(ExactDistance, ItsDirectionIsRightHoweverShortTheGap) {
  const geometry::Shape capsule = geometry::make_capsule(0.1, 2.0);  // along z
  const PieceRef piece = only_piece(capsule);
  math::Random random(13);
  for (int i = 0; i < 50; ++i) {
    const Pose X_WB{random.next_direction(), random.next_rotation()};
    const Vec3 offset(1e-13 * random.next_direction());
    const Pose X_WA{X_WB.p + offset, random.next_rotation()};
    const ExactDistance exact = compute_exact_distance(piece, piece, X_WA, X_WB);
    if (exact.is_meeting || !exact.features.a.is_edge() || !exact.features.b.is_edge()) continue;
    const RelativePose pose = make_relative_pose(X_WA, X_WB);
    EXPECT_LT(std::abs(exact.nhat_BA_B.z()), 1e-15);
    EXPECT_LT(std::abs(exact.nhat_BA_B.dot(pose.turn_to_b(Vec3::UnitZ()))), 2e-15);
    EXPECT_NEAR(exact.nhat_BA_B.norm(), 1.0, 1e-15);
  }
}

TEST(ExactDistance, OfAPointInsideIsZero) {
  const geometry::Shape box = geometry::make_shape(geometry::make_box({2, 2, 2})), ball = geometry::make_ball(0.5);
  const ExactDistance result = compute_exact_distance(only_piece(ball), only_piece(box),
                                                      Pose::from_translation({0.5, 0.25, 0}), Pose::identity());
  EXPECT_TRUE(result.is_meeting);
  EXPECT_EQ(result.distance, 0.0);
}

// By duality: the plane through each closest point, perpendicular to their difference, has the whole piece on its far
// side.
TEST(ExactDistance, ItsPointsAreClosestByTheirSeparatingPlane) {
  const std::vector<NamedShape> shapes = make_sample_shapes();
  math::Random random(5);
  int num_apart = 0;
  for (int i = 0; i < 120; ++i) {
    const NamedShape &a = shapes[random.next_index(shapes.size())], &b = shapes[random.next_index(shapes.size())];
    const Pose X_WA = draw_pose(random, 3.0, i), X_WB = draw_pose(random, 0.5, i);
    const PieceRef pa = only_piece(a.shape), pb = only_piece(b.shape);
    const ExactDistance result = compute_exact_distance(pa, pb, X_WA, X_WB);
    if (result.is_meeting) continue;
    ++num_apart;
    const RelativePose pose = make_relative_pose(X_WA, X_WB);
    const Vec3 n = (result.p_BCa - result.p_BCb).normalized();
    EXPECT_NEAR((result.p_BCa - result.p_BCb).norm(), result.distance, 1e-14);
    for (const geometry::PieceVertex& v : pa.pieces.vertices_of(pa.id)) {
      ASSERT_GE(n.dot(pose.to_b(v.p) - result.p_BCa), -1e-13) << a.name << " " << b.name;
    }
    for (const geometry::PieceVertex& v : pb.pieces.vertices_of(pb.id)) {
      ASSERT_LE(n.dot(v.p - result.p_BCb), 1e-13) << a.name << " " << b.name;
    }
  }
  EXPECT_GT(num_apart, 50);
}

}  // namespace
}  // namespace abut::proximity
