// The common case of a tracked query: the features that were closest last time still are, or neighbours of them.
//
// Computes the closest points of the two features and tests, with these points, the condition of Theorem 1 (paper 000):
// each lies in the other's Voronoi region. Where every test passes the witness is an answer. Where one fails, the
// feature beyond it is tried next: the same walk as V-Clip's (vclip.h), but by explicit points instead of clipped
// edges, which costs a third of it, takes two of its steps at once where an edge meets a face, and promises nothing: it
// may go astray, and gives up after a few steps. It also does where points are so near each other, or edges so nearly
// parallel, that their difference is mostly rounding. Then V-Clip decides; it needs no closest points, and so is right
// where these are ill-conditioned.
//
// Cost: bench/distance_bench.
#pragma once

#include "abut/proximity/piece_pair.h"
#include "abut/proximity/vclip.h"
#include "abut/proximity/witness.h"

namespace abut::proximity {

inline constexpr int kMostTrackedSteps = 12;

struct TrackedWitness {
  ClosestFeatures features;  // where it ended
  int num_steps = 0;         // features replaced
  bool is_closest = false;   // false: they are not closest, or it can't tell
  Witness witness;           // of the features if they are closest
};

TrackedWitness find_tracked_witness(const PieceRef& a, const PieceRef& b, const RelativePose& pose,
                                    const ClosestFeatures& start, int max_steps = kMostTrackedSteps);

}  // namespace abut::proximity
