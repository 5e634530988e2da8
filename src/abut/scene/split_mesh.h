// The connected parts of a mesh as meshes of their own.
#pragma once

#include <vector>

#include "abut/geometry/mesh.h"

namespace abut::scene {

// Triangles that share an edge are of one part; parts that touch at a vertex only are different. In the order of their
// first triangles; each has the vertices it uses, in their order. Throws InputError if there are loose segments or
// points, which no part would take, or no triangles. n log n.
std::vector<geometry::Mesh> split_mesh(const geometry::Mesh& mesh);

}  // namespace abut::scene
