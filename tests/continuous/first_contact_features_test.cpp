// What a first contact of two shapes names: features of the shapes, never cuts, each pair once.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <set>
#include <utility>

#include "abut/continuous/first_contact.h"
#include "abut/geometry/makers/prism.h"
#include "abut/proximity/lift_feature.h"
#include "continuous/motion_samples.h"

namespace abut::continuous {
namespace {

using geometry::Feature;
using geometry::FeatureKind;
using geometry::Shape;
using math::Motion;
using math::Pose;
using math::Vec3;
using FeatureNames = std::set<std::pair<Feature, Feature>>;

const Motion kAtRest = make_shift(Vec3::Zero(), Vec3::Zero());

// The corners of a feature, by the triangles of a face.
std::vector<Vec3> list_corners(const geometry::Brep& brep, Feature feature) {
  const auto at = [&](VertexId v) { return brep.vertices[v.index()]; };
  std::vector<Vec3> corners;
  if (feature.kind() == FeatureKind::kVertex) corners = {at(feature.vertex())};
  if (feature.kind() == FeatureKind::kEdge) {
    const geometry::Edge& edge = brep.edges[feature.edge().index()];
    corners = {at(edge.tail), at(edge.head)};
  }
  if (feature.kind() == FeatureKind::kFace) {
    for (std::size_t i = 0; i < brep.triangles.size(); ++i) {
      if (brep.triangle_face[i] != feature.face()) continue;
      for (const VertexId v : brep.triangles[i]) corners.push_back(at(v));
    }
  }
  return corners;
}

// Every pair named, each once and none a cut.
FeatureNames list_names(const ContactTime& time) {
  FeatureNames names;
  for (const proximity::ShapePair& pair : time.pairs) {
    EXPECT_FALSE(pair.feature_a.is_cut());
    EXPECT_FALSE(pair.feature_b.is_cut());
    EXPECT_TRUE(names.emplace(pair.feature_a, pair.feature_b).second);
  }
  return names;
}

// All pairs of pieces no farther apart than the nearest and `bound`, at one s.
struct PiecesNear {
  FeatureNames names;
  std::size_t num_pairs = 0;
};

PiecesNear list_all_near(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB, double bound) {
  std::vector<proximity::FeaturePair> all;
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < a.pieces.pieces.size(); ++i) {
    for (std::size_t j = 0; j < b.pieces.pieces.size(); ++j) {
      proximity::PairCache cache;
      all.push_back(update_feature_pair({a.pieces, PieceId(i)}, {b.pieces, PieceId(j)}, X_WA, X_WB, cache));
      nearest = std::min(nearest, all.back().phi);
    }
  }
  PiecesNear near;
  for (const proximity::FeaturePair& pair : all) {
    if (pair.phi > nearest + bound) continue;
    ++near.num_pairs;
    near.names.emplace(lift_feature(a.pieces, pair.feature_a), lift_feature(b.pieces, pair.feature_b));
  }
  return near;
}

// Cases.

//      ┌───────────────┐  bar, 4 wide, moving down from y = 3 to y = 1
//      └───────────────┘
//         ┌─┐     ┌─┐     the ends of the U, at y = 1
//         │ └─────┘ │
TEST(FirstContactFeatures, OfABarOnAUAreTheEndsOfBothItsWalls) {
  const Shape u = geometry::make_shape(geometry::make_u_shape(1.0, 1.0, 0.2, 0.5));
  const Shape bar = geometry::make_shape(geometry::make_box({4, 1, 4}));
  ASSERT_FALSE(u.is_convex);
  const ContactTime time =
      find_first_contact(bar, make_shift({0.1, 3, 0.2}, {0.1, 1, 0.2}), u, kAtRest, {.d_min = 1e-6});
  ASSERT_EQ(time.outcome, ContactOutcome::kHit);
  EXPECT_LE(time.s_lower, (1.5 - 1e-6) / 2);  // the gap is 3 - 2 s - 0.5 - 1
  EXPECT_GE(time.s_upper, (1.5 - 1e-6) / 2);
  bool is_left = false, is_right = false;
  for (const auto& [of_bar, of_u] : list_names(time)) {
    for (const Vec3& p : list_corners(bar.brep, of_bar)) EXPECT_EQ(p.y(), -0.5);
    for (const Vec3& p : list_corners(u.brep, of_u)) {
      EXPECT_EQ(p.y(), 1.0);
      (p.x() < 0 ? is_left : is_right) = true;
    }
  }
  EXPECT_TRUE(is_left);
  EXPECT_TRUE(is_right);
}

// The end of an L is one face, cut into convex pieces from its inner corner; a tip that comes down on the cut, and so
// on two pieces, comes down on the face.
TEST(FirstContactFeatures, OfATipOnACutAreTheTipAndTheFaceOnce) {
  const Shape l = geometry::make_shape(geometry::make_l_shape(1.0, 1.0, 0.25, 0.5));
  const Shape spike = geometry::make_shape(
      geometry::make_hull(std::vector<Vec3>{{0, 0, 0}, {0.1, 0.1, 1}, {-0.1, 0.1, 1}, {0, -0.1, 1}}).mesh);
  int num_cuts_met = 0;
  for (const Vec3& tip : {Vec3(0.25, 0.125, 0), Vec3(0.125, 0.25, 0), Vec3(0.125, 0.125, 0), Vec3(0.5, 0.125, 0)}) {
    const Motion falling = make_shift(tip + Vec3(0, 0, 1), tip);
    const ContactTime time = find_first_contact(spike, falling, l, kAtRest, {.d_min = 1e-6});
    ASSERT_EQ(time.outcome, ContactOutcome::kHit);
    const FeatureNames names = list_names(time);
    ASSERT_EQ(names.size(), 1u);
    const auto& [of_spike, of_l] = *names.begin();
    ASSERT_EQ(of_spike.kind(), FeatureKind::kVertex);
    EXPECT_EQ(list_corners(spike.brep, of_spike)[0], Vec3(0, 0, 0));
    ASSERT_EQ(of_l.kind(), FeatureKind::kFace);
    for (const Vec3& p : list_corners(l.brep, of_l)) EXPECT_EQ(p.z(), 0.25);
    num_cuts_met += list_all_near(spike, compute_pose(falling, time.s_lower), l, Pose::identity(), 1e-6).num_pairs > 1;
  }
  EXPECT_GE(num_cuts_met, 1);
}

// An edge of a box comes down on an edge that two faces, and so two pieces, of the L share.
TEST(FirstContactFeatures, OfCrossedEdgesAreThoseEdgesOnce) {
  const Shape l = geometry::make_shape(geometry::make_l_shape(1.0, 1.0, 0.25, 0.5));
  const Shape box = geometry::make_shape(geometry::make_box({1, 1, 1}));
  // The L leans so that its edge x = 1, z = 0.25, along y, is on top; the box stands on an edge along x.
  const math::Quat up(Eigen::AngleAxisd(-M_PI / 4, Vec3::UnitY())), roof(Eigen::AngleAxisd(M_PI / 4, Vec3::UnitX()));
  const Vec3 edge = up * Vec3(1, 0.125, 0.25);
  const Motion falling = math::make_step_motion({edge + Vec3(0, 0, 2), roof}, {edge, roof});
  const Motion leaning = math::make_step_motion(Pose::from_rotation(up), Pose::from_rotation(up));
  const ContactTime time = find_first_contact(box, falling, l, leaning, {.d_min = 1e-6});
  ASSERT_EQ(time.outcome, ContactOutcome::kHit);
  const double s = (2 - std::sqrt(0.5) - 1e-6) / 2;
  EXPECT_LE(time.s_lower, s);
  EXPECT_GE(time.s_upper, s);
  const FeatureNames names = list_names(time);
  ASSERT_EQ(names.size(), 1u);
  const auto& [of_box, of_l] = *names.begin();
  EXPECT_EQ(of_box.kind(), FeatureKind::kEdge);
  ASSERT_EQ(of_l.kind(), FeatureKind::kEdge);
  for (const Vec3& p : list_corners(l.brep, of_l)) {
    EXPECT_EQ(p.x(), 1.0);
    EXPECT_EQ(p.z(), 0.25);
  }
  EXPECT_GT(
      list_all_near(box, compute_pose(falling, time.s_lower), l, compute_pose(leaning, time.s_lower), 1e-6).num_pairs,
      1u);
}

TEST(FirstContactFeatures, OfTwoPiecesAreThoseOfTheirShapes) {
  const Shape box = geometry::make_shape(geometry::make_box({1, 1, 1})), ball = geometry::make_ball(0.5);
  const ContactTime time = find_first_contact(proximity::only_piece(ball), make_shift({0, 0, 3}, {0, 0, 0}),
                                              proximity::only_piece(box), kAtRest);
  ASSERT_EQ(time.pairs.size(), 1u);
  EXPECT_EQ(time.pairs[0].feature_a, Feature(VertexId(0)));
  ASSERT_EQ(time.pairs[0].feature_b.kind(), FeatureKind::kFace);
  for (const Vec3& p : list_corners(box.brep, time.pairs[0].feature_b)) EXPECT_EQ(p.z(), 0.5);
}

// Oracle.

TEST(FirstContactFeatures, AreThoseOfAllPiecesThatAreAsNear) {
  math::Random random(43);
  const Shape l = geometry::make_shape(geometry::make_l_shape(0.8, 0.6, 0.2, 0.4)),
              u = geometry::make_shape(geometry::make_u_shape(0.9, 0.7, 0.2, 0.5));
  constexpr double kNear = 0.05;
  std::size_t num_hits = 0, num_names = 0;
  for (int i = 0; i < 200; ++i) {
    const Motion motion_l = draw_motion(random, {1.3, 0, 0}, 1, 0.5).motion,
                 motion_u = draw_motion(random, Vec3::Zero(), 1, 0.5).motion;
    const ContactTime time = find_first_contact(l, motion_l, u, motion_u, {.d_min = 1e-6, .near_bound = kNear});
    if (time.outcome != ContactOutcome::kHit) continue;
    ++num_hits;
    const FeatureNames names = list_names(time);
    const PiecesNear near =
        list_all_near(l, compute_pose(motion_l, time.s_lower), u, compute_pose(motion_u, time.s_lower), kNear - 1e-12);
    EXPECT_TRUE(std::ranges::includes(names, near.names)) << i;
    for (const proximity::ShapePair& pair : time.pairs) EXPECT_LE(pair.pair.phi, time.pairs[0].pair.phi + 2 * kNear);
    num_names += near.names.size();
  }
  std::printf("%zu hits, %zu pairs of features\n", num_hits, num_names);
  EXPECT_GT(num_hits, 20u);
  EXPECT_GT(num_names, 2 * num_hits);
}

}  // namespace
}  // namespace abut::continuous
