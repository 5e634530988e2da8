// Sets of points that are hard for hulls, and the check of a hull against the oracle.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "geometry/sample_meshes.h"
#include "oracle/hull_oracle.h"

namespace abut::geometry::test {

struct PointSet {
  std::string name;
  std::vector<math::Vec3> points;
};

inline math::Vec3 nudge(const math::Vec3& p, Random& random) {
  math::Vec3 q = p;
  for (int i = 0; i < 3; ++i) {
    const std::size_t way = random.below(3);
    if (way > 0) q[i] = std::nextafter(q[i], way == 1 ? -HUGE_VAL : HUGE_VAL);
  }
  return q;
}

// All span space.
inline std::vector<PointSet> make_point_sets() {
  std::vector<PointSet> sets;
  Random random(99);
  std::vector<math::Vec3> grid;
  std::vector<math::Vec3> cube;
  for (int i = 0; i < 27; ++i) grid.emplace_back(i % 3, i / 3 % 3, i / 9);
  for (int i = 0; i < 8; ++i) cube.emplace_back(i & 1, i >> 1 & 1, i >> 2);
  sets.push_back({"grid", grid});

  std::vector<math::Vec3> prism;  // twelve points on each of two circles: exactly cocircular, exactly coplanar
  for (const auto& [x, y] : {std::pair{25, 0}, {24, 7}, {15, 20}}) {
    for (int turn = 0; turn < 4; ++turn) {
      const math::Vec2 p = turn == 0   ? math::Vec2(x, y)
                           : turn == 1 ? math::Vec2(-y, x)
                           : turn == 2 ? math::Vec2(-x, -y)
                                       : math::Vec2(y, -x);
      prism.emplace_back(p.x(), p.y(), 0);
      prism.emplace_back(p.x(), p.y(), 5);
    }
  }
  sets.push_back({"prism over cocircular points", prism});

  std::vector<math::Vec3> sphere;  // exactly cospherical: x^2 + y^2 + z^2 = 9
  for (int x = -3; x <= 3; ++x) {
    for (int y = -3; y <= 3; ++y) {
      for (int z = -3; z <= 3; ++z) {
        if (x * x + y * y + z * z == 9) sphere.emplace_back(x, y, z);
      }
    }
  }
  sets.push_back({"integer points of a sphere", sphere});

  for (int round = 0; round < 3; ++round) {
    std::vector<math::Vec3> points;
    const std::string number = " " + std::to_string(round);
    for (int i = 0; i < 20; ++i) points.push_back(random.point(-1, 1));
    sets.push_back({"random" + number, points});

    points.clear();
    for (int i = 0; i < 20; ++i) points.emplace_back(random.below(4), random.below(4), random.below(4));
    points.insert(points.end(), cube.begin(), cube.end());
    sets.push_back({"small integers with doubles" + number, points});

    points.clear();
    for (int i = 0; i < 24; ++i) points.push_back(nudge(0.1 * grid[random.below(27)] + math::Vec3(3, 3, 3), random));
    for (const math::Vec3& p : cube) points.push_back(nudge(0.2 * p + math::Vec3(3, 3, 3), random));
    sets.push_back({"grid off by an ulp" + number, points});

    points.clear();
    const math::Mat3 R = random.rotation().toRotationMatrix();
    for (const math::Vec3& p : grid) points.push_back(R * p);
    sets.push_back({"turned grid, rounded" + number, points});

    points.clear();
    const math::Vec3 u = random.point(-1, 1);
    for (int i = 0; i < 12; ++i) points.push_back(nudge(random.uniform(0, 1) * u, random));
    sets.push_back({"needle of a few ulps" + number, points});

    points.clear();
    for (int i = 0; i < 20; ++i) points.push_back(random.point(-1, 1).cwiseProduct(math::Vec3(1, 1, 1e-15)));
    sets.push_back({"thin plate" + number, points});
  }
  const std::size_t num_unscaled = sets.size();
  for (const double scale : {1e-300, 0x1p-1070, 1e-150, 1e150, 1e307}) {
    for (const std::size_t i : {std::size_t{0}, std::size_t{2}, std::size_t{3}, num_unscaled - 3}) {
      std::vector<math::Vec3> points;
      for (const math::Vec3& p : sets[i].points) points.push_back(scale * p);
      sets.push_back({sets[i].name + " times " + std::to_string(std::log10(scale)), points});
    }
  }
  return sets;
}

// Whether the triangles are the boundary of the hull: a closed surface, every triangle in a face of the hull and facing
// outward, each face of k corners cut into k - 2 triangles over exactly those corners.
inline ::testing::AssertionResult is_boundary_of(const oracle::Hull& hull, std::span<const math::Vec3> points,
                                                 std::span<const Triangle> triangles) {
  using oracle::operator-;
  std::set<std::pair<VertexId, VertexId>> half_edges;
  for (const Triangle& t : triangles) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (!half_edges.insert({t[k], t[(k + 1) % 3]}).second)
        return ::testing::AssertionFailure() << "a half-edge twice";
    }
  }
  for (const auto& [tail, head] : half_edges) {
    if (!half_edges.contains({head, tail})) return ::testing::AssertionFailure() << "an open edge";
  }
  std::map<std::size_t, std::pair<int, std::set<std::size_t>>> found;  // per face: triangles and their corners
  for (const Triangle& t : triangles) {
    const oracle::RVec3 a = oracle::exact(points[t[0].index()]);
    const oracle::RVec3 b = oracle::exact(points[t[1].index()]);
    const oracle::RVec3 c = oracle::exact(points[t[2].index()]);
    const oracle::RVec3 n = oracle::cross(b - a, c - a);
    const auto face = std::ranges::find_if(hull.faces, [&](const oracle::HullFace& f) {
      return std::ranges::all_of(std::array{a, b, c},
                                 [&](const auto& p) { return oracle::dot(f.normal, p) == f.offset; }) &&
             oracle::dot(f.normal, n) > 0;
    });
    if (face == hull.faces.end()) return ::testing::AssertionFailure() << "a triangle in no face of the hull";
    auto& [number, corners] = found[static_cast<std::size_t>(face - hull.faces.begin())];
    ++number;
    for (const VertexId v : t) corners.insert(v.index());
  }
  for (std::size_t f = 0; f < hull.faces.size(); ++f) {
    const auto& corners = hull.faces[f].corners;
    if (found[f].second != std::set(corners.begin(), corners.end()) ||
        found[f].first != static_cast<int>(corners.size()) - 2) {
      return ::testing::AssertionFailure() << "a face of " << corners.size() << " corners made of " << found[f].first
                                           << " triangles over " << found[f].second.size() << " vertices";
    }
  }
  return ::testing::AssertionSuccess();
}

}  // namespace abut::geometry::test
