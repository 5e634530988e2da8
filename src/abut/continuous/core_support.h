// How far the core of a convex piece reaches along a direction, bounded from above:
//
//   max over the vertices v of  d . v  <=  result,
//
// rigorous for the real number that the doubles define, rounding inside.
//
// Small and flat pieces: by looking at every vertex. A large solid would make that the whole cost of a check, so for it
// the bound comes from the faces at a feature that is thought to be the farthest: every vertex is on the inner side of
// every face, so where d = sum mu_f n_f + rho with mu_f >= 0,
//
//   d . v <= sum mu_f (offset_f + error_f) + |rho| reach,
//
// whatever mu; it is tight where d is in the cone of the normals at the feature. Where it is not tight (the feature was
// the wrong one, the faces nearly parallel) every vertex is looked at.
#pragma once

#include "abut/proximity/piece_feature.h"
#include "abut/proximity/piece_pair.h"

namespace abut::continuous {

// Precondition: `farthest` is a feature of the piece; |d| at most 2. NaN if d is not finite.
double compute_support_bound(const proximity::PieceRef& piece, const math::Vec3& d, proximity::PieceFeature farthest);

}  // namespace abut::continuous
