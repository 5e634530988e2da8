#include "abut/proximity/manifold.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "abut/base/input_error.h"
#include "proximity/make_pair.h"
#include "proximity/sample_shapes.h"

namespace abut::proximity {
namespace {

using geometry::Shape;
using math::Pose;
using math::Quat;
using math::Vec3;

const Pose kAnywhere{{0.3, -0.7, 2.1}, Quat(0.8, 0.36, -0.48, 0.0)};
constexpr double kBreaking = 1e-3;

Quat make_turn(const Vec3& axis, double angle) {
  const Vec3 v = std::sin(angle / 2) * axis.normalized();
  return Quat(std::cos(angle / 2), v.x(), v.y(), v.z());
}
Shape make_box_shape(const Vec3& size) {
  return geometry::make_shape(geometry::make_box(size));
}

// A over B; B stands anywhere.
struct Placed {
  Shape a, b;
  Pose X_BA;
  Pose X_WB = kAnywhere;

  Pose X_WA() const { return X_WB * X_BA; }
  FeaturePair pair() const { return make_pair(only_piece(a), only_piece(b), X_WA(), X_WB); }
  ContactManifold find(double breaking = kBreaking) const { return find_for(pair(), breaking); }
  ContactManifold find_for(const FeaturePair& pair, double breaking = kBreaking) const {
    ManifoldBuffer buffer;
    return compute_manifold(only_piece(a), only_piece(b), X_WA(), X_WB, pair, breaking, buffer);
  }
  // With the bodies exchanged.
  ContactManifold find_swapped(double breaking = kBreaking) const {
    ManifoldBuffer buffer;
    return compute_manifold(only_piece(b), only_piece(a), X_WB, X_WA(), swap_bodies(pair()), breaking, buffer);
  }
  Vec3 see(const Vec3& p_W) const { return compute_inverse(X_WB) * p_W; }
};

double min_gap(const ContactManifold& manifold) {
  double gap = HUGE_VAL;
  for (const ManifoldPoint& point : manifold.points) gap = std::min(gap, point.gap);
  return gap;
}

// What holds of every manifold: the records' equation, the witness represented, every point on both boundaries.
void expect_sound(const Placed& placed, const ContactManifold& manifold) {
  const FeaturePair pair = placed.pair();
  ASSERT_GE(manifold.points.size(), 1u);
  EXPECT_NEAR(manifold.plane.nhat_BA_W.norm(), 1.0, 1e-15 * 4);
  for (const ManifoldPoint& point : manifold.points) {
    EXPECT_LT((point.p_WCa - point.p_WCb - point.gap * manifold.plane.nhat_BA_W).norm(), 1e-13);
  }
  // Parallel edges may be nearer along the normal than they are, by half the square of what they lie beside each other.
  const bool has_face = manifold.plane.origin <= PlaneOrigin::kEqualFaces;
  EXPECT_NEAR(min_gap(manifold), pair.phi, has_face ? 1e-13 : 1e-13 + kParallelShare * kParallelShare * pair.phi);
  const std::size_t n = manifold.num_corners;
  EXPECT_EQ(manifold.kind, n > 2 ? ManifoldKind::kPolygon : n == 2 ? ManifoldKind::kSegment : ManifoldKind::kPoint);
  for (std::size_t i = 0; n > 2 && i < n; ++i) {
    const Vec3 &p = manifold.points[i].p_WCb, &q = manifold.points[(i + 1) % n].p_WCb,
               &r = manifold.points[(i + 2) % n].p_WCb;
    EXPECT_GT((q - p).cross(r - q).dot(manifold.plane.nhat_BA_W), 0) << "not convex, or clockwise";
  }
}

// Distance of a point, given in the piece's frame, from a feature's plane, line or place.
double compute_distance_from_feature(const PieceRef& ref, PieceFeature feature, const Vec3& p) {
  const geometry::ConvexPieces& pieces = ref.pieces;
  if (feature.is_vertex()) return (p - pieces.vertices[feature.index()].p).norm();
  if (feature.is_face()) {
    return std::abs(pieces.faces[feature.index()].normal.dot(p) - pieces.faces[feature.index()].offset);
  }
  const geometry::PieceEdge& edge = pieces.edges[feature.index()];
  const Vec3 tail = pieces.vertices[edge.tail].p, along = (pieces.vertices[edge.head].p - tail).normalized();
  return (p - tail).cross(along).norm();
}

void expect_traced(const Placed& placed, const ContactManifold& manifold, double bound = 1e-13) {
  for (const ManifoldPoint& point : manifold.points) {
    const Vec3& n = manifold.plane.nhat_BA_W;
    const Vec3 core_a = point.p_WCa + placed.a.pieces.pieces[0].radius * n;
    const Vec3 core_b = point.p_WCb - placed.b.pieces.pieces[0].radius * n;
    EXPECT_LT(
        compute_distance_from_feature(only_piece(placed.a), point.feature_a, compute_inverse(placed.X_WA()) * core_a),
        bound);
    EXPECT_LT(compute_distance_from_feature(only_piece(placed.b), point.feature_b, placed.see(core_b)), bound);
  }
}

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

// The sphere's lowest vertex is nearer than the rim of the cap of faces around it: it is a point of its own.
TEST(Manifold, OfABulgeKeepsTheWitnessBesideItsCorners) {
  const Shape sphere = geometry::make_shape(geometry::make_icosphere(4, 1.0)), box = make_box_shape({4, 4, 2});
  const Placed placed{sphere, box, {{0.1, 0.2, 2.01}, make_turn(Vec3(1, 2, 3), 0.4)}};
  const ContactManifold manifold = placed.find(0.03);
  expect_sound(placed, manifold);
  expect_traced(placed, manifold);
  EXPECT_GT(manifold.num_corners, 4u);
  EXPECT_EQ(manifold.points.size(), manifold.num_corners + 1);
  EXPECT_EQ(manifold.points.back().feature_a, placed.pair().feature_a);
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

// Random pieces in poses with and without parallel features.
Placed draw_placed(math::Random& random, const std::vector<NamedShape>& shapes, int i) {
  const double tilts[] = {0, 1e-16, 1e-12, 1e-9, 1e-6, 1e-4, 1e-3};
  Placed placed{shapes[random.next_index(shapes.size())].shape,
                shapes[random.next_index(shapes.size())].shape,
                {},
                {3 * random.next_direction(), random.next_rotation()}};
  const Quat turn =
      i % 3 == 0 ? random.next_rotation() : make_turn(random.next_direction(), tilts[random.next_index(7)]);
  const Vec3 from = i % 2 == 0 ? random.next_direction() : Vec3(0.2 * random.next_direction() + Vec3::UnitZ());
  placed.X_BA = {3.0 * from, turn};
  // Down to a small gap along the normal.
  const FeaturePair pair = placed.pair();
  const double gap = std::pow(10.0, -1 - 4 * random.next_unit());
  const Vec3 nhat_B = math::compute_rotation(placed.X_WB.q).transpose() * pair.nhat_BA_W;
  placed.X_BA.p -= (pair.phi - gap) * nhat_B;
  return placed;
}

// How far points may lie beside parallel edges (manifold.h).
double compute_place_bound(const Placed& placed, const ContactManifold& manifold) {
  const PlaneOrigin origin = manifold.plane.origin;
  if (origin <= PlaneOrigin::kEqualFaces) return 1e-13;
  const double radii = placed.a.pieces.pieces[0].radius + placed.b.pieces.pieces[0].radius;
  return 1e-13 + 4 * kParallelShare * std::min(placed.pair().phi + radii, kBreaking);
}

TEST(Manifold, IsSoundAndTracedForPiecesOfEveryKind) {
  math::Random random(31);
  const std::vector<NamedShape> shapes = make_sample_shapes();
  int num_of_kind[3] = {};
  for (int i = 0; i < 6000; ++i) {
    const Placed placed = draw_placed(random, shapes, i);
    const ContactManifold manifold = placed.find();
    expect_sound(placed, manifold);
    expect_traced(placed, manifold, compute_place_bound(placed, manifold));
    ++num_of_kind[static_cast<int>(manifold.kind)];
    if (HasFailure()) FAIL() << i;
  }
  for (const int count : num_of_kind) EXPECT_GT(count, 200);
}

// How far the place x, moved along the normal, lies beyond the sides of the manifold; from a segment or point, its
// distance.
double compute_beyond(const ContactManifold& manifold, const Vec3& x) {
  const Vec3& n = manifold.plane.nhat_BA_W;
  const auto flat = [&](const Vec3& v) -> Vec3 { return v - n.dot(v) * n; };
  const std::size_t num = manifold.num_corners;
  if (num < 3) {
    const Vec3 along = flat(manifold.points[num - 1].p_WCa - manifold.points[0].p_WCa);
    const Vec3 from = flat(x - manifold.points[0].p_WCa);
    const double t = num == 1 ? 0.0 : std::clamp(from.dot(along) / along.squaredNorm(), 0.0, 1.0);
    return (from - t * along).norm();
  }
  double beyond = -HUGE_VAL;
  for (std::size_t i = 0; i < num; ++i) {
    const Vec3& p = manifold.points[i].p_WCa;
    const Vec3 out = flat(manifold.points[(i + 1) % num].p_WCa - p).cross(n).normalized();
    beyond = std::max(beyond, out.dot(x - p));
  }
  return beyond;
}

// Each lies in the other, moved by X_OtherOne, up to the bound.
void expect_same_places(const ContactManifold& one, const ContactManifold& other, const Pose& X_OtherOne,
                        double bound) {
  for (const ManifoldPoint& point : one.points) EXPECT_LT(compute_beyond(other, X_OtherOne * point.p_WCa), bound);
  const Pose X_OneOther = compute_inverse(X_OtherOne);
  for (const ManifoldPoint& point : other.points) EXPECT_LT(compute_beyond(one, X_OneOther * point.p_WCa), bound);
}

TEST(Manifold, ExchangingTheBodiesTurnsTheNormalAndKeepsThePoints) {
  math::Random random(32);
  const std::vector<NamedShape> shapes = make_sample_shapes();
  for (int i = 0; i < 3000; ++i) {
    const Placed placed = draw_placed(random, shapes, i);
    const ContactManifold manifold = placed.find(), swapped = placed.find_swapped();
    EXPECT_LT((manifold.plane.nhat_BA_W + swapped.plane.nhat_BA_W).norm(), 1e-15);
    expect_same_places(manifold, swapped, Pose::identity(), 1e-11 + compute_place_bound(placed, manifold));
    if (HasFailure()) FAIL() << i;
  }
}

TEST(Manifold, MovesWithItsBodiesHoweverFar) {
  math::Random random(33);
  const std::vector<NamedShape> shapes = make_sample_shapes();
  for (int i = 0; i < 2000; ++i) {
    Placed placed = draw_placed(random, shapes, i);
    const FeaturePair pair = placed.pair();
    const double away = i % 2 == 0 ? 1.0 : 1e6;
    const Pose X{away * random.next_direction(), random.next_rotation()};
    const Pose X_WA = X * placed.X_WA(), X_WB = X * placed.X_WB;
    FeaturePair moved = pair;
    const math::Mat3 R = math::compute_rotation(X.q);
    moved.nhat_BA_W = R * pair.nhat_BA_W, moved.p_WCa = X * pair.p_WCa, moved.p_WCb = X * pair.p_WCb;
    moved.phi_bound = pair.phi_bound + away * 1e-15;
    ManifoldBuffer buffer;
    const ContactManifold& found =
        compute_manifold(only_piece(placed.a), only_piece(placed.b), X_WA, X_WB, moved, kBreaking, buffer);
    if (away == 1) expect_same_places(placed.find(), found, X, 1e-6 + compute_place_bound(placed, found));
    EXPECT_NEAR(min_gap(found), pair.phi, 1e-14 * away + 1e-14);
    if (HasFailure()) FAIL() << i;
  }
}

TEST(Manifold, ScalesByPowersOfTwoToTheBit) {
  const Shape box = make_box_shape({1, 0.75, 0.5}), tiny = make_box_shape(0x1p-20 * Vec3(1, 0.75, 0.5));
  math::Random random(34);
  for (int i = 0; i < 200; ++i) {
    Placed placed{box, box, {{0.3 * random.next_unit(), 0.2, 0.51}, make_turn(random.next_direction(), 1e-3)}};
    Placed scaled = placed;
    scaled.a = scaled.b = tiny;
    scaled.X_BA.p *= 0x1p-20, scaled.X_WB.p *= 0x1p-20;
    const ContactManifold one = placed.find(), two = scaled.find(kBreaking * 0x1p-20);
    ASSERT_EQ(one.points.size(), two.points.size());
    for (std::size_t k = 0; k < one.points.size(); ++k) {
      EXPECT_EQ(two.points[k].p_WCa, 0x1p-20 * one.points[k].p_WCa);
      EXPECT_EQ(two.points[k].gap, 0x1p-20 * one.points[k].gap);
      EXPECT_EQ(two.points[k].feature_a, one.points[k].feature_a);
    }
  }
}

TEST(Manifold, DoesNotDependOnWhatTheBufferWasUsedForBefore) {
  math::Random random(35);
  const std::vector<NamedShape> shapes = make_sample_shapes();
  ManifoldBuffer buffer;
  for (int i = 0; i < 500; ++i) {
    const Placed placed = draw_placed(random, shapes, i);
    const FeaturePair pair = placed.pair();
    const ContactManifold& reused = compute_manifold(only_piece(placed.a), only_piece(placed.b), placed.X_WA(),
                                                     placed.X_WB, pair, kBreaking, buffer);
    const ContactManifold fresh = placed.find_for(pair);
    ASSERT_EQ(reused.points.size(), fresh.points.size());
    for (std::size_t k = 0; k < fresh.points.size(); ++k) EXPECT_EQ(reused.points[k].p_WCa, fresh.points[k].p_WCa);
  }
}

TEST(Manifold, AllocatesNothingOnceTheBufferHasGrown) {
  math::Random random(37);
  const std::vector<NamedShape> shapes = make_sample_shapes();
  std::vector<Placed> all;
  for (int i = 0; i < 200; ++i) all.push_back(draw_placed(random, shapes, i));
  ManifoldBuffer buffer;
  const auto find_all = [&] {
    for (const Placed& placed : all) {
      compute_manifold(only_piece(placed.a), only_piece(placed.b), placed.X_WA(), placed.X_WB, placed.pair(), 0.05,
                       buffer);
    }
  };
  const auto get_memory = [&] {
    std::vector<const void*> memory = {buffer.manifold.points.data(), buffer.clip.corners.data(),
                                       buffer.clip.beyond.data()};
    for (const Support* support : {&buffer.support_a, &buffer.support_b}) {
      memory.insert(memory.end(),
                    {support->outline.data(), support->heights.data(), support->vertices.data(), support->edges.data(),
                     support->faces.data(), support->visited_faces.data(), support->order.data()});
    }
    // Clipping passes from one of these to the other and back.
    memory.insert(memory.end(), {std::min(buffer.clip.work.data(), buffer.clip.cut.data()),
                                 std::max(buffer.clip.work.data(), buffer.clip.cut.data())});
    return memory;
  };
  find_all();
  find_all();  // which of the two clipping buffers meets the largest outline may change once
  const auto before = get_memory();
  find_all();
  EXPECT_EQ(get_memory(), before);
}

// Requirement (2) of paper 002. B rests, A moves by a random twist, to which just as much of the normal is added that
// the slowest point of the manifold does not approach. What phi then loses in the time t is of the second order, C t^2:
// a turning point leaves its tangent by w^2 r t^2 / 2; the normal turns by at most speed t / phi, and with it the rate;
// and where edges cross at an angle just above that at which they count as parallel, the place of the crossing moves by
// speed t over that angle.
TEST(Manifold, WhereNoPointApproachesPhiDoesNotFall) {
  math::Random random(36);
  const std::vector<NamedShape> shapes = make_sample_shapes();
  int num_tight = 0;
  for (int i = 0; i < 4000; ++i) {
    const Placed placed = draw_placed(random, shapes, i);
    const FeaturePair pair = placed.pair();
    const ContactManifold manifold = placed.find();
    const Vec3 w = random.next_direction();
    Vec3 v = random.next_direction();
    const auto rate = [&](const ManifoldPoint& point) {
      const Vec3 middle = (point.p_WCa + point.p_WCb) / 2;
      return manifold.plane.nhat_BA_W.dot(v + w.cross(middle - placed.X_WA().p));
    };
    double slowest = HUGE_VAL;
    for (const ManifoldPoint& point : manifold.points) slowest = std::min(slowest, rate(point));
    v -= slowest * manifold.plane.nhat_BA_W;

    const double speed = v.norm() + 2.0,
                 second_order = 4.0 + speed * speed / (kParallelShare * std::min(pair.phi, kBreaking));
    for (const double t : {1e-5 * std::min(pair.phi, kBreaking), 1e-6 * std::min(pair.phi, kBreaking)}) {
      const Pose X_WA{placed.X_WA().p + t * v, make_turn(w, t) * placed.X_WA().q};
      const double moved = make_pair(only_piece(placed.a), only_piece(placed.b), X_WA, placed.X_WB).phi;
      EXPECT_GE(moved, pair.phi - second_order * t * t - 1e-13) << i << " " << t;
      if (moved < pair.phi + 0.01 * t * speed) ++num_tight;
    }
    if (HasFailure()) FAIL() << i;
  }
  EXPECT_GT(num_tight, 1000);  // most twists keep phi as it is to the first order
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
