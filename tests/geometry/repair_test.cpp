#include "abut/geometry/repair.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <vector>

#include "abut/base/input_error.h"
#include "abut/geometry/io/read_mesh.h"
#include "abut/geometry/makers/primitives.h"
#include "abut/geometry/makers/sphere.h"
#include "abut/geometry/winding.h"
#include "brep_samples.h"
#include "sample_meshes.h"

namespace abut::geometry {
namespace {

using math::Vec3;
using samples::make_both;
using samples::make_inside_out;
using enum RepairKind;

using Actions = std::vector<RepairAction>;

Mesh make_cube() {
  return test::make_box_mesh({0, 0, 0}, {1, 1, 1});
}

bool is_same(const Mesh& a, const Mesh& b) {
  return a.vertices == b.vertices && a.triangles == b.triangles && a.segments == b.segments && a.points == b.points &&
         a.triangle_component == b.triangle_component && a.component_names == b.component_names;
}

// Up to the corner that a triangle starts with.
std::vector<Triangle> make_rotated_to_lowest(std::vector<Triangle> triangles) {
  for (Triangle& t : triangles) std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
  return triangles;
}

// ---- What is right stays

TEST(Repair, CleanMeshesAreLeftAsTheyAre) {
  for (const Mesh& mesh : {make_cube(), make_icosphere(2, 1.0), Mesh{},
                           make_both(make_box(Vec3(3, 3, 3)), make_inside_out(make_box(Vec3(1, 1, 1))))}) {
    Mesh repaired = mesh;
    const RepairReport report = repair(repaired);
    EXPECT_TRUE(is_same(repaired, mesh));
    EXPECT_TRUE(report.actions.empty());
    EXPECT_TRUE(report.remaining.empty());
    EXPECT_TRUE(report.is_settled);
  }
}

TEST(Repair, TheWeldingDistanceIsStated) {
  Mesh mesh = make_box(Vec3(2, 3, 6));
  EXPECT_DOUBLE_EQ(repair(mesh).weld_distance, 7e-9);
  EXPECT_EQ(repair(mesh, {.weld_distance = 0.25}).weld_distance, 0.25);
}

TEST(Repair, AnOpenSheetStaysOpenAndThatIsReported) {
  Mesh sheet;
  sheet.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  test::add_triangle(sheet, 0, 1, 2);
  test::add_triangle(sheet, 0, 2, 3);
  const RepairReport report = repair(sheet);
  EXPECT_TRUE(report.actions.empty());
  ASSERT_EQ(report.remaining.size(), 1u);
  EXPECT_EQ(report.remaining[0].kind, DefectKind::kOpenEdges);
}

// ---- Each cure

TEST(Repair, LooseFacesAreWeldedTogether) {
  Mesh mesh;
  for (const Triangle& t : make_cube().triangles) {
    for (const VertexId v : t) mesh.vertices.push_back(make_cube().vertices[v.index()]);
    const std::size_t n = mesh.vertices.size();
    test::add_triangle(mesh, n - 3, n - 2, n - 1);
  }
  const RepairReport report = repair(mesh);
  EXPECT_EQ(report.actions, (Actions{{kWeldedVertices, 28}}));
  EXPECT_TRUE(report.remaining.empty());
}

TEST(Repair, VerticesAreWeldedWithinTheDistanceGivenAndNotBeyond) {
  const auto make_cracked = [] {
    Mesh mesh = make_cube();
    mesh.vertices.push_back(mesh.vertices[0] - Vec3(0.125, 0, 0));
    mesh.triangles[0][0] = VertexId(8);  // the first triangle starts at vertex 0
    return mesh;
  };
  Mesh mesh = make_cracked();
  ASSERT_EQ(make_cube().triangles[0][0], VertexId(0));
  EXPECT_EQ(repair(mesh, {.weld_distance = 0.125}).actions, (Actions{{kWeldedVertices, 1}}));
  EXPECT_TRUE(is_same(mesh, make_cube()));
  mesh = make_cracked();
  EXPECT_TRUE(repair(mesh, {.weld_distance = 0.0625}).actions.empty());
}

TEST(Repair, FacesWithoutAreaGoAndTheSurfaceStaysClosed) {
  // The edge from 0 to 1 of a cube has a vertex on one side only, and triangles without area fill the gap.
  Mesh mesh = make_cube();
  mesh.vertices.emplace_back(0.25, 0, 0);
  mesh.vertices.emplace_back(0.5, 0, 0);
  const VertexId a(0), b(1), v(8), w(9);
  const auto side = std::find_if(mesh.triangles.begin(), mesh.triangles.end(), [&](const Triangle& t) {
    return (t[0] == a && t[1] == b) || (t[1] == a && t[2] == b) || (t[2] == a && t[0] == b);
  });
  ASSERT_NE(side, mesh.triangles.end());
  const VertexId apex = *std::find_if(side->begin(), side->end(), [&](VertexId x) { return x != a && x != b; });
  *side = {a, v, apex};
  mesh.triangles.insert(mesh.triangles.end(), {{v, w, apex}, {w, b, apex}, {a, w, v}, {a, b, w}, {a, a, b}});
  const RepairReport report = repair(mesh);
  EXPECT_EQ(report.actions, (Actions{{kDroppedZeroArea, 3}, {kSplitTJunctions, 2}}));
  EXPECT_TRUE(report.remaining.empty());
  EXPECT_EQ(mesh.triangles.size(), 16u) << "two vertices more than the cube, so four triangles more";
}

TEST(Repair, DuplicatesGoInEitherWindingAndTheFirstStays) {
  Mesh mesh = make_cube();
  mesh.triangles.push_back(mesh.triangles[3]);
  mesh.triangles.push_back(make_turned(mesh.triangles[4]));
  mesh.triangle_component.assign(13, ComponentId(0));
  mesh.triangle_component.push_back(ComponentId(1));
  mesh.component_names = {"cube", "patch"};
  const RepairReport report = repair(mesh);
  EXPECT_EQ(report.actions, (Actions{{kDroppedDuplicates, 2}}));
  EXPECT_EQ(mesh.triangles, make_cube().triangles);
  EXPECT_EQ(mesh.triangle_component, std::vector(12, ComponentId(0)));
}

TEST(Repair, SegmentsThatWeldingCollapsesGo) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {0, 0, 0.25}, {1, 0, 0}};
  mesh.segments = {{VertexId(0), VertexId(1)}, {VertexId(1), VertexId(2)}};
  EXPECT_EQ(repair(mesh, {.weld_distance = 0.5}).actions, (Actions{{kWeldedVertices, 1}, {kDroppedSegments, 1}}));
  EXPECT_EQ(mesh.segments, (std::vector<Segment>{{VertexId(0), VertexId(1)}}));
}

