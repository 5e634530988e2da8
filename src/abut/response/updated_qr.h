// Columns E = Q R, kept as columns come and go, and the point of their span that is nearest to a target f.
//
// Q has orthonormal columns, so the nearest point Q Q^T f is as good as rounding allows, however nearly the columns
// depend on each other; only its coefficients u, R u = Q^T f, suffer from that. A new column is made orthogonal by
// classical Gram-Schmidt, twice where once loses length (Kahan and Parlett: twice is enough). Without column k, R has
// one entry below the diagonal in each later column, which rotations of two rows, and of two columns of Q, turn away.
//
// Cost: a column more, one less, or the nearest point takes their number times their length. Sums are in one order
// wherever the numbers lie in memory. No allocation once it has grown to the problem.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace abut::response {

class UpdatedQr {
 public:
  // Of no columns yet, and of at most so many; they are as long as the target.
  void start(std::span<const double> target, std::size_t most_columns);

  // Returns false, and changes nothing, where no more than `bound` of the column's length lies outside the span, or
  // where there are as many as there may be.
  bool append(std::span<const double> column, double bound);
  void remove(std::size_t k);

  // The coefficients of the nearest point. Precondition: u is as long as there are columns.
  void compute_coefficients(std::span<double> u) const;
  // From the nearest point to the target.
  void compute_residual(std::span<double> r) const;

  std::size_t size() const { return size_; }

 private:
  // Takes from the next column what lies along those before, and adds it to its entries of R.
  void subtract_span();

  // A column of Q, and as one number more its product with the target, which rotations then carry along.
  double* column(std::size_t k) { return &Q_[k * (length_ + 1)]; }
  const double* column(std::size_t k) const { return &Q_[k * (length_ + 1)]; }
  double* upper(std::size_t k) { return &R_[k * most_]; }
  const double* upper(std::size_t k) const { return &R_[k * most_]; }

  std::size_t length_ = 0, most_ = 0, size_ = 0;
  std::vector<double> target_;
  std::vector<double> Q_, R_;  // by columns; R has room for `most_` rows in each
};

}  // namespace abut::response
