#include "abut/geometry/duplicate_triangles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "sample_meshes.h"

namespace abut::geometry {
namespace {

Triangle make_triangle(int a, int b, int c) {
  return {VertexId(a), VertexId(b), VertexId(c)};
}

TEST(DuplicateTriangles, ABoxHasNone) {
  EXPECT_TRUE(find_duplicate_triangles(test::make_box_mesh({0, 0, 0}, {1, 1, 1}).triangles, 8).empty());
}

TEST(DuplicateTriangles, TheSameVerticesInAnyOrderAndWindingAreTheSameFace) {
  const std::vector<Triangle> triangles = {make_triangle(3, 1, 2), make_triangle(0, 1, 2), make_triangle(1, 2, 3),
                                           make_triangle(2, 1, 3), make_triangle(0, 1, 3)};
  const std::vector<DuplicateTriangle> expected = {{TriangleId(2), TriangleId(0)}, {TriangleId(3), TriangleId(0)}};
  EXPECT_EQ(find_duplicate_triangles(triangles, 4), expected);
}

TEST(DuplicateTriangles, CollapsedTrianglesAreNotLookedAt) {
  EXPECT_TRUE(find_duplicate_triangles(std::vector{make_triangle(0, 0, 1), make_triangle(0, 0, 1)}, 2).empty());
}

TEST(DuplicateTriangles, RandomTrianglesAgreeWithAMap) {
  math::Random random(5);
  std::vector<Triangle> triangles;
  for (int i = 0; i < 2000; ++i)
    triangles.push_back(make_triangle(random.next_index(12), random.next_index(12), random.next_index(12)));
  std::vector<DuplicateTriangle> expected;
  std::map<Triangle, TriangleId> first;
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    Triangle t = triangles[i];
    std::sort(t.begin(), t.end());
    if (t[0] == t[1] || t[1] == t[2]) continue;
    const auto [it, is_new] = first.try_emplace(t, TriangleId(i));
    if (!is_new) expected.push_back({TriangleId(i), it->second});
  }
  EXPECT_GT(expected.size(), 1000u);
  EXPECT_EQ(find_duplicate_triangles(triangles, 12), expected);
}

}  // namespace
}  // namespace abut::geometry
