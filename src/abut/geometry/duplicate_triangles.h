// Triangles that are there more than once: the same three vertices, in whichever order and winding. Triangles that name
// a vertex twice are not looked at. Cost: a counting sort by lowest vertex and small sorts within.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "abut/base/ids.h"
#include "abut/geometry/mesh.h"

namespace abut::geometry {

struct DuplicateTriangle {
  TriangleId triangle;
  TriangleId first;  // the lowest one with the same vertices

  friend bool operator==(const DuplicateTriangle&, const DuplicateTriangle&) = default;
};

// All but the first of each set of vertices, ascending. Precondition: all vertices are below num_vertices.
std::vector<DuplicateTriangle> find_duplicate_triangles(std::span<const Triangle> triangles, std::size_t num_vertices);

}  // namespace abut::geometry
