// Square systems of linear equations in rationals, by elimination.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "oracle/rational.h"

namespace abut::oracle {

using RVector = std::vector<Rational>;
using RMatrix = std::vector<RVector>;  // by rows

// x with A x = b; none where A is singular.
inline std::optional<RVector> solve_system(RMatrix A, RVector b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    while (pivot < n && A[pivot][k] == 0) ++pivot;
    if (pivot == n) return std::nullopt;
    std::swap(A[k], A[pivot]), std::swap(b[k], b[pivot]);
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k || A[i][k] == 0) continue;
      const Rational factor = A[i][k] / A[k][k];
      for (std::size_t j = k; j < n; ++j) A[i][j] -= factor * A[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = 0; k < n; ++k) b[k] /= A[k][k];
  return b;
}

}  // namespace abut::oracle
