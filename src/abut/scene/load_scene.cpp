#include "abut/scene/load_scene.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "abut/base/input_error.h"
#include "abut/scene/body_mass.h"
#include "abut/scene/load_shape.h"
#include "abut/scene/write_shape.h"

namespace abut::scene {
namespace {

// What `load` throws, told as a fault of this place in the scene.
template <class Load>
auto load_at(const SceneFile& file, const std::string& place, const Load& load) {
  try {
    return load();
  } catch (const InputError& error) {
    std::string fault;
    for (const std::string& part : {error.fault().file, error.fault().place}) {
      if (!part.empty()) fault += part + ": ";
    }
    throw InputError({file.name, place, fault + error.fault().fault, error.fault().remedy});
  }
}

}  // namespace

LoadedScene load_scene(const SceneFile& file, const MeshLoader& loader) {
  LoadedScene result;
  result.scene = file.scene;
  result.notes = file.notes;
  const MeshSearch search{file.mesh_folders, loader};
  using Parts = std::vector<LoadedShape>;
  std::map<std::string, std::shared_ptr<const Parts>> shapes;  // by how the scene asks for them
  for (std::size_t i = 0; i < file.scene.bodies.size(); ++i) {
    const Body& body = file.scene.bodies[i];
    const std::string key = (body.split ? "split " : "whole ") + write_shape(body.shape);
    auto found = shapes.find(key);
    if (found == shapes.end()) {
      Parts loaded = load_at(file, file.places[i].shape, [&] {
        return load_shape(body.shape, body.split, file.scene.tolerances, search, result.notes);
      });
      found = shapes.emplace(key, std::make_shared<const Parts>(std::move(loaded))).first;
    }
    const Parts& parts = *found->second;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      LoadedBody& loaded = result.bodies.emplace_back();
      loaded.name = parts.size() == 1 ? body.name : fmt::format("{} part {}", body.name, k);
      loaded.source = i;
      loaded.shape = parts[k].shape;
      loaded.meshes = {found->second, &parts[k].meshes};
      loaded.mass = load_at(file, file.places[i].body, [&] {
        return compute_body_mass(body, file.scene.materials[body.material.index()], parts[k]);
      });
    }
  }
  return result;
}

LoadedScene load_scene(const SceneFile& file) {
  return load_scene(file, &find_mesh_file);
}

}  // namespace abut::scene
