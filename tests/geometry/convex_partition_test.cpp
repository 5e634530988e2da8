#include "abut/geometry/convex_partition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "geometry/support/grid_mesh.h"
#include "oracle/rational.h"

namespace abut::geometry {
namespace {

using math::Vec3;
using oracle::cross;
using oracle::dot;
using oracle::exact;
using oracle::RVec3;
using oracle::operator-;
using oracle::operator+;

using Segment3 = std::pair<VertexId, VertexId>;

const RVec3 kZero{0, 0, 0};

RVec3 point(const Brep& brep, VertexId v) {
  return exact(brep.vertices[v.index()]);
}

// Twice the area, along the normal.
RVec3 compute_area(const Brep& brep, const std::vector<VertexId>& border) {
  RVec3 sum = kZero;
  for (std::size_t i = 0; i < border.size(); ++i) {
    sum = sum + cross(point(brep, border[i]), point(brep, border[(i + 1) % border.size()]));
  }
  return sum;
}

bool is_between(const RVec3& a, const RVec3& p, const RVec3& b) {
  return cross(p - a, b - a) == kZero && dot(p - a, b - a) > 0 && dot(p - b, a - b) > 0;
}

// tail -> head, cut at every vertex of the face strictly inside it.
std::vector<Segment3> cut_at_vertices(const Brep& brep, const std::set<VertexId>& vertices, VertexId tail,
                                      VertexId head) {
  const RVec3 a = point(brep, tail), b = point(brep, head);
  std::vector<VertexId> stops{tail, head};
  for (const VertexId v : vertices) {
    if (is_between(a, point(brep, v), b)) stops.push_back(v);
  }
  std::sort(stops.begin(), stops.end(),
            [&](VertexId v, VertexId w) { return dot(point(brep, v) - a, b - a) < dot(point(brep, w) - a, b - a); });
  std::vector<Segment3> segments;
  for (std::size_t i = 0; i + 1 < stops.size(); ++i) segments.emplace_back(stops[i], stops[i + 1]);
  return segments;
}

// How a polygon of a face sees where its corners lie: against the loops of the face, in exact arithmetic.
void expect_true_source(const Brep& brep, FaceId face, const PolygonCorner& corner) {
  std::vector<Feature> truth{Feature(face)};
  for (const HalfEdge& h : brep.half_edges) {
    if (h.face != face) continue;
    const VertexId next = brep.half_edges[h.next.index()].origin;
    if (is_between(point(brep, h.origin), point(brep, corner.vertex), point(brep, next))) truth = {Feature(h.edge)};
    if (h.origin == corner.vertex) {
      truth = {Feature(corner.vertex)};
      break;
    }
  }
  EXPECT_EQ(corner.source, truth.front());
}

// Everything the header promises about the polygons of one face, in exact arithmetic.
void expect_exact_partition(const Brep& brep, const ConvexPolygons& polygons, FaceId face) {
  const Face& f = brep.faces[face.index()];
  RVec3 face_area = kZero, polygon_area = kZero;
  std::set<VertexId> vertices;
  for (std::uint32_t i = 0; i < f.num_triangles; ++i) {
    const Triangle& t = brep.triangles[brep.face_triangles[f.first_triangle + i].index()];
    face_area = face_area + compute_area(brep, {t[0], t[1], t[2]});
    vertices.insert(t.begin(), t.end());
  }
  std::multiset<Segment3> cuts;
  std::map<EdgeId, std::multiset<Segment3>> on_edges;
  for (std::size_t i = 0; i < polygons.size(); ++i) {
    if (polygons.faces[i] != face) continue;
    const auto corners = polygons.corners_of(i);
    const std::size_t n = corners.size();
    ASSERT_GE(n, 3u);
    std::vector<VertexId> border;
    for (const PolygonCorner& corner : corners) border.push_back(corner.vertex);
    const RVec3 area = compute_area(brep, border);
    polygon_area = polygon_area + area;
    EXPECT_GT(dot(area, face_area), 0);
    for (std::size_t k = 0; k < n; ++k) {
      const RVec3 a = point(brep, border[k]), b = point(brep, border[(k + 1) % n]),
                  c = point(brep, border[(k + 2) % n]);
      const oracle::Rational turn = dot(cross(b - a, c - b), face_area);
      EXPECT_GE(turn, 0);
      EXPECT_TRUE(turn > 0 || dot(b - a, c - b) > 0) << "turns back";
      // A straight corner is a feature, or where an edge ends and a cut begins.
      const PolygonCorner& corner = corners[(k + 1) % n];
      EXPECT_TRUE(turn > 0 || corner.source == Feature(corner.vertex) || corners[k].side != corner.side);
      expect_true_source(brep, face, corners[k]);
      // A feature of the face is passed by no side.
      for (const HalfEdge& h : brep.half_edges) {
        if (h.face == face) {
          EXPECT_FALSE(is_between(a, point(brep, h.origin), b));
        }
      }
      const auto parts = cut_at_vertices(brep, vertices, border[k], border[(k + 1) % n]);
      auto& to = corners[k].side.is_cut() ? cuts : on_edges[corners[k].side.edge()];
      to.insert(parts.begin(), parts.end());
    }
  }
  EXPECT_EQ(polygon_area, face_area);
  // Cuts are between two polygons of the face, and lie on no edge of it.
  for (const auto& [tail, head] : cuts) {
    EXPECT_EQ(cuts.count({tail, head}), cuts.count({head, tail}));
  }
  // Each edge is covered once by sides, as the face runs along it.
  std::map<EdgeId, std::multiset<Segment3>> wanted;
  for (const HalfEdge& h : brep.half_edges) {
    if (h.face != face) continue;
    const auto parts = cut_at_vertices(brep, vertices, h.origin, brep.half_edges[h.next.index()].origin);
    wanted[h.edge].insert(parts.begin(), parts.end());
  }
  EXPECT_EQ(on_edges, wanted);
}

ConvexPolygons expect_exact_partition(const Brep& brep) {
  ConvexPolygons polygons = make_convex_polygons(brep);
  EXPECT_TRUE(std::is_sorted(polygons.faces.begin(), polygons.faces.end()));
  EXPECT_EQ(polygons.first_corner.back(), polygons.corners.size());
  for (std::size_t f = 0; f < brep.faces.size(); ++f) expect_exact_partition(brep, polygons, FaceId(f));
  return polygons;
}

std::size_t count_cuts(const ConvexPolygons& polygons) {
  const auto is_cut = [](const PolygonCorner& corner) { return corner.side.is_cut(); };
  return static_cast<std::size_t>(std::count_if(polygons.corners.begin(), polygons.corners.end(), is_cut));
}

TEST(ConvexPartition, NothingHasNoPolygons) {
  EXPECT_EQ(make_convex_polygons(make_brep(Mesh())).size(), 0u);
}

TEST(ConvexPartition, TheFacesOfACubeAreTheirOwnPolygonsHoweverFinelyCut) {
  for (const int fineness : {1, 2, 5}) {
    const Brep brep = make_brep(make_cell_mesh(kOneCell, fineness, make_skew_map()));
    const ConvexPolygons polygons = expect_exact_partition(brep);
    EXPECT_EQ(polygons.size(), 6u);
    EXPECT_EQ(polygons.corners.size(), 24u);
    EXPECT_EQ(count_cuts(polygons), 0u);
  }
}

TEST(ConvexPartition, TheLFacesOfAnLBecomeTwoPolygonsEachAndTheOthersStay) {
  const Brep brep = make_brep(make_cell_mesh(kLCells, 1, make_skew_map()));
  ASSERT_EQ(brep.faces.size(), 8u);
  const ConvexPolygons polygons = expect_exact_partition(brep);
  EXPECT_EQ(polygons.size(), 6u + 2u * 2u);
  EXPECT_EQ(count_cuts(polygons), 2u * 2u);
}

TEST(ConvexPartition, FineTrianglesDoNotMakeMorePolygons) {
  for (const int fineness : {2, 4, 8}) {
    EXPECT_EQ(expect_exact_partition(make_brep(make_cell_mesh(kLCells, fineness, make_skew_map()))).size(), 10u);
  }
}

TEST(ConvexPartition, APlateWithAHoleIsCutIntoAtLeastFourPolygonsASide) {
  const Brep brep = make_brep(make_cell_mesh(make_ring_cells(), 1, make_skew_map()));
  ASSERT_EQ(brep.faces.size(), 10u);
  const ConvexPolygons polygons = expect_exact_partition(brep);
  std::map<FaceId, std::size_t> num;
  for (const FaceId f : polygons.faces) ++num[f];
  for (const auto& [f, n] : num) {
    if (brep.faces[f.index()].num_loops == 2) {
      // Each corner of the hole needs a cut; Hertel and Mehlhorn's bound is four times the least number.
      EXPECT_GE(n, 4u);
      EXPECT_LE(n, 16u);
    } else {
      EXPECT_EQ(n, 1u);
    }
  }
}

TEST(ConvexPartition, AStraightCornerThatIsAFeatureStays) {
  //  3-----2
  //  |    /|    4 is the tip of a triangle that stands on end: a corner inside the straight side 0-1
  //  0--4--1
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {1, 0, 0}, {0.5, 0, 1}};
  const auto add = [&](int a, int b, int c) { mesh.triangles.push_back({VertexId(a), VertexId(b), VertexId(c)}); };
  add(0, 4, 3);
  add(4, 1, 2);
  add(4, 2, 3);
  add(4, 0, 5);
  const Brep brep = make_brep(mesh);
  const ConvexPolygons polygons = expect_exact_partition(brep);
  ASSERT_EQ(polygons.size(), 2u);
  EXPECT_EQ(polygons.corners_of(0).size(), 5u);
  EXPECT_EQ(polygons.corners_of(1).size(), 3u);
}

TEST(ConvexPartition, ACornerOfTheFaceStaysEvenBetweenTwoCutsInLine) {
  //  T
  //       P      R is reflex. T P R N stays one polygon with a corner of 180 degrees at R; both of its sides there are
  //     R X      cuts, from the triangles R X P and R N Y, with which it would not be convex.
  //   N Y
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {-2, 2, 0}, {-1, -1, 0}, {0, -1, 0}};
  const auto add = [&](int a, int b, int c) { mesh.triangles.push_back({VertexId(a), VertexId(b), VertexId(c)}); };
  add(0, 1, 2);
  add(0, 2, 3);
  add(0, 3, 4);
  add(0, 4, 5);
  const ConvexPolygons polygons = expect_exact_partition(make_brep(mesh));
  ASSERT_EQ(polygons.size(), 3u);
  const auto is_through = [](const PolygonCorner& corner) { return corner.source == Feature(VertexId(0)); };
  for (std::size_t i = 0; i < 3; ++i) {
    const auto corners = polygons.corners_of(i);
    EXPECT_EQ(std::count_if(corners.begin(), corners.end(), is_through), 1);
  }
}

