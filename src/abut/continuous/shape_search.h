// The earliest contact of two moving shapes, over all pairs of their pieces.
//
// The step is cut into parts of small turns, taken in their order. In each, both trees are walked together; pairs of
// nodes that stay apart (swept_nodes.h) are left out. Of two children the one that comes nearer is looked at first, and
// once a pair of pieces is found to meet, only the time before that is looked at. Where nodes are apart at both ends of
// a part, and only what may happen between is in doubt, time is halved: smaller nodes would not help. Pairs of pieces
// are bounded along the directions of their leaves, and certified (certify.h) only where that does not part them.
#pragma once

#include <cstddef>
#include <limits>

#include "abut/continuous/certify.h"
#include "abut/continuous/swept_nodes.h"

namespace abut::continuous {

// The earliest of what was found so far.
struct Earliest {
  double s_safe = 1.0;
  double s_end = 1.0;                                      // of the interval after it that is not decided
  double s_hit = std::numeric_limits<double>::infinity();  // of any pair
  double phi = 0.0;                                        // at s_safe
  bool is_found = false, is_start = false;

  void take(const PairCertificate& certificate, double d_min);
};

struct ShapeSearchResult {
  Earliest earliest;
  double separation = std::numeric_limits<double>::infinity();  // m: proven for s in [0, s_safe]
  std::size_t num_queries = 0;                                  // of distance
};

// Of `options` the interval is not read; max_queries is for each pair of pieces and part of the step.
// Precondition: motions are finite, and begin and end at valid poses.
ShapeSearchResult search_shapes(MovingShape& a, MovingShape& b, const CertifyOptions& options);

}  // namespace abut::continuous
