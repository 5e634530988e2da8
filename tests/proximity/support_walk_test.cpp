#include "abut/proximity/support_walk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "proximity/sample_shapes.h"

namespace abut::proximity {
namespace {

using geometry::PieceEdge;
using geometry::Shape;
using math::Vec2;
using math::Vec3;

// The support of a shape against a plane above it with normal nhat, found from its farthest vertex; as B, and so that
// (x, y, h) are the coordinates along make_plane_axes(nhat).
struct Seen {
  Support support;
  Vec3 nhat;

  Seen(const Shape& shape, const Vec3& direction, double breaking, double reach = 10.0) : nhat(direction.normalized()) {
    const PieceRef ref = only_piece(shape);
    std::uint32_t top = 0;
    for (std::uint32_t v = 1; v < ref.piece().num_vertices; ++v) {
      if (nhat.dot(ref.pieces.vertices[v].p) > nhat.dot(ref.pieces.vertices[top].p)) top = v;
    }
    const PlaneView view = make_view_of_b(make_plane_axes(nhat), ref.pieces.vertices[top].p);
    update_support({ref, PieceFeature::vertex(top), view, 1.0, Vec2::Zero(), breaking, reach}, support);
  }
  std::size_t size() const { return support.outline.size(); }
};

double compute_area(const std::vector<Vec2>& outline) {
  double sum = 0;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vec2 &p = outline[i], &q = outline[(i + 1) % outline.size()];
    sum += p.x() * q.y() - p.y() * q.x();
  }
  return sum / 2;
}

const Shape& get_box() {
  static const Shape box = geometry::make_shape(geometry::make_box({2, 2, 2}));
  return box;
}

TEST(SupportWalk, OfABoxIsTheFaceTheEdgeOrTheVertexByHowFarItIsTilted) {
  const double breaking = 1e-3;
  for (const double tilt : {0.0, 1e-16, 1e-12, 1e-6, 4e-4}) {  // 4e-4 * 2 < breaking
    const Seen face(get_box(), {0, tilt, 1}, breaking);
    EXPECT_TRUE(face.support.is_polygon) << tilt;
    EXPECT_EQ(face.size(), 4u) << tilt;
    EXPECT_NEAR(compute_area(face.support.outline), 4.0, 1e-5);
    EXPECT_EQ(face.support.faces.size(), 1u);
  }
  const Seen edge(get_box(), {0, 6e-4, 1}, breaking);
  EXPECT_FALSE(edge.support.is_polygon);
  EXPECT_EQ(edge.size(), 2u);
  const Seen vertex(get_box(), {6e-4, 6e-4, 1}, breaking);
  EXPECT_EQ(vertex.size(), 1u);
  EXPECT_EQ(Seen(get_box(), {1, 1, 1}, breaking).size(), 1u);
  EXPECT_EQ(Seen(get_box(), {0, 1, 1}, breaking).size(), 2u);
}

TEST(SupportWalk, OutlineIsCounterClockwiseWithItsEdgesWhicheverWayThePieceLies) {
  const PieceRef ref = only_piece(get_box());
  for (const double side : {1.0, -1.0}) {
    const Vec3 nhat(0, 0, 1);
    std::uint32_t top = 0;
    while (ref.pieces.vertices[top].p.z() * side < 0) ++top;
    Support support;
    update_support({ref, PieceFeature::vertex(top), make_view_of_b(make_plane_axes(nhat), Vec3::Zero()), side,
                    Vec2::Zero(), 1e-3, 10.0},
                   support);
    ASSERT_EQ(support.outline.size(), 4u);
    EXPECT_NEAR(compute_area(support.outline), 4.0, 1e-15);
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(support.heights[i], side);
      const PieceEdge& edge = ref.pieces.edges[support.edges[i]];
      const std::uint32_t from = support.vertices[i], to = support.vertices[(i + 1) % 4];
      EXPECT_TRUE((edge.tail == from && edge.head == to) || (edge.tail == to && edge.head == from));
      const OutlinePlace middle{OutlinePart::kSide, static_cast<std::uint32_t>(i)};
      const Vec2 x = (support.outline[i] + support.outline[(i + 1) % 4]) / 2;
      EXPECT_EQ(compute_support_point(support, middle, x).feature, PieceFeature::edge(support.edges[i]));
      const OutlinePlace corner{OutlinePart::kCorner, static_cast<std::uint32_t>(i)};
      EXPECT_EQ(compute_support_point(support, corner, x).feature, PieceFeature::vertex(from));
    }
    const SupportPoint inside = compute_support_point(support, {}, {0.1, 0.2});
    EXPECT_TRUE(inside.feature.is_face());
    EXPECT_NEAR(inside.height, side, 1e-15);
  }
}

