// From a feature of a piece to the feature of the shape that a user knows. A cut is where a piece ends and the shape
// goes on, so it is never reported: it is lifted to the face of the shape that it lies in.
#pragma once

#include "abut/geometry/convex_pieces.h"
#include "abut/proximity/piece_feature.h"

namespace abut::proximity {

// The feature's own source; of a cut, the source of a face around it; a cut only if all faces around it are cuts too
// (inside a body made of parts).
geometry::Feature lift_feature(const geometry::ConvexPieces& pieces, PieceFeature feature);

}  // namespace abut::proximity
