// The "shape" of a body in a native scene file, to a ShapeSource. Reads no mesh.
#pragma once

#include "abut/scene/json_value.h"
#include "abut/scene/shape_source.h"

namespace abut::scene {

ShapeSource read_shape(JsonValue value);

// The numbers of a mesh written out: vertices, and by index from 0 triangles, segments and points. Refuses indices
// beyond the vertices.
std::vector<math::Vec3> read_vertices(JsonValue value);
template <std::size_t N>
std::vector<std::array<VertexId, N>> read_simplices(JsonValue value, std::size_t num_vertices);

// "scale": one factor or three, none zero.
math::Vec3 read_scale(JsonValue value);

}  // namespace abut::scene
