#include "abut/geometry/defects.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <numbers>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "abut/geometry/io/read_mesh.h"
#include "abut/geometry/makers/primitives.h"
#include "abut/geometry/makers/registry.h"
#include "abut/geometry/makers/sphere.h"
#include "brep_samples.h"
#include "sample_meshes.h"

namespace abut::geometry {
namespace {

using math::Vec3;
using samples::make_both;
using samples::make_inside_out;
using enum DefectKind;

using Counts = std::map<DefectKind, std::size_t>;

Counts count(const std::vector<Defect>& defects) {
  Counts counts;
  for (const Defect& defect : defects) counts[defect.kind] = defect.count;
  return counts;
}
Counts count(const Mesh& mesh) {
  return count(check_mesh(mesh));
}

Mesh make_cube() {
  return test::make_box_mesh({0, 0, 0}, {1, 1, 1});
}

// The only place of the only defect.
DefectPlace find_place(const Mesh& mesh) {
  const std::vector<Defect> defects = check_mesh(mesh);
  EXPECT_EQ(defects.size(), 1u);
  EXPECT_EQ(defects.at(0).places.size(), 1u);
  return defects.at(0).places.at(0);
}

// ---- Clean

TEST(Defects, CleanMeshesHaveNone) {
  for (const Mesh& mesh : {make_cube(), make_icosphere(3, 0.7), make_torus(2, 0.5, 24, 12), make_cone(1, 0, 2, 64),
                           samples::make_cube(4), test::make_rough_torus_mesh(30, 20, 0.05, 8)}) {
    EXPECT_EQ(count(mesh), Counts{});
  }
}

TEST(Defects, EveryMakerIsCleanAndTheSheetsAreOnlyOpen) {
  for (const Maker& maker : makers()) {
    const bool is_sheet = maker.name == "height_field" || maker.name == "warped_plane";
    Counts counts = count(make_mesh(maker.name, {}));
    EXPECT_EQ(counts.erase(kOpenEdges), is_sheet ? 1u : 0u) << maker.name;
    EXPECT_EQ(counts, Counts{}) << maker.name;
  }
}

TEST(Defects, NothingHasNoDefects) {
  EXPECT_EQ(count(Mesh{}), Counts{});
}

TEST(Defects, LooseSegmentsAndPointsAreNone) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
  mesh.segments = {{VertexId(0), VertexId(1)}};
  mesh.points = {VertexId(2)};
  EXPECT_EQ(count(mesh), Counts{});
}

TEST(Defects, ACavityAndTwoBodiesAreClean) {
  EXPECT_EQ(count(make_both(make_box(Vec3(3, 3, 3)), make_inside_out(make_box(Vec3(1, 1, 1))))), Counts{});
  EXPECT_EQ(count(make_both(make_cube(), samples::make_moved(make_cube(), {2, 0, 0}))), Counts{});
}

// ---- Each kind, made on purpose from something clean

TEST(Defects, AMissingTriangleLeavesThreeOpenEdges) {
  Mesh mesh = make_cube();
  const Triangle gone = mesh.triangles.back();
  mesh.triangles.pop_back();
  const std::vector<Defect> defects = check_mesh(mesh);
  ASSERT_EQ(count(defects), (Counts{{kOpenEdges, 3}}));
  for (const DefectPlace& place : defects[0].places) {
    for (const VertexId v : place.edge) EXPECT_NE(std::find(gone.begin(), gone.end(), v), gone.end());
    EXPECT_EQ(place.p, 0.5 * mesh.vertices[place.edge[0].index()] + 0.5 * mesh.vertices[place.edge[1].index()]);
  }
}

TEST(Defects, AnOpenSheetHasAnOpenEdgeForEachSideOfItsOutline) {
  Mesh sheet;
  sheet.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  test::add_triangle(sheet, 0, 1, 2);
  test::add_triangle(sheet, 0, 2, 3);
  EXPECT_EQ(count(sheet), (Counts{{kOpenEdges, 4}}));
}

TEST(Defects, CubesThatShareAnEdgeHaveANonManifoldEdge) {
  const Mesh mesh = samples::make_cells({{0, 0, 0}, {1, 1, 0}});
  EXPECT_EQ(count(mesh), (Counts{{kNonManifoldEdges, 1}}));
  EXPECT_EQ(find_place(mesh).p, Vec3(1, 1, 0.5));
}

TEST(Defects, CubesThatShareAVertexHaveANonManifoldVertex) {
  const Mesh mesh = samples::make_cells({{0, 0, 0}, {1, 1, 1}});
  EXPECT_EQ(count(mesh), (Counts{{kNonManifoldVertices, 1}}));
  EXPECT_EQ(find_place(mesh).p, Vec3(1, 1, 1));
}

TEST(Defects, ATriangleTurnedOverDisagreesAtItsThreeEdges) {
  Mesh mesh = make_cube();
  std::swap(mesh.triangles[5][0], mesh.triangles[5][1]);
  EXPECT_EQ(count(mesh), (Counts{{kInconsistentWinding, 3}}));
}

TEST(Defects, AMoebiusStripIsOneSidedAndNotAlsoInconsistent) {
  // Nine cross-bars, each turned by a ninth of half a turn from the one before.
  Mesh mesh;
  const std::size_t n = 9;
  for (std::size_t i = 0; i < n; ++i) {
    const double a = 2 * std::numbers::pi * static_cast<double>(i) / n;
    const Vec3 out(std::cos(a), std::sin(a), 0);
    const Vec3 bar = 0.25 * (std::cos(a / 2) * out + std::sin(a / 2) * Vec3(0, 0, 1));
    mesh.vertices.push_back(out - bar);
    mesh.vertices.push_back(out + bar);
  }
  for (std::size_t i = 0; i < n; ++i) {
    const bool is_last = i + 1 == n;
    const std::size_t c = is_last ? 1 : 2 * i + 2, d = is_last ? 0 : 2 * i + 3;
    test::add_triangle(mesh, 2 * i, 2 * i + 1, d);
    test::add_triangle(mesh, 2 * i, d, c);
  }
  EXPECT_EQ(count(mesh), (Counts{{kOpenEdges, 2 * n}, {kOneSidedSurfaces, 1}}));
}

TEST(Defects, ShellsThatFaceTheWrongWayAreInsideOut) {
  EXPECT_EQ(count(make_inside_out(make_cube())), (Counts{{kInsideOutShells, 1}}));
  const Mesh nested = make_both(make_box(Vec3(3, 3, 3)), make_box(Vec3(1, 1, 1)));
  EXPECT_EQ(count(nested), (Counts{{kInsideOutShells, 1}}));
  EXPECT_EQ(find_place(nested).triangles[0], TriangleId(12)) << "the first triangle of the inner one";
}

TEST(Defects, AClosedShellFoldedFlatHasZeroVolume) {
  // A square and its back, cut along different diagonals: all four pairs of a front and a back triangle overlap.
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  test::add_triangle(mesh, 0, 1, 2);
  test::add_triangle(mesh, 0, 2, 3);
  test::add_triangle(mesh, 1, 0, 3);
  test::add_triangle(mesh, 1, 3, 2);
  EXPECT_EQ(count(mesh), (Counts{{kZeroVolumeShells, 1}, {kSelfIntersections, 4}}));
}

TEST(Defects, ATriangleOfZeroAreaIsFoundAndExplainsItsContacts) {
  // The edge from 0 to 1 of a cube gets a vertex on one side, and a triangle without area between the two sides.
  Mesh mesh = make_cube();
  mesh.vertices.emplace_back(0.5, 0, 0);
  for (Triangle& t : mesh.triangles) {
    for (int k = 0; k < 3; ++k) {
      if (t[k] != VertexId(0) || t[(k + 1) % 3] != VertexId(1)) continue;
      const VertexId apex = t[(k + 2) % 3];
      t = {VertexId(0), VertexId(8), apex};
      mesh.triangles.push_back({VertexId(8), VertexId(1), apex});
      mesh.triangles.push_back({VertexId(0), VertexId(1), VertexId(8)});
      EXPECT_EQ(count(mesh), (Counts{{kZeroAreaFaces, 1}}));
      EXPECT_EQ(find_place(mesh).triangles[0], TriangleId(13));
      return;
    }
  }
  FAIL() << "the edge is there";
}

TEST(Defects, ATriangleThatNamesAVertexTwiceIsOfZeroAreaAndNothingElse) {
  Mesh mesh = make_cube();
  test::add_triangle(mesh, 0, 0, 1);
  test::add_triangle(mesh, 2, 2, 2);
  EXPECT_EQ(count(mesh), (Counts{{kZeroAreaFaces, 2}}));
}

TEST(Defects, ATriangleTwiceIsADuplicateInEitherWinding) {
  for (const bool is_turned : {false, true}) {
    Mesh mesh = make_cube();
    Triangle copy = mesh.triangles[7];
    if (is_turned) std::swap(copy[1], copy[2]);
    mesh.triangles.push_back(copy);
    EXPECT_EQ(count(mesh), (Counts{{kDuplicateFaces, 1}}));
    EXPECT_EQ(find_place(mesh).triangles, (std::array{TriangleId(12), TriangleId(7)}));
  }
}

TEST(Defects, AVertexInItsNeighboursEdgeIsATJunctionAndLeavesThreeOpenEdges) {
  Mesh mesh = make_cube();
  mesh.vertices.emplace_back(0.25, 0, 0);
  for (Triangle& t : mesh.triangles) {
    for (int k = 0; k < 3; ++k) {
      if (t[k] != VertexId(0) || t[(k + 1) % 3] != VertexId(1)) continue;
      const VertexId apex = t[(k + 2) % 3];
      t = {VertexId(0), VertexId(8), apex};
      mesh.triangles.push_back({VertexId(8), VertexId(1), apex});
      const std::vector<Defect> defects = check_mesh(mesh);
      ASSERT_EQ(count(defects), (Counts{{kOpenEdges, 3}, {kTJunctions, 1}}));
      EXPECT_EQ(defects[1].places.at(0).vertex, VertexId(8));
      EXPECT_EQ(defects[1].places.at(0).edge, (std::array{VertexId(0), VertexId(1)}));
      mesh.vertices[8] = {0.25, 1e-10, 0};
      EXPECT_EQ(count(mesh).at(kTJunctions), 1u) << "within 1e-9 of the diagonal";
      EXPECT_EQ(count(check_mesh(mesh, {.t_junction_distance = 1e-11})).count(kTJunctions), 0u);
      return;
    }
  }
  FAIL() << "the edge is there";
}

TEST(Defects, BodiesThatOverlapIntersect) {
  // A thin bar through a cube: four sides of two triangles, through one triangle of each of two walls
  // (self_intersection_test.cpp).
  const Mesh bar = test::make_box_mesh({-1, 0.4375, 0.125}, {2, 0.5625, 0.25});
  const std::vector<Defect> defects = check_mesh(make_both(make_cube(), bar));
  ASSERT_EQ(count(defects), (Counts{{kSelfIntersections, 16}}));
  EXPECT_EQ(defects[0].places.size(), Defect::kMaxPlaces);
  EXPECT_TRUE(defects[0].is_complete);
  for (const DefectPlace& place : defects[0].places) {
    EXPECT_LT(place.triangles[0], TriangleId(12));
    EXPECT_GE(place.triangles[1], TriangleId(12));
    EXPECT_TRUE(place.p[0] == 0.0 || place.p[0] == 1.0) << "in a wall of the cube";
  }
}

TEST(Defects, BodiesThatTouchHaveContacts) {
  // A tetrahedron that stands with one corner inside a triangle of the top.
  Mesh tetrahedron;
  tetrahedron.vertices = {{0.5, 0.25, 1}, {0.25, 0.25, 2}, {0.5, 0.5, 2}, {0.75, 0.25, 2}};
  for (const auto& t : {std::array{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}}) {
    test::add_triangle(tetrahedron, t[0], t[1], t[2]);
  }
  EXPECT_EQ(count(make_both(make_cube(), tetrahedron)), (Counts{{kSelfContacts, 3}}));
}

TEST(Defects, AVertexAtInfinityIsNotFiniteAndNothingElse) {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Mesh mesh = make_cube();
    mesh.vertices[3][1] = bad;
    EXPECT_EQ(count(mesh), (Counts{{kNonFiniteCoordinates, 1}}));
    EXPECT_EQ(find_place(mesh).vertex, VertexId(3));
  }
}

