#include "abut/geometry/triangle_adjacency.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace abut::geometry {
namespace {

using Triangles = std::vector<Triangle>;

Triangle tri(int a, int b, int c) {
  return {VertexId(a), VertexId(b), VertexId(c)};
}

std::vector<HalfEdgeId> cycle_of(const TriangleAdjacency& adjacency, HalfEdgeId h) {
  std::vector<HalfEdgeId> cycle;
  do {
    cycle.push_back(h);
    h = adjacency.mate[h.index()];
  } while (h != cycle.front() && cycle.size() <= adjacency.mate.size());
  return cycle;
}

// The definition, by a map from vertex pairs to half-edges.
void expect_right_adjacency(const Triangles& triangles, std::size_t num_vertices) {
  const TriangleAdjacency adjacency = make_triangle_adjacency(triangles, num_vertices);
  std::map<std::pair<VertexId, VertexId>, std::vector<HalfEdgeId>> expected;
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    for (int k = 0; k < 3; ++k) {
      const HalfEdgeId h = half_edge_of(TriangleId(t), k);
      const VertexId a = triangles[t][k], b = triangles[t][(k + 1) % 3];
      if (is_collapsed(triangles[t])) {
        EXPECT_EQ(adjacency.mate[h.index()], h);
      } else {
        expected[{std::min(a, b), std::max(a, b)}].push_back(h);
      }
    }
  }
  std::vector<HalfEdgeId> firsts;
  for (const auto& [ends, half_edges] : expected) {
    firsts.push_back(half_edges.front());
    EXPECT_EQ(cycle_of(adjacency, half_edges.front()), half_edges);
    for (const HalfEdgeId h : half_edges) {
      EXPECT_EQ(is_border(adjacency, h), half_edges.size() == 1);
      EXPECT_EQ(is_manifold_edge(adjacency, h), half_edges.size() == 2);
      const bool opposite =
          half_edges.size() == 2 && head_of(triangles, half_edges[0]) == tail_of(triangles, half_edges[1]);
      EXPECT_EQ(is_consistent(triangles, adjacency, h), opposite);
    }
  }
  EXPECT_EQ(adjacency.edges, firsts);
}

TEST(TriangleAdjacency, HalfEdgesOfATriangleFollowEachOther) {
  const Triangles triangles = {tri(4, 5, 6), tri(7, 8, 9)};
  const HalfEdgeId h = half_edge_of(TriangleId(1), 2);
  EXPECT_EQ(h, HalfEdgeId(5));
  EXPECT_EQ(triangle_of(h), TriangleId(1));
  EXPECT_EQ(corner_of(h), 2);
  EXPECT_EQ(tail_of(triangles, h), VertexId(9));
  EXPECT_EQ(head_of(triangles, h), VertexId(7));
  EXPECT_EQ(apex_of(triangles, h), VertexId(8));
  EXPECT_EQ(next_in_triangle(h), HalfEdgeId(3));
  EXPECT_EQ(prev_in_triangle(h), HalfEdgeId(4));
  EXPECT_EQ(prev_in_triangle(HalfEdgeId(3)), h);
  EXPECT_EQ(next_in_triangle(HalfEdgeId(4)), h);
}

TEST(TriangleAdjacency, ATetrahedronHasSixConsistentEdges) {
  const Triangles triangles = {tri(0, 2, 1), tri(0, 1, 3), tri(1, 2, 3), tri(2, 0, 3)};
  const TriangleAdjacency adjacency = make_triangle_adjacency(triangles, 4);
  EXPECT_EQ(adjacency.edges.size(), 6u);
  for (const HalfEdgeId h : adjacency.edges) EXPECT_TRUE(is_consistent(triangles, adjacency, h));
  expect_right_adjacency(triangles, 4);
}

TEST(TriangleAdjacency, NeighboursThatRunTheSameWayAreManifoldButInconsistent) {
  const Triangles triangles = {tri(0, 1, 2), tri(0, 1, 3)};
  const TriangleAdjacency adjacency = make_triangle_adjacency(triangles, 4);
  EXPECT_TRUE(is_manifold_edge(adjacency, HalfEdgeId(0)));
  EXPECT_FALSE(is_consistent(triangles, adjacency, HalfEdgeId(0)));
  EXPECT_TRUE(is_border(adjacency, HalfEdgeId(1)));
}

TEST(TriangleAdjacency, ThreeSheetsAtAnEdgeFormOneCycle) {
  const Triangles triangles = {tri(0, 1, 2), tri(1, 0, 3), tri(4, 0, 1)};
  const TriangleAdjacency adjacency = make_triangle_adjacency(triangles, 5);
  EXPECT_EQ(cycle_of(adjacency, HalfEdgeId(0)), (std::vector{HalfEdgeId(0), HalfEdgeId(3), HalfEdgeId(7)}));
  EXPECT_FALSE(is_manifold_edge(adjacency, HalfEdgeId(3)));
  EXPECT_FALSE(is_border(adjacency, HalfEdgeId(3)));
}

