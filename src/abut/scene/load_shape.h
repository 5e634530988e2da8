// The shape that a scene asks for, with what is needed to weigh it.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "abut/base/tolerances.h"
#include "abut/geometry/mass_properties.h"
#include "abut/geometry/mesh.h"
#include "abut/geometry/shape.h"
#include "abut/scene/load_mesh.h"
#include "abut/scene/shape_source.h"

namespace abut::scene {

struct LoadedShape {
  std::shared_ptr<const geometry::Shape> shape;
  // What it is made of: one mesh, one for each piece, or none (balls and capsules).
  std::vector<geometry::Mesh> meshes;
  // Of a solid of density 1; pieces that overlap count twice. Else all zero.
  geometry::MassProperties solid;
};

// One shape; with `split` one for each connected part of a mesh. Throws InputError, without naming the scene.
std::vector<LoadedShape> load_shape(const ShapeSource& source, bool split, const Tolerances& tolerances,
                                    const MeshSearch& search, std::vector<std::string>& notes);

// How a shape is made of meshes: contact faces by these tolerances and the size of the whole.
geometry::ShapeOptions make_shape_options(std::span<const geometry::Mesh> meshes, const Tolerances& tolerances);

// Several bodies rigidly joined into one.
geometry::MassProperties join_masses(const std::vector<geometry::MassProperties>& parts);

}  // namespace abut::scene
