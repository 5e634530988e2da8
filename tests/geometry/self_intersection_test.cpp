#include "abut/geometry/self_intersection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "abut/geometry/triangle_intersection.h"
#include "sample_meshes.h"

namespace abut::geometry {
namespace {

using math::Vec3;
constexpr std::size_t kAll = 1'000'000;

SelfIntersections find(const Mesh& mesh, std::size_t max_named = kAll) {
  return find_self_intersections(mesh.vertices, mesh.triangles, {}, {.max_named = max_named});
}

Mesh make_both(Mesh a, const Mesh& b) {
  const std::size_t n = a.vertices.size();
  a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const auto& [i, j, k] : b.triangles) test::add_triangle(a, i.index() + n, j.index() + n, k.index() + n);
  return a;
}

TEST(SelfIntersection, ProperSurfacesHaveNone) {
  for (const Mesh& mesh : {test::make_box_mesh({0, 0, 0}, {1, 2, 3}), test::make_rough_torus_mesh(20, 12, 0.05, 3)}) {
    const SelfIntersections found = find(mesh);
    EXPECT_EQ(found.intersections.count, 0u);
    EXPECT_EQ(found.contacts.count, 0u);
    EXPECT_TRUE(found.is_complete);
  }
}

TEST(SelfIntersection, BoxesThroughEachOtherCross) {
  // A bar along x through a cube: each of its four long sides, two triangles, passes both sides of the cube it meets.
  // The bar's section is small and off the cube's diagonals y = z and y = 1 - z, so it meets one triangle of each side.
  const Mesh both =
      make_both(test::make_box_mesh({0, 0, 0}, {1, 1, 1}), test::make_box_mesh({-1, 0.4375, 0.125}, {2, 0.5625, 0.25}));
  // Each side of the bar is cut by a diagonal that runs its whole length, so both its triangles meet both walls.
  EXPECT_EQ(find(both).intersections.count, 2u * 4u * 2u);
  EXPECT_EQ(find(both).contacts.count, 0u);
}

TEST(SelfIntersection, ACornerOnAFaceIsAContact) {
  Mesh mesh = test::make_box_mesh({0, 0, 0}, {1, 1, 1});
  Mesh tetrahedron;
  tetrahedron.vertices = {{0.5, 0.25, 1}, {0.25, 0.25, 2}, {0.5, 0.5, 2}, {0.75, 0.25, 2}};
  for (const auto& t : {std::array{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}}) {
    test::add_triangle(tetrahedron, t[0], t[1], t[2]);
  }
  const SelfIntersections found = find(make_both(mesh, tetrahedron));
  EXPECT_EQ(found.intersections.count, 0u);
  EXPECT_EQ(found.contacts.count, 3u) << "the three faces at the corner, with the triangle they stand on";
}

TEST(SelfIntersection, BoxesSideBySideOverlapInTheirWalls) {
  const Mesh both = make_both(test::make_box_mesh({0, 0, 0}, {1, 1, 1}), test::make_box_mesh({1, 0, 0}, {2, 1, 1}));
  const SelfIntersections found = find(both);
  // The two walls have the corners of the square x = 1 at the same places but are cut along some diagonal each: two
  // pairs of equal triangles if it is the same one, else all four pairs overlap.
  EXPECT_TRUE(found.intersections.count == 2u || found.intersections.count == 4u);
}

TEST(SelfIntersection, TheFirstPairsAreNamedInOrder) {
  const Mesh both =
      make_both(test::make_box_mesh({0, 0, 0}, {1, 1, 1}), test::make_box_mesh({-1, 0.4375, 0.125}, {2, 0.5625, 0.25}));
  const MeetingPairs all = find(both).intersections;
  EXPECT_TRUE(std::is_sorted(all.first.begin(), all.first.end()));
  const MeetingPairs few = find(both, 3).intersections;
  EXPECT_EQ(few.count, all.count);
  EXPECT_EQ(few.first, std::vector(all.first.begin(), all.first.begin() + 3));
}

TEST(SelfIntersection, WhatTheCallerKnowsIsLeftOut) {
  // Two triangles above a triangle's edge from 0 to 1, meeting at vertex 3 on it.
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {4, 0, 0}, {2, -2, 0}, {1, 0, 0}, {2, 2, 0}};
  test::add_triangle(mesh, 1, 0, 2);
  test::add_triangle(mesh, 0, 3, 4);
  test::add_triangle(mesh, 3, 1, 4);
  EXPECT_EQ(find(mesh).contacts.count, 2u);
  const std::vector<VertexOnEdge> known = {{VertexId(0), VertexId(1), VertexId(3), HalfEdgeId(0)}};
  EXPECT_EQ(find_self_intersections(mesh.vertices, mesh.triangles, known).contacts.count, 0u);
}

