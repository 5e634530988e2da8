// The linear complementarity problem: z >= 0, w = M z + q >= 0, z . w = 0; by Lemke's pivoting.
//
// With an artificial z0 >= 0 and d > 0, w = M z + q + d z0, it follows the path of almost complementary bases (one pair
// wholly outside the basis) from z0 large down to z0 = 0; or until no basic variable falls as the entering one grows: a
// ray. For a copositive M, such as that of contact with friction, a ray means that no z does (Cottle, Pang and Stone,
// The Linear Complementarity Problem, 4.4). Ties are broken lexicographically by the columns of the inverse basis, so
// no basis comes twice; the number of pivots is bounded all the same. Where bodies lie flat nearly everything is tied,
// and rounding may yet lead the path astray: one that does not end in an answer is followed again with another d, which
// has other ties, before it is believed.
//
// Expects rows and columns scaled so that entries are of order one. The tableau is built anew from its basis every
// kRefreshPeriod pivots, before a ray is believed, and the answer is solved for in the last basis: so its error does
// not depend on the number of pivots. Cost: the square of the size a pivot, as a rule as many pivots as the size; the
// tableau takes 16 bytes times the square.
#pragma once

#include <cstdint>

#include "abut/math/types.h"

namespace abut::response {

enum class LemkeOutcome : std::uint8_t {
  kSolved,      // the residual is within the tolerance
  kRay,         // the path goes to infinity
  kMostPivots,  // the bound was reached
  kInaccurate,  // the path ended, but rounding left a residual above the tolerance
};

struct LemkeOptions {
  double tolerance = 1e-10;
  int max_pivots = 10000;
};

struct LemkeAnswer {
  LemkeOutcome outcome = LemkeOutcome::kSolved;
  Eigen::VectorXd z;
  double residual = 0.0;  // the largest |min(z_i, w_i)|
  int num_pivots = 0;
};

LemkeAnswer solve_lcp(const Eigen::MatrixXd& M, const Eigen::VectorXd& q, const LemkeOptions& options = {});

}  // namespace abut::response
