#include "abut/geometry/brep/face_planes.h"

#include <algorithm>
#include <limits>

#include "abut/geometry/triangle_normal.h"

namespace abut::geometry {
namespace {

using math::Vec3;

// The triangle of the largest rounded area, the first of equal ones.
TriangleId find_largest(const Brep& brep, const Face& face) {
  TriangleId largest = brep.face_triangles[face.first_triangle];
  if (face.num_triangles == 1) return largest;
  double largest_sq = -1.0;
  for (std::uint32_t i = 0; i < face.num_triangles; ++i) {
    const TriangleId t = brep.face_triangles[face.first_triangle + i];
    const auto& [a, b, c] = brep.triangles[t.index()];
    const Vec3& origin = brep.vertices[a.index()];
    const double cross_sq = (brep.vertices[b.index()] - origin).cross(brep.vertices[c.index()] - origin).squaredNorm();
    if (cross_sq > largest_sq) {
      largest_sq = cross_sq;
      largest = t;
    }
  }
  return largest;
}

double compute_offset(const Brep& brep, const Face& face) {
  double least = std::numeric_limits<double>::infinity(), greatest = -least;
  for (std::uint32_t l = 0; l < face.num_loops; ++l) {
    const HalfEdgeId first = brep.loops[face.first_loop + l].half_edge;
    HalfEdgeId h = first;
    do {
      const double height = face.normal.dot(brep.vertices[brep.half_edges[h.index()].origin.index()]);
      least = std::min(least, height);
      greatest = std::max(greatest, height);
      h = brep.half_edges[h.index()].next;
    } while (h != first);
  }
  return 0.5 * least + 0.5 * greatest;
}

}  // namespace

void update_face_planes(Brep& brep) {
  for (Face& face : brep.faces) {
    const auto& [a, b, c] = brep.triangles[find_largest(brep, face).index()];
    face.normal = compute_triangle_normal(brep.vertices[a.index()], brep.vertices[b.index()], brep.vertices[c.index()]);
    face.offset = face.normal.isZero(0.0) ? 0.0 : compute_offset(brep, face);
  }
}

}  // namespace abut::geometry
