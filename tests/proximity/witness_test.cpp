#include "abut/proximity/witness.h"

#include <gtest/gtest.h>

#include <cmath>

#include "proximity/sample_shapes.h"

namespace abut::proximity {
namespace {

using math::Pose;
using math::Vec3;

// A box above another, its lowest vertex, edge or face turned down; the features are found by V-Clip.
Witness find_witness(const geometry::Shape& a, const geometry::Shape& b, const Pose& X_WA,
                     ClosestFeatures* found = nullptr) {
  const PieceRef pa = only_piece(a), pb = only_piece(b);
  const RelativePose pose = make_relative_pose(X_WA, Pose::identity());
  const Walk walk = update_closest_features(pa, pb, pose, make_first_features(pa, pb));
  EXPECT_EQ(walk.outcome, WalkOutcome::kClosest);
  if (found != nullptr) *found = walk.features;
  return compute_witness(pa, pb, pose, walk.features);
}

TEST(Witness, OfAVertexOverAFaceHasTheFacesNormalHoweverSmallTheGap) {
  const geometry::Shape box = geometry::make_shape(geometry::make_box({2, 2, 2}));
  const math::Quat on_corner = make_turn_between(Vec3(1, 1, 1), Vec3(0, 0, -1));
  for (const double gap : {1.0, 1e-3, 1e-9, 1e-13}) {
    ClosestFeatures features;
    const Witness witness = find_witness(box, box, {{0.1, 0.2, 1 + std::sqrt(3.0) + gap}, on_corner}, &features);
    EXPECT_TRUE(features.a.is_vertex());
    EXPECT_TRUE(features.b.is_face());
    EXPECT_EQ(witness.nhat_BA_B, Vec3(0, 0, 1));
    EXPECT_EQ(witness.normal_origin, NormalOrigin::kFace);
    EXPECT_NEAR(witness.distance, gap, 1e-14);
  }
}

TEST(Witness, OfCrossedEdgesIsAlongTheirCrossProductHoweverSmallTheGap) {
  const geometry::Shape box = geometry::make_shape(geometry::make_box({2, 2, 2}));
  const double r = std::sqrt(0.5);
  const geometry::Shape& b = box;
  const math::Quat b_up(std::cos(M_PI / 8), 0, std::sin(M_PI / 8), 0);  // an eighth about y: an edge along y on top
  const math::Quat a_down(std::cos(M_PI / 8), std::sin(M_PI / 8), 0, 0);
  for (const double gap : {0.5, 1e-6, 1e-12}) {
    const Pose X_WB{{0, 0, 0}, b_up}, X_WA{{0, 0, 4 * r + gap}, a_down};
    const PieceRef pa = only_piece(box), pb = only_piece(b);
    const RelativePose pose = make_relative_pose(X_WA, X_WB);
    const Walk walk = update_closest_features(pa, pb, pose, make_first_features(pa, pb));
    ASSERT_TRUE(walk.features.a.is_edge() && walk.features.b.is_edge());
    const Witness witness = compute_witness(pa, pb, pose, walk.features);
    EXPECT_NEAR(witness.distance, gap, 1e-14);
    EXPECT_LT((math::compute_rotation(X_WB.q) * witness.nhat_BA_B - Vec3(0, 0, 1)).norm(), 1e-14);
  }
}

// Two boxes as seen after any motion: the upper stands on a corner, over an edge of the lower that lies along y.
struct CornerOverEdge {
  Pose X_WA, X_WB;
  Vec3 along_W, up_W;
};
CornerOverEdge make_corner_over_edge(const Pose& X_WR, double y, double gap) {
  const math::Quat edge_up(std::cos(M_PI / 8), 0, std::sin(M_PI / 8), 0);
  const math::Quat corner_down = make_turn_between(Vec3(1, 1, 1), Vec3(0, 0, -1));
  const math::Mat3 R_WR = math::compute_rotation(X_WR.q);
  return {X_WR * Pose{{0, y, std::sqrt(2.0) + std::sqrt(3.0) + gap}, corner_down}, X_WR * Pose{Vec3::Zero(), edge_up},
          R_WR.col(1), R_WR.col(2)};
}

// The poses' own rounding turns the edge by some 1e-15; the difference of two points would by 1e-16 / gap.
TEST(Witness, OfAVertexOverAnEdgeIsPerpendicularToItHoweverSmallTheGap) {
  const geometry::Shape box = geometry::make_shape(geometry::make_box({2, 2, 2})),
                        bar = geometry::make_shape(geometry::make_box({2, 20, 2}));
  const PieceRef pa = only_piece(box), pb = only_piece(bar);
  math::Random random(3);
  for (const double gap : {0.5, 1e-3, 1e-6, 1e-9, 1e-12}) {
    for (int i = 0; i < 20; ++i) {
      const Pose X_WR = draw_pose(random, 1.0, i);
      const CornerOverEdge made = make_corner_over_edge(X_WR, random.next_between(-9, 9), gap);
      for (const bool is_swapped : {false, true}) {
        const PieceRef &first = is_swapped ? pb : pa, &second = is_swapped ? pa : pb;
        const Pose &X_WA = is_swapped ? made.X_WB : made.X_WA, &X_WB = is_swapped ? made.X_WA : made.X_WB;
        const RelativePose pose = make_relative_pose(X_WA, X_WB);
        const Walk walk = update_closest_features(first, second, pose, make_first_features(first, second));
        ASSERT_EQ(walk.outcome, WalkOutcome::kClosest);
        ASSERT_TRUE(is_swapped ? walk.features.a.is_edge() && walk.features.b.is_vertex()
                               : walk.features.a.is_vertex() && walk.features.b.is_edge());
        const Witness witness = compute_witness(first, second, pose, walk.features);
        const Vec3 nhat_W = math::compute_rotation(X_WB.q) * witness.nhat_BA_B;
        EXPECT_LT(std::abs(nhat_W.dot(made.along_W)), 4e-15) << gap;
        EXPECT_GT(nhat_W.dot(is_swapped ? -made.up_W : made.up_W), 0.0) << gap;
        EXPECT_NEAR(witness.distance, gap, 4e-14);
      }
    }
  }
}

TEST(Witness, OfAFaceOfAOverAVertexOfBPointsToA) {
  const geometry::Shape small = geometry::make_shape(geometry::make_icosphere(0, 0.1)),
                        box = geometry::make_shape(geometry::make_box({2, 2, 2}));
  const Witness below = find_witness(box, small, Pose::from_translation({0.01, 0.02, 2}));
  EXPECT_LT((below.nhat_BA_B - Vec3(0, 0, 1)).norm(), 1e-14);
  EXPECT_LT((below.p_BCa - below.p_BCb - below.distance * below.nhat_BA_B).norm(), 1e-14);
}

TEST(Witness, OfPointsThatCoincideIsIndeterminate) {
  const geometry::Shape ball = geometry::make_ball(1.0);
  const PieceRef piece = only_piece(ball);
  const RelativePose pose = make_relative_pose(Pose::identity(), Pose::identity());
  const Witness witness = compute_witness(piece, piece, pose, make_first_features(piece, piece));
  EXPECT_EQ(witness.normal_origin, NormalOrigin::kIndeterminate);
  EXPECT_EQ(witness.distance, 0.0);
  EXPECT_EQ(witness.nhat_BA_B.norm(), 1.0);
}

}  // namespace
}  // namespace abut::proximity
