#include "abut/proximity/manifold.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/base/input_error.h"
#include "proximity/manifold_samples.h"

namespace abut::proximity {
namespace {

// A point of the manifold over the place (x, y) of B's frame.
const ManifoldPoint* find_over(const Placed& placed, const ContactManifold& manifold, double x, double y,
                               double bound = 1e-12) {
  for (const ManifoldPoint& point : manifold.points) {
    if ((placed.see(point.p_WCb) - Vec3(x, y, 0)).head<2>().norm() < bound) return &point;
  }
  return nullptr;
}

enum class Meeting { kVertexFace, kFaceVertex, kEdges };
void expect_point(const Placed& placed, const ContactManifold& manifold, double x, double y, double gap,
                  Meeting meeting) {
  const ManifoldPoint* point = find_over(placed, manifold, x, y);
  ASSERT_NE(point, nullptr) << x << ", " << y;
  EXPECT_NEAR(point->gap, gap, 1e-14);
  EXPECT_EQ(meeting == Meeting::kVertexFace, point->feature_a.is_vertex() && point->feature_b.is_face());
  EXPECT_EQ(meeting == Meeting::kFaceVertex, point->feature_a.is_face() && point->feature_b.is_vertex());
  EXPECT_EQ(meeting == Meeting::kEdges, point->feature_a.is_edge() && point->feature_b.is_edge());
}

TEST(Manifold, OfABoxOnABoxIsTheRectangleTheyShare) {
  for (const double gap : {0.1, 1e-4, 1e-9, 1e-12}) {
    const Placed placed{make_box_shape({2, 2, 2}), make_box_shape({2, 2, 2}),
                        Pose::from_translation({0.5, -0.25, 2 + gap})};
    const ContactManifold manifold = placed.find();
    expect_sound(placed, manifold);
    expect_traced(placed, manifold);
    ASSERT_EQ(manifold.points.size(), 4u);
    expect_point(placed, manifold, -0.5, 0.75, gap, Meeting::kVertexFace);
    expect_point(placed, manifold, 1, -1, gap, Meeting::kFaceVertex);
    expect_point(placed, manifold, -0.5, -1, gap, Meeting::kEdges);
    expect_point(placed, manifold, 1, 0.75, gap, Meeting::kEdges);
  }
}

TEST(Manifold, OfEqualBoxesAlignedOnTheBorderAndJustOffItHasTheFourCorners) {
  const Shape box = make_box_shape({1, 1, 1});
  for (const double offset : {0.0, 1e-16, 1e-15, 1e-14, 1e-12, 1e-9, 1e-6, 1e-3}) {
    for (const double yaw : {0.0, 1e-16, 1e-12, 1e-8, 1e-4}) {
      const Placed placed{box, box, {{offset, -offset, 1 + 1e-4}, make_turn(Vec3::UnitZ(), yaw)}};
      const ContactManifold manifold = placed.find();
      expect_sound(placed, manifold);
      expect_traced(placed, manifold);
      EXPECT_EQ(manifold.kind, ManifoldKind::kPolygon);
      const double off = 2 * (offset + yaw) + 1e-13;
      for (const double x : {-0.5, 0.5}) {
        for (const double y : {-0.5, 0.5}) EXPECT_NE(find_over(placed, manifold, x, y, off), nullptr) << offset << yaw;
      }
    }
  }
  const ContactManifold aligned = Placed{box, box, Pose::from_translation({0, 0, 1.0625})}.find();
  ASSERT_EQ(aligned.points.size(), 4u);
  for (const ManifoldPoint& point : aligned.points) {
    EXPECT_TRUE(point.feature_a.is_vertex() && point.feature_b.is_vertex());
  }
}

// One corner of A is lowest. Gap over (x, y): that of A's lower face, along B's normal.
TEST(Manifold, OfATiltedBoxHasItsOwnGapAtEveryCorner) {
  const Shape small = make_box_shape({1, 1, 1}), large = make_box_shape({4, 4, 1});
  for (const double tilt : {1e-16, 1e-12, 1e-9, 1e-6, 1e-4, 7e-4}) {
    const Quat turn = make_turn(Vec3(1, 0.3, 0), tilt);
    const Placed placed{small, large, {{0.2, 0.1, 1.01}, turn}};
    const ContactManifold manifold = placed.find();
    expect_sound(placed, manifold);
    expect_traced(placed, manifold);
    ASSERT_EQ(manifold.points.size(), 4u) << tilt;
    for (const ManifoldPoint& point : manifold.points) {
      EXPECT_TRUE(point.feature_a.is_vertex() && point.feature_b.is_face());
      const Vec3 p_BCa = placed.X_BA * small.pieces.vertices[point.feature_a.index()].p;
      EXPECT_NEAR(point.gap, p_BCa.z() - 0.5, 1e-15 * 8);
    }
  }
  // Tilted about an edge by more than the breaking distance allows: the edge; about both axes: the vertex.
  const Placed edge{small, large, {{0.2, 0.1, 1.01}, make_turn(Vec3(1, 0, 0), 2e-3)}};
  EXPECT_EQ(edge.find().kind, ManifoldKind::kSegment);
  expect_sound(edge, edge.find());
  const Placed vertex{small, large, {{0.2, 0.1, 1.01}, make_turn(Vec3(1, 1, 0), 4e-3)}};
  EXPECT_EQ(vertex.find().kind, ManifoldKind::kPoint);
  expect_sound(vertex, vertex.find());
}

// The smaller face gives the normal here, a vertex of the larger plate being nearest to it; both are in the manifold.
TEST(Manifold, OfNearlyParallelFacesWithCrossedEdgesNearestIsThePolygon) {
  const Shape a = make_box_shape({4, 0.5, 1}), b = make_box_shape({0.5, 4, 1});
  for (const double tilt : {1e-12, 1e-9, 1e-6, 5e-5}) {
    // A rolls about its long axis, B about its own: edge meets edge over a corner of the square they share.
    const Quat turn = make_turn(Vec3::UnitX(), tilt) * make_turn(Vec3::UnitY(), -tilt);
    const Placed placed{a, b, {{0, 0, 1.01}, turn}};
    const ContactManifold manifold = placed.find();
    expect_sound(placed, manifold);
    expect_traced(placed, manifold);
    ASSERT_EQ(manifold.num_corners, 4u) << tilt;
    for (const ManifoldPoint& point : manifold.points) {
      EXPECT_TRUE(point.feature_a.is_edge() && point.feature_b.is_edge());
      EXPECT_NEAR(std::abs(placed.see(point.p_WCb).x()), 0.25, 1e-3);
      EXPECT_NEAR(std::abs(placed.see(point.p_WCb).y()), 0.25, 1e-3);
    }
  }
}

TEST(Manifold, OfAnEdgeOnAFaceIsTheSegmentUpToTheRim) {
  const Shape box = make_box_shape({2, 2, 2}), floor = make_box_shape({3, 3, 1});
  const double height = std::sqrt(2.0) + 0.5 + 1e-5;
  for (const double yaw : {0.0, 0.3}) {
    const Quat edge_down = make_turn(Vec3::UnitZ(), yaw) * make_turn(Vec3::UnitX(), M_PI / 4);
    const Placed within{box, floor, {{0, 0.2, height}, edge_down}};
    const ContactManifold inner = within.find();
    expect_sound(within, inner);
    expect_traced(within, inner);
    ASSERT_EQ(inner.kind, ManifoldKind::kSegment);
    expect_point(within, inner, std::cos(yaw), 0.2 + std::sin(yaw), 1e-5, Meeting::kVertexFace);
    expect_point(within, inner, -std::cos(yaw), 0.2 - std::sin(yaw), 1e-5, Meeting::kVertexFace);

    const Placed beyond{box, floor, {{1, 0.2, height}, edge_down}};
    const ContactManifold outer = beyond.find();
    expect_sound(beyond, outer);
    ASSERT_EQ(outer.kind, ManifoldKind::kSegment);
    expect_point(beyond, outer, 1.5, 0.2 + 0.5 * std::tan(yaw), 1e-5, Meeting::kEdges);
  }
}

TEST(Manifold, OfAVertexOnAFaceIsThePoint) {
  const Shape box = make_box_shape({1, 1, 1});
  const Placed placed{box, box, {{0.1, 0.2, 1.5}, make_turn_between(Vec3(1, 1, 1), Vec3(0, 0, -1))}};
  const ContactManifold manifold = placed.find();
  expect_sound(placed, manifold);
  expect_traced(placed, manifold);
  ASSERT_EQ(manifold.points.size(), 1u);
  expect_point(placed, manifold, 0.1, 0.2, placed.pair().phi, Meeting::kVertexFace);
}

TEST(Manifold, OfCrossedEdgesIsTheirPointAndOfParallelOnesTheirCommonPart) {
  const Shape box = make_box_shape({2, 2, 2});
  const Quat b_up = make_turn(Vec3::UnitY(), M_PI / 4);
  for (const double angle : {M_PI / 2, 0.3, 1e-2}) {
    const Quat a_down = make_turn(Vec3::UnitZ(), angle) * b_up;
    const Placed placed{box, box,
                        compute_inverse(Pose::from_rotation(b_up)) * Pose{{0, 0.5, 2 * std::sqrt(2.0) + 1e-6}, a_down},
                        kAnywhere * Pose::from_rotation(b_up)};
    const ContactManifold manifold = placed.find();
    expect_sound(placed, manifold);
    expect_traced(placed, manifold);
    ASSERT_EQ(manifold.points.size(), 1u);
    EXPECT_TRUE(manifold.points[0].feature_a.is_edge() && manifold.points[0].feature_b.is_edge());
    EXPECT_EQ(manifold.plane.origin, PlaneOrigin::kCrossedEdges);
  }
  for (const double gap : {0.5, 1e-3, 1e-6, 1e-9}) {
    const Placed placed{box, box,
                        compute_inverse(Pose::from_rotation(b_up)) * Pose{{0, 0.5, 2 * std::sqrt(2.0) + gap}, b_up},
                        kAnywhere * Pose::from_rotation(b_up)};
    const ContactManifold manifold = placed.find();
    expect_sound(placed, manifold);
    expect_traced(placed, manifold);
    ASSERT_EQ(manifold.kind, ManifoldKind::kSegment) << gap;
    EXPECT_NEAR((manifold.points[0].p_WCb - manifold.points[1].p_WCb).norm(), 1.5, 1e-12);
    EXPECT_EQ(manifold.plane.origin, PlaneOrigin::kIndeterminate);
    EXPECT_NEAR(manifold.points[0].gap, gap, 1e-14);
    EXPECT_NEAR(manifold.points[1].gap, gap, 1e-14);
  }
}

TEST(Manifold, OfCornersDiagonallyApartIsTheirPoint) {
  const Shape box = make_box_shape({1, 1, 1});
  for (const double offset : {1e-3, 1e-2, 0.5}) {
    const Placed placed{box, box, Pose::from_translation({1 + offset, 1 + offset, 1 + offset})};
    const ContactManifold manifold = placed.find();
    expect_sound(placed, manifold);
    ASSERT_EQ(manifold.points.size(), 1u);
    EXPECT_TRUE(manifold.points[0].feature_a.is_vertex() && manifold.points[0].feature_b.is_vertex());
  }
}

// A passes over B's rim: a strip that narrows to a segment, then edges, which turn away.
TEST(Manifold, OfABoxThatLeavesTheRimEndsInASegmentOnBothSidesOfIt) {
  const Shape box = make_box_shape({1, 1, 1});
  for (const double offset : {1e-3, 1e-6, 1e-9, 1e-12, 1e-14, 1e-16, 0.0}) {
    for (const double sign : {1.0, -1.0}) {
      const Placed placed{box, box, Pose::from_translation({1 + sign * offset, 0.25, 1.01})};
      const ContactManifold manifold = placed.find();
      expect_sound(placed, manifold);
      expect_traced(placed, manifold);
      EXPECT_EQ(manifold.kind, sign < 0 && offset > 1e-13 ? ManifoldKind::kPolygon : ManifoldKind::kSegment)
          << sign * offset;
      const double near = offset + 1e-12;
      EXPECT_NE(find_over(placed, manifold, 0.5, 0.5, near), nullptr) << sign * offset;
      EXPECT_NE(find_over(placed, manifold, 0.5, -0.25, near), nullptr) << sign * offset;
    }
  }
}

TEST(Manifold, OfAHexagonalPrismOnABoxHasItsSixCornersOrWhatTheRimLeaves) {
  const Shape prism = geometry::make_shape(geometry::make_cylinder(1.0, 1.0, 6)), box = make_box_shape({4, 4, 1});
  const Placed within{prism, box, Pose::from_translation({0.3, 0.2, 1.001})};
  EXPECT_EQ(within.find().points.size(), 6u);
  expect_sound(within, within.find());
  const Placed beyond{prism, box, Pose::from_translation({2, 0.2, 1.001})};
  const ContactManifold manifold = beyond.find();
  expect_sound(beyond, manifold);
  expect_traced(beyond, manifold);
  EXPECT_EQ(manifold.points.size(), 5u);  // half of the hexagon: three corners, and the rim cuts two sides
  expect_point(beyond, manifold, 2, 0.2 + std::sqrt(0.75), 0.001, Meeting::kEdges);
}

TEST(Manifold, OfCapsOf64CornersHasEveryCornerOfTheIntersection) {
  const Shape cap = geometry::make_shape(geometry::make_cylinder(1.0, 1.0, 64));
  const Placed placed{cap, cap, {{0, 0, 1.001}, make_turn(Vec3::UnitZ(), M_PI / 64)}};
  const ContactManifold manifold = placed.find();
  expect_sound(placed, manifold);
  expect_traced(placed, manifold);
  EXPECT_EQ(manifold.points.size(), 128u);
  for (const ManifoldPoint& point : manifold.points) {
    EXPECT_TRUE(point.feature_a.is_edge() && point.feature_b.is_edge());
    EXPECT_NEAR(point.gap, 0.001, 1e-15);
  }
}

TEST(Manifold, OfFlatPolygonsIsTheirIntersectionFromEitherSide) {
  const Shape triangle = make_polygon_shape({{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}});
  for (const double height : {0.01, -0.01}) {
    const Placed placed{triangle, triangle, {{0, -0.5, height}, make_turn(Vec3::UnitZ(), M_PI)}};
    const ContactManifold manifold = placed.find();
    expect_sound(placed, manifold);
    expect_traced(placed, manifold);
    EXPECT_EQ(manifold.num_corners, 6u) << height;
    for (const ManifoldPoint& point : manifold.points) EXPECT_NEAR(point.gap, 0.01, 1e-15);
  }
}

TEST(Manifold, OfAPolygonCutIntoManyCornersIsThatOfTheWholeOne) {
  std::vector<geometry::PieceCorner> corners;  // a square, each side of which is five
  const Vec3 square[] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
  for (int i = 0; i < 4; ++i) {
    for (int k = 0; k < 5; ++k)
      corners.push_back({square[i] + 0.25 * k * (square[(i + 1) % 4] - square[i]) / 1.25, {}, {}});
  }
  Placed cut{geometry::make_shape(geometry::make_box({3, 1, 1})), {}, Pose::from_translation({0.125, 0.0625, 0.501})};
  append_polygon(cut.b.pieces, corners, {});
  Placed whole = cut;
  whole.b = make_polygon_shape({square[0], square[1], square[2], square[3]});
  for (const Pose& X_BA : {Pose::from_translation({0.125, 0.0625, 0.501}),
                           Pose{{0.1, 0.2, std::sqrt(0.5) + 0.001}, make_turn(Vec3::UnitX(), M_PI / 4)},
                           Pose{{2.501, 0.2, 0}, Quat::Identity()}}) {  // the last: edge-on
    cut.X_BA = whole.X_BA = X_BA;
    const ContactManifold found = cut.find(), expected = whole.find();
    expect_sound(cut, found);
    expect_traced(cut, found);
    ASSERT_EQ(found.points.size(), expected.points.size());
    for (const ManifoldPoint& point : found.points) {
      EXPECT_TRUE(std::any_of(expected.points.begin(), expected.points.end(),
                              [&](const ManifoldPoint& p) { return (p.p_WCa - point.p_WCa).norm() < 1e-12; }));
    }
  }
}

TEST(Manifold, OfACapsuleOnABoxIsASegmentOfItsSurface) {
  const Shape capsule = geometry::make_capsule(0.25, 1.0), box = make_box_shape({2, 2, 2});
  const Placed lying{capsule, box, {{0.75, 0, 1.25 + 1e-4}, make_turn(Vec3::UnitY(), M_PI / 2)}};
  const ContactManifold manifold = lying.find();
  expect_sound(lying, manifold);
  expect_traced(lying, manifold);
  ASSERT_EQ(manifold.kind, ManifoldKind::kSegment);
  expect_point(lying, manifold, 0.25, 0, 1e-4, Meeting::kVertexFace);
  expect_point(lying, manifold, 1, 0, 1e-4, Meeting::kEdges);
  const Placed standing{capsule, box, Pose::from_translation({0.2, 0.1, 1.75 - 1e-4})};
  EXPECT_EQ(standing.find().points.size(), 1u);
  EXPECT_NEAR(standing.find().points[0].gap, -1e-4, 1e-15 * 8);
  expect_sound(standing, standing.find());
}

// The sphere's lowest vertices are nearer than the rim of the cap of faces around them: they are points of their own,
// all that are so near.
TEST(Manifold, OfABulgeHasTheVerticesBetweenItsCorners) {
  const Shape sphere = geometry::make_shape(geometry::make_icosphere(4, 1.0)), box = make_box_shape({4, 4, 2});
  const Placed placed{sphere, box, {{0.1, 0.2, 2.01}, make_turn(Vec3(1, 2, 3), 0.4)}};
  const ContactManifold all = placed.find(0.03);
  expect_sound(placed, all);
  expect_traced(placed, all);
  EXPECT_GT(all.num_corners, 4u);
  for (const double touching : {1.0, 0.02, 0.012}) {
    const ContactManifold manifold = placed.find(0.03, touching);
    expect_sound(placed, manifold);
    EXPECT_EQ(manifold.num_corners, all.num_corners);
    const auto has = [&](std::uint32_t v) {
      return std::ranges::any_of(
          manifold.points, [&](const ManifoldPoint& point) { return point.feature_a == PieceFeature::vertex(v); });
    };
    std::size_t num_near = 0;
    for (std::uint32_t v = 0; v < sphere.pieces.vertices.size(); ++v) {
      const double gap = (placed.X_BA * sphere.pieces.vertices[v].p).z() - 1;
      if (gap > std::min(touching, 0.03)) continue;
      EXPECT_TRUE(has(v)) << v;
      ++num_near;
    }
    EXPECT_GT(num_near, 1u) << touching;
    EXPECT_LE(manifold.points.size(), num_near + manifold.num_corners);
  }
}

// A prism that stands on an edge between two sides: both ends of it, and of its neighbours, though their projections
// lie in the middle of straight lines.
TEST(Manifold, OfAFinePrismHasBothEndsOfTheEdgeThatItStandsOn) {
  constexpr int kNumSides = 1440;
  const Shape prism = geometry::make_shape(geometry::make_cylinder(0.1, 0.3, kNumSides)),
              box = make_box_shape({4, 4, 2});
  const Placed placed{prism, box, {{0, 0, 1.1 + 1e-6}, make_turn(Vec3::UnitX(), M_PI / 2)}};
  const ContactManifold manifold = placed.find(5e-6);
  expect_sound(placed, manifold);
  const double side = 2 * M_PI / kNumSides;
  for (const int k : {-1, 0, 1}) {
    for (const double y : {-0.15, 0.15}) {
      const auto num_there = std::ranges::count_if(manifold.points, [&](const ManifoldPoint& point) {
        const Vec3 p = placed.see(point.p_WCa);
        return std::abs(p.y() - y) < 1e-9 && std::abs(p.x() - 0.1 * std::sin(k * side)) < 1e-9 &&
               std::abs(point.gap - (1e-6 + 0.1 * (1 - std::cos(k * side)))) < 1e-12;
      });
      EXPECT_EQ(num_there, 1) << k << ", " << y;
    }
  }
}

TEST(Manifold, OfPiecesThatCrossIsTheirWitness) {
  const Shape triangle = make_polygon_shape({{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}});
  FeaturePair pair;
  pair.outcome = PairOutcome::kCrossing;
  pair.normal_origin = NormalOrigin::kIndeterminate;
  ManifoldBuffer buffer;
  const ContactManifold& manifold =
      compute_manifold(only_piece(triangle), only_piece(triangle), Pose{{0, 0, 0.1}, make_turn(Vec3::UnitX(), 1.0)},
                       Pose::identity(), pair, kBreaking, buffer);
  ASSERT_EQ(manifold.points.size(), 1u);
  EXPECT_EQ(manifold.points[0].gap, 0.0);
}

// Boxes pushed into each other: the pair that the minimum translational distance gives is known here.
TEST(Manifold, OfOverlappingBoxesHasTheDepthAsItsGaps) {
  const Shape box = make_box_shape({2, 2, 2});
  const Placed apart{box, box, Pose::from_translation({0.5, 0.25, 2.5})};
  const Placed deep{box, box, Pose::from_translation({0.5, 0.25, 1.9})};
  FeaturePair pair = apart.pair();
  pair.phi = -0.1;
  pair.outcome = PairOutcome::kOverlapping;
  pair.normal_origin = NormalOrigin::kDepth;
  pair.p_WCa += deep.X_WA().p - apart.X_WA().p;
  ManifoldBuffer buffer;
  const ContactManifold& manifold =
      compute_manifold(only_piece(box), only_piece(box), deep.X_WA(), deep.X_WB, pair, kBreaking, buffer);
  ASSERT_EQ(manifold.points.size(), 4u);
  for (const ManifoldPoint& point : manifold.points) EXPECT_NEAR(point.gap, -0.1, 1e-15 * 8);
}

TEST(Manifold, RefusesABreakingDistanceThatIsNone) {
  const Shape box = make_box_shape({1, 1, 1});
  const Placed placed{box, box, Pose::from_translation({0, 0, 2})};
  for (const double breaking : {-1e-3, HUGE_VAL, std::nan("")}) {
    try {
      placed.find(breaking);
      ADD_FAILURE();
    } catch (const InputError& error) {
      EXPECT_STREQ(error.what(),
                   "breaking distance: it is negative or not finite; give the distance in metres within which "
                   "boundaries belong to the contact");
    }
  }
  EXPECT_EQ(placed.find(0.0).points.size(), 4u);
}

}  // namespace
}  // namespace abut::proximity