TEST(Defects, AllVerticesAtInfinityAreReportedAllTheSame) {
  Mesh mesh = make_cube();
  for (Vec3& p : mesh.vertices) p.setConstant(std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(count(mesh), (Counts{{kNonFiniteCoordinates, 8}}));
}

TEST(Defects, VerticesThatNothingUsesAreUnused) {
  Mesh mesh = make_cube();
  mesh.vertices.emplace_back(5, 5, 5);
  mesh.vertices.push_back(mesh.vertices[0]);
  EXPECT_EQ(count(mesh), (Counts{{kUnusedVertices, 2}}));
  mesh.points = {VertexId(8), VertexId(9)};
  EXPECT_EQ(count(mesh), (Counts{{kCoincidentVertices, 1}})) << "a loose point at a corner";
}

TEST(Defects, UnweldedFacesHaveCoincidentVerticesAndOpenEdges) {
  Mesh mesh;
  for (const Triangle& t : make_cube().triangles) {
    for (const VertexId v : t) mesh.vertices.push_back(make_cube().vertices[v.index()]);
    const std::size_t n = mesh.vertices.size();
    test::add_triangle(mesh, n - 3, n - 2, n - 1);
  }
  EXPECT_EQ(count(mesh), (Counts{{kOpenEdges, 36}, {kCoincidentVertices, 36 - 8}}));
}

TEST(Defects, VerticesOfDifferentComponentsMayCoincide) {
  Mesh mesh = make_both(make_cube(), samples::make_moved(make_cube(), {1, 1, 1}));
  EXPECT_EQ(count(mesh), (Counts{{kCoincidentVertices, 1}}));
  mesh.component_names = {"one", "two"};
  mesh.triangle_component.assign(12, ComponentId(0));
  mesh.triangle_component.resize(24, ComponentId(1));
  EXPECT_EQ(count(mesh), Counts{});
}

// ---- The list

TEST(Defects, TheListIsInTheOrderOfTheKinds) {
  Mesh mesh = make_inside_out(make_cube());
  mesh.vertices.emplace_back(5, 5, 5);
  mesh.triangles.push_back(mesh.triangles[0]);
  test::add_triangle(mesh, 0, 0, 1);
  const std::vector<Defect> defects = check_mesh(mesh);
  ASSERT_EQ(defects.size(), 4u);
  for (std::size_t i = 1; i < defects.size(); ++i) EXPECT_LT(defects[i - 1].kind, defects[i].kind);
}

TEST(Defects, PlacesAreDescribedInWords) {
  EXPECT_EQ(describe_place({.vertex = VertexId(3), .p = {0.5, 0, 1}}), "vertex 3 near (0.5, 0, 1)");
  EXPECT_EQ(describe_place({.edge = {VertexId(3), VertexId(9)}, .triangles = {TriangleId(2), {}}, .p = {1, 2, 3}}),
            "edge 3-9, triangle 2 near (1, 2, 3)");
  EXPECT_EQ(describe_place({.triangles = {TriangleId(2), TriangleId(7)}, .p = {1, 2, 1.0 / 3}}),
            "triangles 2 and 7 near (1, 2, 0.333333)");
}

TEST(Defects, AShareOfTheDiagonalNeverOverflowsAndSkipsWhatIsUnused) {
  Mesh mesh = make_box(Vec3(2, 3, 6));
  EXPECT_DOUBLE_EQ(compute_diagonal_share(mesh, 1e-9), 7e-9);
  mesh.vertices.emplace_back(1e30, 0, 0);
  EXPECT_DOUBLE_EQ(compute_diagonal_share(mesh, 1e-9), 7e-9);
  for (Vec3& p : mesh.vertices) p = p.cwiseSign() * std::numeric_limits<double>::max();
  EXPECT_TRUE(std::isfinite(compute_diagonal_share(mesh, 1e-9)));
  EXPECT_EQ(compute_diagonal_share(Mesh{}, 1e-9), 0.0);
}

// ---- Laws

// No vertices twice in the same face: of such faces the first counts, and relabelling changes which that is.
Mesh make_random_soup(std::uint64_t seed) {
  test::Random random(seed);
  Mesh mesh;
  std::set<Triangle> faces;
  const std::size_t num_vertices = 5 + random.below(20);
  for (std::size_t i = 0; i < num_vertices; ++i) {
    mesh.vertices.emplace_back(random.below(4), random.below(4), random.below(4));
  }
  for (std::size_t i = 0, n = 4 + random.below(30); i < n; ++i) {
    test::add_triangle(mesh, random.below(num_vertices), random.below(num_vertices), random.below(num_vertices));
    Triangle sorted = mesh.triangles.back();
    std::sort(sorted.begin(), sorted.end());
    if (!faces.insert(sorted).second) mesh.triangles.pop_back();
  }
  return mesh;
}

TEST(Defects, RelabellingChangesNoCount) {
  std::mt19937 random(41);
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Mesh mesh = make_random_soup(seed);
    ASSERT_EQ(count(samples::make_relabelled(mesh, random)), count(mesh)) << seed;
  }
}

