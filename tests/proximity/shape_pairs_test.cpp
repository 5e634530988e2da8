#include "abut/proximity/shape_pairs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "abut/geometry/makers/sphere.h"
#include "proximity/sample_shapes.h"

namespace abut::proximity {
namespace {

using geometry::Feature;
using geometry::FeatureKind;
using geometry::Shape;
using math::Pose;
using math::Quat;
using math::Vec3;

NearestPair find_nearest(const Shape& a, const Shape& b, const Pose& X_WA, const Pose& X_WB = Pose::identity()) {
  ShapePairCache cache;
  return update_nearest_pair(a, b, X_WA, X_WB, cache);
}

// Every pair of pieces.
double find_least_phi(const Shape& a, const Shape& b, const Pose& X_WA, const Pose& X_WB) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < a.pieces.pieces.size(); ++i) {
    for (std::size_t j = 0; j < b.pieces.pieces.size(); ++j) {
      PairCache cache;
      least =
          std::min(least, update_feature_pair({a.pieces, PieceId(i)}, {b.pieces, PieceId(j)}, X_WA, X_WB, cache).phi);
    }
  }
  return least;
}

std::vector<NamedShape> make_nonconvex_shapes() {
  std::vector<NamedShape> shapes;
  geometry::BumpySphere bumpy;
  bumpy.level = 1;
  shapes.push_back({"bumpy sphere", geometry::make_shape(geometry::make_bumpy_sphere(bumpy))});
  shapes.push_back({"torus", geometry::make_shape(geometry::make_torus(1.0, 0.3, 12, 8))});
  std::vector<geometry::Mesh> parts{geometry::make_box({1.2, 0.3, 0.3}), geometry::make_box({0.3, 1.2, 0.3})};
  shapes.push_back({"cross of two parts", geometry::make_shape_from_pieces(parts)});
  shapes.push_back({"box", geometry::make_shape(geometry::make_box({1.0, 0.7, 0.4}))});
  shapes.push_back({"capsule", geometry::make_capsule(0.2, 1.0)});
  return shapes;
}

TEST(ShapePairs, TheNearestPairIsThatOfAllPiecesTracked) {
  const std::vector<NamedShape> shapes = make_nonconvex_shapes();
  math::Random random(67);
  std::map<ShapeRelation, int> counts;
  for (const NamedShape& a : shapes) {
    for (const NamedShape& b : shapes) {
      ShapePairCache cache;
      const Vec3 axis = random.next_direction(), across = axis.unitOrthogonal();
      Quat q = random.next_rotation();
      const Quat turn(Eigen::AngleAxisd(0.2, random.next_direction()));
      for (int i = 0; i < 8; ++i) {
        q = (turn * q).normalized();
        const Pose X_WA{(1.4 + std::sin(0.8 * i)) * (Eigen::AngleAxisd(0.3 * i, axis) * across), q};
        const NearestPair nearest = update_nearest_pair(a.shape, b.shape, X_WA, Pose::identity(), cache);
        const double least = find_least_phi(a.shape, b.shape, X_WA, Pose::identity());
        ASSERT_NEAR(nearest.nearest.pair.phi, least, 2 * nearest.nearest.pair.phi_bound) << a.name << " " << b.name;
        ++counts[nearest.relation];
      }
    }
  }
  EXPECT_GT(counts[ShapeRelation::kApart], 50);
  EXPECT_GT(counts[ShapeRelation::kCrossing], 10);
}

// Flat pieces that cross have no depth, and those that touch may seem deeper by rounding.
TEST(ShapePairs, ShapesThatCrossAnywhereDoNotJustTouch) {
  geometry::Mesh upper, lower;
  lower.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {10, 0, 0}, {11, 0, 0}, {10, 1, 0}};
  lower.triangles = {{VertexId(0), VertexId(1), VertexId(2)}, {VertexId(3), VertexId(4), VertexId(5)}};
  // The first stands on the first below with a corner; the second goes through the second.
  upper.vertices = {{0.2, 0.2, 0}, {0.2, 0.2, 1}, {0.4, 0.2, 1}, {10.2, 0.2, -1}, {10.2, 0.2, 1}, {10.4, 0.2, 1}};
  upper.triangles = lower.triangles;
  const Shape a = geometry::make_shape(upper), b = geometry::make_shape(lower);
  for (const double depth : {0.0, 1e-17, -1e-17}) {
    const Pose X_WA = Pose::from_translation({0, 0, -depth});
    EXPECT_EQ(find_nearest(a, b, X_WA).relation, ShapeRelation::kCrossing);
    EXPECT_EQ(find_nearest(b, a, Pose::identity(), X_WA).relation, ShapeRelation::kCrossing);
  }
}

