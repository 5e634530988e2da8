// What must hold of any bytes taken for a scene, for fuzzing and for replaying its findings: a scene that survives
// writing bit for bit, and loads, or an InputError. No file is touched. Makers are left out of loading: their meshes
// may be large by right.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "abut/base/input_error.h"
#include "abut/geometry/io/read_mesh.h"
#include "abut/scene/load_scene.h"
#include "abut/scene/read_scene.h"
#include "abut/scene/write_scene.h"

namespace abut::scene {

inline bool has_maker(const Scene& scene) {
  for (const Body& body : scene.bodies) {
    if (std::holds_alternative<MadeMesh>(body.shape)) return true;
    const Pieces* pieces = std::get_if<Pieces>(&body.shape);
    if (!pieces) continue;
    for (const PieceSource& piece : pieces->pieces) {
      if (std::holds_alternative<MadeMesh>(piece.source)) return true;
    }
  }
  return false;
}

// A tetrahedron for every path that ends in "t.obj", nothing for others.
inline std::optional<geometry::MeshFile> find_tetrahedron(const std::filesystem::path& path, geometry::Units units) {
  if (!path.string().ends_with("t.obj")) return std::nullopt;
  constexpr std::string_view kText = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  return geometry::read_mesh(kText, path.string(), geometry::MeshFormat::kObj, {units});
}

// Throws anything but an InputError if a promise is broken.
inline void exercise_scene(std::string_view bytes) {
  SceneFile file;
  try {
    file = read_scene(bytes, "fuzz.json");
  } catch (const InputError&) {
    return;
  }
  const std::string text = write_scene(file.scene);
  // What was read is valid, so this must be: an InputError here is a fault too.
  try {
    if (write_scene(read_scene(text, "written.json").scene) != text)
      throw std::logic_error("not the same when read again");
  } catch (const InputError& error) {
    throw std::logic_error(std::string("refused when read again: ") + error.what());
  }
  if (has_maker(file.scene)) return;
  file.mesh_folders = {"meshes"};
  try {
    for (const LoadedBody& body : load_scene(file, &find_tetrahedron).bodies) {
      const bool is_dynamic = file.scene.bodies[body.source].type == BodyType::kDynamic;
      if (is_dynamic && !(body.mass.mass > 0.0)) throw std::logic_error("a moving body has no mass");
      if (!body.shape || body.shape->pieces.pieces.empty()) throw std::logic_error("a body has no shape");
    }
  } catch (const InputError&) {
  }
}

}  // namespace abut::scene
