// Scaling of a mesh as a scene asks for it (Scaling in shape_source.h).
#pragma once

#include "abut/geometry/mesh.h"
#include "abut/scene/shape_source.h"

namespace abut::scene {

// Each coordinate is multiplied by its axis' factor and rounded once. A mirroring turns the triangles over. For a size
// the factor is size / extent; throws InputError if a size of 0 would flatten an extent that is not.
void scale_mesh(geometry::Mesh& mesh, const Scaling& scaling);

// Moves every vertex, each coordinate rounded once.
void move_mesh(geometry::Mesh& mesh, const math::Vec3& by);

}  // namespace abut::scene