TEST(Repair, WhatIsNotFiniteGoesWithAllThatUsesIt) {
  Mesh mesh = make_cube();
  mesh.vertices.insert(mesh.vertices.begin(), Vec3(0, std::numeric_limits<double>::infinity(), 0));
  for (Triangle& t : mesh.triangles) {
    for (VertexId& v : t) v = VertexId(v.index() + 1);
  }
  test::add_triangle(mesh, 0, 1, 2);
  mesh.segments = {{VertexId(0), VertexId(1)}, {VertexId(2), VertexId(1)}};
  mesh.points = {VertexId(0), VertexId(3)};
  const RepairReport report = repair(mesh);
  EXPECT_EQ(report.actions, (Actions{{kDroppedNonFinite, 1}}));
  EXPECT_EQ(mesh.triangles, make_cube().triangles);
  EXPECT_EQ(mesh.segments, (std::vector<Segment>{{VertexId(1), VertexId(0)}}));
  EXPECT_EQ(mesh.points, std::vector{VertexId(2)});
}

TEST(Repair, UnusedVerticesGo) {
  Mesh mesh = make_cube();
  mesh.vertices.emplace_back(7, 7, 7);
  EXPECT_EQ(repair(mesh).actions, (Actions{{kDroppedUnused, 1}}));
  EXPECT_TRUE(is_same(mesh, make_cube()));
}

TEST(Repair, AnInsideOutCubeIsTurned) {
  Mesh mesh = make_inside_out(make_cube());
  EXPECT_EQ(repair(mesh).actions, (Actions{{kTurnedShells, 1}}));
  EXPECT_EQ(make_rotated_to_lowest(mesh.triangles), make_rotated_to_lowest(make_cube().triangles));
}

TEST(Repair, CavitiesAreTurnedInwardAndBodiesInThemOutward) {
  const Mesh right =
      make_both(make_both(make_box(Vec3(3, 3, 3)), make_inside_out(make_box(Vec3(2, 2, 2)))), make_box(Vec3(1, 1, 1)));
  for (int wrong = 0; wrong < 8; ++wrong) {
    Mesh mesh = right;
    std::size_t num_wrong = 0;
    for (std::size_t shell = 0; shell < 3; ++shell) {
      if ((wrong >> shell & 1) == 0) continue;
      ++num_wrong;
      for (std::size_t t = 12 * shell; t < 12 * (shell + 1); ++t) mesh.triangles[t] = make_turned(mesh.triangles[t]);
    }
    const RepairReport report = repair(mesh);
    EXPECT_EQ(report.actions, num_wrong == 0 ? Actions{} : (Actions{{kTurnedShells, num_wrong}}));
    EXPECT_TRUE(report.remaining.empty());
    EXPECT_EQ(make_rotated_to_lowest(mesh.triangles), make_rotated_to_lowest(right.triangles));
  }
}

