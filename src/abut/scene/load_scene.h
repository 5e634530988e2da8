// A scene with everything it refers to: shapes and masses. Bodies that ask for the same shape share it.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "abut/geometry/mass_properties.h"
#include "abut/geometry/shape.h"
#include "abut/scene/load_mesh.h"
#include "abut/scene/scene.h"

namespace abut::scene {

struct LoadedBody {
  std::string name;        // that of the body; of a body that was split: "stones part 3"
  std::size_t source = 0;  // which of scene.bodies it is, or is part of
  std::shared_ptr<const geometry::Shape> shape;
  // What the shape was made of: one mesh, one for each piece, or none (balls and capsules).
  std::shared_ptr<const std::vector<geometry::Mesh>> meshes;
  geometry::MassProperties mass;
};

struct LoadedScene {
  Scene scene;
  std::vector<LoadedBody> bodies;  // in the order of scene.bodies
  std::vector<std::string> notes;  // those of the file, and of every mesh once
};

// Throws InputError with the scene's name, line and JSON pointer: a mesh that is not there (with every path tried) or
// cannot be read, arguments that a maker refuses, pieces that are not convex, a moving body without mass or inertia.
LoadedScene load_scene(const SceneFile& file);

// The same with another way to read mesh files: from memory, or not at all.
LoadedScene load_scene(const SceneFile& file, const MeshLoader& loader);

}  // namespace abut::scene