TEST(ShapePairs, TwoLinkedRingsAreApart) {
  const Shape torus = geometry::make_shape(geometry::make_torus(1.0, 0.3, 24, 12));
  const Quat upright(std::sqrt(0.5), std::sqrt(0.5), 0, 0);
  const NearestPair linked = find_nearest(torus, torus, {{1, 0, 0}, upright});
  EXPECT_EQ(linked.relation, ShapeRelation::kApart);
  // The circle's centre line of each passes through the other's centre, 1 from its line: 1 - 0.3 - 0.3 less the facets.
  EXPECT_NEAR(linked.nearest.pair.phi, 0.4, 0.03);
}

TEST(ShapePairs, AClosedShapeWhollyInsideAnotherIsFoundBothWays) {
  geometry::BumpySphere bumpy;
  bumpy.level = 2;
  const Shape sphere = geometry::make_shape(geometry::make_bumpy_sphere(bumpy));
  ASSERT_FALSE(sphere.is_convex);
  const Shape small = geometry::make_shape(geometry::make_box({0.1, 0.1, 0.1}));
  EXPECT_EQ(find_nearest(small, sphere, Pose::from_translation({0.1, 0, 0})).relation, ShapeRelation::kAInsideB);
  EXPECT_EQ(find_nearest(sphere, small, Pose::from_translation({0.1, 0, 0})).relation, ShapeRelation::kBInsideA);
  EXPECT_EQ(find_nearest(small, sphere, Pose::from_translation({3, 0, 0})).relation, ShapeRelation::kApart);
}

// A box over a plane of 2 x 20 x 20 triangles feels one plane.
TEST(ShapePairs, ACutIsNeverReportedAndAFaceOnce) {
  geometry::Mesh grid;
  constexpr std::uint32_t kCells = 20;
  for (std::uint32_t i = 0; i <= kCells; ++i) {
    for (std::uint32_t j = 0; j <= kCells; ++j) grid.vertices.push_back({i * 0.25 - 2.5, j * 0.25 - 2.5, 0.0});
  }
  for (std::uint32_t i = 0; i < kCells; ++i) {
    for (std::uint32_t j = 0; j < kCells; ++j) {
      const VertexId a(i * (kCells + 1) + j), b((i + 1) * (kCells + 1) + j), c(b.index() + 1), d(a.index() + 1);
      grid.triangles.push_back({a, b, c});
      grid.triangles.push_back({a, c, d});
    }
  }
  const Shape plane = geometry::make_shape(grid), box = geometry::make_shape(geometry::make_box({1, 1, 1}));
  ShapePairCache cache;
  std::vector<ShapePair> pairs;
  update_pairs_within(box, plane, Pose::from_translation({0.1, 0.2, 0.501}), Pose::identity(), 0.01, cache, pairs);
  ASSERT_FALSE(pairs.empty());
  std::set<std::pair<Feature, Feature>> seen;
  for (const ShapePair& p : pairs) {
    EXPECT_EQ(p.feature_b, Feature(FaceId(0)));
    EXPECT_FALSE(p.feature_a.is_cut());
    EXPECT_TRUE(seen.emplace(p.feature_a, p.feature_b).second);
    EXPECT_NEAR(p.pair.phi, 0.001, 1e-14);
  }
}

