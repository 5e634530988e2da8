// Reads OFF: the word OFF, the numbers of vertices, faces and edges (on the same line or the next), one line a vertex,
// one line a face. Normals, colours and texture (NOFF, COFF, STOFF and their combinations), face colours, comments and
// blank lines are set aside. Four-dimensional, n-dimensional and binary OFF are refused.
#pragma once

#include <string_view>

#include "abut/geometry/io/mesh_collector.h"

namespace abut::geometry {

MeshFile read_off(std::string_view bytes, MeshCollector& collector);

}  // namespace abut::geometry
