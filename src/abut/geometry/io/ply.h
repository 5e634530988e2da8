// Reads PLY: text, binary little endian, binary big endian; every scalar type; lists.
//
// Read are `vertex` (x, y, z), `face` (vertex_indices or vertex_index), `edge` (vertex1, vertex2; as segments) and
// `point` (vertex_index; our own, see write_mesh.h). Other elements are passed over and noted, other properties passed
// over. Elements of a text are one to a line.
#pragma once

#include <string_view>

#include "abut/geometry/io/mesh_collector.h"

namespace abut::geometry {

MeshFile read_ply(std::string_view bytes, MeshCollector& collector);

}  // namespace abut::geometry
