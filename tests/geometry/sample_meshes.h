// Small meshes and random points for the tests of this folder.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "abut/geometry/mesh.h"
#include "abut/math/random.h"

namespace abut::geometry::test {

// The library's random numbers, by short names.
class Random {
 public:
  explicit Random(std::uint64_t seed) : random_(seed) {}
  double uniform(double low, double high) { return random_.next_between(low, high); }
  std::size_t below(std::size_t n) { return random_.next_index(n); }
  math::Vec3 point(double low, double high) {
    const double x = uniform(low, high);
    const double y = uniform(low, high);
    return {x, y, uniform(low, high)};
  }
  math::Quat rotation() { return random_.next_rotation(); }

 private:
  math::Random random_;
};

inline void add_triangle(Mesh& mesh, std::size_t a, std::size_t b, std::size_t c) {
  mesh.triangles.push_back({VertexId(a), VertexId(b), VertexId(c)});
}

// Corner i has the upper x if bit 0 of i is set, the upper y if bit 1, the upper z if bit 2.
inline Mesh make_box_mesh(const math::Vec3& low, const math::Vec3& high) {
  Mesh mesh;
  for (int i = 0; i < 8; ++i) {
    mesh.vertices.emplace_back(i & 1 ? high.x() : low.x(), i & 2 ? high.y() : low.y(), i & 4 ? high.z() : low.z());
  }
  constexpr std::size_t kSides[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                        {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  for (const auto& s : kSides) {
    add_triangle(mesh, s[0], s[1], s[2]);
    add_triangle(mesh, s[0], s[2], s[3]);
  }
  return mesh;
}

// A torus of m by n quadrilaterals, each cut in two, with its tube's radius changing from vertex to vertex.
inline Mesh make_rough_torus_mesh(std::size_t m, std::size_t n, double roughness, std::uint64_t seed) {
  Random random(seed);
  Mesh mesh;
  for (std::size_t i = 0; i < m; ++i) {
    const double a = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(m);
    for (std::size_t j = 0; j < n; ++j) {
      const double b = 2 * std::numbers::pi * static_cast<double>(j) / static_cast<double>(n);
      const double r = 0.4 + roughness * random.uniform(-1, 1);
      const double across = 1 + r * std::cos(b);
      mesh.vertices.emplace_back(across * std::cos(a), across * std::sin(a), r * std::sin(b));
    }
  }
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const std::size_t i1 = (i + 1) % m;
      const std::size_t j1 = (j + 1) % n;
      add_triangle(mesh, i * n + j, i1 * n + j, i1 * n + j1);
      add_triangle(mesh, i * n + j, i1 * n + j1, i * n + j1);
    }
  }
  return mesh;
}

template <class Change>
Mesh change_vertices(Mesh mesh, const Change& change) {
  for (math::Vec3& v : mesh.vertices) v = change(v);
  return mesh;
}

}  // namespace abut::geometry::test
