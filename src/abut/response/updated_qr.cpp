#include "abut/response/updated_qr.h"

#include <algorithm>
#include <cmath>

#include "abut/math/four_numbers.h"

namespace abut::response {
namespace {

using math::Four;
using math::kNumLanes;

double sum_products(const double* x, const double* y, std::size_t length) {
  Four sum = Four::all(0.0);
  std::size_t i = 0;
  for (; i + kNumLanes <= length; i += kNumLanes) sum += Four::read(x + i) * Four::read(y + i);
  double rest = 0.0;
  for (; i < length; ++i) rest += x[i] * y[i];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]) + rest;
}

void subtract_times(double* from, double factor, const double* x, std::size_t length) {
  for (std::size_t i = 0; i < length; ++i) from[i] -= factor * x[i];
}

}  // namespace

void UpdatedQr::start(std::span<const double> target, std::size_t most_columns) {
  length_ = target.size(), size_ = 0;
  most_ = std::min(most_columns, length_);
  target_.assign(target.begin(), target.end());
  Q_.resize(std::max(Q_.size(), most_ * (length_ + 1)));
  R_.resize(std::max(R_.size(), most_ * most_));
}

// All products are of the column as it was: it need not be read again for each.
void UpdatedQr::subtract_span() {
  double *v = column(size_), *entries = upper(size_);
  constexpr std::size_t kTogether = 16;
  double along[kTogether];
  for (std::size_t first = 0; first < size_; first += kTogether) {
    const std::size_t count = std::min(kTogether, size_ - first);
    for (std::size_t k = 0; k < count; ++k) along[k] = sum_products(column(first + k), v, length_);
    for (std::size_t k = 0; k < count; ++k) {
      if (along[k] == 0.0) continue;
      entries[first + k] += along[k];
      subtract_times(v, along[k], column(first + k), length_);
    }
  }
}

bool UpdatedQr::append(std::span<const double> given, double bound) {
  constexpr double kLosesLength = 0.7;
  if (size_ == most_) return false;
  double* v = column(size_);
  std::copy(given.begin(), given.end(), v);
  std::fill_n(upper(size_), size_, 0.0);
  const double whole = std::sqrt(sum_products(v, v, length_));
  double left = whole;
  for (int turn = 0; turn < 2; ++turn) {
    const double before = left;
    subtract_span();
    left = std::sqrt(sum_products(v, v, length_));
    if (left > kLosesLength * before) break;
  }
  if (!(left > bound * whole)) return false;
  for (std::size_t i = 0; i < length_; ++i) v[i] /= left;
  v[length_] = sum_products(v, target_.data(), length_);
  upper(size_)[size_] = left;
  ++size_;
  return true;
}

void UpdatedQr::remove(std::size_t k) {
  --size_;
  for (std::size_t j = k; j < size_; ++j) std::copy_n(upper(j + 1), j + 2, upper(j));
  for (std::size_t i = k; i < size_; ++i) {
    const double x = upper(i)[i], y = upper(i)[i + 1], length = std::sqrt(x * x + y * y);
    const double cos = x / length, sin = y / length;
    for (std::size_t j = i; j < size_; ++j) {
      double* r = upper(j) + i;
      const double above = cos * r[0] + sin * r[1];
      r[1] = cos * r[1] - sin * r[0];
      r[0] = above;
    }
    double *left = column(i), *right = column(i + 1);
    for (std::size_t n = 0; n <= length_; ++n) {
      const double turned = cos * left[n] + sin * right[n];
      right[n] = cos * right[n] - sin * left[n];
      left[n] = turned;
    }
  }
}

void UpdatedQr::compute_coefficients(std::span<double> u) const {
  for (std::size_t k = 0; k < size_; ++k) u[k] = column(k)[length_];
  for (std::size_t k = size_; k-- > 0;) {
    u[k] /= upper(k)[k];
    subtract_times(u.data(), u[k], upper(k), k);
  }
}

void UpdatedQr::compute_residual(std::span<double> r) const {
  std::copy(target_.begin(), target_.end(), r.begin());
  for (std::size_t k = 0; k < size_; ++k) subtract_times(r.data(), column(k)[length_], column(k), length_);
}

}  // namespace abut::response
