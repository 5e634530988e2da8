// Writes a mesh, in metres, so that reading it again gives the same vertices to the bit, the same triangles, segments
// and points in the same order. (Vertices with equal coordinates in one component are one when read; see weld.h.)
//
// The caller opens the stream, in binary mode, and checks it afterwards.
#pragma once

#include <iosfwd>

#include "abut/geometry/mesh.h"

namespace abut::geometry {

// As text: shortest decimals that read back to the same double. Components are objects (o); characters of their names
// that end a line or join it to the next become '_', and namesakes are numbered (part, part#2).
void write_obj(std::ostream& out, const Mesh& mesh);

// As binary little endian, coordinates as double. Loose points are elements `point` with a `vertex_index`, which
// other programs pass over. PLY has no components: what they keep apart is welded when read.
void write_ply(std::ostream& out, const Mesh& mesh);

}  // namespace abut::geometry