TEST(Repair, AnyTurnsOfATorusAreUndone) {
  test::Random random(29);
  const Mesh torus = make_torus(2, 0.5, 24, 12);
  for (const std::size_t share : {1, 5, 9, 10}) {
    Mesh mesh = torus;
    for (Triangle& t : mesh.triangles) {
      if (random.below(10) < share) t = make_turned(t);
    }
    const RepairReport report = repair(mesh);
    EXPECT_FALSE(report.actions.empty());
    EXPECT_TRUE(report.remaining.empty());
    EXPECT_EQ(make_rotated_to_lowest(mesh.triangles), make_rotated_to_lowest(torus.triangles));
  }
}

// ---- What it does not claim

TEST(Repair, AMoebiusStripIsLeftAndReported) {
  Mesh mesh;
  mesh.vertices = {{1, 0, 0}, {2, 0, 1}, {0, 2, 0}, {0, 3, 1}, {-1, -1, 0}, {-2, -2, 2}};
  for (const auto& t : {std::array{0, 1, 3}, {0, 3, 2}, {2, 3, 5}, {2, 5, 4}, {4, 5, 0}, {4, 0, 1}}) {
    test::add_triangle(mesh, t[0], t[1], t[2]);
  }
  const Mesh before = mesh;
  const RepairReport report = repair(mesh);
  EXPECT_TRUE(is_same(mesh, before));
  EXPECT_TRUE(report.actions.empty());
  EXPECT_TRUE(std::any_of(report.remaining.begin(), report.remaining.end(),
                          [](const Defect& d) { return d.kind == DefectKind::kOneSidedSurfaces && d.count == 1; }));
}

