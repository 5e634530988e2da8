#include "abut/geometry/makers/ring.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <random>
#include <vector>

#include "abut/geometry/mesh.h"
#include "abut/math/predicates.h"
#include "oracle/surface.h"

namespace abut::geometry {
namespace {

using math::Vec2;

double area_of(const std::vector<Vec2>& polygon) {
  double twice = 0.0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec2 &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
    twice += p.x() * q.y() - p.y() * q.x();
  }
  return 0.5 * twice;
}

// Every triangle turns left; together they are an annulus with these borders (each side of the polygons once, by the
// count of border edges) and of the right area: so they cover it once.
void expect_covered_once(const std::vector<Vec2>& outer, const std::vector<Vec2>& inner) {
  const auto triangles = triangulate_ring(outer, inner);
  EXPECT_EQ(triangles.size(), outer.size() + inner.size());
  Mesh mesh;
  for (const Vec2& p : outer) mesh.vertices.emplace_back(p.x(), p.y(), 0.0);
  for (const Vec2& p : inner) mesh.vertices.emplace_back(p.x(), p.y(), 0.0);
  for (const auto& [a, b, c] : triangles) {
    mesh.triangles.push_back({VertexId(a), VertexId(b), VertexId(c)});
    EXPECT_GT(math::orient2d(mesh.vertices[a].head<2>(), mesh.vertices[b].head<2>(), mesh.vertices[c].head<2>()), 0);
  }
  EXPECT_EQ(oracle::find_sheet_faults(mesh, 0), "");
  EXPECT_EQ(oracle::count_surface(mesh).num_border_edges, outer.size() + inner.size());
  EXPECT_NEAR(oracle::compute_area(mesh), area_of(outer) - area_of(inner), 1e-12 * area_of(outer));
}

std::vector<Vec2> make_star(int n, double radius, double depth, double phase) {
  std::vector<Vec2> polygon;
  for (int i = 0; i < n; ++i) {
    const double angle = 2 * std::numbers::pi * i / n + phase;
    const double r = radius * (i % 2 == 0 ? 1.0 : 1.0 - depth);
    polygon.emplace_back(r * std::cos(angle), r * std::sin(angle));
  }
  return polygon;
}

const std::vector<Vec2> kSquare = {{2, 2}, {-2, 2}, {-2, -2}, {2, -2}};

TEST(Ring, ASquareInASquare) {
  expect_covered_once(kSquare, {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}});
}

TEST(Ring, ATriangleInATriangleOfTheOppositeSense) {
  expect_covered_once({{4, -2}, {0, 4}, {-4, -2}}, {{0, -1}, {1, 0.5}, {-1, 0.5}});
}

TEST(Ring, CornersInTheMiddleOfASideAreKept) {
  expect_covered_once({{2, 0}, {2, 2}, {0, 2}, {-2, 2}, {-2, 0}, {-2, -2}, {0, -2}, {2, -2}},
                      {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}});
}

TEST(Ring, AHoleFarFromTheMiddleAndAlmostTouching) {
  expect_covered_once(kSquare, {{1.999999, 1.5}, {1.5, 1.999999}, {1.5, 1.5}});
}

TEST(Ring, ADeepStarInAStarWhoseArmsHideMostCorners) {
  for (int k = 0; k < 20; ++k) {
    expect_covered_once(make_star(24, 2.0, 0.45, 0.0), make_star(18, 1.09, 0.8, 0.13 * k));
  }
}

TEST(Ring, ASpiralArmAroundTheHole) {
  // The hole sits at the end of a winding corridor.
  expect_covered_once(
      {{0, 0}, {10, 0}, {10, 10}, {0, 10}, {0, 3}, {6, 3}, {6, 6}, {3, 6}, {3, 7}, {7, 7}, {7, 2}, {0, 2}},
      {{8.5, 8.5}, {9, 8.5}, {9, 9}, {8.5, 9}});
}

TEST(Ring, RandomStarsInRandomStars) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> inner_radius(0.2, 0.9), outer_radius(1.0, 3.0);
  for (int round = 0; round < 200; ++round) {
    std::vector<Vec2> outer, inner;
    const int n = 3 + round % 30, m = 3 + round % 17;
    for (int i = 0; i < n; ++i) {
      const double angle = 2 * std::numbers::pi * i / n;
      outer.push_back(outer_radius(random) / std::cos(std::numbers::pi / n) * Vec2(std::cos(angle), std::sin(angle)));
    }
    for (int i = 0; i < m; ++i) {
      const double angle = 2 * std::numbers::pi * (i + 0.3) / m;
      inner.push_back(inner_radius(random) * Vec2(std::cos(angle), std::sin(angle)));
    }
    expect_covered_once(outer, inner);
  }
}

}  // namespace
}  // namespace abut::geometry
