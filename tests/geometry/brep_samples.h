// Small exact meshes for the tests of the boundary representation: unions of grid cubes, and pieces of surface given by
// their polygons. Vertices at the same place are one.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "abut/geometry/mesh.h"

namespace abut::geometry::samples {

using math::Vec3;

// Collects polygons; fans of triangles over vertices that are shared by place.
class MeshBuilder {
 public:
  VertexId vertex(const Vec3& p) {
    const auto [it, is_new] = ids_.try_emplace({p[0], p[1], p[2]}, VertexId(mesh_.vertices.size()));
    if (is_new) mesh_.vertices.push_back(p);
    return it->second;
  }
  MeshBuilder& polygon(const std::vector<Vec3>& corners) {
    for (std::size_t i = 2; i < corners.size(); ++i) {
      mesh_.triangles.push_back({vertex(corners[0]), vertex(corners[i - 1]), vertex(corners[i])});
    }
    return *this;
  }
  const Mesh& mesh() const { return mesh_; }

 private:
  Mesh mesh_;
  std::map<std::array<double, 3>, VertexId> ids_;
};

using Cell = std::array<int, 3>;

// The boundary of a union of unit cubes, each face of a cube cut into n x n squares of two triangles.
inline Mesh make_cells(const std::set<Cell>& cells, int n = 1) {
  MeshBuilder builder;
  for (const Cell& cell : cells) {
    for (int axis = 0; axis < 3; ++axis) {
      for (const int side : {0, 1}) {
        Cell neighbour = cell;
        neighbour[axis] += side == 1 ? 1 : -1;
        if (cells.count(neighbour)) continue;
        const int u = (axis + 1) % 3, v = (axis + 2) % 3;
        for (int i = 0; i < n; ++i) {
          for (int j = 0; j < n; ++j) {
            const auto corner = [&](int di, int dj) {
              Vec3 p;
              p[axis] = cell[axis] + side;
              p[u] = cell[u] + (i + di) / static_cast<double>(n);
              p[v] = cell[v] + (j + dj) / static_cast<double>(n);
              return p;
            };
            std::vector<Vec3> square = {corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)};
            if (side == 0) square = {square[0], square[3], square[2], square[1]};
            builder.polygon(square);
          }
        }
      }
    }
  }
  return builder.mesh();
}

inline Mesh make_cube(int n = 1) {
  return make_cells({{0, 0, 0}}, n);
}

inline std::set<Cell> make_block(int nx, int ny, int nz) {
  std::set<Cell> cells;
  for (int x = 0; x < nx; ++x) {
    for (int y = 0; y < ny; ++y) {
      for (int z = 0; z < nz; ++z) cells.insert({x, y, z});
    }
  }
  return cells;
}

inline std::set<Cell> make_random_cells(std::mt19937& random, int n, unsigned percent) {
  std::set<Cell> cells;
  for (const Cell& cell : make_block(n, n, n)) {
    if (random() % 100 < percent) cells.insert(cell);
  }
  return cells;
}

// A surface of few heights over a grid, with gaps: many neighbours are exactly coplanar, slanted ones too.
inline Mesh make_coarse_height_field(std::mt19937& random) {
  constexpr int kSide = 6;
  MeshBuilder builder;
  std::map<std::array<int, 2>, double> heights;
  for (int x = 0; x <= kSide; ++x) {
    for (int y = 0; y <= kSide; ++y) heights[{x, y}] = 0.1 * static_cast<double>(random() % 3);
  }
  const auto p = [&](int x, int y) { return Vec3(x, y, heights[{x, y}]); };
  for (int x = 0; x < kSide; ++x) {
    for (int y = 0; y < kSide; ++y) {
      if (random() % 8 == 0) continue;
      builder.polygon({p(x, y), p(x + 1, y), p(x + 1, y + 1)});
      builder.polygon({p(x, y), p(x + 1, y + 1), p(x, y + 1)});
    }
  }
  return builder.mesh();
}

// A strip of quadrilaterals, closed with a half turn: it cannot be wound consistently.
inline Mesh make_half_turned_strip(int num) {
  Mesh mesh;
  for (int i = 0; i < num; ++i) {
    const double a = 2 * std::numbers::pi * i / num;
    for (const double s : {-0.3, 0.3}) {
      const double r = 1 + s * std::cos(a / 2);
      mesh.vertices.emplace_back(r * std::cos(a), r * std::sin(a), s * std::sin(a / 2));
    }
    const bool is_last = i + 1 == num;
    const int a0 = 2 * i, a1 = 2 * i + 1, b0 = is_last ? 1 : a0 + 2, b1 = is_last ? 0 : a1 + 2;
    mesh.triangles.push_back({VertexId(a0), VertexId(b0), VertexId(b1)});
    mesh.triangles.push_back({VertexId(a0), VertexId(b1), VertexId(a1)});
  }
  return mesh;
}

