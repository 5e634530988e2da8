#include "abut/geometry/brep/shells.h"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/brep_samples.h"
#include "oracle/coplanar_faces.h"

namespace abut::geometry {
namespace {

using namespace samples;

struct Result {
  std::vector<Shell> shells;
  bool is_solid;
};

Result shells_of(const Mesh& mesh) {
  const TriangleAdjacency adjacency = make_triangle_adjacency(mesh);
  const TriangleShells of = make_triangle_shells(mesh.triangles, adjacency);
  Result result;
  result.shells = make_shells(mesh.vertices, mesh.triangles, adjacency, of);
  result.is_solid = is_solid(mesh.vertices, mesh.triangles, of, result.shells);
  return result;
}

TEST(Shells, ABorderOrAFoldOfThreeSheetsLeavesItOpen) {
  Mesh mesh = make_both(make_cube(), make_moved(make_cube(), {3, 0, 0}));
  EXPECT_TRUE(shells_of(mesh).is_solid);
  mesh.triangles.pop_back();
  const Result opened = shells_of(mesh);
  EXPECT_TRUE(opened.shells[0].is_closed);
  EXPECT_FALSE(opened.shells[1].is_closed);
  EXPECT_EQ(opened.shells[1].signed_volume, 0.0);
  EXPECT_FALSE(opened.is_solid);
  const Result folded = shells_of(make_cells({{0, 0, 0}, {1, 1, 0}}));
  ASSERT_EQ(folded.shells.size(), 1u);
  EXPECT_FALSE(folded.shells[0].is_closed);
}

TEST(Shells, NoShellIsNoSolid) {
  EXPECT_FALSE(shells_of(Mesh{}).is_solid);
}

// A flat tetrahedron, one vertex of which is lifted by `height` off the plane of the others.
Mesh make_flat_tetrahedron(double height) {
  MeshBuilder builder;
  const Vec3 a(0.1, 0.1, 0.7), b(1.3, 0.1, 0.7), c(0.1, 1.9, 0.7), d(0.3, 0.4, 0.7 + height);
  builder.polygon({a, c, b}).polygon({a, b, d}).polygon({b, c, d}).polygon({c, a, d});
  return builder.mesh();
}

TEST(Shells, TheSignOfAVolumeIsExactDownToTheLastBit) {
  const double ulp = std::nextafter(0.7, 1.0) - 0.7;
  EXPECT_EQ(shells_of(make_flat_tetrahedron(0.0)).shells[0].signed_volume, 0.0);
  EXPECT_FALSE(shells_of(make_flat_tetrahedron(0.0)).is_solid);
  EXPECT_GT(shells_of(make_flat_tetrahedron(ulp)).shells[0].signed_volume, 0.0);
  EXPECT_TRUE(shells_of(make_flat_tetrahedron(ulp)).is_solid);
  EXPECT_LT(shells_of(make_flat_tetrahedron(-ulp)).shells[0].signed_volume, 0.0);
  EXPECT_FALSE(shells_of(make_flat_tetrahedron(-ulp)).is_solid);
}

TEST(Shells, VolumesOfRoughSolidsAgreeWithRationalsInSignAndSize) {
  std::mt19937 random(70);
  for (int round = 0; round < 60; ++round) {
    // Flattened more and more, until only rounding of the coordinates is left of the volume.
    Mesh mesh = make_cells(make_block(2, 2, 1));
    const double flat = std::ldexp(1.0, -round);
    for (Vec3& p : mesh.vertices) {
      p[2] = 1.0 + flat * p[2];
      p[0] += static_cast<double>(random()) * 0x1p-33;
      p[2] += flat * 0.1 * static_cast<double>(random()) * 0x1p-32;
    }
    const Result result = shells_of(mesh);
    if (result.shells.size() != 1 || !result.shells[0].is_closed) continue;
    const oracle::Rational expected = oracle::compute_volume(mesh);
    const double volume = result.shells[0].signed_volume;
    EXPECT_EQ((volume > 0) - (volume < 0), expected.sign());
    const double size = 20.0;  // more than the sum of all terms' magnitudes
    EXPECT_NEAR(volume, expected.convert_to<double>(), size * 100 * 0x1p-52);
  }
}

TEST(Shells, SignsSurviveTinyAndHugeUnits) {
  for (const double scale : {0x1p-1000, 0x1p-400, 0x1p400, 0x1p1000}) {
    EXPECT_TRUE(shells_of(make_scaled(make_cube(2), scale)).is_solid);
    EXPECT_LT(shells_of(make_scaled(make_inside_out(make_cube(2)), scale)).shells[0].signed_volume, 0.0);
  }
}

TEST(Shells, NestedShellsAreSolidExactlyIfTheyAlternate) {
  // Boxes in boxes, each pointing outward (+) or inward (-).
  const auto nest = [](const std::vector<int>& turns) {
    Mesh mesh;
    for (std::size_t i = 0; i < turns.size(); ++i) {
      const double inset = static_cast<double>(i);
      Mesh box = make_moved(make_scaled(make_cube(), 20 - 2 * inset), Vec3::Constant(inset));
      mesh = make_both(mesh, turns[i] > 0 ? box : make_inside_out(box));
    }
    return shells_of(mesh).is_solid;
  };
  for (int bits = 0; bits < 16; ++bits) {
    std::vector<int> turns;
    for (int i = 0; i < 4; ++i) turns.push_back(bits >> i & 1 ? -1 : 1);
    EXPECT_EQ(nest(turns), (turns == std::vector<int>{1, -1, 1, -1})) << bits;
  }
  EXPECT_TRUE(nest({1}));
  EXPECT_TRUE(nest({1, -1, 1}));
  EXPECT_FALSE(nest({-1, 1}));
}

TEST(Shells, AShellThatTouchesAnotherWithAllItsVerticesIsNotTakenForASolid) {
  // A cavity whose tips touch the walls from within: undecided, and in truth no manifold.
  MeshBuilder builder;
  for (const int x : {-1, 1}) {
    for (const int y : {-1, 1}) {
      for (const int z : {-1, 1}) {
        const Vec3 a(x, 0, 0), b(0, y, 0), c(0, 0, z);
        builder.polygon(x * y * z < 0 ? std::vector<Vec3>{a, b, c} : std::vector<Vec3>{a, c, b});
      }
    }
  }
  const Mesh box = make_moved(make_scaled(make_cube(), 2), {-1, -1, -1});
  EXPECT_FALSE(shells_of(make_both(box, builder.mesh())).is_solid);
}

}  // namespace
}  // namespace abut::geometry
