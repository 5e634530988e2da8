// Meshes out of unit cells of a grid, for tests: boundaries of unions of cubes, and sheets of squares. Vertices are
// shared where cells meet; each square is two triangles. A linear map with whole-number entries may be applied to every
// vertex: flat stays exactly flat and straight exactly straight, and nothing is along an axis any more.
#pragma once

#include <array>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "abut/geometry/mesh.h"
#include "geometry/sample_meshes.h"

namespace abut::geometry {

using Cell = std::array<int, 3>;
using Square = std::array<int, 2>;

// Of determinant 50, no entry zero.
inline math::Mat3 make_skew_map() {
  math::Mat3 map;
  map << 3, 1, -1, -2, 4, 1, 1, -1, 3;
  return map;
}

class GridMesh {
 public:
  explicit GridMesh(const math::Mat3& map) : map_(map) {}

  // Counter-clockwise; cut along p - r, or along q - s.
  void add_quad(const Cell& p, const Cell& q, const Cell& r, const Cell& s, bool other_diagonal = false) {
    const std::array<VertexId, 4> v{vertex(p), vertex(q), vertex(r), vertex(s)};
    const std::size_t k = other_diagonal ? 1 : 0;
    mesh_.triangles.push_back({v[k], v[k + 1], v[k + 2]});
    mesh_.triangles.push_back({v[k], v[k + 2], v[(k + 3) % 4]});
  }
  const Mesh& mesh() const { return mesh_; }

 private:
  VertexId vertex(const Cell& at) {
    const auto [entry, is_new] = ids_.emplace(at, VertexId(mesh_.vertices.size()));
    if (is_new) mesh_.vertices.push_back(map_ * math::Vec3(at[0], at[1], at[2]));
    return entry->second;
  }

  math::Mat3 map_;
  Mesh mesh_;
  std::map<Cell, VertexId> ids_;
};

// The boundary of a union of cubes, outward; each square of it cut into `fineness` squared smaller ones (the
// coordinates grow by as much). Closed and manifold if no two cells touch in an edge or vertex only.
inline Mesh make_cell_mesh(const std::set<Cell>& cells, int fineness = 1,
                           const math::Mat3& map = math::Mat3::Identity()) {
  GridMesh grid(map);
  for (const Cell& cell : cells) {
    for (int axis = 0; axis < 3; ++axis) {
      for (const int side : {0, 1}) {
        Cell neighbour = cell;
        neighbour[static_cast<std::size_t>(axis)] += side == 1 ? 1 : -1;
        if (cells.contains(neighbour)) continue;
        // Two directions in the square that turn counter-clockwise seen from outside.
        const auto a = static_cast<std::size_t>(axis);
        const std::size_t u = side == 1 ? (a + 1) % 3 : (a + 2) % 3, v = 3 - a - u;
        for (int i = 0; i < fineness; ++i) {
          for (int j = 0; j < fineness; ++j) {
            const auto corner = [&](int di, int dj) {
              Cell p{cell[0] * fineness, cell[1] * fineness, cell[2] * fineness};
              p[a] += side * fineness;
              p[u] += i + di;
              p[v] += j + dj;
              return p;
            };
            grid.add_quad(corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1), (i + j) % 2 == 1);
          }
        }
      }
    }
  }
  return grid.mesh();
}

// A sheet of squares at height 0, facing up; diagonals by chance.
inline Mesh make_sheet_mesh(const std::set<Square>& squares, std::uint64_t seed = 1,
                            const math::Mat3& map = math::Mat3::Identity()) {
  GridMesh grid(map);
  test::Random random(seed);
  for (const auto& [x, y] : squares) {
    grid.add_quad({x, y, 0}, {x + 1, y, 0}, {x + 1, y + 1, 0}, {x, y + 1, 0}, random.below(2) == 1);
  }
  return grid.mesh();
}

inline const std::set<Cell> kOneCell{{0, 0, 0}};
inline const std::set<Cell> kLCells{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};

// Three by three squares or cubes without the middle.
inline std::set<Square> make_ring_squares() {
  std::set<Square> squares;
  for (int x = 0; x < 3; ++x) {
    for (int y = 0; y < 3; ++y) {
      if (x != 1 || y != 1) squares.insert({x, y});
    }
  }
  return squares;
}
inline std::set<Cell> make_ring_cells() {
  std::set<Cell> cells;
  for (const auto& [x, y] : make_ring_squares()) cells.insert({x, y, 0});
  return cells;
}

template <class Element>
void shuffle(std::vector<Element>& elements, test::Random& random) {
  for (std::size_t i = elements.size(); i > 1; --i) std::swap(elements[i - 1], elements[random.below(i)]);
}

// Other labels for the same triangles: vertices and triangles in another order, triangles starting elsewhere.
inline Mesh make_relabelled(const Mesh& mesh, std::uint64_t seed) {
  test::Random random(seed);
  std::vector<std::size_t> new_id(mesh.vertices.size());
  for (std::size_t i = 0; i < new_id.size(); ++i) new_id[i] = i;
  shuffle(new_id, random);
  Mesh result;
  result.vertices.resize(mesh.vertices.size());
  for (std::size_t i = 0; i < new_id.size(); ++i) result.vertices[new_id[i]] = mesh.vertices[i];
  const auto relabel = [&](VertexId v) { return VertexId(new_id[v.index()]); };
  for (const Triangle& t : mesh.triangles) {
    const std::size_t k = random.below(3);
    result.triangles.push_back({relabel(t[k]), relabel(t[(k + 1) % 3]), relabel(t[(k + 2) % 3])});
  }
  shuffle(result.triangles, random);
  for (const Segment& s : mesh.segments) result.segments.push_back({relabel(s[0]), relabel(s[1])});
  for (const VertexId v : mesh.points) result.points.push_back(relabel(v));
  return result;
}

inline Mesh make_scaled(Mesh mesh, double scale) {
  for (math::Vec3& p : mesh.vertices) p *= scale;
  return mesh;
}

}  // namespace abut::geometry