TEST(SelfIntersection, TrianglesWithoutAreaAreNotLookedAt) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, -1}, {1, 1, 1}, {1, 1, 2}};
  test::add_triangle(mesh, 0, 1, 2);
  test::add_triangle(mesh, 3, 4, 5);
  test::add_triangle(mesh, 3, 3, 5);
  EXPECT_EQ(find(mesh).intersections.count + find(mesh).contacts.count, 0u);
}

// Of triangles on a small grid, every pair is tried; where the pairs go follows from their meeting alone.
TEST(SelfIntersection, RandomSoupsAgreeWithTryingAllPairs) {
  math::Random random(23);
  for (int round = 0; round < 20; ++round) {
    Mesh mesh;
    for (int i = 0; i < 60; ++i)
      mesh.vertices.emplace_back(random.next_index(6), random.next_index(6), random.next_index(6));
    for (int i = 0; i < 60; ++i)
      test::add_triangle(mesh, random.next_index(60), random.next_index(60), random.next_index(60));
    std::vector<MeetingPair> crossing, touching;
    for (std::size_t i = 0; i < 60; ++i) {
      for (std::size_t j = i + 1; j < 60; ++j) {
        std::array<Corners, 2> corners;
        for (int k = 0; k < 3; ++k) {
          corners[0][k] = mesh.vertices[mesh.triangles[i][k].index()];
          corners[1][k] = mesh.vertices[mesh.triangles[j][k].index()];
        }
        const auto has_area = [](const Corners& t) { return (t[1] - t[0]).cross(t[2] - t[0]) != Vec3(0, 0, 0); };
        if (!has_area(corners[0]) || !has_area(corners[1])) continue;  // exact on the grid
        const TriangleIntersection meeting = compute_triangle_intersection(corners[0], corners[1]);
        const MeetingPair pair{TriangleId(i), TriangleId(j)};
        if (meeting == TriangleIntersection::kTouch) touching.push_back(pair);
        if (meeting == TriangleIntersection::kCross || meeting == TriangleIntersection::kOverlap)
          crossing.push_back(pair);
      }
    }
    const SelfIntersections found = find(mesh);
    ASSERT_EQ(found.intersections.first, crossing);
    ASSERT_EQ(found.contacts.first, touching);
    EXPECT_EQ(found.intersections.count, crossing.size());
    EXPECT_GT(crossing.size(), 10u);
  }
}

TEST(SelfIntersection, ABoundEndsTheSearchAndIsNamed) {
  Mesh mesh;
  for (std::size_t i = 0; i < 20; ++i) {
    mesh.vertices.insert(mesh.vertices.end(), {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
    test::add_triangle(mesh, 3 * i, 3 * i + 1, 3 * i + 2);
  }
  const std::size_t num_pairs = 20 * 19 / 2;
  for (const std::size_t max_tests : {num_pairs - 1 - 40, num_pairs - 40}) {
    const SelfIntersections found = find_self_intersections(
        mesh.vertices, mesh.triangles, {}, {.max_named = 10, .max_tests = max_tests, .max_tests_per_triangle = 2});
    EXPECT_EQ(found.intersections.count, max_tests + 40);
    EXPECT_EQ(found.is_complete, max_tests + 40 == num_pairs);
  }
}

}  // namespace
}  // namespace abut::geometry
