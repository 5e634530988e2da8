// What the tests of makers share.
#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "abut/base/input_error.h"
#include "abut/geometry/mesh.h"
#include "abut/math/predicates.h"
#include "abut/math/types.h"

namespace abut::geometry {

// The text a call is refused with.
std::string message_of(const auto& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

inline Eigen::AlignedBox3d extent_of(const Mesh& mesh) {
  Eigen::AlignedBox3d box;
  for (const math::Vec3& v : mesh.vertices) box.extend(v);
  return box;
}

// The coordinates of all vertices, sorted; with them mapped first.
std::vector<std::array<double, 3>> mapped_points(const Mesh& mesh, const auto& map) {
  std::vector<std::array<double, 3>> points;
  for (const math::Vec3& v : mesh.vertices) {
    const math::Vec3 p = map(v);
    points.push_back({p.x(), p.y(), p.z()});
  }
  std::sort(points.begin(), points.end());
  return points;
}

// Multiplying the coordinates by `signs` maps the set of vertices onto itself, bit for bit.
inline bool is_mirrored(const Mesh& mesh, const math::Vec3& signs) {
  return mapped_points(mesh, [](const math::Vec3& v) { return v; }) ==
         mapped_points(mesh, [&](const math::Vec3& v) -> math::Vec3 { return v.cwiseProduct(signs); });
}

inline int side_of(const Mesh& mesh, const Triangle& t, const math::Vec3& p) {
  return math::orient3d(mesh.vertices[t[0].index()], mesh.vertices[t[1].index()], mesh.vertices[t[2].index()], p);
}

// No vertex is outside of any face.
inline bool is_exactly_convex(const Mesh& mesh) {
  return std::all_of(mesh.triangles.begin(), mesh.triangles.end(), [&](const Triangle& t) {
    return std::all_of(mesh.vertices.begin(), mesh.vertices.end(),
                       [&](const math::Vec3& v) { return side_of(mesh, t, v) <= 0; });
  });
}

// How many planes the triangles lie in, exactly.
inline std::size_t count_planes(const Mesh& mesh) {
  std::vector<Triangle> planes;
  for (const Triangle& t : mesh.triangles) {
    const bool is_known = std::any_of(planes.begin(), planes.end(), [&](const Triangle& plane) {
      return std::all_of(t.begin(), t.end(),
                         [&](VertexId v) { return side_of(mesh, plane, mesh.vertices[v.index()]) == 0; });
    });
    if (!is_known) planes.push_back(t);
  }
  return planes.size();
}

// The mesh turned by `rotation`, then moved by `translation`, rounded.
inline Mesh make_moved(Mesh mesh, const math::Mat3& rotation, const math::Vec3& translation) {
  for (math::Vec3& v : mesh.vertices) v = rotation * v + translation;
  return mesh;
}

}  // namespace abut::geometry
