// Several boundary representations side by side in one: the arrays one after another, ids shifted. Nothing is merged or
// compared, whatever the parts share in space. It is solid or a sheet if all parts are. Cost: linear.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/geometry/brep.h"

namespace abut::geometry {

// Where the ids of one part begin in the whole.
struct BrepOffsets {
  std::uint32_t vertices = 0, triangles = 0, half_edges = 0, edges = 0, loops = 0, faces = 0, shells = 0,
                contact_faces = 0;
};

struct JoinedBrep {
  Brep brep;
  std::vector<BrepOffsets> offsets;  // of each part
};

JoinedBrep make_joined_brep(std::span<const Brep> parts);

}  // namespace abut::geometry
