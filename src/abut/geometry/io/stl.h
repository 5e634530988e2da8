// Reads STL, text and binary. All corners of one solid with equal coordinates become one vertex, numbered by first
// appearance; each solid of a text is a component. Normals and attributes are set aside: the winding says what is
// outside. Keywords may be in any case.
//
// Binary: 50 bytes a triangle in the file, 12 in the mesh, some 12 in vertices and some 16 in the hash table.
#pragma once

#include <string_view>

#include "abut/geometry/io/mesh_collector.h"

namespace abut::geometry {

MeshFile read_stl(std::string_view bytes, MeshCollector& collector);

}  // namespace abut::geometry
