// A mesh as read or made: triangles, loose segments and loose points over shared vertices, in the body's own frame,
// metres. It may be anything: open, non-manifold, wrongly wound. What it is, the boundary representation finds out
// (brep.h); what is wrong with it, the list of defects says (defects.h).
//
// Polygons of a file become triangles when read (triangulate.h); exactly coplanar triangles become polygonal faces
// again in the boundary representation. What is guaranteed is the triangles.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "abut/base/ids.h"
#include "abut/math/aabb.h"
#include "abut/math/types.h"

namespace abut::geometry {

using Triangle = std::array<VertexId, 3>;  // counter-clockwise seen from outside
using Segment = std::array<VertexId, 2>;

struct Mesh {
  std::vector<math::Vec3> vertices;
  std::vector<Triangle> triangles;
  std::vector<Segment> segments;  // loose: given as lines, not as borders of faces
  std::vector<VertexId> points;   // loose: given as points

  // The objects and groups of the file. Empty arrays: everything belongs to one nameless component.
  std::vector<ComponentId> triangle_component;
  std::vector<std::string> component_names;
};

// The least box around the triangles, segments and points; empty if there are none. Unused vertices do not count.
math::Aabb compute_bounds(const Mesh& mesh);

}  // namespace abut::geometry
