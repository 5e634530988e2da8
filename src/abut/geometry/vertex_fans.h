// The fans of triangles around each vertex of a mesh: combinatorial only, no coordinates.
//
// Two triangles at a vertex belong to one fan if a chain of triangles at that vertex, each sharing with the next an
// edge that ends there, leads from one to the other; edges of any number of triangles count. An ordinary vertex has one
// fan. A vertex where solids or sheets touch at a point has several: the surface is no manifold there, although all
// its edges may be. Collapsed triangles (triangle_adjacency.h) belong to no fan. Cost: linear.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/geometry/mesh.h"
#include "abut/geometry/triangle_adjacency.h"

namespace abut::geometry {

// The number of fans of each vertex; 0 where no triangle uses it.
std::vector<std::uint32_t> compute_num_fans(std::span<const Triangle> triangles, const TriangleAdjacency& adjacency,
                                            std::size_t num_vertices);

}  // namespace abut::geometry
