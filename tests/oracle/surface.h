// What a closed surface must be, counted from its triangles by maps and sets; coordinates in rational arithmetic.
#pragma once

#include <cstddef>
#include <string>

#include "abut/geometry/mesh.h"

namespace abut::oracle {

struct SurfaceCount {
  std::size_t num_triangles = 0;
  std::size_t num_shells = 0;              // connected over shared edges
  std::size_t num_repeated_edges = 0;      // directed edges that occur more than once
  std::size_t num_border_edges = 0;        // directed edges without their opposite
  std::size_t num_duplicate_vertices = 0;  // with the coordinates of an earlier one
  std::size_t num_unused_vertices = 0;
  std::size_t num_pinched_vertices = 0;     // whose triangles form more than one fan
  std::size_t num_flat_triangles = 0;       // without area, exactly
  std::ptrdiff_t euler_characteristic = 0;  // used vertices - edges + triangles
};

SurfaceCount count_surface(const geometry::Mesh& mesh);

// Positive if the triangles point outward. Exact, then rounded.
double compute_signed_volume(const geometry::Mesh& mesh);
double compute_area(const geometry::Mesh& mesh);

// What keeps the mesh from being one closed outward shell of that genus, in words; empty if nothing does.
std::string find_solid_faults(const geometry::Mesh& mesh, int genus);

// The same for one sheet with borders, of that Euler characteristic (a disc 1, a disc with a hole 0).
std::string find_sheet_faults(const geometry::Mesh& mesh, int euler_characteristic);

}  // namespace abut::oracle
