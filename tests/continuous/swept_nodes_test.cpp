#include "abut/continuous/swept_nodes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>

#include "abut/geometry/makers/sphere.h"
#include "continuous/motion_samples.h"
#include "oracle/mesh_distance.h"

namespace abut::continuous {
namespace {

using math::Motion;
using math::Pose;
using math::Quat;
using math::Vec3;

const geometry::Shape kCube = geometry::make_shape(geometry::make_box({1, 1, 1}));

Motion make_shift(const Vec3& from, const Vec3& to) {
  return math::make_step_motion(Pose::from_translation(from), Pose::from_translation(to));
}

const Motion kStill = make_shift(Vec3::Zero(), Vec3::Zero());

SweptBound bound(const Motion& motion_a, const Motion& motion_b, double s_begin, double s_end, double level = 0.0) {
  MovingShape a = make_moving_shape(kCube, motion_a), b = make_moving_shape(kCube, motion_b);
  return SweptNodes(a, b, s_begin, s_end).bound_separation(0, 0, kNoDirections, level);
}

// Cases.

TEST(SweptNodes, OfCubesThatApproachKnowTheGapAtTheEnd) {
  const Motion falling = make_shift({0.1, 0.2, 3}, {0.1, 0.2, 2});
  const SweptBound whole = bound(falling, kStill, 0, 1), half = bound(falling, kStill, 0, 0.5);
  EXPECT_TRUE(whole.is_apart);
  EXPECT_NEAR(whole.separation, 1, 1e-12);
  EXPECT_LE(whole.separation, 1);
  EXPECT_NEAR(half.separation, 1.5, 1e-12);
}

TEST(SweptNodes, OfCubesThatOverlapKnowNothing) {
  const SweptBound result = bound(kStill, kStill, 0, 1);
  EXPECT_FALSE(result.is_apart || result.is_apart_at_ends);
  EXPECT_EQ(std::pair(result.s_in, result.s_out), std::pair(0.0, 1.0));
  EXPECT_EQ(result.separation, std::numeric_limits<double>::infinity());
}

TEST(SweptNodes, KnowForHowLongCubesThatMeetLaterAreApart) {
  // The gap 1 - 2 s has fallen half the way to the level 0.25 at s = 0.1875, and 1/8 is the multiple of 1/8 before it.
  const Motion falling = make_shift({0.1, 0.2, 2}, {0.1, 0.2, 0});
  const SweptBound result = bound(falling, kStill, 0, 1, 0.25);
  EXPECT_FALSE(result.is_apart);
  EXPECT_EQ(result.s_in, 0.125);
  EXPECT_EQ(result.s_out, 1.0);
  EXPECT_GT(result.separation, 0.25);
  EXPECT_NEAR(result.separation, 0.75, 1e-12);
}

TEST(SweptNodes, KnowFromWhenOnCubesThatPartAreApart) {
  const Motion rising = make_shift({0.1, 0.2, 0}, {0.1, 0.2, 2});
  const SweptBound result = bound(rising, kStill, 0, 1, 0.25);
  EXPECT_EQ(result.s_in, 0.0);
  EXPECT_EQ(result.s_out, 0.875);
  EXPECT_FALSE(result.is_apart_at_ends);
}

TEST(SweptNodes, OfACubeThatTurnsLoseWhatItsCornersMayLeaveTheirChordsBy) {
  // By 0.5 rad about z, 2 away along x: the corners' acceleration is at most 0.25 sqrt(0.75), an eighth of it the loss.
  const Motion turning = math::ScrewMotion{{}, Vec3::Zero(), Vec3::UnitZ(), 0.5, 0.0};
  const Motion still = make_shift({-2, 0, 0}, {-2, 0, 0});
  const double gap = 2 - 0.5 - 0.5 * (std::cos(0.5) + std::sin(0.5));  // at the end, along x
  EXPECT_GE(bound(turning, still, 0, 1).separation, gap - 0.25 * std::sqrt(0.75) / 8 - 0.05);
  EXPECT_LE(bound(turning, still, 0, 1).separation, gap);
}

TEST(SweptNodes, OfOnePartAreThoseMadeFromTheWhole) {
  const Motion turning = math::ScrewMotion{{}, {1, 0, 0}, {1, 2, 3}, 0.5, 0.1};
  const Motion still = make_shift({-2, 0, 0}, {-2, 0.1, 0});
  MovingShape a = make_moving_shape(kCube, turning), b = make_moving_shape(kCube, still);
  const SweptNodes whole(a, b, 0, 1);
  for (const auto& [begin, end] : {std::pair(0.0, 0.5), std::pair(0.5, 1.0), std::pair(0.25, 0.5)}) {
    EXPECT_EQ(SweptNodes(whole, begin, end).bound_separation(0, 0, kNoDirections, 0).separation,
              SweptNodes(a, b, begin, end).bound_separation(0, 0, kNoDirections, 0).separation);
  }
}

TEST(SweptNodes, PartParallelPatchesThatTheirBoxesCannot) {
  // Two squares of 1 x 1 turned by 0.6 rad about y, 0.1 apart along their normal: the boxes overlap.
  geometry::Mesh mesh;
  const Vec3 along(std::cos(0.6), 0, -std::sin(0.6));
  for (const double x : {0.0, 1.0}) {
    for (const double y : {0.0, 1.0}) mesh.vertices.push_back(x * along + y * Vec3::UnitY());
  }
  mesh.triangles = {{VertexId(0), VertexId(2), VertexId(1)}, {VertexId(1), VertexId(2), VertexId(3)}};
  const geometry::Shape patch = geometry::make_shape(mesh);
  const Vec3 normal(std::sin(0.6), 0, std::cos(0.6));
  const Motion lifted = make_shift(0.1 * normal, 0.1 * normal);
  MovingShape a = make_moving_shape(patch, lifted), b = make_moving_shape(patch, kStill);
  const SweptBound result = SweptNodes(a, b, 0, 1).bound_separation(0, 0, kNoDirections, 0.05);
  EXPECT_TRUE(result.is_apart);
  EXPECT_NEAR(result.separation, 0.1, 1e-12);
}

// Oracle.

TEST(SweptNodes, AreNeverNearerThanTheirBoundInRandomMotions) {
  math::Random random(31);
  const JudgedShape a = make_judged(geometry::make_shape(geometry::make_box({0.5, 0.4, 0.3})));
  const JudgedShape b = make_judged(geometry::make_shape(geometry::make_box({1.0, 0.05, 0.2})));
  int num_apart = 0, num_narrowed = 0;
  for (int i = 0; i < 1000; ++i) {
    const JudgedMotion motion_a = draw_motion(random, {1, 0, 0}, a.reach, 2.0);
    const JudgedMotion motion_b = draw_motion(random, Vec3::Zero(), b.reach, 2.0);
    double s_begin = random.next_unit(), s_end = random.next_unit();
    if (s_begin > s_end) std::swap(s_begin, s_end);
    MovingShape moving_a = make_moving_shape(a.shape, motion_a.motion);
    MovingShape moving_b = make_moving_shape(b.shape, motion_b.motion);
    const double level = i % 2 == 0 ? 0.0 : 0.1;
    const SweptBound result =
        SweptNodes(moving_a, moving_b, s_begin, s_end).bound_separation(0, 0, kNoDirections, level);
    const oracle::MovingPair arbiter{a.core, b.core, motion_a.path, motion_b.path, motion_a.speed + motion_b.speed};
    const auto is_proven = [&](double from, double to) {
      return !arbiter.find_first(result.separation - 1e-12, from, to, 1e-4);
    };
    if (result.is_apart) {
      ASSERT_TRUE(is_proven(s_begin, s_end)) << i;
      ++num_apart;
    }
    if (!result.is_apart && result.s_in > s_begin) {
      ASSERT_GT(result.separation, level);
      ASSERT_TRUE(is_proven(s_begin, result.s_in)) << i;
      ++num_narrowed;
    }
    if (!result.is_apart && result.s_out < s_end) {
      ASSERT_TRUE(is_proven(result.s_out, s_end)) << i;
      ++num_narrowed;
    }
  }
  EXPECT_GT(num_apart, 300);
  EXPECT_GT(num_narrowed, 50);
}

TEST(SweptNodes, OfCurvedPatchesAreNeverNearerThanTheirBound) {
  math::Random random(32);
  const geometry::Mesh mesh = geometry::make_bumpy_sphere({.level = 2});
  const geometry::Shape sphere = geometry::make_shape(mesh);
  const auto make_patch = [&](const geometry::PieceNode& node) {  // of triangles, which all pieces are
    geometry::Mesh patch;
    for (std::uint32_t i = node.first_piece; i < node.first_piece + node.num_pieces; ++i) {
      const auto vertices = sphere.pieces.vertices_of(PieceId(i));
      const std::size_t n = patch.vertices.size();
      for (const auto& v : vertices) patch.vertices.push_back(v.p);
      for (std::size_t k = 2; k < vertices.size(); ++k) {
        patch.triangles.push_back({VertexId(n), VertexId(n + k - 1), VertexId(n + k)});
      }
    }
    return oracle::make_ball_tree(patch);
  };
  int num_apart = 0;
  for (int i = 0; i < 300; ++i) {
    const JudgedMotion motion_a = draw_motion(random, {2.1, 0, 0}, 1.1, 1.0);
    const JudgedMotion motion_b = draw_motion(random, Vec3::Zero(), 1.1, 0.3);
    MovingShape a = make_moving_shape(sphere, motion_a.motion), b = make_moving_shape(sphere, motion_b.motion);
    const auto node_a = static_cast<std::uint32_t>(random.next_index(sphere.tree.nodes.size())),
               node_b = static_cast<std::uint32_t>(random.next_index(sphere.tree.nodes.size()));
    const double s_begin = random.next_between(0, 0.9), s_end = random.next_between(s_begin, 1);
    const SweptBound result = SweptNodes(a, b, s_begin, s_end).bound_separation(node_a, node_b, kNoDirections, 0);
    if (!result.is_apart) continue;
    ++num_apart;
    const oracle::BallTree patch_a = make_patch(sphere.tree.nodes[node_a]),
                           patch_b = make_patch(sphere.tree.nodes[node_b]);
    const oracle::MovingMeshes arbiter{patch_a, patch_b, motion_a.path, motion_b.path, motion_a.speed + motion_b.speed};
    ASSERT_FALSE(arbiter.find_first(result.separation - 1e-12, s_begin, s_end, 1e-3)) << i;
  }
  EXPECT_GT(num_apart, 100);
}

}  // namespace
}  // namespace abut::continuous