TEST(Repair, ABadWeldingDistanceIsRefused) {
  for (const double bad : {-1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Mesh mesh = make_cube();
    EXPECT_THROW(repair(mesh, {.weld_distance = bad}), InputError);
  }
}

TEST(Repair, ActionsAreDescribedInWords) {
  EXPECT_EQ(describe_action({kDroppedNonFinite, 1}, 0), "dropped 1 vertex that was not finite, and all that used it");
  EXPECT_EQ(describe_action({kDroppedNonFinite, 2}, 0),
            "dropped 2 vertices that were not finite, and all that used them");
  EXPECT_EQ(describe_action({kWeldedVertices, 12}, 1e-9), "welded 12 vertices to others within 1e-09 m");
  EXPECT_EQ(describe_action({kDroppedZeroArea, 1}, 0), "dropped 1 triangle of zero area");
  EXPECT_EQ(describe_action({kDroppedSegments, 2}, 0), "dropped 2 segments of zero length");
  EXPECT_EQ(describe_action({kDroppedDuplicates, 2}, 0), "dropped 2 duplicate triangles");
  EXPECT_EQ(describe_action({kSplitTJunctions, 1}, 0), "cut triangles at 1 T-junction");
  EXPECT_EQ(describe_action({kTurnedTriangles, 1}, 0), "turned 1 triangle over to agree with its neighbours");
  EXPECT_EQ(describe_action({kTurnedShells, 2}, 0), "turned 2 inside-out shells over");
  EXPECT_EQ(describe_action({kDroppedUnused, 3}, 0), "dropped 3 unused vertices");
}

// ---- Laws on random meshes: broken ones, and clean ones broken in many ways

Mesh make_random_soup(test::Random& random) {
  Mesh mesh;
  const std::size_t num_vertices = 5 + random.below(20);
  for (std::size_t i = 0; i < num_vertices; ++i) {
    mesh.vertices.emplace_back(random.below(4), random.below(4), random.below(3));
    if (random.below(40) == 0) mesh.vertices.back()[0] = std::numeric_limits<double>::quiet_NaN();
  }
  const auto vertex = [&] { return VertexId(random.below(num_vertices)); };
  const bool has_components = random.below(2) == 0;
  if (has_components) mesh.component_names = {"a", "b"};
  for (std::size_t i = 0, n = 4 + random.below(30); i < n; ++i) {
    mesh.triangles.push_back({vertex(), vertex(), vertex()});
    if (has_components) mesh.triangle_component.emplace_back(random.below(2));
  }
  for (std::size_t i = random.below(4); i > 0; --i) mesh.segments.push_back({vertex(), vertex()});
  for (std::size_t i = random.below(3); i > 0; --i) mesh.points.push_back(vertex());
  return mesh;
}

std::map<DefectKind, std::size_t> count(const std::vector<Defect>& defects) {
  std::map<DefectKind, std::size_t> counts;
  for (const Defect& defect : defects) counts[defect.kind] = defect.count;
  return counts;
}

TEST(Repair, RepairingTwiceChangesNothing) {
  test::Random random(31);
  std::size_t num_split = 0;
  for (int i = 0; i < 400; ++i) {
    Mesh mesh = make_random_soup(random);
    const RepairOptions options = i % 2 == 0 ? RepairOptions{} : RepairOptions{.weld_distance = 0.5};
    const RepairReport first = repair(mesh, options);
    ASSERT_TRUE(first.is_settled) << i;
    for (const RepairAction& action : first.actions) num_split += action.kind == kSplitTJunctions;
    const Mesh once = mesh;
    const RepairReport second = repair(mesh, options);
    ASSERT_TRUE(second.actions.empty()) << i << ": " << describe_action(second.actions[0], second.weld_distance);
    ASSERT_TRUE(is_same(mesh, once)) << i;
  }
  EXPECT_GT(num_split, 20u);
}

TEST(Repair, WhatItPromisesIsCuredAndWhatRemainsIsWhatTheCheckFinds) {
  test::Random random(37);
  for (int i = 0; i < 200; ++i) {
    Mesh mesh = make_random_soup(random);
    const RepairReport report = repair(mesh, {.weld_distance = 0.0});
    const auto remaining = count(report.remaining);
    ASSERT_EQ(remaining, count(check_mesh(mesh, {.t_junction_distance = 0.0})));
    for (const DefectKind cured :
         {DefectKind::kNonFiniteCoordinates, DefectKind::kInconsistentWinding, DefectKind::kInsideOutShells,
          DefectKind::kDuplicateFaces, DefectKind::kZeroAreaFaces, DefectKind::kCoincidentVertices,
          DefectKind::kUnusedVertices}) {
      ASSERT_EQ(remaining.count(cured), 0u) << i << ": " << text_of(cured).name;
    }
  }
}

TEST(Repair, VerticesNeverMoveUnlessWelded) {
  test::Random random(43);
  for (int i = 0; i < 100; ++i) {
    const Mesh before = make_random_soup(random);
    Mesh mesh = before;
    repair(mesh, {.weld_distance = 0.0});
    for (const Vec3& p : mesh.vertices) {
      ASSERT_NE(std::find(before.vertices.begin(), before.vertices.end(), p), before.vertices.end());
    }
  }
}

TEST(Repair, ACleanMeshBrokenInManyWaysIsCleanAgain) {
  test::Random random(47);
  const Mesh clean = make_icosphere(2, 1.0);
  for (int i = 0; i < 20; ++i) {
    Mesh mesh = clean;
    for (int k = 0; k < 5; ++k) {
      mesh.triangles.push_back(mesh.triangles[random.below(320)]);
      Triangle& turned = mesh.triangles[random.below(320)];
      turned = make_turned(turned);
      // A triangle gets a vertex of its own at one corner.
      VertexId& corner = mesh.triangles[random.below(320)][random.below(3)];
      mesh.vertices.push_back(mesh.vertices[corner.index()] + random.point(-1e-10, 1e-10));
      corner = VertexId(mesh.vertices.size() - 1);
      const VertexId a = mesh.triangles[random.below(320)][0];
      mesh.triangles.push_back({a, a, VertexId(random.below(100))});
      mesh.vertices.emplace_back(9, 9, 9);
    }
    const RepairReport report = repair(mesh);
    ASSERT_TRUE(report.remaining.empty()) << i;
    EXPECT_EQ(mesh.triangles.size(), clean.triangles.size());
    EXPECT_EQ(mesh.vertices.size(), clean.vertices.size());
  }
}

TEST(Repair, PublicMeshesAreRepairedToWhatTheReportSays) {
  const auto folder = std::filesystem::path(ABUT_DATA_DIR) / "rigid-ipc" / "meshes";
  if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << folder << " is absent";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file() || !find_format(entry.path().filename().string())) continue;
    Mesh mesh = read_mesh(entry.path()).mesh;
    const RepairReport report = repair(mesh);
    EXPECT_TRUE(report.is_settled) << entry.path();
    EXPECT_TRUE(repair(mesh).actions.empty()) << entry.path();
  }
}

}  // namespace
}  // namespace abut::geometry