TEST(ShapePairs, AllPairsWithinAMarginAreThoseOfAllPieces) {
  const std::vector<NamedShape> shapes = make_nonconvex_shapes();
  math::Random random(71);
  int num_pairs = 0;
  for (const NamedShape& a : shapes) {
    for (const NamedShape& b : shapes) {
      const Pose X_WA{1.3 * random.next_direction(), random.next_rotation()};
      constexpr double kMargin = 0.3;
      std::map<std::pair<Feature, Feature>, double> expected;
      for (std::size_t i = 0; i < a.shape.pieces.pieces.size(); ++i) {
        for (std::size_t j = 0; j < b.shape.pieces.pieces.size(); ++j) {
          PairCache cache;
          const FeaturePair pair = update_feature_pair({a.shape.pieces, PieceId(i)}, {b.shape.pieces, PieceId(j)}, X_WA,
                                                       Pose::identity(), cache);
          if (pair.phi > kMargin) continue;
          const Feature fa = get_source(a.shape.pieces, pair.feature_a),
                        fb = get_source(b.shape.pieces, pair.feature_b);
          if (fa.is_cut() || fb.is_cut()) continue;
          const auto [at, is_new] = expected.emplace(std::pair(fa, fb), pair.phi);
          if (!is_new) at->second = std::min(at->second, pair.phi);
        }
      }
      ShapePairCache cache;
      std::vector<ShapePair> pairs;
      update_pairs_within(a.shape, b.shape, X_WA, Pose::identity(), kMargin, cache, pairs);
      std::map<std::pair<Feature, Feature>, double> found;
      for (const ShapePair& p : pairs) found.emplace(std::pair(p.feature_a, p.feature_b), p.pair.phi);
      for (const auto& [features, phi] : expected) {
        ASSERT_TRUE(found.contains(features)) << a.name << " " << b.name;
        ASSERT_LE(found[features], phi + 1e-12);
      }
      num_pairs += static_cast<int>(pairs.size());
    }
  }
  EXPECT_GT(num_pairs, 200);
}

// Each pair of pieces once; the first of each pair of features is the one that is reported where features count.
TEST(ShapePairs, PairsOfPiecesAreAllOfThem) {
  const std::vector<NamedShape> shapes = make_nonconvex_shapes();
  math::Random random(73);
  constexpr double kMargin = 0.3;
  std::size_t num_more = 0;
  for (const NamedShape& a : shapes) {
    const NamedShape& b = shapes[1];
    const Pose X_WA{1.3 * random.next_direction(), random.next_rotation()};
    std::set<std::pair<PieceId, PieceId>> expected, found;
    for (std::size_t i = 0; i < a.shape.pieces.pieces.size(); ++i) {
      for (std::size_t j = 0; j < b.shape.pieces.pieces.size(); ++j) {
        PairCache cache;
        const PieceRef piece_a{a.shape.pieces, PieceId(i)}, piece_b{b.shape.pieces, PieceId(j)};
        if (update_feature_pair(piece_a, piece_b, X_WA, Pose::identity(), cache).phi <= kMargin)
          expected.emplace(PieceId(i), PieceId(j));
      }
    }
    ShapePairCache cache, other_cache;
    std::vector<ShapePair> all, once;
    update_piece_pairs_within(a.shape, b.shape, X_WA, Pose::identity(), kMargin, cache, all);
    update_pairs_within(a.shape, b.shape, X_WA, Pose::identity(), kMargin, other_cache, once);
    for (const ShapePair& pair : all) EXPECT_TRUE(found.emplace(pair.piece_a, pair.piece_b).second);
    EXPECT_EQ(found, expected) << a.name;
    std::size_t k = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i > 0 && all[i].feature_a == all[i - 1].feature_a && all[i].feature_b == all[i - 1].feature_b) continue;
      ASSERT_LT(k, once.size());
      EXPECT_EQ(all[i].piece_a, once[k].piece_a);
      EXPECT_EQ(all[i].piece_b, once[k++].piece_b);
    }
    EXPECT_EQ(k, once.size());
    num_more += all.size() - once.size();
  }
  EXPECT_GT(num_more, 10u);
}

TEST(ShapePairs, AWarmQuerySaysTheSame) {
  geometry::BumpySphere bumpy;
  bumpy.level = 3;
  const Shape sphere = geometry::make_shape(geometry::make_bumpy_sphere(bumpy));
  ShapePairCache cache;
  const Pose X_WA{{2.4, 0.3, 0.2}, Quat(0.9, 0.1, 0.2, 0.3).normalized()};
  const NearestPair first = update_nearest_pair(sphere, sphere, X_WA, Pose::identity(), cache);
  const NearestPair again = update_nearest_pair(sphere, sphere, X_WA, Pose::identity(), cache);
  EXPECT_EQ(first.nearest.feature_a, again.nearest.feature_a);  // pieces that share it are equally near
  EXPECT_EQ(first.nearest.feature_b, again.nearest.feature_b);
  EXPECT_NEAR(first.nearest.pair.phi, again.nearest.pair.phi, first.nearest.pair.phi_bound);
}

}  // namespace
}  // namespace abut::proximity
