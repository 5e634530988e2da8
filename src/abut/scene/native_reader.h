// Scenes in our own format (docs/scene-format.md, scenes/scene.schema.json). Reads no mesh.
#pragma once

#include "abut/scene/json_value.h"
#include "abut/scene/scene.h"

namespace abut::scene {

// The version of the format: what a scene says as "abut_scene".
inline constexpr int kSceneVersion = 1;

// Time steps of a run: more are refused.
inline constexpr double kMaxSteps = 1e9;

// Refuses a scene of more than kMaxSteps.
void require_few_steps(JsonValue root, const Scene& scene);

// Throws InputError with the document's name, line and JSON pointer.
SceneFile read_native_scene(const JsonDocument& document);

}  // namespace abut::scene
