#include "abut/geometry/makers/sphere.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace abut::geometry {
namespace {

using math::Vec3;

// The squares are added from the smallest on, so that exchanging the axes changes nothing.
Vec3 make_unit(const Vec3& v) {
  Vec3 squares = v.cwiseProduct(v);
  std::sort(squares.begin(), squares.end());
  return v / std::sqrt(squares[0] + squares[1] + squares[2]);
}

Mesh make_icosahedron() {
  const double golden = (1.0 + std::sqrt(5.0)) / 2.0;
  Mesh mesh;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double one : {1.0, -1.0}) {
      for (const double long_side : {golden, -golden}) {
        Vec3 v = Vec3::Zero();
        v[axis] = one;
        v[(axis + 1) % 3] = long_side;
        mesh.vertices.push_back(v);
      }
    }
  }
  // Edges have length 2, the other distances are 2 golden and more. Three vertices that are all that near are a face.
  const auto is_edge = [&](std::size_t i, std::size_t j) {
    return (mesh.vertices[i] - mesh.vertices[j]).squaredNorm() < 5.0;
  };
  for (std::size_t i = 0; i < 12; ++i) {
    for (std::size_t j = i + 1; j < 12; ++j) {
      for (std::size_t k = j + 1; k < 12; ++k) {
        if (!is_edge(i, j) || !is_edge(j, k) || !is_edge(k, i)) continue;
        const Vec3 normal = mesh.vertices[i].cross(mesh.vertices[j]);
        const bool is_outward = normal.dot(mesh.vertices[k]) > 0.0;
        mesh.triangles.push_back({VertexId(i), VertexId(is_outward ? j : k), VertexId(is_outward ? k : j)});
      }
    }
  }
  for (Vec3& v : mesh.vertices) v = make_unit(v);
  return mesh;
}

// Each triangle in four, by the midpoints of its edges pushed out to the unit sphere.
Mesh make_subdivided(Mesh mesh) {
  std::unordered_map<std::uint64_t, VertexId> midpoints;  // looked up, never walked
  midpoints.reserve(mesh.triangles.size() * 3 / 2);
  const auto find_or_add_midpoint = [&](VertexId a, VertexId b) {
    const auto [low, high] = std::minmax({a.value(), b.value()});
    const auto [place, is_new] = midpoints.try_emplace((std::uint64_t{low} << 32) | high, mesh.vertices.size());
    if (is_new) mesh.vertices.push_back(make_unit(mesh.vertices[a.index()] + mesh.vertices[b.index()]));
    return place->second;
  };
  std::vector<Triangle> finer;
  finer.reserve(4 * mesh.triangles.size());
  for (const auto& [a, b, c] : mesh.triangles) {
    const VertexId ab = find_or_add_midpoint(a, b);
    const VertexId bc = find_or_add_midpoint(b, c);
    const VertexId ca = find_or_add_midpoint(c, a);
    finer.insert(finer.end(), {{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}});
  }
  mesh.triangles = std::move(finer);
  return mesh;
}

Mesh make_unit_icosphere(int level) {
  Mesh mesh = make_icosahedron();
  for (int i = 0; i < level; ++i) mesh = make_subdivided(std::move(mesh));
  return mesh;
}

}  // namespace

Mesh make_icosphere(int level, const Vec3& radii) {
  require_in_range("icosphere", "level", level, kSubdivisionRange);
  for (const double radius : radii) require_length("icosphere", "radius", radius);
  Mesh mesh = make_unit_icosphere(level);
  for (Vec3& v : mesh.vertices) v = v.cwiseProduct(radii);
  return mesh;
}

Mesh make_icosphere(int level, double radius) {
  return make_icosphere(level, Vec3::Constant(radius));
}

Mesh make_bumpy_sphere(const BumpySphere& spec) {
  require_in_range("bumpy_sphere", "level", spec.level, kSubdivisionRange);
  require_length("bumpy_sphere", "radius", spec.radius);
  require_in_range("bumpy_sphere", "bump_height", spec.bump_height, kBumpHeightRange);
  require_in_range("bumpy_sphere", "frequency", spec.frequency, kBumpFrequencyRange);
  Mesh mesh = make_unit_icosphere(spec.level);
  for (Vec3& v : mesh.vertices) {
    const double f = spec.frequency;
    const double wave = std::cos(f * v.x()) * std::cos(f * v.y()) * std::cos(f * v.z());
    v *= spec.radius * (1.0 + spec.bump_height * wave);
  }
  return mesh;
}

}  // namespace abut::geometry
