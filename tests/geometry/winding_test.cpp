#include "abut/geometry/winding.h"

#include <gtest/gtest.h>

#include <vector>

#include "sample_meshes.h"

namespace abut::geometry {
namespace {

ConsistentWinding compute(const Mesh& mesh) {
  return compute_consistent_winding(mesh.triangles, make_triangle_adjacency(mesh));
}

// A closed strip of n quadrilaterals, each cut in two; with an odd number of half-twists its ends meet crosswise.
Mesh make_strip(std::size_t n, bool is_twisted) {
  Mesh mesh;
  mesh.vertices.resize(2 * n);  // positions do not matter
  for (std::size_t i = 0; i < n; ++i) {
    const bool is_crossed = is_twisted && i + 1 == n;
    const std::size_t a = 2 * i, b = 2 * i + 1;
    const std::size_t c = (2 * i + 2 + (is_crossed ? 1 : 0)) % (2 * n);
    const std::size_t d = is_crossed ? 0 : (2 * i + 3) % (2 * n);
    test::add_triangle(mesh, a, b, d);
    test::add_triangle(mesh, a, d, c);
  }
  return mesh;
}

TEST(Winding, AConsistentSurfaceIsLeftAsItIs) {
  const ConsistentWinding winding = compute(test::make_rough_torus_mesh(8, 6, 0, 1));
  EXPECT_EQ(winding.num_turned, 0u);
  EXPECT_TRUE(winding.one_sided.empty());
}

TEST(Winding, TheFewestTrianglesAreTurned) {
  Mesh box = test::make_box_mesh({0, 0, 0}, {1, 1, 1});
  for (const std::size_t t : {0, 3, 4, 10}) box.triangles[t] = make_turned(box.triangles[t]);
  const ConsistentWinding winding = compute(box);
  EXPECT_EQ(winding.num_turned, 4u);
  for (std::size_t t = 0; t < 12; ++t) EXPECT_EQ(winding.is_turned[t], t == 0 || t == 3 || t == 4 || t == 10) << t;
}

TEST(Winding, OfTwoThatDisagreeTheLowestTriangleStays) {
  Mesh mesh;
  mesh.vertices.resize(4);
  test::add_triangle(mesh, 0, 1, 2);
  test::add_triangle(mesh, 0, 1, 3);
  const ConsistentWinding winding = compute(mesh);
  EXPECT_EQ(winding.is_turned, (std::vector<char>{0, 1}));
}

TEST(Winding, APatchDoesNotCareAboutOthers) {
  Mesh mesh;
  mesh.vertices.resize(8);
  test::add_triangle(mesh, 0, 1, 2);
  test::add_triangle(mesh, 0, 1, 3);
  test::add_triangle(mesh, 4, 5, 6);
  test::add_triangle(mesh, 4, 7, 5);
  EXPECT_EQ(compute(mesh).num_turned, 1u);
}

TEST(Winding, NothingIsAskedAcrossEdgesOfThreeTriangles) {
  Mesh mesh;
  mesh.vertices.resize(5);
  for (const std::size_t apex : {2, 3, 4}) test::add_triangle(mesh, 0, 1, apex);
  const ConsistentWinding winding = compute(mesh);
  EXPECT_EQ(winding.num_turned, 0u);
  EXPECT_TRUE(winding.one_sided.empty());
}

TEST(Winding, AMoebiusStripIsOneSidedAndLeftAsItIs) {
  const ConsistentWinding plain = compute(make_strip(5, false));
  EXPECT_TRUE(plain.one_sided.empty());
  const ConsistentWinding twisted = compute(make_strip(5, true));
  EXPECT_EQ(twisted.one_sided, std::vector{TriangleId(0)});
  EXPECT_EQ(twisted.is_one_sided, std::vector<char>(10, 1));
  EXPECT_EQ(twisted.num_turned, 0u);
}

TEST(Winding, AnyTurnsOfATorusAreUndoneUpToTurningItAsAWhole) {
  math::Random random(3);
  for (int round = 0; round < 50; ++round) {
    Mesh torus = test::make_rough_torus_mesh(7, 5, 0, 1);
    const std::vector<Triangle> original = torus.triangles;
    const std::size_t share = 1 + random.next_index(9);
    std::size_t num_turned = 0;
    for (Triangle& t : torus.triangles) {
      if (random.next_index(10) >= share) continue;
      t = make_turned(t);
      ++num_turned;
    }
    const ConsistentWinding winding = compute(torus);
    const bool is_first_turned = torus.triangles[0] != original[0];
    const bool is_majority_turned =
        2 * num_turned > original.size() || (2 * num_turned == original.size() && is_first_turned);
    EXPECT_EQ(winding.num_turned, is_majority_turned ? original.size() - num_turned : num_turned);
    for (std::size_t t = 0; t < original.size(); ++t) {
      const Triangle now = winding.is_turned[t] ? make_turned(torus.triangles[t]) : torus.triangles[t];
      ASSERT_EQ(now, is_majority_turned ? make_turned(original[t]) : original[t]);
    }
  }
}

}  // namespace
}  // namespace abut::geometry
