// A line drawing of meshes with shaded faces, as an SVG document: parallel projection, hidden surfaces removed exactly.
//
// Faces are drawn from back to front in the order of a binary space partition (Fuchs, Kedem, Naylor 1980), which splits
// faces where they pass through each other's planes; so the picture is right for any arrangement, crossing faces
// included.
#pragma once

#include <span>
#include <string>

#include "abut/geometry/brep.h"

namespace abut::app {

struct DrawOptions {
  double azimuth_deg = 35.0;    // where the eye stands, from -y towards +x
  double elevation_deg = 25.0;  // and above the xy plane
  double least_angle_deg = 20;  // edges at which the surface turns by less are not drawn as lines
  int width = 900;              // pixels; the height follows
};

// What can be drawn in a document of sensible size; a larger mesh is an InputError.
inline constexpr std::size_t kMaxDrawnTriangles = 200000;

std::string draw_svg(std::span<const geometry::Brep> parts, const DrawOptions& options);

}  // namespace abut::app
