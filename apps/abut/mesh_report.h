// What `abut info` knows about a mesh: gathered once, printed as text or as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "abut/geometry/brep.h"
#include "abut/geometry/defects.h"
#include "abut/geometry/mass_properties.h"
#include "abut/geometry/mesh.h"
#include "abut/geometry/principal_axes.h"
#include "abut/geometry/repair.h"
#include "abut/math/aabb.h"

namespace abut::app {

struct MeshReport {
  std::string file;
  std::size_t num_vertices = 0, num_triangles = 0, num_segments = 0, num_points = 0, num_components = 0;
  math::Aabb bounds;
  geometry::BrepKind kind = geometry::BrepKind::kSoup;
  bool is_convex = false;
  std::size_t num_shells = 0, num_cavities = 0, num_faces = 0, num_edges = 0;
  std::size_t num_convex = 0, num_reflex = 0, num_border = 0, num_non_manifold = 0;
  double density = 0;  // kg/m^3 of a solid, kg/m^2 of a sheet, kg/m of wires
  geometry::MassProperties mass;
  geometry::PrincipalAxes axes;
  std::vector<std::string> notes;
  std::vector<geometry::Defect> defects;
};

MeshReport make_mesh_report(std::string file, const geometry::Mesh& mesh, std::vector<std::string> notes,
                            double density);

std::string make_text(const MeshReport& report);
nlohmann::ordered_json make_json(const MeshReport& report);

}  // namespace abut::app
