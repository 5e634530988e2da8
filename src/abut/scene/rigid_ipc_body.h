// One body of a rigid-ipc scene (rigid_ipc.h says what its keys become).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "abut/scene/fields.h"
#include "abut/scene/json_value.h"
#include "abut/scene/scene.h"

namespace abut::scene {

// None if the body is not enabled. Its group is empty or "group N" as given; its material the first of the scene.
std::optional<Body> find_rigid_ipc_body(JsonValue value, double step, std::vector<std::string>& notes);

// A note for each member that nobody asked for and that is no comment, with the nearest known key.
void note_unknown_keys(const Fields& fields, std::vector<std::string>& notes);

}  // namespace abut::scene
