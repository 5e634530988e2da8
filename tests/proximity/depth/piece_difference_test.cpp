#include "abut/proximity/depth/piece_difference.h"

#include <gtest/gtest.h>

#include "oracle/rational.h"
#include "proximity/sample_shapes.h"

namespace abut::proximity {
namespace {

using math::Pose;
using math::Vec3;
using oracle::operator+;
using oracle::operator-;
using oracle::operator*;
using oracle::Rational;
using oracle::RVec3;

// b - (R v + p), with the doubles of the pose taken as they are.
RVec3 subtract_exactly(const RelativePose& pose, const Vec3& v, const Vec3& b) {
  RVec3 seen = oracle::exact(pose.p_BA);
  for (int i = 0; i < 3; ++i) seen = seen + Rational(v[i]) * oracle::exact(Vec3(pose.R_BA.unpad().col(i)));
  return oracle::exact(b) - seen;
}

TEST(PieceDifference, PointsAreDifferencesOfVerticesScaledToAtMostOne) {
  const geometry::Shape box = geometry::make_shape(geometry::make_box({2, 2, 2}));
  const RelativePose pose = make_relative_pose(Pose::from_translation({3, 0, 0}), Pose::identity());
  const PieceDifference difference(only_piece(box), only_piece(box), pose);
  // Two reaches of sqrt(3), and 3 between: 6.46, which is at least 4.
  EXPECT_EQ(difference.scale(), 1.0 / 8);
  const DifferencePoint p = difference.at(1, 2);
  const Vec3 expected = (box.pieces.vertices[2].p - box.pieces.vertices[1].p - Vec3(3, 0, 0)) / 8;
  EXPECT_EQ(p.w, expected);
  EXPECT_EQ(p.a, 1u);
  EXPECT_EQ(p.b, 2u);
}

TEST(PieceDifference, TheExtremeIsMadeOfTheExtremesOfBoth) {
  const geometry::Shape box = geometry::make_shape(geometry::make_box({2, 4, 6}));
  const math::Quat quarter(std::sqrt(0.5), 0, 0, std::sqrt(0.5));  // about z: x of A is y of B
  const RelativePose pose = make_relative_pose({{10, 0, 0}, quarter}, Pose::identity());
  const PieceDifference difference(only_piece(box), only_piece(box), pose);
  const DifferencePoint p = difference.find_extreme({1, 0.1, 0.1}, 0, 0);
  EXPECT_EQ(box.pieces.vertices[p.b].p, Vec3(1, 2, 3));
  // The corner of A least along (1, 0.1, 0.1) in B is at (-2, -1, -3) from its centre there: (-1, 2, -3) in A.
  EXPECT_EQ(box.pieces.vertices[p.a].p, Vec3(-1, 2, -3));
}

TEST(PieceDifference, APointIsWithinItsBoundOfTheRealDifference) {
  math::Random random(5);
  const std::vector<NamedShape> shapes = make_sample_shapes();
  double largest = 0.0;
  for (int i = 0; i < 2000; ++i) {
    const geometry::Shape& a = shapes[random.next_index(shapes.size())].shape;
    const geometry::Shape& b = shapes[random.next_index(shapes.size())].shape;
    const RelativePose pose =
        make_relative_pose(draw_pose(random, 8.0, i), {random.next_direction(), random.next_rotation()});
    const PieceDifference difference(only_piece(a), only_piece(b), pose);
    const DifferencePoint p = difference.at(static_cast<std::uint32_t>(random.next_index(a.pieces.vertices.size())),
                                            static_cast<std::uint32_t>(random.next_index(b.pieces.vertices.size())));
    const RVec3 real = subtract_exactly(pose, a.pieces.vertices[p.a].p, b.pieces.vertices[p.b].p);
    const RVec3 off = oracle::exact(p.w) - Rational(difference.scale()) * real;
    ASSERT_LE(p.w.norm(), 1.0);
    largest = std::max(largest, std::sqrt(static_cast<double>(oracle::dot(off, off))));
  }
  EXPECT_LE(largest, kDifferencePointBound);
  EXPECT_GT(largest, 0.02 * kDifferencePointBound);  // the bound is not idle
}

}  // namespace
}  // namespace abut::proximity
