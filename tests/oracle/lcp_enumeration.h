// All basic solutions of a small linear complementarity problem, exactly: each of the 2^n choices of which z may be
// positive is solved and judged in rationals. Cost: 2^n times n^3.
#pragma once

#include <vector>

#include "oracle/rational_system.h"

namespace abut::oracle {

// z >= 0, M z + q >= 0, complementary. Choices whose system is singular are passed over.
std::vector<RVector> enumerate_lcp(const RMatrix& M, const RVector& q);

}  // namespace abut::oracle
