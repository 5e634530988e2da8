#include "abut/geometry/t_junctions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

#include "oracle/rational.h"
#include "sample_meshes.h"

namespace abut::geometry {
namespace {

using math::Vec3;

std::vector<VertexOnEdge> find(const Mesh& mesh, double distance = 0.0) {
  return find_t_junctions(mesh, mesh.triangles, make_triangle_adjacency(mesh), distance);
}

// One triangle below the x axis, with its edge from (0, 0) to (4, 0); above it, triangles between the given points of
// the x axis and (2, 2).
//          5
//        / | \          .
//      1 - m - 2
//        \   /
//          0
Mesh make_seam(const std::vector<Vec3>& inside) {
  Mesh mesh;
  mesh.vertices = {{2, -2, 0}, {0, 0, 0}, {4, 0, 0}, {2, 2, 0}};
  test::add_triangle(mesh, 1, 0, 2);
  std::size_t previous = 1;
  for (const Vec3& p : inside) {
    mesh.vertices.push_back(p);
    test::add_triangle(mesh, previous, mesh.vertices.size() - 1, 3);
    previous = mesh.vertices.size() - 1;
  }
  test::add_triangle(mesh, previous, 2, 3);
  return mesh;
}

TEST(TJunctions, ASeamThatFitsHasNone) {
  EXPECT_TRUE(find(make_seam({})).empty());
  EXPECT_TRUE(find(test::make_box_mesh({0, 0, 0}, {1, 1, 1})).empty());
}

TEST(TJunctions, AVertexInsideItsNeighboursEdgeIsOne) {
  const std::vector<VertexOnEdge> found = find(make_seam({{1, 0, 0}}));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0], (VertexOnEdge{VertexId(1), VertexId(2), VertexId(4), HalfEdgeId(2)}));
}

TEST(TJunctions, AnyDistanceFromTheLineCountsIfNoneIsAllowed) {
  EXPECT_EQ(find(make_seam({{1, 0, 0}})).size(), 1u);
  EXPECT_TRUE(find(make_seam({{1, 1e-300, 0}})).empty());
  EXPECT_TRUE(find(make_seam({{1, -1e-300, 0}})).empty());
}

TEST(TJunctions, ADistanceThatIsAllowedCountsUpToItsValue) {
  EXPECT_EQ(find(make_seam({{1, 0.125, 0}}), 0.125).size(), 1u);
  EXPECT_EQ(find(make_seam({{1, 0, -0.125}}), 0.125).size(), 1u);
  EXPECT_TRUE(find(make_seam({{1, std::nextafter(0.125, 1), 0}}), 0.125).empty());
}

TEST(TJunctions, VerticesNearAnEndAreAMatterOfWelding) {
  const auto num_on_seam = [](double x) {
    const std::vector<VertexOnEdge> found = find(make_seam({{x, 0, 0}}), 0.125);
    return std::count_if(found.begin(), found.end(),
                         [](const VertexOnEdge& j) { return j.low == VertexId(1) && j.high == VertexId(2); });
  };
  EXPECT_EQ(num_on_seam(0.125), 0);
  EXPECT_EQ(num_on_seam(std::nextafter(0.125, 1)), 1);
  EXPECT_EQ(find(make_seam({{1e-300, 0, 0}})).size(), 1u) << "with no distance allowed, every inside vertex counts";
}

TEST(TJunctions, VerticesBeyondTheEndsAreNone) {
  Mesh mesh = make_seam({});
  mesh.vertices.insert(mesh.vertices.end(), {{5, 0, 0}, {6, 0, 0}, {5, 1, 0}});
  test::add_triangle(mesh, 4, 5, 6);
  EXPECT_TRUE(find(mesh, 0.5).empty());
}

TEST(TJunctions, AnEdgeOfTwoTrianglesHasNone) {
  // A triangle that touches the diagonal of a square with a corner: contact, no junction.
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {1, 1, 0}, {1, 1, 1}, {2, 1, 1}};
  test::add_triangle(mesh, 0, 1, 2);
  test::add_triangle(mesh, 0, 2, 3);
  test::add_triangle(mesh, 4, 5, 6);
  EXPECT_TRUE(find(mesh).empty());
}

TEST(TJunctions, OtherComponentsDoNotCount) {
  Mesh mesh = make_seam({{1, 0, 0}});
  mesh.component_names = {"below", "above"};
  mesh.triangle_component = {ComponentId(0), ComponentId(1), ComponentId(1)};
  EXPECT_TRUE(find(mesh).empty());
  mesh.triangle_component.assign(3, ComponentId(1));
  EXPECT_EQ(find(mesh).size(), 1u);
}

TEST(TJunctions, CoordinatesAsFarAsDoublesGoAreSearched) {
  Mesh mesh = make_seam({{1, 0, 0}});
  for (Vec3& p : mesh.vertices) p *= 0x1p1021;
  EXPECT_EQ(find(mesh).size(), 1u);
  EXPECT_NO_THROW(find(mesh, 1e300));
}

