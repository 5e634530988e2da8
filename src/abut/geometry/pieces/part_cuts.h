// Where convex parts of one body lie face against face: there the faces are no features of the body, only cuts.
//
// A face is a cut if a face of another part has exactly the same corners and faces the opposite way. An edge is a cut
// if all its faces are, a vertex if all faces at it are. Anything less than full coincidence (parts that overlap, or
// touch in part of a face, or miss each other by a rounding) leaves features as they are: what may be missing is then
// only that an inner face is known to be inner. Nor is an edge between a cut and an outer face examined further: it
// stays an edge even where the neighbouring part's outer face goes on in the same plane. That is for names of features;
// where such a body can be touched, contact/local_minimum.h says.
//
// Cost: n log n in the corners of all faces.
#pragma once

#include <span>
#include <vector>

#include "abut/geometry/brep.h"
#include "abut/geometry/convex_pieces.h"
#include "abut/geometry/pieces/joined_brep.h"

namespace abut::geometry {

// The features of each part as those of the whole, cuts marked. Precondition: every part is a convex solid.
std::vector<SolidSources> make_part_sources(std::span<const Brep> parts, const JoinedBrep& joined);

}  // namespace abut::geometry