TEST(ConvexPartition, ASlitWhereAFinStandsOnAFaceIsAnEdgeAndNoCut) {
  // A fin on the middle of three squares: the face below goes on round the ends of the fin.
  std::set<Square> squares;
  for (int x = 0; x < 5; ++x) {
    for (int y = 0; y < 4; ++y) squares.insert({x, y});
  }
  for (const int length : {1, 2, 3}) {
    Mesh mesh = make_sheet_mesh(squares, 5, make_skew_map());
    const auto id_of = [&](int x, int y) {
      const Vec3 p = make_skew_map() * Vec3(x, y, 0);
      return VertexId(std::find(mesh.vertices.begin(), mesh.vertices.end(), p) - mesh.vertices.begin());
    };
    mesh.vertices.push_back(make_skew_map() * Vec3(2, 2, 3));
    const VertexId tip(mesh.vertices.size() - 1);
    for (int x = 1; x < 1 + length; ++x) mesh.triangles.push_back({id_of(x, 2), id_of(x + 1, 2), tip});
    const Brep brep = make_brep(mesh);
    ASSERT_EQ(brep.faces.size(), 2u);
    expect_exact_partition(brep);
  }
}

TEST(ConvexPartition, AFaceWithoutAreaHasNoPolygon) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {1, 0, 0}};
  mesh.triangles = {{VertexId(0), VertexId(1), VertexId(2)}, {VertexId(0), VertexId(3), VertexId(1)}};
  const Brep brep = make_brep(mesh);
  ASSERT_EQ(brep.faces.size(), 2u);
  const ConvexPolygons polygons = make_convex_polygons(brep);
  ASSERT_EQ(polygons.size(), 1u);
  EXPECT_EQ(polygons.faces[0], FaceId(1));
}