TEST(Defects, ScalingByAPowerOfTwoAndExactMovesChangeNoCount) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Mesh mesh = make_random_soup(seed);
    const Counts counts = count(mesh);
    ASSERT_EQ(count(samples::make_scaled(mesh, 0x1p-40)), counts) << seed;
    ASSERT_EQ(count(samples::make_moved(mesh, {64, -128, 1024})), counts) << seed;
    ASSERT_EQ(count(samples::make_mapped(mesh, math::Quat(0.5, 0.5, 0.5, 0.5).toRotationMatrix())), counts) << seed;
  }
}

TEST(Defects, CoordinatesNearTheEndsOfDoublesAreChecked) {
  EXPECT_EQ(count(samples::make_scaled(make_cube(), 0x1p1000)), Counts{});
  EXPECT_EQ(count(samples::make_scaled(make_cube(), 0x1p-1000)), Counts{});
}

// ---- Public meshes

class DefectsOfPublicMeshes : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::is_directory(folder_)) GTEST_SKIP() << folder_ << " is absent";
  }
  const std::filesystem::path folder_ = std::filesystem::path(ABUT_DATA_DIR) / "rigid-ipc" / "meshes";
};

TEST_F(DefectsOfPublicMeshes, ASheetHasOpenEdgesAndNothingElse) {
  const std::vector<Defect> defects = check_mesh(read_mesh(folder_ / "plane.obj").mesh);
  ASSERT_EQ(defects.size(), 1u);
  EXPECT_EQ(defects[0].kind, kOpenEdges);
}

