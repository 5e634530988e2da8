// The "shape" of a body in our own format.
#pragma once

#include <string>

#include "abut/scene/json_writer.h"
#include "abut/scene/shape_source.h"

namespace abut::scene {

void write_shape(JsonWriter& json, const ShapeSource& shape);

// Alone. Equal texts: equal shapes, to the bit.
std::string write_shape(const ShapeSource& shape);

}  // namespace abut::scene
