// The face at a feature of a piece that looks most along a given direction: itself, one of the two beside an edge, one
// of those around a vertex. A flat polygon looks both ways; a segment and a point have no face.
//
// Cost: linear in the number of edges at the feature.
#pragma once

#include <cstdint>

#include "abut/math/types.h"
#include "abut/proximity/piece_feature.h"
#include "abut/proximity/piece_pair.h"

namespace abut::proximity {

struct FacingFace {
  bool exists = false;
  PieceFeature feature;  // a face or back face
  double facing = -1.0;  // cosine of the angle between its outward normal and the direction
};

// The side of the stored face `face` that looks along the unit vector `direction`, given in the piece's frame; of a
// solid's face there is only the outer one.
FacingFace look_at_face(const PieceRef& ref, std::uint32_t face, const math::Vec3& direction);

// Of equally facing ones the first around the feature.
FacingFace find_facing_face(const PieceRef& ref, PieceFeature feature, const math::Vec3& direction);

// Outward, unit, in the piece's frame. Precondition: a face or back face.
math::Vec3 compute_outward_normal(const PieceRef& ref, PieceFeature face);

}  // namespace abut::proximity