TEST(TJunctions, CuttingClosesTheSeam) {
  Mesh mesh = make_seam({{1, 0, 0}, {3, 0, 0}});
  mesh.component_names = {"part"};
  mesh.triangle_component.assign(mesh.triangles.size(), ComponentId(0));
  EXPECT_EQ(split_at_t_junctions(mesh, 0.0), 2u);
  ASSERT_EQ(mesh.triangles.size(), 6u);
  EXPECT_EQ(mesh.triangle_component.size(), 6u);
  EXPECT_TRUE(find(mesh).empty());
  std::size_t num_border = 0;
  const TriangleAdjacency adjacency = make_triangle_adjacency(mesh);
  for (const HalfEdgeId h : adjacency.edges) {
    num_border += is_border(adjacency, h);
    EXPECT_TRUE(is_border(adjacency, h) || is_consistent(mesh.triangles, adjacency, h));
  }
  EXPECT_EQ(num_border, 4u) << "the outline of the kite";
  EXPECT_EQ(split_at_t_junctions(mesh, 0.0), 0u);
}

TEST(TJunctions, StaggeredSeamsAreCutOnBothSides) {
  // Below: edge 0 to 3. Above: edge 1 to 4. Neither edge's ends are the other's.
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {3, 0, 0}, {1, -1, 0}, {1, 0, 0}, {4, 0, 0}, {2, 1, 0}};
  test::add_triangle(mesh, 1, 0, 2);
  test::add_triangle(mesh, 3, 4, 5);
  EXPECT_EQ(split_at_t_junctions(mesh, 0.0), 2u);
  EXPECT_EQ(mesh.triangles.size(), 4u);
  const TriangleAdjacency adjacency = make_triangle_adjacency(mesh);
  EXPECT_EQ(std::count_if(adjacency.edges.begin(), adjacency.edges.end(),
                          [&](HalfEdgeId h) { return is_consistent(mesh.triangles, adjacency, h); }),
            3)
      << "the seam from 1 to 3, and a cut in each triangle";
}

TEST(TJunctions, AVertexThatOnlyTouchesAnEdgeIsNotCutAt) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {4, 0, 0}, {2, -2, 0}, {2, 0, 0}, {1, 1, 0}, {3, 1, 0}};
  test::add_triangle(mesh, 1, 0, 2);
  test::add_triangle(mesh, 3, 5, 4);
  EXPECT_EQ(find(mesh).size(), 1u);
  EXPECT_EQ(split_at_t_junctions(mesh, 0.0), 0u);
  EXPECT_EQ(mesh.triangles.size(), 2u);
}

TEST(TJunctions, ACutThatWouldLeaveNoAreaIsNotMade) {
  // The lower triangle is so thin that the vertex near its upper edge lies on its lower one, which is no border.
  Mesh mesh = make_seam({{1, -0.0625, 0}});
  mesh.vertices[0] = {2, -0.125, 0};
  mesh.vertices.emplace_back(0, -4, 0);
  test::add_triangle(mesh, 0, 1, 5);
  EXPECT_EQ(find(mesh, 0.0625).size(), 1u);
  EXPECT_EQ(split_at_t_junctions(mesh, 0.0625), 0u);
}

// Every pair of a vertex and an edge, in rationals.
TEST(TJunctions, RandomTrianglesOnAGridAgreeWithTryingAllPairs) {
  using oracle::operator-;
  math::Random random(17);
  std::size_t num_found = 0;
  for (int round = 0; round < 40; ++round) {
    Mesh mesh;
    for (int i = 0; i < 36; ++i) {
      mesh.vertices.emplace_back(random.next_index(5), random.next_index(5), random.next_index(2));
    }
    for (std::size_t i = 0; i < 12; ++i) test::add_triangle(mesh, 3 * i, 3 * i + 1, 3 * i + 2);
    std::vector<std::tuple<VertexId, VertexId, VertexId>> expected;
    for (std::size_t h = 0; h < 36; ++h) {
      const std::size_t a = h, b = h % 3 == 2 ? h - 2 : h + 1;
      for (std::size_t v = 0; v < 36; ++v) {
        if (v / 3 == h / 3) continue;
        const auto p = oracle::exact(mesh.vertices[v]);
        const auto to_a = oracle::exact(mesh.vertices[a]) - p, to_b = oracle::exact(mesh.vertices[b]) - p;
        const auto area = oracle::cross(to_a, to_b);
        const bool is_collinear = area[0] == 0 && area[1] == 0 && area[2] == 0;
        if (is_collinear && oracle::dot(to_a, to_b) < 0) {
          expected.emplace_back(std::min(a, b), std::max(a, b), v);
        }
      }
    }
    std::sort(expected.begin(), expected.end());
    const std::vector<VertexOnEdge> found = find(mesh);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      ASSERT_EQ(std::tuple(found[i].low, found[i].high, found[i].vertex), expected[i]);
    }
    num_found += found.size();
  }
  EXPECT_GT(num_found, 100u);
}

}  // namespace
}  // namespace abut::geometry