// A face rounded to other coordinates is no longer flat: its two triangles together are the support.
TEST(SupportWalk, OfAFaceThatIsSlightlyBentIsAllOfIt) {
  for (const double bend : {1e-16, 1e-12, 1e-8, 1e-5}) {
    std::vector<Vec3> points;
    for (const double x : {-1.0, 1.0}) {
      for (const double y : {-1.0, 1.0}) {
        points.push_back({x, y, -1});
        points.push_back({x, y, x * y > 0 ? 1 + bend : 1});
      }
    }
    const Shape bent = geometry::make_shape(geometry::make_hull(points).mesh);
    const Seen seen(bent, {0, 0, 1}, 1e-4);
    EXPECT_TRUE(seen.support.is_polygon);
    EXPECT_EQ(seen.size(), 4u) << bend;
    EXPECT_NEAR(compute_area(seen.support.outline), 4.0, 1e-12);
    for (const std::uint32_t edge : seen.support.edges) EXPECT_NE(edge, PieceEdge::kNone);
    // Over the middle lies the ridge from (-1, -1) to (1, 1); over (1, -1) / 2 half way down from it.
    const std::size_t i = static_cast<std::size_t>(
        std::min_element(seen.support.heights.begin(), seen.support.heights.end()) - seen.support.heights.begin());
    const Vec2 middle = (seen.support.outline[0] + seen.support.outline[2]) / 2;
    EXPECT_NEAR(compute_support_point(seen.support, {}, middle).height, 0.0, 1e-15 * 4);
    const Vec2 quarter = (middle + seen.support.outline[i]) / 2;
    EXPECT_NEAR(compute_support_point(seen.support, {}, quarter).height, -bend / 2, 1e-15 * 4);
  }
}

// Of a bulging cap: every vertex that is near and reached over near faces is in the outline's hull, and heights between
// the corners are those of the solid, which is the meeting of the half-spaces of its faces.
TEST(SupportWalk, OfABulgeIsTheHullOfItsNearFacesAndKnowsTheirHeights) {
  const Shape sphere = geometry::make_shape(geometry::make_icosphere(3, 1.0));
  const PieceRef ref = only_piece(sphere);
  math::Random random(4);
  for (int i = 0; i < 50; ++i) {
    const Seen seen(sphere, random.next_direction(), 0.05);
    if (!seen.support.is_polygon) continue;
    EXPECT_GT(compute_area(seen.support.outline), 0.0);
    const math::Mat3 axes = make_plane_axes(seen.nhat);
    double top = -HUGE_VAL;
    for (const geometry::PieceVertex& v : ref.pieces.vertices) top = std::max(top, seen.nhat.dot(v.p));
    for (int k = 0; k < 10; ++k) {
      Vec2 x = Vec2::Zero();
      double sum = 0;
      for (const Vec2& corner : seen.support.outline) {
        const double share = random.next_unit();
        x += share * corner, sum += share;
      }
      x /= sum;
      // Up to where the line above x leaves the solid.
      double height = HUGE_VAL;
      Vec3 origin = Vec3::Zero();
      for (const geometry::PieceVertex& v : ref.pieces.vertices) {
        if (seen.nhat.dot(v.p) == top) origin = v.p;
      }
      const Vec3 foot = origin + axes.transpose() * Vec3(x.x(), x.y(), 0);
      for (const geometry::PieceFace& face : ref.pieces.faces) {
        const double rise = face.normal.dot(seen.nhat);
        if (rise > 1e-9) height = std::min(height, (face.offset - face.normal.dot(foot)) / rise);
      }
      EXPECT_NEAR(compute_support_point(seen.support, {}, x).height, height, 1e-13);
    }
  }
}

