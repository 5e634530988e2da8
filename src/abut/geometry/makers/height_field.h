// Terrain over a rectangular grid: an open sheet that faces up, or closed by vertical walls and a flat base. Frame: the
// grid centred at the origin in x and y, heights along z. Metres.
//
// Every cell is cut along the diagonal from its corner of smallest to its corner of largest x and y. Walls and base are
// exactly flat.
#pragma once

#include <optional>
#include <vector>

#include "abut/geometry/makers/requirement.h"
#include "abut/geometry/mesh.h"

namespace abut::geometry {

inline constexpr Range kGridRange{2, 4096};  // columns, rows

struct HeightField {
  int columns = 2;                             // vertices along x
  std::vector<double> heights = {0, 0, 0, 0};  // row by row from the smallest y on, columns from the smallest x
  double spacing_x = 1.0, spacing_y = 1.0;
  std::optional<double> base;  // z of the base, below all heights; none: an open sheet
};

Mesh make_height_field(const HeightField& field);

}  // namespace abut::geometry