// Squares by chance: holes, squares that touch at a vertex only, several components.
std::set<Square> make_random_squares(std::uint64_t seed) {
  test::Random random(seed);
  std::set<Square> squares;
  for (int x = 0; x < 5; ++x) {
    for (int y = 0; y < 5; ++y) {
      if (random.below(10) < 7) squares.insert({x, y});
    }
  }
  return squares;
}

TEST(ConvexPartition, RandomSheetsArePartitionedExactly) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    expect_exact_partition(make_brep(make_sheet_mesh(make_random_squares(seed), seed, make_skew_map())));
  }
}

using PolygonImage = std::vector<std::tuple<double, double, double, FeatureKind, FeatureKind>>;

// The polygons by coordinates and kinds, each from its least corner.
std::multiset<PolygonImage> make_image(const Brep& brep) {
  std::multiset<PolygonImage> images;
  const ConvexPolygons polygons = make_convex_polygons(brep);
  for (std::size_t i = 0; i < polygons.size(); ++i) {
    PolygonImage image;
    for (const PolygonCorner& corner : polygons.corners_of(i)) {
      const Vec3& p = brep.vertices[corner.vertex.index()];
      image.emplace_back(p.x(), p.y(), p.z(), corner.source.kind(), corner.side.kind());
    }
    std::rotate(image.begin(), std::min_element(image.begin(), image.end()), image.end());
    images.insert(image);
  }
  return images;
}

TEST(ConvexPartition, LabelsDoNotMatter) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Mesh mesh = make_sheet_mesh(make_random_squares(seed), seed, make_skew_map());
    EXPECT_EQ(make_image(make_brep(mesh)), make_image(make_brep(make_relabelled(mesh, seed))));
  }
}

TEST(ConvexPartition, ScalingByAPowerOfTwoChangesNothing) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Mesh mesh = make_sheet_mesh(make_random_squares(seed), seed, make_skew_map());
    const ConvexPolygons a = make_convex_polygons(make_brep(mesh));
    const ConvexPolygons b = make_convex_polygons(make_brep(make_scaled(mesh, std::ldexp(1.0, -130))));
    EXPECT_EQ(a.first_corner, b.first_corner);
    ASSERT_EQ(a.corners.size(), b.corners.size());
    for (std::size_t i = 0; i < a.corners.size(); ++i) {
      EXPECT_EQ(a.corners[i].vertex, b.corners[i].vertex);
      EXPECT_EQ(a.corners[i].source, b.corners[i].source);
      EXPECT_EQ(a.corners[i].side, b.corners[i].side);
    }
  }
}

}  // namespace
}  // namespace abut::geometry
