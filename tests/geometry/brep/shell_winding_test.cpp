#include "abut/geometry/brep/shell_winding.h"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/brep_samples.h"

namespace abut::geometry {
namespace {

using namespace samples;

std::vector<std::optional<int>> windings_of(const Mesh& mesh) {
  const TriangleAdjacency adjacency = make_triangle_adjacency(mesh);
  return find_shell_windings(mesh.vertices, mesh.triangles, make_triangle_shells(mesh.triangles, adjacency));
}

// The axis-aligned box between two corners.
Mesh make_box(const Vec3& low, const Vec3& high) {
  Mesh mesh = make_cube();
  for (Vec3& p : mesh.vertices) p = low + p.cwiseProduct(high - low);
  return mesh;
}

using Windings = std::vector<std::optional<int>>;

TEST(ShellWinding, BoxesInBoxesCountTheBoxesAroundThem) {
  const Mesh outer = make_box({0, 0, 0}, {9, 9, 9}), cavity = make_inside_out(make_box({1, 1, 1}, {8, 8, 8}));
  const Mesh island = make_box({2, 2, 2}, {7, 7, 7}), apart = make_box({20, 3, 3}, {21, 4, 4});
  EXPECT_EQ(windings_of(make_both(make_both(make_both(outer, cavity), island), apart)), (Windings{0, 1, 0, 0}));
  EXPECT_EQ(windings_of(make_both(outer, island)), (Windings{0, 1}));
  EXPECT_EQ(windings_of(make_both(cavity, island)), (Windings{0, -1}));
}

TEST(ShellWinding, ARayAlongEdgesAndThroughVerticesCountsRight) {
  // All vertices on one small grid: rays run in faces, along edges and through vertices of the others all the time.
  std::mt19937 random(50);
  int num_answers = 0;
  for (int round = 0; round < 200; ++round) {
    const auto make_random_box = [&](int size) {
      const Vec3 low(random() % 6, random() % 6, random() % 6);
      return make_box(low, low + Vec3(1 + random() % size, 1 + random() % size, 1 + random() % size));
    };
    const Mesh inner = make_random_box(2), outer = make_random_box(5);
    const auto side = [&](const Mesh& box, const Vec3& p) {
      math::Vec3 low = box.vertices[0], high = low;
      for (const Vec3& q : box.vertices) low = low.cwiseMin(q), high = high.cwiseMax(q);
      const bool is_inside = (low.array() < p.array()).all() && (p.array() < high.array()).all();
      const bool is_outside = (p.array() < low.array()).any() || (high.array() < p.array()).any();
      return is_inside ? 1 : is_outside ? 0 : -1;
    };
    const Windings windings = windings_of(make_both(inner, outer));
    // The answer is that of a probed vertex which is not on the other box; boxes may cross, so several may be right.
    bool has_free_vertex = false, is_right = false;
    for (const Vec3& p : inner.vertices) {
      const int expected = side(outer, p);
      has_free_vertex |= expected >= 0;
      is_right |= expected >= 0 && windings[0] == expected;
    }
    EXPECT_EQ(windings[0].has_value(), is_right);
    EXPECT_LE(is_right, has_free_vertex);
    num_answers += is_right;
  }
  EXPECT_GT(num_answers, 150);
}

TEST(ShellWinding, AVertexInsideAnyTurnedGridIsFoundInside) {
  std::mt19937 random(51);
  for (int round = 0; round < 30; ++round) {
    math::Mat3 map;
    for (double& x : map.reshaped()) x = static_cast<double>(random() % 21) - 10;
    if (map.determinant() == 0.0) continue;
    const int turn = map.determinant() > 0.0 ? 1 : -1;  // a mirrored box is inside out
    // The small cube's rays pass through many vertices and edges of the large one, which has vertices at integers.
    Mesh large = make_cells(make_block(4, 4, 4));
    const Mesh both = make_both(large, make_moved(make_cube(), {1, 2, 1}));
    EXPECT_EQ(windings_of(make_mapped(both, map)), (Windings{0, turn}));
  }
}

TEST(ShellWinding, AProbeOnAnotherShellIsReplaced) {
  // The first vertex of the small cube lies on a wall of the large one, wherever rays graze it.
  const Mesh large = make_box({0, 0, 0}, {4, 4, 4});
  for (int axis = 0; axis < 3; ++axis) {
    for (const bool is_inside : {true, false}) {
      Vec3 at(1.5, 1.5, 1.5);
      at[axis] = is_inside ? 0.0 : -1.0;
      EXPECT_EQ(windings_of(make_both(make_moved(make_cube(), at), large))[0], is_inside ? 1 : 0) << axis;
    }
  }
}

TEST(ShellWinding, AShellWithAllItsVerticesOnAnotherHasNoAnswer) {
  // An octahedron whose tips touch the walls of a cube from within.
  MeshBuilder builder;
  for (const int x : {-1, 1}) {
    for (const int y : {-1, 1}) {
      for (const int z : {-1, 1}) {
        const Vec3 a(x, 0, 0), b(0, y, 0), c(0, 0, z);
        builder.polygon(x * y * z > 0 ? std::vector<Vec3>{a, b, c} : std::vector<Vec3>{a, c, b});
      }
    }
  }
  const Windings windings = windings_of(make_both(builder.mesh(), make_box({-1, -1, -1}, {1, 1, 1})));
  EXPECT_EQ(windings[0], std::nullopt);
  EXPECT_EQ(windings[1], 0);
}

}  // namespace
}  // namespace abut::geometry
