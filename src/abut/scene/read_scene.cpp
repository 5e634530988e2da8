#include "abut/scene/read_scene.h"

#include <utility>

#include "abut/scene/json_reader.h"
#include "abut/scene/native_reader.h"
#include "abut/scene/rigid_ipc.h"

namespace abut::scene {

SceneFile read_scene(std::string_view text, std::string name) {
  const JsonDocument document = read_json(text, std::move(name));
  return is_rigid_ipc_scene(document.root()) ? read_rigid_ipc_scene(document) : read_native_scene(document);
}

SceneFile read_scene(const std::filesystem::path& path) {
  const std::string text = read_text_file(path, kMaxJsonBytes);
  SceneFile file = read_scene(text, path.string());
  file.mesh_folders =
      file.format == SceneFormat::kRigidIpc ? find_rigid_ipc_mesh_folders(path) : std::vector{path.parent_path()};
  return file;
}

}  // namespace abut::scene
