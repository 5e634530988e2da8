#include "abut/proximity/vclip.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "abut/proximity/exact_distance.h"
#include "abut/proximity/witness.h"
#include "proximity/sample_shapes.h"

namespace abut::proximity {
namespace {

using geometry::Shape;
using math::Pose;
using math::Quat;
using math::Vec3;

Walk walk_from(const Shape& a, const Shape& b, const Pose& X_WA, const Pose& X_WB, const ClosestFeatures& start) {
  return update_closest_features(only_piece(a), only_piece(b), make_relative_pose(X_WA, X_WB), start);
}

Walk walk_cold(const Shape& a, const Shape& b, const Pose& X_WA, const Pose& X_WB) {
  return walk_from(a, b, X_WA, X_WB, make_first_features(only_piece(a), only_piece(b)));
}

double distance_of(const Shape& a, const Shape& b, const Pose& X_WA, const Pose& X_WB, const Walk& walk) {
  return compute_witness(only_piece(a), only_piece(b), make_relative_pose(X_WA, X_WB), walk.features).distance;
}

// A random feature of the piece.
PieceFeature draw_feature(math::Random& random, const PieceRef& ref, bool with_faces) {
  const geometry::Piece& p = ref.piece();
  const std::uint64_t count = p.num_vertices + p.num_edges + (with_faces ? p.num_faces : 0);
  const auto i = static_cast<std::uint32_t>(random.next_index(count));
  if (i < p.num_vertices) return PieceFeature::vertex(p.first_vertex + i);
  if (i < p.num_vertices + p.num_edges) return PieceFeature::edge(p.first_edge + i - p.num_vertices);
  return PieceFeature::face(p.first_face + i - p.num_vertices - p.num_edges);
}

TEST(Vclip, FindsEachOfTheFourKindsOfClosestFeatures) {
  const Shape box = geometry::make_shape(geometry::make_box({2, 2, 2}));
  const auto kinds = [&](const Pose& X_WA) {
    const Walk walk = walk_cold(box, box, X_WA, Pose::identity());
    EXPECT_EQ(walk.outcome, WalkOutcome::kClosest);
    return std::pair(walk.features.a.kind(), walk.features.b.kind());
  };
  using enum PieceFeatureKind;
  const Quat on_corner = make_turn_between(Vec3(1, 1, 1), Vec3(0, 0, -1));
  const Quat on_edge(std::cos(M_PI / 8), std::sin(M_PI / 8), 0, 0);
  EXPECT_EQ(kinds({{4, 5, 6}, on_corner}), std::pair(kVertex, kVertex));
  EXPECT_EQ(kinds({{0.2, 0.1, 5}, on_corner}), std::pair(kVertex, kFace));
  const Quat down_the_slope = make_turn_between(Vec3(1, 1, 1), Vec3(0, -1, -1));
  EXPECT_EQ(kinds({{0.3, 4.5, 4.5}, down_the_slope}), std::pair(kVertex, kEdge));
  const Quat crossed = Quat(std::cos(M_PI / 8), 0, 0, std::sin(M_PI / 8)) * on_edge;
  EXPECT_EQ(kinds({{0.3, 4.0, 4.0}, crossed}), std::pair(kEdge, kEdge));
}

TEST(Vclip, FindsAVertexInsideAndAnEdgeThroughAFace) {
  const Shape box = geometry::make_shape(geometry::make_box({2, 2, 2}));
  const Shape spear = geometry::make_shape(geometry::make_box({0.1, 0.1, 10}));
  EXPECT_EQ(walk_cold(box, box, Pose::from_translation({1, 1, 1}), Pose::identity()).outcome,
            WalkOutcome::kPenetrating);
  EXPECT_EQ(walk_cold(spear, box, Pose::identity(), Pose::identity()).outcome, WalkOutcome::kPenetrating);
  EXPECT_EQ(walk_cold(box, box, Pose::identity(), Pose::identity()).outcome, WalkOutcome::kPenetrating);
}

TEST(Vclip, EscapesFromBehindAFace) {
  // The tip of a thin wedge lies behind the bottom face of the box (outside it, at its far side): a local minimum for
  // V-F.
  const Shape box = geometry::make_shape(geometry::make_box({2, 2, 2}));
  const Shape small = geometry::make_shape(geometry::make_icosphere(0, 0.2));
  const PieceRef pb = only_piece(box);
  for (std::uint32_t f = 0; f < 6; ++f) {
    const Pose X_WA = Pose::from_translation({0.1, 0.2, 3});
    const Walk walk = walk_from(small, box, X_WA, Pose::identity(), {PieceFeature::vertex(0), PieceFeature::face(f)});
    EXPECT_EQ(walk.outcome, WalkOutcome::kClosest) << f;
    EXPECT_NEAR(pb.pieces.faces[walk.features.b.index()].normal.z(), 1.0, 1e-15);
  }
}

TEST(Vclip, AFlatPolygonIsTouchedFromBothSides) {
  const Shape triangle = make_polygon_shape({{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}), ball = geometry::make_ball(0.1);
  const Walk above = walk_cold(ball, triangle, Pose::from_translation({0, 0, 0.5}), Pose::identity());
  const Walk below = walk_cold(ball, triangle, Pose::from_translation({0, 0, -0.5}), Pose::identity());
  EXPECT_EQ(above.features.b.kind(), PieceFeatureKind::kFace);
  EXPECT_EQ(below.features.b.kind(), PieceFeatureKind::kBackFace);
}

// The answer of a random start, of the cold start and of exact arithmetic, for all pairs of samples.
TEST(Vclip, AgreesWithExactArithmeticFromAnyStart) {
  const std::vector<NamedShape> shapes = make_sample_shapes();
  math::Random random(23);
  std::map<std::string, int> counts;
  for (int i = 0; i < 1500; ++i) {
    const NamedShape &a = shapes[random.next_index(shapes.size())], &b = shapes[random.next_index(shapes.size())];
    const PieceRef pa = only_piece(a.shape), pb = only_piece(b.shape);
    const Pose X_WA = draw_pose(random, 2.5, i), X_WB = draw_pose(random, 0.3, i);
    const Walk cold = walk_cold(a.shape, b.shape, X_WA, X_WB);
    const Walk warm = walk_from(a.shape, b.shape, X_WA, X_WB,
                                {draw_feature(random, pa, i % 2 == 0), draw_feature(random, pb, i % 2 == 1)});
    if (cold.outcome == WalkOutcome::kCycled || warm.outcome == WalkOutcome::kCycled) {
      ++counts["cycled"];
      continue;
    }
    ASSERT_EQ(warm.outcome, cold.outcome) << a.name << " " << b.name << " " << i;
    if (i % 5 == 0) {
      const ExactDistance exact = compute_exact_distance(pa, pb, X_WA, X_WB);
      ASSERT_EQ(exact.is_meeting, cold.outcome == WalkOutcome::kPenetrating) << a.name << " " << b.name << " " << i;
      if (!exact.is_meeting) {
        ASSERT_NEAR(distance_of(a.shape, b.shape, X_WA, X_WB, cold), exact.distance, 1e-13) << a.name << " " << b.name;
      }
    }
    ++counts[cold.outcome == WalkOutcome::kClosest ? "apart" : "penetrating"];
    if (cold.outcome != WalkOutcome::kClosest) continue;
    ASSERT_NEAR(distance_of(a.shape, b.shape, X_WA, X_WB, warm), distance_of(a.shape, b.shape, X_WA, X_WB, cold),
                1e-13);
  }
  EXPECT_LE(counts["cycled"], 2);  // parallel features of one shape in two places: the exact fallback's
  EXPECT_GT(counts["apart"], 500);
  EXPECT_GT(counts["penetrating"], 100);
}

TEST(Vclip, SwappingTheBodiesSwapsNothingElse) {
  const std::vector<NamedShape> shapes = make_sample_shapes();
  math::Random random(29);
  for (int i = 0; i < 2000; ++i) {
    const NamedShape &a = shapes[random.next_index(shapes.size())], &b = shapes[random.next_index(shapes.size())];
    const Pose X_WA = draw_pose(random, 2.5, i), X_WB = draw_pose(random, 0.3, i);
    const Walk forth = walk_cold(a.shape, b.shape, X_WA, X_WB), back = walk_cold(b.shape, a.shape, X_WB, X_WA);
    if (forth.outcome == WalkOutcome::kCycled || back.outcome == WalkOutcome::kCycled) continue;
    ASSERT_EQ(forth.outcome, back.outcome) << a.name << " " << b.name;
    if (forth.outcome != WalkOutcome::kClosest) continue;
    ASSERT_NEAR(distance_of(a.shape, b.shape, X_WA, X_WB, forth), distance_of(b.shape, a.shape, X_WB, X_WA, back),
                1e-13);
  }
}

TEST(Vclip, OnRandomTrajectoriesNoWalkEndsInACircle) {
  const std::vector<NamedShape> shapes = make_sample_shapes();
  math::Random random(37);
  int num_walks = 0;
  for (const NamedShape& a : shapes) {
    for (const NamedShape& b : shapes) {
      ClosestFeatures features = make_first_features(only_piece(a.shape), only_piece(b.shape));
      Pose X_WA = draw_pose(random, 1.0, 1);
      const Vec3 axis = random.next_direction();
      const Quat turn(Eigen::AngleAxisd(0.05, random.next_direction()));
      for (int i = 0; i < 300; ++i, ++num_walks) {
        X_WA = {1.6 * (Eigen::AngleAxisd(0.03 * i, axis) * axis.unitOrthogonal()), (turn * X_WA.q).normalized()};
        const Walk walk = walk_from(a.shape, b.shape, X_WA, Pose::identity(), features);
        ASSERT_NE(walk.outcome, WalkOutcome::kCycled) << a.name << " " << b.name << " " << i;
        features = walk.features;
      }
    }
  }
  EXPECT_EQ(num_walks, 300 * 81);
}

TEST(Vclip, StopsAfterTheStepsItIsGivenAndCanGoOn) {
  const Shape shape = geometry::make_shape(geometry::make_icosphere(2, Vec3(1.0, 0.8, 0.6)));
  const PieceRef piece = only_piece(shape);
  const RelativePose pose =
      make_relative_pose({{0.3, -2.3, 0.4}, Quat(0.5, 0.1, -0.7, 0.5).normalized()}, Pose::identity());
  const Walk whole = update_closest_features(piece, piece, pose, make_first_features(piece, piece));
  ASSERT_GT(whole.num_steps, 4);
  const Walk part = update_closest_features(piece, piece, pose, make_first_features(piece, piece), 4);
  EXPECT_EQ(part.outcome, WalkOutcome::kStopped);
  EXPECT_EQ(part.num_steps, 4);
  const Walk rest = update_closest_features(piece, piece, pose, part.features);
  EXPECT_EQ(rest.features, whole.features);
  EXPECT_EQ(rest.num_steps, whole.num_steps - 4);
}

TEST(Vclip, AQueryThatChangesNothingTakesNoStep) {
  const std::vector<NamedShape> shapes = make_sample_shapes();
  math::Random random(31);
  for (int i = 0; i < 500; ++i) {
    const NamedShape &a = shapes[random.next_index(shapes.size())], &b = shapes[random.next_index(shapes.size())];
    const Pose X_WA = draw_pose(random, 2.5, i), X_WB = draw_pose(random, 0.3, i);
    const Walk first = walk_cold(a.shape, b.shape, X_WA, X_WB);
    const Walk again = walk_from(a.shape, b.shape, X_WA, X_WB, first.features);
    EXPECT_EQ(again.num_steps, 0);
    EXPECT_EQ(again.features, first.features);
    EXPECT_EQ(again.outcome, first.outcome);
  }
}

}  // namespace
}  // namespace abut::proximity
