#include "abut/response/small_normals.h"

#include <algorithm>
#include <cmath>

namespace abut::response {

void invert_small(double* A, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k) {
    double* row = A + k * n;
    const double pivot = 1 / row[k];
    row[k] = 1.0;
    for (std::size_t j = 0; j < n; ++j) row[j] *= pivot;
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k) continue;
      double* other = A + i * n;
      const double factor = other[k];
      other[k] = 0.0;
      for (std::size_t j = 0; j < n; ++j) other[j] -= factor * row[j];
    }
  }
}

void project_normals(const double* W, std::size_t n, FewNumbers& rates, FewNumbers& p) {
  constexpr int kMostTurns = 10;
  constexpr double kEnough = 1e-2;  // of what the first turn changed: sweeps come back to it
  double enough = 0.0;
  for (int k = 0; k < kMostTurns; ++k) {
    double largest = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      const double w = W[i * n + i];
      if (w <= 0) continue;
      const double next = std::max(p[i] - rates[i] / w, 0.0), step = next - p[i];
      if (step == 0.0) continue;
      p[i] = next;
      largest = std::max(largest, std::abs(step) * w);
      for (std::size_t j = 0; j < n; ++j) rates[j] += W[j * n + i] * step;
    }
    if (largest <= enough) return;
    if (k == 0) enough = kEnough * largest;
  }
}

}  // namespace abut::response
