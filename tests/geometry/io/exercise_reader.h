// What must hold of any bytes whatever, for fuzzing and for replaying its findings: a reader answers with a sound mesh
// that survives being written and read again, or with an InputError.
#pragma once

#include <cmath>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "abut/base/input_error.h"
#include "abut/geometry/io/read_mesh.h"
#include "abut/geometry/io/write_mesh.h"

namespace abut::geometry {

inline void require(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

inline void require_sound(const Mesh& mesh) {
  const auto exists = [&](VertexId v) { return v.index() < mesh.vertices.size(); };
  for (const math::Vec3& p : mesh.vertices) require(p.allFinite(), "a coordinate is not finite");
  for (const Triangle& t : mesh.triangles)
    require(exists(t[0]) && exists(t[1]) && exists(t[2]), "a corner is no vertex");
  for (const Segment& s : mesh.segments) require(exists(s[0]) && exists(s[1]), "an end is no vertex");
  for (const VertexId v : mesh.points) require(exists(v), "a point is no vertex");
  const bool has_components = !mesh.triangle_component.empty();
  require(!has_components || mesh.triangle_component.size() == mesh.triangles.size(), "a triangle has no component");
  for (const ComponentId c : mesh.triangle_component) require(c.index() < mesh.component_names.size(), "no component");
}

inline void require_round_trip(const Mesh& mesh) {
  std::ostringstream obj;
  write_obj(obj, mesh);
  const Mesh again = read_mesh(obj.str(), "again.obj", MeshFormat::kObj).mesh;
  require(again.vertices == mesh.vertices && again.triangles == mesh.triangles, "OBJ does not come back the same");
  require(again.segments == mesh.segments && again.points == mesh.points, "OBJ does not come back the same");
  std::ostringstream ply;
  write_ply(ply, mesh);
  const Mesh joined = read_mesh(ply.str(), "again.ply", MeshFormat::kPly).mesh;
  require(joined.triangles.size() == mesh.triangles.size(), "PLY does not come back the same");
}

// Throws anything but an InputError if a promise is broken.
inline void exercise_reader(std::string_view bytes, MeshFormat format) {
  const Units units = static_cast<Units>(bytes.size() % 6);
  Mesh mesh;
  try {
    mesh = read_mesh(bytes, "fuzz", format, {units}).mesh;
  } catch (const InputError&) {
    return;
  }
  require_sound(mesh);
  require_round_trip(mesh);
}

}  // namespace abut::geometry
