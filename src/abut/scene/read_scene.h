// Reads a scene file of either format: our own (native_reader.h), or rigid-ipc's (rigid_ipc.h), which is recognised by
// its content. Reads no mesh: load_scene.h does.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "abut/scene/scene.h"

namespace abut::scene {

// Throws InputError, which names file, line and JSON pointer, what was found and what was expected.
SceneFile read_scene(const std::filesystem::path& path);

// The same from a text; `name` is what messages call it. Without folders, meshes can only be loaded by absolute paths.
SceneFile read_scene(std::string_view text, std::string name);

}  // namespace abut::scene
