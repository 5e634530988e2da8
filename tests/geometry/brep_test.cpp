#include "abut/geometry/brep.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <numbers>

#include "abut/base/input_error.h"
#include "abut/geometry/io/read_mesh.h"
#include "geometry/brep_invariants.h"
#include "geometry/brep_samples.h"
#include "oracle/cell_union.h"

namespace abut::geometry {
namespace {

using namespace samples;

// With every invariant checked on the way.
Brep make_checked(const Mesh& mesh, const ContactFaceTolerance& tolerance = {}) {
  const Brep brep = make_brep(mesh, tolerance);
  for (const std::string& fault : check_brep_invariants(mesh, brep)) ADD_FAILURE() << fault;
  return brep;
}

std::size_t num_corners(const Brep& brep) {
  return std::count_if(brep.vertex_half_edge.begin(), brep.vertex_half_edge.end(),
                       [](HalfEdgeId h) { return !h.is_none(); });
}

std::size_t num_edges(const Brep& brep, EdgeKind kind) {
  return std::count_if(brep.edges.begin(), brep.edges.end(), [&](const Edge& e) { return e.kind == kind; });
}

std::size_t loop_length(const Brep& brep, const Face& face, std::uint32_t loop) {
  const HalfEdgeId first = brep.loops[face.first_loop + loop].half_edge;
  std::size_t length = 0;
  HalfEdgeId h = first;
  do {
    ++length;
    h = brep.half_edges[h.index()].next;
  } while (h != first);
  return length;
}

struct Counts {
  std::size_t vertices, edges, faces;
  bool operator==(const Counts&) const = default;
  friend std::ostream& operator<<(std::ostream& out, const Counts& c) {
    return out << c.vertices << " vertices, " << c.edges << " edges, " << c.faces << " faces";
  }
};

Counts counts(const Brep& brep) {
  return {num_corners(brep), brep.edges.size(), brep.faces.size()};
}

TEST(Brep, ACubeHasEightVerticesTwelveEdgesSixFacesHoweverFine) {
  for (const int n : {1, 2, 16, 20}) {
    const Mesh mesh = make_cube(n);
    ASSERT_EQ(mesh.triangles.size(), 12u * n * n);
    const Brep brep = make_checked(mesh);
    EXPECT_EQ(counts(brep), (Counts{8, 12, 6})) << n;
    EXPECT_EQ(num_edges(brep, EdgeKind::kConvex), 12u);
    EXPECT_EQ(brep.kind, BrepKind::kSolid);
    ASSERT_EQ(brep.shells.size(), 1u);
    EXPECT_TRUE(brep.shells[0].is_closed);
    EXPECT_FALSE(brep.shells[0].is_cavity);
    EXPECT_NEAR(brep.shells[0].signed_volume, 1.0, 1e-12);
    for (const Face& face : brep.faces) {
      EXPECT_EQ(face.normal.cwiseAbs().sum(), 1.0);
      EXPECT_EQ(face.offset, face.normal.sum() > 0 ? 1.0 : 0.0);
      EXPECT_EQ(loop_length(brep, face, 0), 4u);
    }
  }
}

TEST(Brep, AnLHasOneReflexEdge) {
  const Brep brep = make_checked(make_cells({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
  EXPECT_EQ(counts(brep), (Counts{12, 18, 8}));
  EXPECT_EQ(num_edges(brep, EdgeKind::kReflex), 1u);
  EXPECT_EQ(num_edges(brep, EdgeKind::kConvex), 17u);
  EXPECT_EQ(brep.kind, BrepKind::kSolid);
}

TEST(Brep, APlateWithAHoleHasTwoFacesOfTwoLoops) {
  std::set<Cell> cells = make_block(3, 3, 1);
  cells.erase({1, 1, 0});
  for (const int n : {1, 3}) {
    const Brep brep = make_checked(make_cells(cells, n));
    EXPECT_EQ(counts(brep), (Counts{16, 24, 10}));
    EXPECT_EQ(brep.kind, BrepKind::kSolid);
    EXPECT_EQ(std::count_if(brep.faces.begin(), brep.faces.end(), [](const Face& f) { return f.num_loops == 2; }), 2);
  }
}

TEST(Brep, ATorusIsASolid) {
  const Brep brep = make_checked(make_torus(12, 7));
  EXPECT_EQ(brep.kind, BrepKind::kSolid);
  const Counts c = counts(brep);
  EXPECT_EQ(c.vertices + c.faces, c.edges);
  EXPECT_GT(num_edges(brep, EdgeKind::kReflex), 0u);
  EXPECT_EQ(make_checked(make_inside_out(make_torus(12, 7))).kind, BrepKind::kSoup);
}

TEST(Brep, ASurfaceThatCannotBeWoundConsistentlyIsASoup) {
  constexpr int kNum = 9;
  const Brep brep = make_checked(make_half_turned_strip(kNum));
  EXPECT_EQ(brep.kind, BrepKind::kSoup);
  EXPECT_EQ(num_edges(brep, EdgeKind::kNonManifold), 1u);
  EXPECT_EQ(num_edges(brep, EdgeKind::kBorder), 2u * kNum);
  EXPECT_FALSE(brep.shells.at(0).is_closed);
}

TEST(Brep, OneTriangleWoundTheOtherWayMakesACubeASoup) {
  Mesh mesh = make_cube();
  std::swap(mesh.triangles[5][0], mesh.triangles[5][1]);
  const Brep brep = make_checked(mesh);
  EXPECT_EQ(brep.kind, BrepKind::kSoup);
  EXPECT_EQ(num_edges(brep, EdgeKind::kNonManifold), 3u);
}

TEST(Brep, AnOpenCubeIsASheetWhoseBordersAreJoined) {
  for (const int n : {1, 4}) {
    Mesh mesh = make_cube(n);
    std::erase_if(mesh.triangles, [&](const Triangle& t) {
      return std::all_of(t.begin(), t.end(), [&](VertexId v) { return mesh.vertices[v.index()][2] == 1.0; });
    });
    const Brep brep = make_checked(mesh);
    EXPECT_EQ(brep.kind, BrepKind::kSheet);
    EXPECT_EQ(counts(brep), (Counts{8, 12, 5}));
    EXPECT_EQ(num_edges(brep, EdgeKind::kBorder), 4u);
    EXPECT_FALSE(brep.shells[0].is_closed);
  }
}

TEST(Brep, SheetsThatTouchAtAVertexAreASoup) {
  MeshBuilder builder;
  builder.polygon({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}).polygon({{0, 0, 0}, {-1, 0, 0}, {0, -1, 0}});
  const Brep brep = make_checked(builder.mesh());
  EXPECT_EQ(brep.kind, BrepKind::kSoup);
  EXPECT_EQ(brep.shells.size(), 2u);
}

TEST(Brep, CubesThatShareAnEdgeAreASoup) {
  for (const int n : {1, 3}) {
    const Brep brep = make_checked(make_cells({{0, 0, 0}, {1, 1, 0}}, n));
    EXPECT_EQ(brep.kind, BrepKind::kSoup);
    EXPECT_EQ(num_edges(brep, EdgeKind::kNonManifold), 1u);
    // The shared edge is joined as any other. At its ends the tops of both cubes touch, but do not merge.
    EXPECT_EQ(counts(brep), (Counts{14, 23, 12}));
    EXPECT_EQ(brep.shells.size(), 1u);
  }
}

TEST(Brep, CubesThatTouchAtAVertexAreASoup) {
  const Brep brep = make_checked(make_cells({{0, 0, 0}, {1, 1, 1}}));
  EXPECT_EQ(brep.kind, BrepKind::kSoup);
  EXPECT_EQ(counts(brep), (Counts{15, 24, 12}));
  ASSERT_EQ(brep.shells.size(), 2u);
  EXPECT_TRUE(brep.shells[0].is_closed && brep.shells[1].is_closed);
}

TEST(Brep, ACavityPointsInwardOrElseItIsASoup) {
  std::set<Cell> cells = make_block(3, 3, 3);
  cells.erase({1, 1, 1});
  const Brep brep = make_checked(make_cells(cells, 2));
  EXPECT_EQ(brep.kind, BrepKind::kSolid);
  EXPECT_EQ(counts(brep), (Counts{16, 24, 12}));
  ASSERT_EQ(brep.shells.size(), 2u);
  const Shell& cavity = brep.shells[brep.shells[0].is_cavity ? 0 : 1];
  const Shell& outer = brep.shells[brep.shells[0].is_cavity ? 1 : 0];
  EXPECT_TRUE(cavity.is_cavity);
  EXPECT_FALSE(outer.is_cavity);
  EXPECT_NEAR(cavity.signed_volume, -1.0, 1e-12);
  EXPECT_NEAR(outer.signed_volume, 27.0, 1e-12);

  const Mesh block = make_cells(make_block(3, 3, 3));
  const Mesh wrong = make_both(block, make_moved(make_cube(), {1, 1, 1}));
  EXPECT_EQ(make_checked(wrong).kind, BrepKind::kSoup);
  const Mesh cavity_outside = make_both(block, make_moved(make_inside_out(make_cube()), {5, 1, 1}));
  EXPECT_EQ(make_checked(cavity_outside).kind, BrepKind::kSoup);
  const Mesh two_parts = make_both(block, make_moved(make_cube(), {5, 1, 1}));
  EXPECT_EQ(make_checked(two_parts).kind, BrepKind::kSolid);
}

TEST(Brep, APillowWithoutVolumeIsASoup) {
  MeshBuilder builder;
  builder.polygon({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}).polygon({{0, 1, 0}, {1, 1, 0}, {1, 0, 0}, {0, 0, 0}});
  const Brep brep = make_checked(builder.mesh());
  EXPECT_EQ(brep.kind, BrepKind::kSoup);
  EXPECT_EQ(counts(brep), (Counts{4, 4, 2}));
  EXPECT_EQ(num_edges(brep, EdgeKind::kFlat), 4u);
  EXPECT_TRUE(brep.shells[0].is_closed);
  EXPECT_EQ(brep.shells[0].signed_volume, 0.0);
}

TEST(Brep, OneUnitInTheLastPlaceKeepsNeighboursApart) {
  for (const double lift : {0.0, 0x1p-52, -0x1p-52}) {
    MeshBuilder builder;
    builder.polygon({{0, 0, 1}, {1, 0, 1}, {0, 1, 1}}).polygon({{1, 0, 1}, {1, 1, 1 + lift}, {0, 1, 1}});
    const Brep brep = make_checked(builder.mesh());
    EXPECT_EQ(brep.faces.size(), lift == 0.0 ? 1u : 2u);
    EXPECT_EQ(num_edges(brep, EdgeKind::kReflex), lift > 0 ? 1u : 0u);
    EXPECT_EQ(num_edges(brep, EdgeKind::kConvex), lift < 0 ? 1u : 0u);
  }
}

TEST(Brep, ASliverHasAGoodNormal) {
  // Height 2^-40 over a side of length 1, far from the origin's planes.
  const double h = 0x1p-40;
  MeshBuilder builder;
  builder.polygon({{1, 2, 3}, {2, 3, 3}, {1.5 - h, 2.5 + h, 3 + h}});
  const Brep brep = make_checked(builder.mesh());
  ASSERT_EQ(brep.faces.size(), 1u);
  // (1, 1, 0) x (0.5 - h, 0.5 + h, h) = h (1, -1, 2).
  EXPECT_LT((brep.faces[0].normal - Vec3(1, -1, 2) / std::sqrt(6.0)).norm(), 1e-15);
}

TEST(Brep, ATriangleWithoutAreaIsAFaceOfItsOwnAndLeavesTheSolidASolid) {
  const Brep brep = make_checked(make_cube_with_a_gap_closed());
  EXPECT_EQ(brep.kind, BrepKind::kSolid);
  // One edge of the cube is two, with the face without area between them: its short sides are joined.
  EXPECT_EQ(counts(brep), (Counts{8, 13, 7}));
  EXPECT_EQ(num_edges(brep, EdgeKind::kConvex), 11u);
  EXPECT_EQ(num_edges(brep, EdgeKind::kFlat), 2u);
  const Face& without_area = brep.faces.back();
  EXPECT_EQ(without_area.normal, Vec3::Zero());
  EXPECT_EQ(without_area.num_triangles, 1u);
  EXPECT_EQ(loop_length(brep, without_area, 0), 2u);
}

TEST(Brep, ATriangleThatNamesAVertexTwiceChangesNothingWhereAnEdgeIs) {
  Mesh mesh = make_cube();
  const Triangle t = mesh.triangles[0];
  mesh.triangles.insert(mesh.triangles.begin() + 3, {t[0], t[0], t[1]});
  mesh.triangles.push_back({t[2], t[2], t[2]});
  const Brep brep = make_checked(mesh);
  EXPECT_EQ(brep.kind, BrepKind::kSolid);
  EXPECT_EQ(counts(brep), (Counts{8, 12, 6}));
  EXPECT_TRUE(brep.triangle_face[3].is_none());
}

TEST(Brep, LooseSegmentsAndPointsMakeASoupThatKeepsItsFaces) {
  Mesh mesh = make_cube(2);
  mesh.vertices.emplace_back(5, 5, 5);
  mesh.vertices.emplace_back(6, 5, 5);
  const VertexId a(mesh.vertices.size() - 2), b(mesh.vertices.size() - 1);
  mesh.segments = {{a, b}};
  mesh.points = {b};
  const Brep brep = make_checked(mesh);
  EXPECT_EQ(brep.kind, BrepKind::kSoup);
  EXPECT_EQ(counts(brep), (Counts{8, 13, 6}));
  EXPECT_EQ(brep.edges.back().kind, EdgeKind::kWire);
  EXPECT_EQ(brep.edges.back().tail, a);
  EXPECT_EQ(brep.edges.back().head, b);
  EXPECT_EQ(brep.points, std::vector{b});
}

TEST(Brep, AnEmptyMeshIsAnEmptySoup) {
  const Brep brep = make_checked(Mesh{});
  EXPECT_EQ(brep.kind, BrepKind::kSoup);
  EXPECT_EQ(counts(brep), (Counts{0, 0, 0}));
}

TEST(Brep, UnusedVerticesAreNoFeatures) {
  Mesh mesh = make_cube();
  mesh.vertices.emplace_back(9, 9, 9);
  const Brep brep = make_checked(mesh);
  EXPECT_EQ(brep.kind, BrepKind::kSolid);
  EXPECT_TRUE(brep.vertex_half_edge.back().is_none());
}

// Laws.

// What does not depend on how things are numbered: edges by the places of their ends, with their kinds; faces by the
// places of their corners.
struct Signature {
  using Place = std::array<double, 3>;
  std::multiset<std::pair<std::set<Place>, EdgeKind>> edges;
  std::multiset<std::multiset<Place>> faces;
  BrepKind kind;
  bool operator==(const Signature&) const = default;
};

Signature make_signature(const Brep& brep, const math::Mat3& undo = math::Mat3::Identity()) {
  const auto place = [&](VertexId v) {
    const Vec3 p = undo * brep.vertices[v.index()];
    return Signature::Place{p[0], p[1], p[2]};
  };
  Signature result;
  result.kind = brep.kind;
  for (const Edge& e : brep.edges) result.edges.insert({{place(e.tail), place(e.head)}, e.kind});
  std::vector<std::multiset<Signature::Place>> corners(brep.faces.size());
  for (const HalfEdge& h : brep.half_edges) corners[h.face.index()].insert(place(h.origin));
  result.faces = {corners.begin(), corners.end()};
  return result;
}

TEST(BrepLaws, RelabellingGivesTheSameFeatures) {
  std::mt19937 random(5);
  for (int round = 0; round < 30; ++round) {
    const Mesh mesh = make_sheared(make_cells(make_random_cells(random, 4, 30 + round), 1 + round % 2));
    EXPECT_EQ(make_signature(make_checked(mesh)), make_signature(make_checked(make_relabelled(mesh, random))));
  }
}

TEST(BrepLaws, PowersOfTwoChangeNoBit) {
  std::mt19937 random(6);
  Mesh mesh = make_torus(20, 15);
  for (Vec3& p : mesh.vertices) p += 1e-3 * Vec3(random() % 100, random() % 100, random() % 100);
  const ContactFaceTolerance tolerance{0.2, 0.05};
  const Brep brep = make_checked(mesh, tolerance);
  for (const double factor : {0x1p-60, 0x1p-3, 0x1p40}) {
    const Brep scaled = make_checked(make_scaled(mesh, factor), {tolerance.angle, tolerance.height * factor});
    ASSERT_EQ(scaled.faces.size(), brep.faces.size());
    for (std::size_t f = 0; f < brep.faces.size(); ++f) {
      EXPECT_EQ(scaled.faces[f].normal, brep.faces[f].normal);
      EXPECT_EQ(scaled.faces[f].offset, brep.faces[f].offset * factor);
      EXPECT_EQ(scaled.faces[f].contact_face, brep.faces[f].contact_face);
    }
    ASSERT_EQ(scaled.contact_faces.size(), brep.contact_faces.size());
    EXPECT_LT(brep.contact_faces.size(), brep.faces.size());
    for (std::size_t c = 0; c < brep.contact_faces.size(); ++c) {
      EXPECT_EQ(scaled.contact_faces[c].normal, brep.contact_faces[c].normal);
      EXPECT_EQ(scaled.contact_faces[c].offset, brep.contact_faces[c].offset * factor);
    }
    EXPECT_EQ(scaled.shells[0].signed_volume, brep.shells[0].signed_volume * factor * factor * factor);
    for (std::size_t e = 0; e < brep.edges.size(); ++e) EXPECT_EQ(scaled.edges[e].kind, brep.edges[e].kind);
  }
}

TEST(BrepLaws, ExactRotationsKeepTheFeatures) {
  std::mt19937 random(7);
  math::Mat3 turn;
  turn << 0, 0, 1, -1, 0, 0, 0, -1, 0;  // det = +1: axes permuted, two of them reversed
  ASSERT_EQ(turn.determinant(), 1.0);
  for (int round = 0; round < 20; ++round) {
    const Mesh mesh = make_sheared(make_cells(make_random_cells(random, 4, 50)));
    const Brep brep = make_checked(mesh);
    const Brep turned = make_checked(make_mapped(mesh, turn));
    EXPECT_EQ(make_signature(brep), make_signature(turned, turn.transpose()));
    for (std::size_t f = 0; f < brep.faces.size(); ++f) {
      EXPECT_LT((turn * brep.faces[f].normal - turned.faces[f].normal).norm(), 1e-15);
    }
  }
}

TEST(BrepLaws, TurningASolidInsideOutSwapsConvexAndReflex) {
  std::mt19937 random(8);
  const Mesh mesh = make_cells(make_random_cells(random, 4, 40));
  const Brep brep = make_checked(mesh), turned = make_checked(make_inside_out(mesh));
  EXPECT_EQ(num_edges(brep, EdgeKind::kConvex), num_edges(turned, EdgeKind::kReflex));
  EXPECT_EQ(num_edges(brep, EdgeKind::kReflex), num_edges(turned, EdgeKind::kConvex));
}

// Oracle.

TEST(BrepOracle, AUnionOfCubesIsASolidExactlyIfItsBoundaryIsAManifold) {
  std::mt19937 random(10);
  int num_solids = 0, num_cavities = 0;
  for (int round = 0; round < 300; ++round) {
    const std::set<Cell> cells = make_random_cells(random, 4, round % 2 == 0 ? 8 : 92);
    const Brep brep = make_checked(make_cells(cells));
    const bool is_solid = !cells.empty() && oracle::is_boundary_manifold(cells, 4);
    EXPECT_EQ(brep.kind, is_solid ? BrepKind::kSolid : BrepKind::kSoup);
    double volume = 0;
    for (const Shell& shell : brep.shells) {
      volume += shell.signed_volume;
      num_cavities += shell.is_cavity;
    }
    if (!is_solid) continue;
    EXPECT_NEAR(volume, static_cast<double>(cells.size()), 1e-9);
    ++num_solids;
  }
  EXPECT_GT(num_solids, 20);
  EXPECT_LT(num_solids, 280);
  EXPECT_GT(num_cavities, 5);
}

TEST(BrepPublicData, EveryPublicMeshHasOneThatHolds) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(ABUT_DATA_DIR) / "rigid-ipc/meshes";
  if (!fs::exists(folder)) GTEST_SKIP() << "no public meshes at " << folder;
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".obj") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  ASSERT_FALSE(paths.empty());
  for (const fs::path& path : paths) {
    SCOPED_TRACE(path);
    const Mesh mesh = read_mesh(path).mesh;
    const Brep brep = make_checked(mesh, {0.01, 1e-4});
    // Edges of the mesh say the same of it: closed and consistent, or not.
    const TriangleAdjacency adjacency = make_triangle_adjacency(mesh);
    const bool is_closed = std::all_of(adjacency.edges.begin(), adjacency.edges.end(),
                                       [&](HalfEdgeId h) { return is_consistent(mesh.triangles, adjacency, h); });
    EXPECT_TRUE(brep.kind == BrepKind::kSoup || (brep.kind == BrepKind::kSolid) == is_closed);
  }
}

// Bad input.

std::string refusal(const Mesh& mesh) {
  try {
    make_brep(mesh);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(BrepBadInput, ACoordinateThatIsNotFiniteIsRefused) {
  Mesh mesh = make_cube();
  mesh.vertices[3] = {0, std::numeric_limits<double>::quiet_NaN(), 1};
  EXPECT_EQ(
      refusal(mesh),
      "vertex 3: is at (0, nan, 1), which is no point; give it finite coordinates, or remove it and what uses it");
}

TEST(BrepBadInput, AVertexThatDoesNotExistIsRefused) {
  Mesh mesh = make_cube();
  mesh.triangles[2][1] = VertexId(8);
  EXPECT_EQ(refusal(mesh),
            "triangle 2: names vertex 8, but there are 8 vertices; let it name vertices that exist, counted from 0");
  mesh = make_cube();
  mesh.segments = {{VertexId(0), VertexId(1)}, {VertexId(9), VertexId(1)}};
  EXPECT_EQ(refusal(mesh),
            "segment 1: names vertex 9, but there are 8 vertices; let it name vertices that exist, counted from 0");
  mesh = make_cube();
  mesh.points = {VertexId(11)};
  EXPECT_EQ(refusal(mesh),
            "point 0: names vertex 11, but there are 8 vertices; let it name vertices that exist, counted from 0");
}

}  // namespace
}  // namespace abut::geometry