TEST_F(DefectsOfPublicMeshes, PrimitivesAreClean) {
  for (const char* name : {"cube.obj", "sphere.obj", "torus.obj", "cylinder.obj"}) {
    EXPECT_EQ(count(read_mesh(folder_ / name).mesh), Counts{}) << name;
  }
}

TEST_F(DefectsOfPublicMeshes, APyramidWithoutItsBaseIsOpenAtTheSquare) {
  EXPECT_EQ(count(read_mesh(folder_ / "cone.obj").mesh), (Counts{{kOpenEdges, 4}}));
}

TEST_F(DefectsOfPublicMeshes, FacesBetweenVerticesAtOnePlaceHaveNoArea) {
  // The file has 24 vertices at 16 places. A prism over the L's outline of 8 corners, closed and without a hole, has
  // 2 * 16 - 4 = 28 triangles with area; the file has 44.
  EXPECT_EQ(count(read_mesh(folder_ / "L.obj").mesh), (Counts{{kZeroAreaFaces, 44 - 28}}));
}

// Edges of one and of more than two triangles, by their ends.
Counts count_edges(const Mesh& mesh) {
  std::map<std::pair<VertexId, VertexId>, int> num_triangles;
  std::set<Triangle> faces;
  for (Triangle t : mesh.triangles) {
    std::sort(t.begin(), t.end());
    if (t[0] == t[1] || t[1] == t[2] || !faces.insert(t).second) continue;
    for (const auto& [a, b] : {std::pair(t[0], t[1]), std::pair(t[1], t[2]), std::pair(t[0], t[2])}) {
      ++num_triangles[{a, b}];
    }
  }
  Counts counts;
  for (const auto& [edge, num] : num_triangles) {
    if (num == 1) ++counts[kOpenEdges];
    if (num > 2) ++counts[kNonManifoldEdges];
  }
  return counts;
}

TEST_F(DefectsOfPublicMeshes, AllAreReportedOn) {
  std::size_t num_read = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_)) {
    if (!entry.is_regular_file() || !find_format(entry.path().filename().string())) continue;
    const Mesh mesh = read_mesh(entry.path()).mesh;
    Counts edges;
    for (const Defect& defect : check_mesh(mesh)) {
      EXPECT_GT(defect.count, 0u);
      EXPECT_EQ(defect.places.size(), std::min(defect.count, Defect::kMaxPlaces));
      if (defect.kind == kOpenEdges || defect.kind == kNonManifoldEdges) edges[defect.kind] = defect.count;
    }
    EXPECT_EQ(edges, count_edges(mesh)) << entry.path();
    ++num_read;
  }
  EXPECT_GT(num_read, 40u);
}

}  // namespace
}  // namespace abut::geometry
