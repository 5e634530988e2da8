#include "abut/response/iterate_mixer.h"

#include <algorithm>
#include <cmath>

namespace abut::response {
namespace {

constexpr double kMostGrowth = 2.0;            // of |f|, before what was learnt is dropped
constexpr double kGramRegularisation = 1e-14;  // below it columns of unit length count as dependent

double compute_product(const double* a, const double* b, std::size_t length) {
  double sum = 0.0;
  for (std::size_t i = 0; i < length; ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

void IterateMixer::forget() {
  num_columns_ = next_column_ = 0;
  has_last_ = false;
}

void IterateMixer::restart(std::size_t length) {
  forget();
  num_drops_ = num_plain_left_ = 0;
  length_ = length;
  for (std::vector<double>* columns : {&dF_, &dG_}) columns->resize(std::max(columns->size(), length * kMostMixed));
  for (std::vector<double>* vector : {&f_, &last_f_, &last_g_}) vector->resize(length);
}

// The products of a new column with the others.
void IterateMixer::learn(int slot) {
  for (int k = 0; k < num_columns_; ++k)
    gram_(slot, k) = gram_(k, slot) = compute_product(column(dF_, slot), column(dF_, k), length_);
}

void IterateMixer::update(std::span<double> x, std::span<const double> g) {
  if (length_ == 0) return;
  for (std::size_t i = 0; i < length_; ++i) f_[i] = g[i] - x[i];
  const double size = compute_product(f_.data(), f_.data(), length_);
  if (num_columns_ > 0 && size > kMostGrowth * kMostGrowth * least_) {
    forget();
    num_plain_left_ = ++num_drops_;
  }
  least_ = has_last_ ? std::min(least_, size) : size;
  if (has_last_) {
    const int slot = next_column_;
    next_column_ = (next_column_ + 1) % kMostMixed;
    num_columns_ = std::min(num_columns_ + 1, kMostMixed);
    for (std::size_t i = 0; i < length_; ++i) {
      column(dF_, slot)[i] = f_[i] - last_f_[i];
      column(dG_, slot)[i] = g[i] - last_g_[i];
    }
    learn(slot);
  }
  std::copy(f_.begin(), f_.end(), last_f_.begin());
  std::copy(g.begin(), g.end(), last_g_.begin());
  std::copy(g.begin(), g.end(), x.begin());
  has_last_ = true;
  if (num_plain_left_ > 0) return void(--num_plain_left_);
  if (num_columns_ == 0) return;

  // In columns of unit length, which differ by orders of magnitude as f shrinks.
  using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMostMixed, kMostMixed>;
  using Few = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMostMixed, 1>;
  Few unit(num_columns_), b(num_columns_);
  for (int k = 0; k < num_columns_; ++k) {
    unit(k) = gram_(k, k) > 0 ? 1 / std::sqrt(gram_(k, k)) : 0.0;
    b(k) = unit(k) * compute_product(column(dF_, k), f_.data(), length_);
  }
  Small A = unit.asDiagonal() * gram_.topLeftCorner(num_columns_, num_columns_) * unit.asDiagonal();
  A.diagonal().array() += kGramRegularisation;
  const Few c = unit.cwiseProduct(A.ldlt().solve(b));
  if (!c.allFinite()) return forget();
  for (int k = 0; k < num_columns_; ++k)
    for (std::size_t i = 0; i < length_; ++i) x[i] -= c(k) * column(dG_, k)[i];
}

}  // namespace abut::response
