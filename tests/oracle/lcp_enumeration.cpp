#include "oracle/lcp_enumeration.h"

namespace abut::oracle {
namespace {

// z where only those of the choice may be positive.
std::optional<RVector> solve_choice(const RMatrix& M, const RVector& q, std::size_t choice) {
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < q.size(); ++i)
    if (choice >> i & 1) chosen.push_back(i);
  RMatrix A;
  RVector b;
  for (const std::size_t i : chosen) {
    A.emplace_back();
    for (const std::size_t j : chosen) A.back().push_back(M[i][j]);
    b.push_back(-q[i]);
  }
  const std::optional<RVector> part = solve_system(A, b);
  if (!part) return std::nullopt;
  RVector z(q.size(), 0);
  for (std::size_t k = 0; k < chosen.size(); ++k) z[chosen[k]] = (*part)[k];
  return z;
}

bool is_feasible(const RMatrix& M, const RVector& q, const RVector& z) {
  for (std::size_t i = 0; i < q.size(); ++i) {
    Rational w = q[i];
    for (std::size_t j = 0; j < q.size(); ++j) w += M[i][j] * z[j];
    if (z[i] < 0 || w < 0) return false;
  }
  return true;
}

}  // namespace

std::vector<RVector> enumerate_lcp(const RMatrix& M, const RVector& q) {
  std::vector<RVector> solutions;
  for (std::size_t choice = 0; choice < std::size_t{1} << q.size(); ++choice) {
    const std::optional<RVector> z = solve_choice(M, q, choice);
    if (z && is_feasible(M, q, *z)) solutions.push_back(*z);
  }
  return solutions;
}

}  // namespace abut::oracle
