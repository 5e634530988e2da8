#include "shape_arguments.h"

#include "abut/geometry/io/read_mesh.h"
#include "output.h"

namespace abut::app {
namespace {

geometry::Shape read_shape(const std::string& file, const std::string& units) {
  geometry::MeshFile read = geometry::read_mesh(file, {geometry::find_units(units)});
  for (const std::string& note : read.notes) print_note(file + ": " + note);
  return geometry::make_shape(read.mesh);
}

}  // namespace

void add_shape_arguments(CLI::App& command, ShapeArguments& arguments) {
  command.add_option("A", arguments.file_a, "OBJ, STL, PLY or OFF file")->required();
  command.add_option("B", arguments.file_b, "the other")->required();
  command.add_option("--units", arguments.units, "of both files' coordinates: m, cm, mm, um, in, ft")
      ->capture_default_str();
}

ShapesRead read_shapes(const ShapeArguments& arguments) {
  geometry::Shape a = read_shape(arguments.file_a, arguments.units);
  return {std::move(a), read_shape(arguments.file_b, arguments.units)};
}

}  // namespace abut::app
