#include "abut/proximity/tracked_witness.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <utility>

#include "abut/proximity/closest_points.h"
#include "abut/proximity/start_features.h"
#include "proximity/sample_shapes.h"

namespace abut::proximity {
namespace {

using math::Pose;
using math::Quat;
using math::Vec3;

// Where the walk has just found the closest features, the short way finds the same answer; where it says nothing it is
// near touch, or the nearest point of an edge is at its very end.
TEST(TrackedWitness, IsTheWitnessOfTheFeaturesThatTheWalkFound) {
  const std::vector<NamedShape> shapes = make_sample_shapes();
  math::Random random(41);
  std::set<std::pair<int, int>> kinds;
  int num_found = 0, num_apart = 0;
  for (int i = 0; i < 5000; ++i) {
    const NamedShape &a = shapes[random.next_index(shapes.size())], &b = shapes[random.next_index(shapes.size())];
    const PieceRef pa = only_piece(a.shape), pb = only_piece(b.shape);
    const RelativePose pose = make_relative_pose(draw_pose(random, 3.0, i), draw_pose(random, 0.3, i));
    const Walk walk = update_closest_features(pa, pb, pose, make_first_features(pa, pb));
    if (walk.outcome != WalkOutcome::kClosest) continue;
    ++num_apart;
    const TrackedWitness found = find_tracked_witness(pa, pb, pose, walk.features, 0);
    if (!found.is_closest) continue;
    const Witness* tracked = &found.witness;
    ++num_found;
    kinds.emplace(static_cast<int>(walk.features.a.kind()), static_cast<int>(walk.features.b.kind()));
    const Witness witness = compute_witness(pa, pb, pose, walk.features);
    ASSERT_NEAR(tracked->distance, witness.distance, 1e-14) << a.name << " " << b.name << " " << i;
    ASSERT_LT((tracked->nhat_BA_B - witness.nhat_BA_B).norm(), 1e-14 / std::min(1.0, witness.distance));
    ASSERT_LT((tracked->p_BCa - tracked->p_BCb - tracked->distance * tracked->nhat_BA_B).norm(), 1e-14);
    ASSERT_LT((tracked->p_BCa - witness.p_BCa).norm() * witness.distance, 1e-9);
  }
  EXPECT_GT(num_found, 95 * num_apart / 100);  // a quarter of the poses are parallel
  EXPECT_GE(kinds.size(), 8u);                 // V-V, V-E, E-V, V-F, F-V, E-E, and the backs of polygons both ways
}

// What it accepts is right whatever features it was given.
TEST(TrackedWitness, NeverAcceptsFeaturesThatAreNotClosest) {
  const std::vector<NamedShape> shapes = make_sample_shapes();
  math::Random random(43);
  int num_accepted = 0, num_refused = 0;
  for (int i = 0; i < 400; ++i) {
    const NamedShape &a = shapes[random.next_index(shapes.size())], &b = shapes[random.next_index(shapes.size())];
    const PieceRef pa = only_piece(a.shape), pb = only_piece(b.shape);
    const RelativePose pose = make_relative_pose(draw_pose(random, 3.0, 1), draw_pose(random, 0.3, 1));
    const Walk walk = update_closest_features(pa, pb, pose, make_first_features(pa, pb));
    const bool is_apart = walk.outcome == WalkOutcome::kClosest;
    const double distance = is_apart ? compute_witness(pa, pb, pose, walk.features).distance : 0.0;
    const auto check = [&](PieceFeature fa, PieceFeature fb) {
      const TrackedWitness tracked = find_tracked_witness(pa, pb, pose, {fa, fb}, 0);
      num_accepted += tracked.is_closest;
      num_refused += !tracked.is_closest;
      if (tracked.is_closest) {
        ASSERT_TRUE(is_apart);
        ASSERT_NEAR(tracked.witness.distance, distance, 1e-13);
      }
    };
    for (std::uint32_t v = 0; v < std::min(pa.piece().num_vertices, 20u); ++v) {
      for (std::uint32_t w = 0; w < std::min(pb.piece().num_vertices, 20u); ++w)
        check(PieceFeature::vertex(v), PieceFeature::vertex(w));
      for (std::uint32_t e = 0; e < std::min(pb.piece().num_edges, 20u); ++e)
        check(PieceFeature::vertex(v), PieceFeature::edge(e));
      for (std::uint32_t f = 0; f < std::min(pb.piece().num_faces, 20u); ++f)
        check(PieceFeature::vertex(v), PieceFeature::face(f));
    }
    for (std::uint32_t e = 0; e < std::min(pa.piece().num_edges, 20u); ++e) {
      for (std::uint32_t f = 0; f < std::min(pb.piece().num_edges, 20u); ++f)
        check(PieceFeature::edge(e), PieceFeature::edge(f));
    }
  }
  EXPECT_GT(num_accepted, 50);
  EXPECT_GT(num_refused, 10000);
}

TEST(TrackedWitness, SaysNothingNearTouch) {
  const geometry::Shape box = geometry::make_shape(geometry::make_box({2, 2, 2}));
  const PieceRef piece = only_piece(box);
  const Quat on_corner = make_turn_between(Vec3(1, 1, 1), Vec3(0, 0, -1));
  const auto tracked = [&](double gap) {
    const RelativePose pose = make_relative_pose({{0.1, 0.2, 1 + std::sqrt(3.0) + gap}, on_corner}, Pose::identity());
    const Walk walk = update_closest_features(piece, piece, pose, make_first_features(piece, piece));
    return find_tracked_witness(piece, piece, pose, walk.features).is_closest;
  };
  EXPECT_TRUE(tracked(1e-6));
  EXPECT_FALSE(tracked(1e-12));
}

TEST(TrackedWitness, SaysNothingOfFaceAndFaceOrEdgeAndFace) {
  const geometry::Shape box = geometry::make_shape(geometry::make_box({2, 2, 2}));
  const PieceRef piece = only_piece(box);
  const RelativePose pose = make_relative_pose(Pose::from_translation({5, 0, 0}), Pose::identity());
  EXPECT_FALSE(find_tracked_witness(piece, piece, pose, {PieceFeature::face(0), PieceFeature::face(1)}).is_closest);
  EXPECT_FALSE(find_tracked_witness(piece, piece, pose, {PieceFeature::edge(0), PieceFeature::face(1)}).is_closest);
}

// A body that orbits and tumbles by two degrees a query: neighbours of the last features are found without V-Clip.
TEST(TrackedWitness, FindsItsWayToNeighbouringFeatures) {
  const geometry::Shape ellipsoid = geometry::make_shape(geometry::make_icosphere(3, Vec3(1.0, 0.8, 0.6)));
  const PieceRef piece = only_piece(ellipsoid);
  ClosestFeatures features = make_first_features(piece, piece);
  int num_found = 0, num_steps = 0;
  for (int i = 0; i < 1000; ++i) {
    const double angle = 0.035 * i;
    const Quat q(std::cos(0.4 * angle), 0.6 * std::sin(0.4 * angle), 0, 0.8 * std::sin(0.4 * angle));
    const RelativePose pose =
        make_relative_pose({2.3 * Vec3(std::cos(angle), std::sin(angle), 0), q}, Pose::identity());
    const TrackedWitness tracked = find_tracked_witness(piece, piece, pose, features);
    const Walk walk = update_closest_features(piece, piece, pose, features);
    ASSERT_EQ(walk.outcome, WalkOutcome::kClosest);
    features = walk.features;
    if (!tracked.is_closest) continue;
    ++num_found;
    num_steps += tracked.num_steps;
    ASSERT_NEAR(tracked.witness.distance, compute_witness(piece, piece, pose, walk.features).distance, 1e-14);
    ASSERT_TRUE(find_tracked_witness(piece, piece, pose, tracked.features, 0).is_closest);
  }
  EXPECT_GT(num_found, 990);
  EXPECT_GT(num_steps, 1000);
}

// Two edges that are nearest at an end of one of them: the next pair is where the closest points of the two segments
// lie. (Going to one edge's end after the other's led round in circles, and past the answer.)
TEST(TrackedWitness, GoesFromTwoEdgesToWhereTheirOwnClosestPointsLie) {
  const geometry::Shape box = geometry::make_shape(geometry::make_box({2, 1, 1.5}));
  const PieceRef piece = only_piece(box);
  const geometry::ConvexPieces& pieces = box.pieces;
  math::Random random(43);
  const auto expected_on = [](PieceFeature inside, const geometry::PieceEdge& edge, double s) {
    return s == 0 ? PieceFeature::vertex(edge.tail) : s == 1 ? PieceFeature::vertex(edge.head) : inside;
  };
  std::set<std::pair<bool, bool>> ends;
  for (int i = 0; i < 3000; ++i) {
    const RelativePose pose =
        make_relative_pose({3.0 * random.next_direction(), random.next_rotation()}, Pose::identity());
    const auto e = static_cast<std::uint32_t>(random.next_index(pieces.edges.size())),
               f = static_cast<std::uint32_t>(random.next_index(pieces.edges.size()));
    const geometry::PieceEdge &edge_a = pieces.edges[e], &edge_b = pieces.edges[f];
    const Vec3 p = pose.to_b(pieces.vertices[edge_a.tail].p), q = pieces.vertices[edge_b.tail].p;
    const SegmentPoints points =
        compute_closest_points(p, pose.to_b(pieces.vertices[edge_a.head].p) - p, q, pieces.vertices[edge_b.head].p - q);
    const PieceFeature on_a = expected_on(PieceFeature::edge(e), edge_a, points.s),
                       on_b = expected_on(PieceFeature::edge(f), edge_b, points.t);
    if (on_a.is_edge() && on_b.is_edge()) continue;
    const TrackedWitness tracked =
        find_tracked_witness(piece, piece, pose, {PieceFeature::edge(e), PieceFeature::edge(f)}, 1);
    ASSERT_EQ(tracked.features, (ClosestFeatures{on_a, on_b})) << i;
    ends.insert({on_a.is_edge(), on_b.is_edge()});
  }
  EXPECT_EQ(ends.size(), 3u);
}

TEST(TrackedWitness, OfALongWayIsRarelyLost) {
  const geometry::Shape ellipsoid = geometry::make_shape(geometry::make_icosphere(2, Vec3(1.0, 0.8, 0.6)));
  const PieceRef piece = only_piece(ellipsoid);
  math::Random random(44);
  int num_lost = 0;
  for (int i = 0; i < 1000; ++i) {
    const RelativePose pose =
        make_relative_pose({2.3 * random.next_direction(), random.next_rotation()}, Pose::identity());
    const ClosestFeatures start = choose_start_features(piece, piece, pose, make_first_features(piece, piece));
    num_lost += !find_tracked_witness(piece, piece, pose, start).is_closest;
  }
  EXPECT_LE(num_lost, 10);
}

TEST(TrackedWitness, GivesUpAfterTheStepsItIsGiven) {
  const geometry::Shape ellipsoid = geometry::make_shape(geometry::make_icosphere(4, Vec3(1.0, 0.8, 0.6)));
  const PieceRef piece = only_piece(ellipsoid);
  for (const Vec3& p : {Vec3(2.3, 0, 0), Vec3(-2.3, 0, 0)}) {  // the first vertex is far from one of them
    const RelativePose pose = make_relative_pose(Pose::from_translation(p), Pose::identity());
    const TrackedWitness tracked = find_tracked_witness(piece, piece, pose, make_first_features(piece, piece), 3);
    EXPECT_LE(tracked.num_steps, 3);
    EXPECT_EQ(tracked.is_closest, find_tracked_witness(piece, piece, pose, tracked.features, 0).is_closest);
  }
}

}  // namespace
}  // namespace abut::proximity
