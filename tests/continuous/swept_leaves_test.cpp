#include "abut/continuous/swept_leaves.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "continuous/motion_samples.h"
#include "oracle/mesh_distance.h"

namespace abut::continuous {
namespace {

using math::Motion;
using math::Pose;
using math::Vec3;

Motion make_shift(const Vec3& from, const Vec3& to) {
  return math::make_step_motion(Pose::from_translation(from), Pose::from_translation(to));
}

const EndDirections kUp{math::make_padded(Vec3::UnitZ()), math::make_padded(Vec3::UnitZ())};

// Two triangles of the unit square, z = 0 and z = x: a sheet with a fold along y, one leaf.
geometry::Shape make_fold() {
  geometry::Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {2, 0, 1}, {1, 1, 0}};
  mesh.triangles = {{VertexId(0), VertexId(1), VertexId(2)}, {VertexId(1), VertexId(3), VertexId(4)}};
  return geometry::make_shape(mesh);
}

TEST(SweptLeaves, KnowTheGapOfEachPairOfPiecesAlongTheirDirection) {
  const geometry::Shape fold = make_fold();
  const Motion above = make_shift({0, 0, 3}, {0, 0, 2}), still = make_shift(Vec3::Zero(), Vec3::Zero());
  MovingShape a = make_moving_shape(fold, above), b = make_moving_shape(fold, still);
  const SweptNodes sweep(a, b, 0, 1);
  const SweptLeaves leaves(sweep, a, 0, b, 0, kUp);
  for (std::uint32_t i = 0; i < 2; ++i) {
    for (std::uint32_t j = 0; j < 2; ++j) {
      double highest = 0;  // of B's piece; A's are at z >= 2 at the end
      for (const auto& v : fold.pieces.vertices_of(PieceId(j))) highest = std::max(highest, v.p[2]);
      EXPECT_NEAR(leaves.bound_separation(i, j, 0), 2 - highest, 1e-12);
    }
  }
}

TEST(SweptLeaves, TryTheFacesWhereTheGivenDirectionDoesNotPart) {
  const geometry::Shape fold = make_fold();
  const Motion above = make_shift({0, 0, 0.5}, {0, 0, 0.25}), still = make_shift(Vec3::Zero(), Vec3::Zero());
  MovingShape a = make_moving_shape(fold, above), b = make_moving_shape(fold, still);
  const SweptNodes sweep(a, b, 0, 1);
  const EndDirections sideways{math::make_padded(Vec3::UnitX()), math::make_padded(Vec3::UnitX())};
  const SweptLeaves leaves(sweep, a, 0, b, 0, sideways);
  for (std::uint32_t i = 0; i < 2; ++i) {
    const auto vertices = fold.pieces.vertices_of(PieceId(i));
    const Vec3 n = (vertices[1].p - vertices[0].p).cross(vertices[2].p - vertices[0].p).normalized();
    EXPECT_NEAR(leaves.bound_separation(i, i, 0), 0.25 * std::abs(n[2]), 1e-12);
  }
}

TEST(SweptLeaves, WithoutADirectionHaveOnlyTheirFaces) {
  const geometry::Shape ball = geometry::make_ball(0.5);  // no face at all
  const Motion apart = make_shift({0, 0, 3}, {0, 0, 3}), still = make_shift(Vec3::Zero(), Vec3::Zero());
  MovingShape a = make_moving_shape(ball, apart), b = make_moving_shape(ball, still);
  const SweptNodes sweep(a, b, 0, 1);
  EXPECT_EQ(SweptLeaves(sweep, a, 0, b, 0, kNoDirections).bound_separation(0, 0, 0),
            -std::numeric_limits<double>::infinity());
  EXPECT_NEAR(SweptLeaves(sweep, a, 0, b, 0, kUp).bound_separation(0, 0, 0), 2, 1e-12);  // radii included
}

TEST(SweptLeaves, DoNotLookAtLargePieces) {
  const geometry::Shape drum = geometry::make_shape(geometry::make_cylinder(0.5, 1, 32));
  const Motion above = make_shift({0, 0, 3}, {0, 0, 3}), still = make_shift(Vec3::Zero(), Vec3::Zero());
  MovingShape a = make_moving_shape(drum, above), b = make_moving_shape(drum, still);
  const SweptNodes sweep(a, b, 0, 1);
  EXPECT_EQ(SweptLeaves(sweep, a, 0, b, 0, kUp).bound_separation(0, 0, 0), -std::numeric_limits<double>::infinity());
}

TEST(SweptLeaves, AreNeverNearerThanTheirBoundInRandomMotions) {
  math::Random random(61);
  const geometry::Shape triangle =
      proximity::make_polygon_shape({{-0.5, -0.3, 0.1}, {0.5, -0.3, -0.2}, {0.1, 0.6, 0.3}});
  geometry::Mesh mesh;
  mesh.vertices = {{-0.5, -0.3, 0.1}, {0.5, -0.3, -0.2}, {0.1, 0.6, 0.3}};
  mesh.triangles = {{VertexId(0), VertexId(1), VertexId(2)}};
  const oracle::BallTree tree = oracle::make_ball_tree(mesh);
  int num_apart = 0;
  for (int i = 0; i < 1000; ++i) {
    const JudgedMotion motion_a = draw_motion(random, {0.8, 0, 0}, 0.7, 1.0),
                       motion_b = draw_motion(random, Vec3::Zero(), 0.7, 0.5);
    MovingShape a = make_moving_shape(triangle, motion_a.motion), b = make_moving_shape(triangle, motion_b.motion);
    const double s_begin = random.next_between(0, 0.9), s_end = random.next_between(s_begin, 1);
    const SweptNodes sweep(a, b, s_begin, s_end);
    const Vec3 n = random.next_direction();
    const double bound =
        SweptLeaves(sweep, a, 0, b, 0, {math::make_padded(n), math::make_padded(n)}).bound_separation(0, 0, 0);
    if (!(bound > 0)) continue;
    ++num_apart;
    const oracle::MovingMeshes arbiter{tree, tree, motion_a.path, motion_b.path, motion_a.speed + motion_b.speed};
    ASSERT_FALSE(arbiter.find_first(bound - 1e-12, s_begin, s_end, 1e-3)) << i;
  }
  EXPECT_GT(num_apart, 200);
}

}  // namespace
}  // namespace abut::continuous