TEST(TriangleAdjacency, ACollapsedTriangleTakesPartInNoEdge) {
  // The collapsed ones lie along the edge that the first two share.
  const Triangles triangles = {tri(0, 1, 2), tri(1, 0, 3), tri(0, 0, 1), tri(1, 0, 1), tri(0, 1, 1), tri(2, 2, 2)};
  const TriangleAdjacency adjacency = make_triangle_adjacency(triangles, 4);
  EXPECT_TRUE(is_consistent(triangles, adjacency, HalfEdgeId(0)));
  EXPECT_EQ(adjacency.edges.size(), 5u);
  const TriangleShells shells = make_triangle_shells(triangles, adjacency);
  EXPECT_EQ(shells.num_shells, 1u);
  for (int t = 2; t < 6; ++t) EXPECT_TRUE(shells.triangle_shell[t].is_none());
  expect_right_adjacency(triangles, 4);
}

TEST(TriangleAdjacency, NoTrianglesHaveNoEdges) {
  const TriangleAdjacency adjacency = make_triangle_adjacency(Mesh{});
  EXPECT_TRUE(adjacency.mate.empty());
  EXPECT_TRUE(adjacency.edges.empty());
  EXPECT_EQ(make_triangle_shells({}, adjacency).num_shells, 0u);
}

TEST(TriangleAdjacency, AFanOfManyTrianglesAroundOneVertexIsRight) {
  Triangles triangles;
  for (int i = 1; i <= 100; ++i) triangles.push_back(tri(0, i, i % 100 + 1));
  expect_right_adjacency(triangles, 101);
}

TEST(TriangleAdjacency, RandomSoupsAgreeWithTheDefinition) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    // From almost disjoint to so crowded that every edge is shared by many.
    const int num_vertices = 3 + static_cast<int>(random() % 40);
    Triangles triangles(random() % 120);
    for (Triangle& t : triangles) {
      for (VertexId& v : t) v = VertexId(random() % num_vertices);
    }
    expect_right_adjacency(triangles, num_vertices);
  }
}

// Shells by relaxation to a fixed point: slow and obvious.
std::vector<std::size_t> lowest_connected(const Triangles& triangles, bool across_non_manifold) {
  std::map<std::set<VertexId>, std::vector<std::size_t>> edges;
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    if (is_collapsed(triangles[t])) continue;
    for (int k = 0; k < 3; ++k) edges[{triangles[t][k], triangles[t][(k + 1) % 3]}].push_back(t);
  }
  std::vector<std::size_t> lowest(triangles.size());
  for (std::size_t t = 0; t < lowest.size(); ++t) lowest[t] = t;
  for (std::size_t pass = 0; pass < triangles.size(); ++pass) {
    for (const auto& [ends, members] : edges) {
      if (members.size() > 2 && !across_non_manifold) continue;
      std::size_t least = triangles.size();
      for (const std::size_t t : members) least = std::min(least, lowest[t]);
      for (const std::size_t t : members) lowest[t] = least;
    }
  }
  return lowest;
}

TEST(TriangleShells, RandomSoupsAgreeWithTheDefinition) {
  std::mt19937 random(2);
  for (int round = 0; round < 100; ++round) {
    const int num_vertices = 4 + static_cast<int>(random() % 40);
    Triangles triangles(random() % 60);
    for (Triangle& t : triangles) {
      for (VertexId& v : t) v = VertexId(random() % num_vertices);
    }
    const TriangleAdjacency adjacency = make_triangle_adjacency(triangles, num_vertices);
    for (const ShellBond bond : {ShellBond::kAnyEdge, ShellBond::kManifoldEdge}) {
      const TriangleShells shells = make_triangle_shells(triangles, adjacency, bond);
      const std::vector<std::size_t> lowest = lowest_connected(triangles, bond == ShellBond::kAnyEdge);
      std::uint32_t num_shells = 0;
      for (std::size_t t = 0; t < triangles.size(); ++t) {
        if (is_collapsed(triangles[t])) {
          EXPECT_TRUE(shells.triangle_shell[t].is_none());
        } else if (lowest[t] == t) {
          EXPECT_EQ(shells.triangle_shell[t], ShellId(num_shells++));
        } else {
          EXPECT_EQ(shells.triangle_shell[t], shells.triangle_shell[lowest[t]]);
        }
      }
      EXPECT_EQ(shells.num_shells, num_shells);
    }
  }
}

TEST(TriangleShells, SolidsThatShareAnEdgeAreOneShellOnlyAcrossNonManifoldEdges) {
  // Two tetrahedra with the edge 0 1 in common.
  const Triangles triangles = {tri(0, 2, 1), tri(0, 1, 3), tri(1, 2, 3), tri(2, 0, 3),
                               tri(0, 4, 1), tri(0, 1, 5), tri(1, 4, 5), tri(4, 0, 5)};
  const TriangleAdjacency adjacency = make_triangle_adjacency(triangles, 6);
  EXPECT_EQ(make_triangle_shells(triangles, adjacency, ShellBond::kAnyEdge).num_shells, 1u);
  EXPECT_EQ(make_triangle_shells(triangles, adjacency, ShellBond::kManifoldEdge).num_shells, 2u);
}

}  // namespace
}  // namespace abut::geometry
