// Whether one of two shapes, or a connected part of one, lies in the solid that the other bounds without meeting its
// boundary.
//
// Only a solid whose pieces are its boundary can hold a body that meets none of them: a solid piece meets what is in
// it. A part whose boundary is apart from the other's is wholly on one side of it, so one vertex of each part is
// located (point_location.h), seen from the other shape; in a cavity is outside.
//
// That vertex is rounded, by at most the bound of piece_pair.h. Where a face is as near as that, the side is not known.
//
// Cost: for every connected part of either (Shape::part_points), a walk down the other's tree of pieces.
#pragma once

#include <cstdint>

#include "abut/geometry/shape.h"
#include "abut/proximity/piece_pair.h"

namespace abut::proximity {

enum class Containment : std::uint8_t {
  kNone,
  kAInB,       // all of A, or a part of it
  kBInA,       // all of B, or a part of it
  kUncertain,  // the boundaries are so near that rounding decides
};

// Where the boundaries meet, kNone says nothing; the other answers then mean that the shapes overlap, or may.
Containment find_containment(const geometry::Shape& a, const geometry::Shape& b, const RelativePose& pose);

}  // namespace abut::proximity
