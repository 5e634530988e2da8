#include "abut/geometry/convex_pieces.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "abut/base/input_error.h"
#include "geometry/support/grid_mesh.h"
#include "geometry/support/piece_checks.h"

namespace abut::geometry {
namespace {

using math::Vec3;

const std::vector<std::string> kNone;

ConvexPieces make_solid(const Mesh& mesh, double radius = 0.0) {
  const Brep brep = make_brep(mesh);
  ConvexPieces pieces;
  append_solid(pieces, brep, make_own_sources(brep), radius);
  return pieces;
}

// A pentagon with a corner of 180 degrees, in the plane x + y + z = 6 mapped by whole numbers.
std::vector<PieceCorner> make_pentagon() {
  const std::vector<Vec3> points{{0, 0, 6}, {2, 0, 4}, {4, 0, 2}, {4, 2, 0}, {0, 4, 2}};
  std::vector<PieceCorner> corners;
  for (std::size_t i = 0; i < points.size(); ++i) {
    corners.push_back({points[i], Feature(VertexId(i)), i == 3 ? Feature::cut() : Feature(EdgeId(10 + i))});
  }
  return corners;
}

TEST(ConvexPieces, ACubeHasEightVerticesTwelveEdgesAndSixFacesHoweverFinelyCut) {
  for (const int fineness : {1, 3}) {
    const ConvexPieces pieces = make_solid(make_cell_mesh(kOneCell, fineness, make_skew_map()));
    ASSERT_EQ(pieces.pieces.size(), 1u);
    EXPECT_EQ(pieces.pieces[0].kind, PieceKind::kSolid);
    EXPECT_EQ(pieces.vertices.size(), 8u);
    EXPECT_EQ(pieces.edges.size(), 12u);
    EXPECT_EQ(pieces.faces.size(), 6u);
    EXPECT_EQ(pieces.half_edges.size(), 24u);
    EXPECT_EQ(pieces.spokes.size(), 24u);
    EXPECT_EQ(check_pieces(pieces), kNone);
  }
}

TEST(ConvexPieces, FeaturesOfASolidKnowTheFeatureOfTheSolidTheyCameFrom) {
  const Brep brep = make_brep(make_cell_mesh(kOneCell, 2, make_skew_map()));
  ConvexPieces pieces;
  append_solid(pieces, brep, make_own_sources(brep));
  for (const PieceVertex& v : pieces.vertices) EXPECT_EQ(v.p, brep.vertices[v.source.vertex().index()]);
  for (const PieceEdge& e : pieces.edges) {
    const Edge& source = brep.edges[e.source.edge().index()];
    EXPECT_EQ(pieces.vertices[e.tail].source, Feature(source.tail));
    EXPECT_EQ(pieces.vertices[e.head].source, Feature(source.head));
    const FaceId left = brep.half_edges[source.half_edge.index()].face;
    EXPECT_EQ(pieces.faces[pieces.half_edges[e.left].face].source, Feature(left));
  }
  for (const PieceFace& f : pieces.faces) {
    EXPECT_GT(f.normal.dot(brep.faces[f.source.face().index()].normal), 0.999);
  }
}

TEST(ConvexPieces, APolygonStoresOneFaceWhoseEdgesHaveNoOther) {
  ConvexPieces pieces;
  append_polygon(pieces, make_pentagon(), Feature(FaceId(3)), 0.5);
  EXPECT_EQ(check_pieces(pieces), kNone);
  EXPECT_EQ(pieces.pieces[0].kind, PieceKind::kPolygon);
  EXPECT_EQ(pieces.pieces[0].radius, 0.5);
  EXPECT_EQ(pieces.faces[0].source, Feature(FaceId(3)));
  for (std::uint32_t i = 0; i < 5; ++i) {
    EXPECT_EQ(pieces.vertices[i].source, Feature(VertexId(i)));
    EXPECT_EQ(pieces.edges[i].source.is_cut(), i == 3);
    EXPECT_EQ(pieces.mate_of(i), PieceEdge::kNone);
  }
}

TEST(ConvexPieces, SegmentsAndPointsHaveNoFaces) {
  ConvexPieces pieces;
  append_segment(pieces, {PieceCorner{Vec3(1, 2, 3), Feature(VertexId(4)), Feature(EdgeId(5))},
                          PieceCorner{Vec3(3, 2, 1), Feature(VertexId(6)), {}}});
  append_point(pieces, Vec3(7, 8, 9), Feature(VertexId(7)), 2.0);
  EXPECT_EQ(check_pieces(pieces), kNone);
  EXPECT_EQ(pieces.edges[0].source, Feature(EdgeId(5)));
  EXPECT_EQ(pieces.vertices[1].source, Feature(VertexId(6)));
  EXPECT_EQ(pieces.vertices[2].source, Feature(VertexId(7)));
}

TEST(ConvexPieces, PiecesOfAllKindsShareTheArrays) {
  const Brep cube = make_brep(make_cell_mesh(kOneCell));
  ConvexPieces pieces;
  append_point(pieces, Vec3(7, 8, 9), Feature(VertexId(7)), 2.0);
  EXPECT_EQ(append_solid(pieces, cube, make_own_sources(cube)), PieceId(1));
  EXPECT_EQ(append_polygon(pieces, make_pentagon(), Feature(FaceId(3))), PieceId(2));
  EXPECT_EQ(append_solid(pieces, cube, make_own_sources(cube)), PieceId(3));
  EXPECT_EQ(check_pieces(pieces), kNone);
}

TEST(ConvexPieces, TheCheckerSeesABrokenLink) {
  // The checker is the judge of all the other tests: each kind of damage has to be seen.
  const ConvexPieces good = make_solid(make_cell_mesh(kOneCell, 1, make_skew_map()));
  const auto expect_seen = [&](const auto& damage, const std::string& name) {
    ConvexPieces pieces = good;
    damage(pieces);
    EXPECT_NE(check_pieces(pieces), kNone) << name;
  };
  expect_seen([](ConvexPieces& p) { std::swap(p.spokes[0], p.spokes[1]); }, "spokes clockwise");
  expect_seen([](ConvexPieces& p) { std::swap(p.edges[3].left, p.edges[3].right); }, "left for right");
  expect_seen([](ConvexPieces& p) { p.faces[2].normal *= -1; }, "normal inward");
  expect_seen([](ConvexPieces& p) { p.half_edges[5].side_normal *= -1; }, "side normal inward");
  expect_seen([](ConvexPieces& p) { p.half_edges[5].side_offset *= 1 + 1e-13; }, "side offset off");
  expect_seen([](ConvexPieces& p) { p.faces[1].offset += 1e-12; }, "offset off");
  expect_seen([](ConvexPieces& p) { p.spokes[7].tip = p.spokes[8].tip; }, "tip");
  expect_seen([](ConvexPieces& p) { p.spokes[7].along *= 1 + 1e-15; }, "along");
  expect_seen([](ConvexPieces& p) { p.half_edges[7].edge = p.half_edges[8].edge; }, "edge of a half-edge");
}

// In how many of the piece's Voronoi regions p lies, each decided from the planes as a walk reads them.
int count_regions(const ConvexPieces& pieces, const Piece& piece, const Vec3& p) {
  int num = 0;
  for (std::uint32_t v = piece.first_vertex; v < piece.first_vertex + piece.num_vertices; ++v) {
    const Vec3& at = pieces.vertices[v].p;
    bool is_in = true;
    for (const PieceSpoke& spoke : pieces.spokes_of(v)) is_in &= (p - at).dot(pieces.vertices[spoke.tip].p - at) <= 0;
    num += is_in;
  }
  for (std::uint32_t e = piece.first_edge; e < piece.first_edge + piece.num_edges; ++e) {
    const PieceEdge& edge = pieces.edges[e];
    const Vec3 &tail = pieces.vertices[edge.tail].p, &head = pieces.vertices[edge.head].p;
    bool is_in = (p - tail).dot(head - tail) > 0 && (p - head).dot(tail - head) > 0;
    for (const std::uint32_t h : {edge.left, edge.right}) {
      if (h == PieceEdge::kNone) continue;
      is_in &= pieces.half_edges[h].side_normal.dot(p) >= pieces.half_edges[h].side_offset;
    }
    num += is_in;
  }
  for (std::uint32_t f = piece.first_face; f < piece.first_face + piece.num_faces; ++f) {
    const PieceFace& face = pieces.faces[f];
    bool is_in = piece.kind == PieceKind::kPolygon || face.normal.dot(p) > face.offset;
    for (const PieceHalfEdge& h : pieces.half_edges_of(f)) is_in &= h.side_normal.dot(p) < h.side_offset;
    num += is_in;
  }
  return num;
}

TEST(ConvexPieces, EveryPointOutsideIsInExactlyOneVoronoiRegion) {
  ConvexPieces pieces = make_solid(make_cell_mesh(kOneCell, 2, make_skew_map()));
  append_polygon(pieces, make_pentagon(), Feature(FaceId(0)));
  append_segment(pieces, {PieceCorner{Vec3(1, 2, 3), {}, {}}, PieceCorner{Vec3(3, 2, 1), {}, {}}});
  append_point(pieces, Vec3(1, 1, 1), {});
  test::Random random(17);
  for (const Piece& piece : pieces.pieces) {
    int num_outside = 0;
    for (int i = 0; i < 2000; ++i) {
      const Vec3 p = random.point(-10, 10);
      bool is_outside = piece.kind != PieceKind::kSolid;
      for (std::uint32_t f = piece.first_face; f < piece.first_face + piece.num_faces; ++f) {
        is_outside |= pieces.faces[f].normal.dot(p) > pieces.faces[f].offset;
      }
      if (!is_outside) continue;
      ++num_outside;
      EXPECT_EQ(count_regions(pieces, piece, p), 1);
    }
    EXPECT_GT(num_outside, 500);
  }
}

TEST(ConvexPieces, TheReachIsThatOfTheFarthestVertexAndNotLess) {
  ConvexPieces pieces;
  append_polygon(pieces, make_pentagon(), {});
  append_point(pieces, {1, 2, -2}, {});
  append_point(pieces, {0, 0, 0}, {});
  EXPECT_GE(pieces.pieces[0].reach, 6.0);  // of the corner (0, 0, 6)
  EXPECT_LE(pieces.pieces[0].reach, 6.0 * (1 + 1e-14));
  EXPECT_GE(pieces.pieces[1].reach, 3.0);
  EXPECT_LE(pieces.pieces[1].reach, 3.0 * (1 + 1e-14));
  EXPECT_EQ(pieces.pieces[2].reach, 0.0);
}

TEST(ConvexPieces, TheMiddleIsThatOfTheBoxOfTheVertices) {
  ConvexPieces pieces;
  append_point(pieces, {5, 6, 7}, {}, 2.0);
  append_segment(pieces, {PieceCorner{Vec3(1, 2, 3), {}, {}}, PieceCorner{Vec3(3, 2, -1), {}, {}}});
  EXPECT_EQ(pieces.pieces[0].middle, Vec3(5, 6, 7));
  EXPECT_EQ(pieces.pieces[1].middle, Vec3(2, 2, 1));
}

TEST(ConvexPieces, ATriangleTakes620Bytes) {
  ConvexPieces pieces;
  const std::vector<PieceCorner> corners{{Vec3(0, 0, 0), {}, {}}, {Vec3(1, 0, 0), {}, {}}, {Vec3(0, 1, 0), {}, {}}};
  append_polygon(pieces, corners, {});
  EXPECT_EQ(pieces.pieces.size() * sizeof(Piece) + pieces.vertices.size() * sizeof(PieceVertex) +
                pieces.edges.size() * sizeof(PieceEdge) + pieces.faces.size() * sizeof(PieceFace) +
                pieces.half_edges.size() * sizeof(PieceHalfEdge) + pieces.spokes.size() * sizeof(PieceSpoke),
            620u);
}

TEST(ConvexPieces, BoundsAreExactWithoutRadiusAndRoundedOutwardWithOne) {
  ConvexPieces pieces;
  append_segment(pieces, {PieceCorner{Vec3(0.1, 2, 3), {}, {}}, PieceCorner{Vec3(3, 2, 0.1), {}, {}}});
  append_segment(pieces, {PieceCorner{Vec3(0.1, 2, 3), {}, {}}, PieceCorner{Vec3(3, 2, 0.1), {}, {}}}, 0.7);
  EXPECT_EQ(compute_bounds(pieces, PieceId(0)).lower, Vec3(0.1, 2, 0.1));
  EXPECT_EQ(compute_bounds(pieces, PieceId(0)).upper, Vec3(3, 2, 3));
  const math::Aabb grown = compute_bounds(pieces, PieceId(1));
  for (int axis = 0; axis < 3; ++axis) {
    using oracle::Rational;
    const Rational least = Rational(axis == 1 ? 2.0 : 0.1) - Rational(0.7),
                   most = Rational(axis == 1 ? 2.0 : 3.0) + Rational(0.7);
    EXPECT_LE(Rational(grown.lower[axis]), least);
    EXPECT_GE(Rational(grown.upper[axis]), most);
    EXPECT_LT(Rational(grown.upper[axis]) - most, Rational(1e-15));
  }
}

std::string message_of(double radius) {
  ConvexPieces pieces;
  try {
    append_point(pieces, Vec3::Zero(), {}, radius);
  } catch (const InputError& error) {
    EXPECT_TRUE(pieces.pieces.empty() && pieces.vertices.empty());
    return error.what();
  }
  return "";
}

TEST(ConvexPieces, ARadiusThatIsNegativeOrNotFiniteIsRefused) {
  EXPECT_EQ(message_of(-1),
            "the radius is -1; a radius is finite and not negative; give the distance in metres by which "
            "the pieces are thickened, or 0");
  EXPECT_NE(message_of(std::numeric_limits<double>::quiet_NaN()), "");
  EXPECT_NE(message_of(std::numeric_limits<double>::infinity()), "");
  EXPECT_EQ(message_of(0), "");
}

TEST(ConvexPieces, ScalingByAPowerOfTwoScalesLengthsAndNothingElse) {
  const double scale = std::ldexp(1.0, -90);
  const Mesh mesh = make_cell_mesh(kOneCell, 2, make_skew_map());
  const ConvexPieces a = make_solid(mesh), b = make_solid(make_scaled(mesh, scale));
  for (std::size_t i = 0; i < a.vertices.size(); ++i) EXPECT_EQ(scale * a.vertices[i].p, b.vertices[i].p);
  for (std::size_t i = 0; i < a.faces.size(); ++i) {
    EXPECT_EQ(a.faces[i].normal, b.faces[i].normal);
    EXPECT_EQ(scale * a.faces[i].offset, b.faces[i].offset);
  }
  for (std::size_t i = 0; i < a.half_edges.size(); ++i) {
    EXPECT_EQ(a.half_edges[i].side_normal, b.half_edges[i].side_normal);
    EXPECT_EQ(scale * a.half_edges[i].side_offset, b.half_edges[i].side_offset);
  }
}

}  // namespace
}  // namespace abut::geometry
