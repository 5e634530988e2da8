// One body of a native scene file.
#pragma once

#include <string>
#include <vector>

#include "abut/scene/json_value.h"
#include "abut/scene/scene.h"

namespace abut::scene {

// A body as read. Its material is known by name only, since the scene's materials may stand after its bodies.
struct BodyAsRead {
  Body body;
  std::string material;  // empty: none named
};

// `index` makes the name of a body that has none: "body 3".
BodyAsRead read_body(JsonValue value, std::size_t index);

}  // namespace abut::scene