// A plate of ten metres, tilted by 1e-3: its far rim is a centimetre down, but over the few centimetres that a small
// part can reach it stays within a millimetre.
TEST(SupportWalk, OfALargePlateUnderASmallPartIsItsFace) {
  const Shape plate = geometry::make_shape(geometry::make_box({10, 10, 1}));
  EXPECT_TRUE(Seen(plate, {1e-3, 1e-3, 1}, 1e-3, 0.1).support.is_polygon);
  EXPECT_FALSE(Seen(plate, {1e-3, 1e-3, 1}, 1e-3, 10.0).support.is_polygon);
}

TEST(SupportWalk, OfASideCutIntoManyEdgesIsTheWholeSide) {
  std::vector<geometry::PieceCorner> corners;
  for (int i = 0; i <= 8; ++i) corners.push_back({Vec3(i * 0.25 - 1, 0, 1), {}, {}});
  corners.push_back({Vec3(0, 0, -1), {}, {}});
  std::reverse(corners.begin(), corners.end());
  geometry::ConvexPieces pieces;
  const PieceRef ref{pieces, append_polygon(pieces, corners, {})};
  const Vec3 nhat(0, 0, 1);
  for (std::uint32_t e = 0; e < pieces.edges.size(); ++e) {
    const PieceEdge& edge = pieces.edges[e];
    if (pieces.vertices[edge.tail].p.z() != 1 || pieces.vertices[edge.head].p.z() != 1) continue;
    for (const PieceFeature feature :
         {PieceFeature::edge(e), PieceFeature::vertex(edge.tail), PieceFeature::vertex(edge.head)}) {
      Support support;
      update_support({ref, feature, make_view_of_b(make_plane_axes(nhat), Vec3::Zero()), 1.0, Vec2::Zero(), 1e-9, 10.0},
                     support);
      ASSERT_EQ(support.outline.size(), 9u);
      ASSERT_EQ(support.edges.size(), 8u);
      EXPECT_FALSE(support.is_polygon);
      EXPECT_NEAR((support.outline.front() - support.outline.back()).norm(), 2.0, 1e-15);
      for (std::size_t i = 1; i < 9; ++i) {
        EXPECT_NEAR((support.outline[i] - support.outline[i - 1]).norm(), 0.25, 1e-15);
        const PieceEdge& found = pieces.edges[support.edges[i - 1]];
        EXPECT_EQ(std::min(found.tail, found.head), std::min(support.vertices[i - 1], support.vertices[i]));
        EXPECT_EQ(std::max(found.tail, found.head), std::max(support.vertices[i - 1], support.vertices[i]));
      }
    }
  }
}

TEST(SupportWalk, OfAPolygonFaceOnIsItsFaceFromEitherSideAndEdgeOnAnEdge) {
  const Shape triangle = make_polygon_shape({{-1, -0.5, 0}, {1, -0.5, 0}, {0.2, 1, 0}});
  const Seen front(triangle, {0, 0, 1}, 1e-6), back(triangle, {0, 0, -1}, 1e-6);
  EXPECT_EQ(front.size(), 3u);
  EXPECT_EQ(back.size(), 3u);
  EXPECT_GT(compute_area(front.support.outline), 0);
  EXPECT_GT(compute_area(back.support.outline), 0);
  EXPECT_EQ(front.support.faces[0].feature, PieceFeature::face(0));
  EXPECT_EQ(back.support.faces[0].feature, PieceFeature::back_face(0));
  EXPECT_EQ(Seen(triangle, {0, -1, 0}, 1e-6).size(), 2u);
}

TEST(SupportWalk, OfARoundPieceIsItsCoresShiftedByTheRadius) {
  const Shape capsule = geometry::make_capsule(0.25, 2.0), ball = geometry::make_ball(0.5);
  const Seen lying(capsule, {1, 0, 0}, 1e-3), standing(capsule, {0, 0, 1}, 1e-3), round(ball, {1, 2, 3}, 1e-3);
  ASSERT_EQ(lying.size(), 2u);
  EXPECT_EQ(compute_support_point(lying.support, {OutlinePart::kSide, 0}, lying.support.outline[0]).height, 0.25);
  ASSERT_EQ(standing.size(), 1u);
  ASSERT_EQ(round.size(), 1u);
  EXPECT_EQ(compute_support_point(round.support, {OutlinePart::kCorner, 0}, Vec2::Zero()).height, 0.5);
}

}  // namespace
}  // namespace abut::proximity
