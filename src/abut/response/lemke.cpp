#include "abut/response/lemke.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace abut::response {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kRefreshPeriod = 32;
// Entries of order one that have been through a refresh are known to about 1e-14 times the condition of the basis;
// what is below counts as zero.
constexpr double kPivotBound = 1e-10;
constexpr double kTieBound = 1e-12;
constexpr int kMostCovers = 4;

// Column of z0: all ones at first; then, each time differently, between 1 and 2, by multiples of the golden section,
// which lie evenly.
VectorXd make_cover(Index size, int attempt) {
  VectorXd cover = VectorXd::Ones(size);
  for (Index i = 0; attempt > 0 && i < size; ++i) {
    const double x = 0.6180339887498949 * static_cast<double>((i + 1) * attempt);
    cover(i) += x - std::floor(x);
  }
  return cover;
}

// Variables: w_i is i, z_i is m + i, z0 is 2 m. The tableau has a column for each, and the right-hand side last.
class Tableau {
 public:
  Tableau(const MatrixXd& M, const VectorXd& q, VectorXd cover)
      : M_(M), q_(q), cover_(std::move(cover)), size_(q.size()) {
    for (Index i = 0; i < size_; ++i) basis_.push_back(i);
    refresh();
  }

  Index artificial() const { return 2 * size_; }
  Index complement(Index variable) const { return variable < size_ ? variable + size_ : variable - size_; }

  // Where z0 enters first: at the row most below zero, for its cover; the last of several (they are tied, and so
  // lexicographic).
  Index find_first_row() const {
    Index row = 0;
    for (Index i = 1; i < size_; ++i)
      if (q_(i) * cover_(row) <= q_(row) * cover_(i)) row = i;
    return row;
  }

  // The row that reaches zero first as the variable grows, or -1; z0's if it is among those tied.
  Index find_leaving_row(Index entering) const {
    Index best = -1;
    for (Index i = 0; i < size_; ++i) {
      if (T_(i, entering) <= kPivotBound) continue;
      if (best < 0 || is_before(i, best, entering)) best = i;
    }
    if (best < 0) return -1;
    for (Index i = 0; i < size_; ++i)
      if (basis_[static_cast<std::size_t>(i)] == artificial() && T_(i, entering) > kPivotBound &&
          compare(i, best, entering, right_side()) == 0)
        return i;
    return best;
  }

  // Returns the variable that leaves.
  Index pivot(Index row, Index entering) {
    const Eigen::RowVectorXd scaled = T_.row(row) / T_(row, entering);
    const VectorXd column = T_.col(entering);
    T_.noalias() -= column * scaled;
    T_.row(row) = scaled;
    std::swap(basis_[static_cast<std::size_t>(row)], entering);
    return entering;
  }

  // T = B^-1 [I, -M, -d, q].
  void refresh() {
    MatrixXd whole(size_, 2 * size_ + 2);
    whole << MatrixXd::Identity(size_, size_), -M_, -cover_, q_;
    T_ = make_basis(whole).partialPivLu().solve(whole);
  }

  VectorXd solve_basis() const {
    MatrixXd columns(size_, 2 * size_ + 1);
    columns << MatrixXd::Identity(size_, size_), -M_, -cover_;
    const MatrixXd B = make_basis(columns);
    const Eigen::PartialPivLU<MatrixXd> solver(B);
    VectorXd x = solver.solve(q_);
    x += solver.solve(q_ - B * x);
    VectorXd z = VectorXd::Zero(size_);
    for (Index i = 0; i < size_; ++i) {
      const Index variable = basis_[static_cast<std::size_t>(i)];
      if (variable >= size_ && variable != artificial()) z(variable - size_) = std::max(x(i), 0.0);
    }
    return z;
  }

 private:
  Index right_side() const { return 2 * size_ + 1; }

  MatrixXd make_basis(const MatrixXd& columns) const {
    MatrixXd B(size_, size_);
    for (Index i = 0; i < size_; ++i) B.col(i) = columns.col(basis_[static_cast<std::size_t>(i)]);
    return B;
  }

  // Sign of the difference of two rows' ratios in one column; 0 where they are tied.
  int compare(Index i, Index j, Index entering, Index column) const {
    const double left = T_(i, column) / T_(i, entering), right = T_(j, column) / T_(j, entering);
    const double tie = kTieBound * std::max({1.0, std::abs(left), std::abs(right)});
    return left < right - tie ? -1 : left > right + tie ? 1 : 0;
  }
  bool is_before(Index i, Index j, Index entering) const {
    if (const int sign = compare(i, j, entering, right_side())) return sign < 0;
    for (Index k = 0; k < size_; ++k)
      if (const int sign = compare(i, j, entering, k)) return sign < 0;
    return false;
  }

  const MatrixXd& M_;
  const VectorXd& q_;
  VectorXd cover_;
  Index size_;
  MatrixXd T_;
  std::vector<Index> basis_;  // the variable of each row
};

// Runs the path to its end.
LemkeOutcome follow_path(Tableau& tableau, int max_pivots, int& num_pivots) {
  Index entering = tableau.complement(tableau.pivot(tableau.find_first_row(), tableau.artificial()));
  for (num_pivots = 1; num_pivots < max_pivots; ++num_pivots) {
    if (num_pivots % kRefreshPeriod == 0) tableau.refresh();
    Index row = tableau.find_leaving_row(entering);
    if (row < 0) {
      tableau.refresh();
      row = tableau.find_leaving_row(entering);
      if (row < 0) return LemkeOutcome::kRay;
    }
    const Index leaving = tableau.pivot(row, entering);
    if (leaving == tableau.artificial()) {
      ++num_pivots;
      return LemkeOutcome::kSolved;
    }
    entering = tableau.complement(leaving);
  }
  return LemkeOutcome::kMostPivots;
}

LemkeAnswer solve_covered(const MatrixXd& M, const VectorXd& q, const LemkeOptions& options, int attempt) {
  LemkeAnswer answer;
  answer.z = VectorXd::Zero(q.size());
  Tableau tableau(M, q, make_cover(q.size(), attempt));
  answer.outcome = follow_path(tableau, options.max_pivots, answer.num_pivots);
  if (answer.outcome != LemkeOutcome::kRay) answer.z = tableau.solve_basis();
  answer.residual = (M * answer.z + q).cwiseMin(answer.z).cwiseAbs().maxCoeff();
  const bool is_within = answer.residual <= options.tolerance;
  if (answer.outcome == LemkeOutcome::kSolved && !is_within) answer.outcome = LemkeOutcome::kInaccurate;
  return answer;
}

}  // namespace

LemkeAnswer solve_lcp(const MatrixXd& M, const VectorXd& q, const LemkeOptions& options) {
  LemkeAnswer best;
  best.z = VectorXd::Zero(q.size());
  if (q.size() == 0 || q.minCoeff() >= 0) return best;
  int num_pivots = 0;
  for (int attempt = 0; attempt < kMostCovers && num_pivots < options.max_pivots; ++attempt) {
    LemkeAnswer answer = solve_covered(M, q, {options.tolerance, options.max_pivots - num_pivots}, attempt);
    num_pivots += answer.num_pivots;
    const bool is_better = best.outcome == LemkeOutcome::kRay && answer.outcome != LemkeOutcome::kRay;
    if (attempt == 0 || is_better || answer.residual < best.residual) best = std::move(answer);
    if (best.outcome == LemkeOutcome::kSolved) break;
  }
  best.num_pivots = num_pivots;
  return best;
}

}  // namespace abut::response
