// The two shapes that a command is asked about: files A and B and the units of both.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "abut/geometry/shape.h"

namespace abut::app {

struct ShapeArguments {
  std::string file_a, file_b, units = "m";
};

// Parsed into `arguments`, which must live until then.
void add_shape_arguments(CLI::App& command, ShapeArguments& arguments);

struct ShapesRead {
  geometry::Shape a, b;
};

// Prints what was noticed on the way. Throws InputError, naming the file.
ShapesRead read_shapes(const ShapeArguments& arguments);

}  // namespace abut::app
