#include "abut/geometry/shell_facing.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "brep_samples.h"
#include "sample_meshes.h"

namespace abut::geometry {
namespace {

using math::Vec3;
using samples::make_both;
using samples::make_inside_out;
using enum ShellFacing;

std::vector<ShellFacing> compute(const Mesh& mesh) {
  const TriangleAdjacency adjacency = make_triangle_adjacency(mesh);
  return compute_shell_facings(mesh.vertices, mesh.triangles, adjacency,
                               make_triangle_shells(mesh.triangles, adjacency));
}

// From -size to size in every direction.
Mesh make_cube(double size) {
  return test::make_box_mesh(Vec3::Constant(-size), Vec3::Constant(size));
}

using Facings = std::vector<ShellFacing>;

TEST(ShellFacing, ABoxFacesOutward) {
  EXPECT_EQ(compute(make_cube(1)), Facings{kRight});
  EXPECT_EQ(compute(make_inside_out(make_cube(1))), Facings{kInsideOut});
}

TEST(ShellFacing, ACavityFacesInward) {
  const Mesh outer = make_cube(3), inner = make_cube(1);
  EXPECT_EQ(compute(make_both(outer, make_inside_out(inner))), (Facings{kRight, kRight}));
  EXPECT_EQ(compute(make_both(outer, inner)), (Facings{kRight, kInsideOut}));
  EXPECT_EQ(compute(make_both(make_inside_out(outer), inner)), (Facings{kInsideOut, kInsideOut}));
  EXPECT_EQ(compute(make_both(make_inside_out(inner), outer)), (Facings{kRight, kRight})) << "in whichever order";
}

TEST(ShellFacing, ABodyInACavityFacesOutward) {
  const Mesh three = make_both(make_both(make_cube(3), make_inside_out(make_cube(2))), make_cube(1));
  EXPECT_EQ(compute(three), (Facings{kRight, kRight, kRight}));
  EXPECT_EQ(compute(make_inside_out(three)), (Facings{kInsideOut, kInsideOut, kInsideOut}));
}

TEST(ShellFacing, BodiesSideBySideDoNotCareAboutEachOther) {
  const Mesh both = make_both(make_cube(1), samples::make_moved(make_inside_out(make_cube(1)), {3, 0, 0}));
  EXPECT_EQ(compute(both), (Facings{kRight, kInsideOut}));
}

TEST(ShellFacing, OpenAndInconsistentShellsAreNotJudgedAndNotCounted) {
  Mesh open = make_cube(3);
  open.triangles.pop_back();
  Mesh inconsistent = make_cube(2);
  std::swap(inconsistent.triangles[0][0], inconsistent.triangles[0][1]);
  EXPECT_EQ(compute(make_both(make_both(open, inconsistent), make_cube(1))), (Facings{kUnknown, kUnknown, kRight}));
}

TEST(ShellFacing, AFlattenedTetrahedronHasZeroVolume) {
  Mesh flat;
  flat.vertices = {{0.1, 0, 0}, {1, 0.2, 0}, {1.3, 1, 0}, {0, 1.7, 0}};
  for (const auto& t : {std::array{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}}) {
    test::add_triangle(flat, t[0], t[1], t[2]);
  }
  EXPECT_EQ(compute(flat), Facings{kZeroVolume});
  flat.vertices[0][2] = 0x1p-1000;
  EXPECT_NE(compute(flat), Facings{kZeroVolume}) << "the sign of the volume is exact";
}

TEST(ShellFacing, AShellThatTouchesAnotherAtEveryCornerIsNotJudged) {
  Mesh inscribed;
  inscribed.vertices = {{-1, -1, -1}, {1, 1, -1}, {1, -1, 1}, {-1, 1, 1}};
  for (const auto& t : {std::array{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}}) {
    test::add_triangle(inscribed, t[0], t[1], t[2]);
  }
  EXPECT_EQ(compute(make_both(make_cube(1), inscribed))[1], kUnknown);
}

TEST(ShellFacing, RelabellingChangesNothing) {
  std::mt19937 random(9);
  const Mesh three = make_both(make_both(make_cube(3), make_cube(2)), make_cube(1));
  for (int i = 0; i < 20; ++i) {
    Facings facings = compute(samples::make_relabelled(three, random));
    EXPECT_EQ(std::count(facings.begin(), facings.end(), kInsideOut), 1);
    EXPECT_EQ(std::count(facings.begin(), facings.end(), kRight), 2);
  }
}

}  // namespace
}  // namespace abut::geometry
