#include "abut/proximity/start_features.h"

#include <gtest/gtest.h>

#include "proximity/sample_shapes.h"

namespace abut::proximity {
namespace {

using math::Pose;
using math::Vec3;

TEST(StartFeatures, OfSmallPiecesAreTheLastOnes) {
  const geometry::Shape box = geometry::make_shape(geometry::make_box({2, 2, 2}));
  const PieceRef piece = only_piece(box);
  const ClosestFeatures last{PieceFeature::edge(3), PieceFeature::face(2)};
  const RelativePose pose = make_relative_pose(Pose::from_translation({4, 0, 0}), Pose::identity());
  EXPECT_EQ(choose_start_features(piece, piece, pose, last), last);
}

TEST(StartFeatures, SaveTheWalkAroundALargePiece) {
  const geometry::Shape shape = geometry::make_shape(geometry::make_icosphere(4, Vec3(1.0, 0.8, 0.6)));
  const PieceRef piece = only_piece(shape);
  math::Random random(3);
  int num_steps = 0, num_guided = 0;
  for (int i = 0; i < 200; ++i) {
    const Pose X_WA{2.3 * random.next_direction(), random.next_rotation()};
    const RelativePose pose = make_relative_pose(X_WA, Pose::identity());
    const ClosestFeatures last = make_first_features(piece, piece);
    const ClosestFeatures start = choose_start_features(piece, piece, pose, last);
    const Walk walk = update_closest_features(piece, piece, pose, last);
    const Walk guided = update_closest_features(piece, piece, pose, start);
    EXPECT_EQ(guided.outcome, walk.outcome);
    num_steps += walk.num_steps, num_guided += guided.num_steps;
  }
  EXPECT_LT(num_guided, num_steps / 5);
}

TEST(StartFeatures, OfFeaturesThatAreStillClosestAreThese) {
  const geometry::Shape shape = geometry::make_shape(geometry::make_icosphere(4, Vec3(1.0, 0.8, 0.6)));
  const PieceRef piece = only_piece(shape);
  math::Random random(4);
  int num_kept = 0;
  for (int i = 0; i < 200; ++i) {
    const RelativePose pose =
        make_relative_pose({2.3 * random.next_direction(), random.next_rotation()}, Pose::identity());
    const Walk walk = update_closest_features(piece, piece, pose, make_first_features(piece, piece));
    num_kept += choose_start_features(piece, piece, pose, walk.features) == walk.features;
  }
  EXPECT_GT(num_kept, 150);
}

TEST(StartFeatures, OfCoincidentPiecesAreSome) {
  const geometry::Shape shape = geometry::make_shape(geometry::make_icosphere(3, 1.0));
  const PieceRef piece = only_piece(shape);
  const RelativePose pose = make_relative_pose(Pose::identity(), Pose::identity());
  const ClosestFeatures last = make_first_features(piece, piece);  // the same vertex twice: no direction to look along
  EXPECT_EQ(choose_start_features(piece, piece, pose, last), last);
}

}  // namespace
}  // namespace abut::proximity
