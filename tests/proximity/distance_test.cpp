#include "abut/proximity/distance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "proximity/sample_shapes.h"

namespace abut::proximity {
namespace {

using geometry::Shape;
using math::Pose;
using math::Quat;
using math::Vec3;

FeaturePair query_cold(const Shape& a, const Shape& b, const Pose& X_WA, const Pose& X_WB) {
  PairCache cache;
  return update_feature_pair(only_piece(a), only_piece(b), X_WA, X_WB, cache);
}

Shape make_cube(double size) {
  return geometry::make_shape(geometry::make_box({size, size, size}));
}

void expect_record_holds(const FeaturePair& pair, double scale) {
  EXPECT_NEAR(pair.nhat_BA_W.norm(), 1.0, 1e-14);
  if (pair.outcome == PairOutcome::kCrossing) return;
  EXPECT_LT((pair.p_WCa - pair.p_WCb - pair.phi * pair.nhat_BA_W).norm(), 1e-13 * scale);
}

TEST(FeaturePairQuery, OfBoxesFaceToFaceHasTheirGapAndTheFacesNormal) {
  const Shape cube = make_cube(2);
  const FeaturePair pair = query_cold(cube, cube, Pose::from_translation({0.3, 0.2, 2.5}), Pose::identity());
  EXPECT_EQ(pair.outcome, PairOutcome::kApart);
  EXPECT_DOUBLE_EQ(pair.phi, 0.5);
  EXPECT_LT((pair.nhat_BA_W - Vec3(0, 0, 1)).norm(), 1e-15);
  expect_record_holds(pair, 3);
}

TEST(FeaturePairQuery, TellsApartTouchingAndOverlapping) {
  const Shape cube = make_cube(2);
  const auto at = [&](double height) {
    return query_cold(cube, cube, Pose::from_translation({0.3, 0.2, height}), Pose::identity());
  };
  EXPECT_EQ(at(2 + 1e-9).outcome, PairOutcome::kApart);
  EXPECT_EQ(at(2).outcome, PairOutcome::kTouching);
  EXPECT_EQ(at(2 - 1e-9).outcome, PairOutcome::kOverlapping);
  for (const double height : {2 + 1e-9, 2.0, 2 - 1e-9, 1.5, 1.2}) {
    const FeaturePair pair = at(height);
    EXPECT_NEAR(pair.phi, height - 2, pair.phi_bound);
    EXPECT_LT((pair.nhat_BA_W - Vec3(0, 0, 1)).norm(), 1e-12) << height;
    expect_record_holds(pair, 3);
  }
}

TEST(FeaturePairQuery, OfBallsAndCapsulesIsThatOfTheirCoresLessTheRadii) {
  const Shape ball = geometry::make_ball(0.5), capsule = geometry::make_capsule(0.25, 2.0);  // along z
  const FeaturePair apart = query_cold(ball, capsule, Pose::from_translation({2, 0, 0.4}), Pose::identity());
  EXPECT_DOUBLE_EQ(apart.phi, 2 - 0.75);
  EXPECT_LT((apart.p_WCa - Vec3(1.5, 0, 0.4)).norm(), 1e-15);
  EXPECT_LT((apart.p_WCb - Vec3(0.25, 0, 0.4)).norm(), 1e-15);
  const FeaturePair overlapping = query_cold(ball, capsule, Pose::from_translation({0.5, 0, 0.4}), Pose::identity());
  EXPECT_EQ(overlapping.outcome, PairOutcome::kOverlapping);
  EXPECT_DOUBLE_EQ(overlapping.phi, 0.5 - 0.75);
  expect_record_holds(overlapping, 1);
}

TEST(FeaturePairQuery, ABallInABoxIsPushedOutOfTheNearestFace) {
  const Shape ball = geometry::make_ball(0.5), cube = make_cube(2);
  const FeaturePair pair = query_cold(ball, cube, Pose::from_translation({0.1, -0.2, 0.7}), Pose::identity());
  EXPECT_EQ(pair.outcome, PairOutcome::kOverlapping);
  EXPECT_NEAR(pair.phi, -(0.3 + 0.5), 1e-14);
  EXPECT_LT((pair.nhat_BA_W - Vec3(0, 0, 1)).norm(), 1e-14);
}

TEST(FeaturePairQuery, FlatPiecesCrossOrTouchAndHaveNoDepth) {
  const Shape triangle = make_polygon_shape({{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}), cube = make_cube(1);
  const Quat upright(std::sqrt(0.5), std::sqrt(0.5), 0, 0);
  const FeaturePair crossing = query_cold(triangle, triangle, {{0, 0, 0.2}, upright}, Pose::identity());
  EXPECT_EQ(crossing.outcome, PairOutcome::kCrossing);
  EXPECT_EQ(crossing.phi, 0.0);
  EXPECT_EQ(query_cold(triangle, cube, Pose::identity(), Pose::identity()).outcome, PairOutcome::kCrossing);
  EXPECT_EQ(query_cold(triangle, cube, Pose::from_translation({0, 0, 0.5}), Pose::identity()).outcome,
            PairOutcome::kTouching);
  EXPECT_EQ(query_cold(triangle, cube, Pose::from_translation({0, 0, 0.6}), Pose::identity()).outcome,
            PairOutcome::kApart);
}

TEST(FeaturePairQuery, ABallTouchesASheetFromBothSidesAndCrossesItNearer) {
  const Shape triangle = make_polygon_shape({{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}), ball = geometry::make_ball(0.5);
  for (const double side : {1.0, -1.0}) {
    const auto at = [&](double height) {
      return query_cold(ball, triangle, Pose::from_translation({0, 0, side * height}), Pose::identity());
    };
    EXPECT_EQ(at(0.6).outcome, PairOutcome::kApart);
    EXPECT_EQ(at(0.5).outcome, PairOutcome::kTouching);
    EXPECT_EQ(at(0.4).outcome, PairOutcome::kCrossing);
    EXPECT_EQ(at(0.4).phi, 0.0);
    EXPECT_LT((at(0.6).nhat_BA_W - Vec3(0, 0, side)).norm(), 1e-15);
  }
}

// Two copies of one hull, parallel: rounding sends V-Clip to and fro between equal distances.
TEST(FeaturePairQuery, WhereTheWalkCyclesTheExactAnswerIsGiven) {
  const std::vector<NamedShape> shapes = make_sample_shapes();
  math::Random random(23);
  int num_fallbacks = 0;
  for (int i = 0; i < 20000; ++i) {
    const NamedShape& a = shapes[3 + random.next_index(2)];
    const Pose X_WA{2.5 * random.next_unit() * random.next_direction(), Quat::Identity()};
    const FeaturePair pair = query_cold(a.shape, a.shape, X_WA, Pose::identity());
    num_fallbacks += pair.is_fallback;
    ASSERT_TRUE(std::isfinite(pair.phi));
    if (pair.is_fallback) expect_record_holds(pair, 3);
  }
  EXPECT_GT(num_fallbacks, 0);
  EXPECT_LT(num_fallbacks, 400);
}

// A pendulum hung on a long edge by a vertex. Along the rounded difference of the two points that edge was not parted
// from it, and query after query went to exact arithmetic, which takes milliseconds.
TEST(FeaturePairQuery, AVertexHardlyOverALongEdgeNeedsNoExactArithmetic) {
  const Shape corner = geometry::make_shape(geometry::make_box({2, 2, 2})),
              bar = geometry::make_shape(geometry::make_box({2, 20, 2}));
  const Quat edge_up(std::cos(M_PI / 8), 0, std::sin(M_PI / 8), 0);  // an edge along y on top
  const Quat corner_down = make_turn_between(Vec3(1, 1, 1), Vec3(0, 0, -1));
  math::Random random(31);
  for (const double gap : {1e-2, 1e-4, 1e-6, 1e-8, 1e-10}) {
    for (int i = 0; i < 50; ++i) {
      const Pose X_WR{random.next_direction(), random.next_rotation()};
      const double y = random.next_between(-9, 9), z = std::sqrt(2.0) + std::sqrt(3.0) + gap;
      const Pose X_WA = X_WR * Pose{{0, y, z}, corner_down}, X_WB = X_WR * Pose{Vec3::Zero(), edge_up};
      const FeaturePair over = query_cold(corner, bar, X_WA, X_WB), under = query_cold(bar, corner, X_WB, X_WA);
      for (const FeaturePair& pair : {over, under}) {
        EXPECT_FALSE(pair.is_fallback) << gap;
        EXPECT_NEAR(pair.phi, gap, 2 * pair.phi_bound);
        expect_record_holds(pair, 3);
      }
    }
  }
}

// Warm equals cold, along paths that go in and out of each other.
TEST(FeaturePairQuery, TheCacheChangesNothing) {
  const std::vector<NamedShape> shapes = make_sample_shapes();
  math::Random random(47);
  std::map<PairOutcome, int> counts;
  for (const NamedShape& a : shapes) {
    for (const NamedShape& b : shapes) {
      PairCache cache;
      const Vec3 axis = random.next_direction(), across = axis.unitOrthogonal();
      const Quat turn(Eigen::AngleAxisd(0.08, random.next_direction()));
      Quat q = random.next_rotation();
      for (int i = 0; i < 60; ++i) {
        q = (turn * q).normalized();
        const Pose X_WA{(0.9 + 0.9 * std::sin(0.21 * i)) * (Eigen::AngleAxisd(0.1 * i, axis) * across), q};
        const FeaturePair warm =
            update_feature_pair(only_piece(a.shape), only_piece(b.shape), X_WA, Pose::identity(), cache);
        const FeaturePair cold = query_cold(a.shape, b.shape, X_WA, Pose::identity());
        ASSERT_EQ(warm.outcome, cold.outcome) << a.name << " " << b.name << " " << i;
        ASSERT_NEAR(warm.phi, cold.phi, 2 * cold.phi_bound) << a.name << " " << b.name << " " << i;
        expect_record_holds(warm, 3);
        ++counts[warm.outcome];
      }
    }
  }
  EXPECT_GT(counts[PairOutcome::kApart], 500);
  EXPECT_GT(counts[PairOutcome::kOverlapping], 300);
  EXPECT_GT(counts[PairOutcome::kCrossing], 100);
}

TEST(FeaturePairQuery, SwappingTheBodiesTurnsTheNormalAround) {
  const std::vector<NamedShape> shapes = make_sample_shapes();
  math::Random random(53);
  for (int i = 0; i < 1500; ++i) {
    const NamedShape &a = shapes[random.next_index(shapes.size())], &b = shapes[random.next_index(shapes.size())];
    const Pose X_WA = draw_pose(random, 2.5, 1), X_WB = draw_pose(random, 0.3, 1);
    const FeaturePair forth = query_cold(a.shape, b.shape, X_WA, X_WB);
    const FeaturePair back = swap_bodies(query_cold(b.shape, a.shape, X_WB, X_WA));
    ASSERT_EQ(forth.outcome, back.outcome);
    ASSERT_NEAR(forth.phi, back.phi, 2 * forth.phi_bound) << a.name << " " << b.name;
    if (forth.outcome != PairOutcome::kApart) continue;
    ASSERT_LT((forth.nhat_BA_W - back.nhat_BA_W).norm(), 1e-12 / std::min(1.0, forth.phi));
  }
}

TEST(FeaturePairQuery, MovingBothChangesNothingButTheFrame) {
  const std::vector<NamedShape> shapes = make_sample_shapes();
  math::Random random(59);
  for (int i = 0; i < 1000; ++i) {
    const NamedShape &a = shapes[random.next_index(shapes.size())], &b = shapes[random.next_index(shapes.size())];
    const Pose X_WA = draw_pose(random, 2.5, 1), X_WB = draw_pose(random, 0.3, 1);
    const Pose X{100 * random.next_direction(), random.next_rotation()};
    const FeaturePair here = query_cold(a.shape, b.shape, X_WA, X_WB);
    const FeaturePair there = query_cold(a.shape, b.shape, X * X_WA, X * X_WB);
    const double moved = 1e-13 * 100;  // the moved poses are rounded at that distance
    ASSERT_NEAR(here.phi, there.phi, here.phi_bound + there.phi_bound + moved) << a.name << " " << b.name;
  }
}

TEST(FeaturePairQuery, ScalingByAPowerOfTwoScalesPhiToTheBit) {
  math::Random random(61);
  const geometry::Mesh mesh = geometry::make_icosphere(1, Vec3(1.0, 0.8, 0.6));
  geometry::Mesh large = mesh;
  for (Vec3& v : large.vertices) v *= 1024;
  const Shape a = geometry::make_shape(mesh), b = geometry::make_shape(large);
  for (int i = 0; i < 500; ++i) {
    const Pose X_WA{2.2 * random.next_direction(), random.next_rotation()}, scaled{1024 * X_WA.p, X_WA.q};
    EXPECT_EQ(1024 * query_cold(a, a, X_WA, Pose::identity()).phi, query_cold(b, b, scaled, Pose::identity()).phi);
  }
}

TEST(FeaturePairQuery, FarFromTheOriginTheDistanceIsAsGoodAsNearIt) {
  const Shape cube = make_cube(2);
  for (const double away : {1e6, 1e9}) {
    const FeaturePair pair = query_cold(cube, cube, Pose::from_translation({away + 3, away, away}),
                                        Pose::from_translation({away, away, away}));
    EXPECT_EQ(pair.phi, 1.0);
    EXPECT_LT(pair.phi_bound, 1e-12);
  }
}

}  // namespace
}  // namespace abut::proximity
