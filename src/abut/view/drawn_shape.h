// What is drawn of a shape: triangles and the faces they are of, its real edges, loose points. Faces, edges and
// vertices have the numbers that contacts call them by.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "abut/geometry/brep.h"
#include "abut/geometry/mesh.h"

namespace abut::view {

struct DrawnShape {
  std::vector<double> vertices;              // three each
  std::vector<std::uint32_t> triangles;      // three vertices each
  std::vector<std::uint32_t> triangle_face;  // 0xffffffff: of none
  std::vector<std::uint32_t> edges;          // two vertices each
  std::vector<std::uint8_t> edge_kind;       // geometry::EdgeKind
  std::vector<std::uint32_t> points;
};

DrawnShape make_drawn_shape(const geometry::Brep& brep);
// Of a mesh that has no boundary representation, since a coordinate or an index is wrong: what of it can be drawn. No
// triangle is of a face.
DrawnShape make_drawn_shape(const geometry::Mesh& mesh);

// A packet of type "geometry".
std::string make_geometry_packet(std::span<const DrawnShape> shapes, std::uint64_t id);

}  // namespace abut::view
