#include "abut/geometry/vertex_fans.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace abut::geometry {
namespace {

using Triangles = std::vector<Triangle>;

Triangle tri(int a, int b, int c) {
  return {VertexId(a), VertexId(b), VertexId(c)};
}

std::vector<std::uint32_t> fans_of(const Triangles& triangles, std::size_t num_vertices) {
  return compute_num_fans(triangles, make_triangle_adjacency(triangles, num_vertices), num_vertices);
}

// The definition, by relaxation over all pairs of triangles at the vertex.
std::uint32_t fans_by_definition(const Triangles& triangles, VertexId v) {
  std::vector<Triangle> at;
  for (const Triangle& t : triangles) {
    if (!is_collapsed(t) && std::count(t.begin(), t.end(), v)) at.push_back(t);
  }
  const auto shares_edge_at_v = [&](const Triangle& s, const Triangle& t) {
    return std::any_of(s.begin(), s.end(), [&](VertexId u) { return u != v && std::count(t.begin(), t.end(), u); });
  };
  std::vector<std::size_t> group(at.size());
  for (std::size_t i = 0; i < at.size(); ++i) group[i] = i;
  for (std::size_t pass = 0; pass < at.size(); ++pass) {
    for (std::size_t i = 0; i < at.size(); ++i) {
      for (std::size_t j = 0; j < at.size(); ++j) {
        if (shares_edge_at_v(at[i], at[j])) group[i] = group[j] = std::min(group[i], group[j]);
      }
    }
  }
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < at.size(); ++i) count += group[i] == i;
  return count;
}

TEST(VertexFans, EveryVertexOfATetrahedronHasOneFan) {
  EXPECT_EQ(fans_of({tri(0, 2, 1), tri(0, 1, 3), tri(1, 2, 3), tri(2, 0, 3)}, 4), std::vector<std::uint32_t>(4, 1));
}

TEST(VertexFans, TwoTetrahedraThatTouchAtAVertexGiveItTwoFans) {
  const Triangles triangles = {tri(0, 2, 1), tri(0, 1, 3), tri(1, 2, 3), tri(2, 0, 3),
                               tri(0, 5, 4), tri(0, 4, 6), tri(4, 5, 6), tri(5, 0, 6)};
  EXPECT_EQ(fans_of(triangles, 7), (std::vector<std::uint32_t>{2, 1, 1, 1, 1, 1, 1}));
}

TEST(VertexFans, AnUnusedVertexAndACollapsedTriangleHaveNone) {
  EXPECT_EQ(fans_of({tri(0, 1, 1), tri(2, 2, 2)}, 4), std::vector<std::uint32_t>(4, 0));
}

TEST(VertexFans, WindingDoesNotSplitAFan) {
  EXPECT_EQ(fans_of({tri(0, 1, 2), tri(0, 1, 3), tri(0, 3, 4)}, 5), std::vector<std::uint32_t>(5, 1));
}

TEST(VertexFans, ABorderVertexThatIsStartedInTheMiddleHasOneFan) {
  EXPECT_EQ(fans_of({tri(0, 2, 3), tri(0, 1, 2), tri(0, 3, 4)}, 5), std::vector<std::uint32_t>(5, 1));
}

TEST(VertexFans, RandomSoupsAgreeWithTheDefinition) {
  std::mt19937 random(3);
  for (int round = 0; round < 100; ++round) {
    const int num_vertices = 4 + static_cast<int>(random() % 20);
    Triangles triangles(random() % 50);
    for (Triangle& t : triangles) {
      for (VertexId& v : t) v = VertexId(random() % num_vertices);
    }
    const std::vector<std::uint32_t> fans = fans_of(triangles, num_vertices);
    for (int v = 0; v < num_vertices; ++v) EXPECT_EQ(fans[v], fans_by_definition(triangles, VertexId(v)));
  }
}

}  // namespace
}  // namespace abut::geometry
