#include "abut/geometry/makers/height_field.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>

#include "abut/base/input_error.h"
#include "abut/geometry/makers/mesh_builder.h"

namespace abut::geometry {
namespace {

constexpr const char* kHeightFieldName = "height_field";

void require_grid(const HeightField& field) {
  require_in_range(kHeightFieldName, "columns", field.columns, kGridRange);
  require_length(kHeightFieldName, "spacing_x", field.spacing_x);
  require_length(kHeightFieldName, "spacing_y", field.spacing_y);
  const auto columns = static_cast<std::size_t>(field.columns);
  if (field.heights.size() % columns != 0) {
    throw InputError(
        {"", kHeightFieldName,
         fmt::format("heights has {} values, expected rows of {} (columns)", field.heights.size(), columns),
         "complete the last row, or correct columns"});
  }
  const std::size_t rows = field.heights.size() / columns;
  require_in_range(kHeightFieldName, "number of rows", static_cast<double>(rows), kGridRange);
  for (const double height : field.heights) require_in_range(kHeightFieldName, "heights", height, kCoordinateRange);
  if (!field.base) return;
  const double lowest = *std::min_element(field.heights.begin(), field.heights.end());
  if (!(*field.base <= lowest - kLengthRange.min && *field.base >= kCoordinateRange.min)) {
    refuse(kHeightFieldName, "base", *field.base, fmt::format("less than {}, the lowest height", lowest),
           "put the base lower, or leave it out for an open sheet");
  }
}

}  // namespace

Mesh make_height_field(const HeightField& field) {
  require_grid(field);
  const auto columns = static_cast<std::size_t>(field.columns);
  const std::size_t rows = field.heights.size() / columns;
  // Symmetric: the position of i is minus that of n - 1 - i.
  const auto x_of = [&](std::size_t i) {
    return 0.5 * (2.0 * static_cast<double>(i) - static_cast<double>(columns - 1)) * field.spacing_x;
  };
  const auto y_of = [&](std::size_t j) {
    return 0.5 * (2.0 * static_cast<double>(j) - static_cast<double>(rows - 1)) * field.spacing_y;
  };
  MeshBuilder builder;
  for (std::size_t j = 0; j < rows; ++j) {
    for (std::size_t i = 0; i < columns; ++i) builder.add_vertex(x_of(i), y_of(j), field.heights[j * columns + i]);
  }
  const auto at = [&](std::size_t i, std::size_t j) { return VertexId(j * columns + i); };
  for (std::size_t j = 0; j + 1 < rows; ++j) {
    for (std::size_t i = 0; i + 1 < columns; ++i)
      builder.add_quad(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
  }
  if (!field.base) return builder.take();

  VertexLoop border;  // counter-clockwise seen from above
  for (std::size_t i = 0; i + 1 < columns; ++i) border.push_back(at(i, 0));
  for (std::size_t j = 0; j + 1 < rows; ++j) border.push_back(at(columns - 1, j));
  for (std::size_t i = columns - 1; i > 0; --i) border.push_back(at(i, rows - 1));
  for (std::size_t j = rows - 1; j > 0; --j) border.push_back(at(0, j));
  VertexLoop below;
  for (const VertexId v : border)
    below.push_back(builder.add_vertex(builder.position(v).x(), builder.position(v).y(), *field.base));
  builder.add_wall(below, border);
  builder.add_fan(builder.add_vertex(0.0, 0.0, *field.base), make_reversed(below));
  return builder.take();
}

}  // namespace abut::geometry
