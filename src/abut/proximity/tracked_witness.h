// The common case of a tracked query: the features that were closest last time still are.
//
// Computes the closest points of the two features and tests, with these points, the condition of Theorem 1 (paper 000):
// each lies in the other's Voronoi region. Where every test passes the witness is an answer. Where one fails, or the
// points are so near each other that their difference is mostly rounding, there is none, and the walk (vclip.h)
// decides; it needs no closest points, and so is right where these are ill-conditioned.
//
// Cost: a third of a walk that takes no step (bench/distance_bench).
#pragma once

#include <optional>

#include "abut/proximity/piece_pair.h"
#include "abut/proximity/vclip.h"
#include "abut/proximity/witness.h"

namespace abut::proximity {

std::optional<Witness> find_tracked_witness(const PieceRef& a, const PieceRef& b, const RelativePose& pose,
                                            const ClosestFeatures& features);

}  // namespace abut::proximity