inline Mesh make_torus(int m, int n) {
  Mesh mesh;
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) {
      const double a = 2 * std::numbers::pi * i / m, b = 2 * std::numbers::pi * j / n;
      mesh.vertices.emplace_back((2 + std::cos(b)) * std::cos(a), (2 + std::cos(b)) * std::sin(a), std::sin(b));
      const int i1 = (i + 1) % m, j1 = (j + 1) % n;
      mesh.triangles.push_back({VertexId(i * n + j), VertexId(i1 * n + j), VertexId(i1 * n + j1)});
      mesh.triangles.push_back({VertexId(i * n + j), VertexId(i1 * n + j1), VertexId(i * n + j1)});
    }
  }
  return mesh;
}

// A cube, one edge of whose top is split on one side only; the triangle without area closes the gap.
inline Mesh make_cube_with_a_gap_closed() {
  MeshBuilder builder;
  const auto p = [](double x, double y, double z) { return Vec3(x, y, z); };
  builder.polygon({p(1, 1, 1), p(0, 1, 1), p(0, 0, 1), p(.5, 0, 1), p(1, 0, 1)});
  builder.polygon({p(0, 0, 0), p(0, 1, 0), p(1, 1, 0), p(1, 0, 0)});
  builder.polygon({p(0, 0, 0), p(1, 0, 0), p(1, 0, 1), p(0, 0, 1)});
  builder.polygon({p(0, 1, 0), p(0, 1, 1), p(1, 1, 1), p(1, 1, 0)});
  builder.polygon({p(0, 0, 0), p(0, 0, 1), p(0, 1, 1), p(0, 1, 0)});
  builder.polygon({p(1, 0, 0), p(1, 1, 0), p(1, 1, 1), p(1, 0, 1)});
  builder.polygon({p(.5, 0, 1), p(0, 0, 1), p(1, 0, 1)});
  return builder.mesh();
}

// Both meshes side by side, vertices not shared.
inline Mesh make_both(Mesh a, const Mesh& b) {
  const std::size_t shift = a.vertices.size();
  a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const Triangle& t : b.triangles) {
    a.triangles.push_back(
        {VertexId(t[0].index() + shift), VertexId(t[1].index() + shift), VertexId(t[2].index() + shift)});
  }
  return a;
}

inline Mesh make_moved(Mesh mesh, const Vec3& by) {
  for (Vec3& p : mesh.vertices) p += by;
  return mesh;
}

inline Mesh make_scaled(Mesh mesh, double factor) {
  for (Vec3& p : mesh.vertices) p *= factor;
  return mesh;
}

inline Mesh make_mapped(Mesh mesh, const math::Mat3& map) {
  for (Vec3& p : mesh.vertices) p = map * p;
  return mesh;
}

// By integers, so exactly on a grid; no plane of the grid stays along the axes. The determinant is 36.
inline Mesh make_sheared(const Mesh& mesh) {
  math::Mat3 map;
  map << 3, 1, -2, 1, 4, 1, -1, 2, 5;
  return make_mapped(mesh, map);
}

inline Mesh make_inside_out(Mesh mesh) {
  for (Triangle& t : mesh.triangles) std::swap(t[1], t[2]);
  return mesh;
}

// Vertices and triangles in another order, triangles starting at another corner.
inline Mesh make_relabelled(const Mesh& mesh, std::mt19937& random) {
  std::vector<std::size_t> order(mesh.vertices.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::shuffle(order.begin(), order.end(), random);
  Mesh result = mesh;
  for (std::size_t v = 0; v < order.size(); ++v) result.vertices[order[v]] = mesh.vertices[v];
  for (Triangle& t : result.triangles) {
    const std::size_t first = random() % 3;
    t = {VertexId(order[t[first].index()]), VertexId(order[t[(first + 1) % 3].index()]),
         VertexId(order[t[(first + 2) % 3].index()])};
  }
  std::shuffle(result.triangles.begin(), result.triangles.end(), random);
  return result;
}

}  // namespace abut::geometry::samples
