// The normals of a few points of one manifold, solved together: dense matrices of at most kMostTogether rows, by rows.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace abut::response {

inline constexpr std::uint32_t kMostTogether = 16;
using FewNumbers = std::array<double, kMostTogether>;

// In place, of a symmetric positive definite n x n matrix: small, so pivots are taken in their order.
void invert_small(double* A, std::size_t n);

// From p >= 0 on to impulses that leave no approach: rates + W dp >= 0 complementary to p + dp >= 0, by projected
// Gauss-Seidel, as far as a sweep that comes back to it needs. The rates follow the impulses. Here, so that the
// compiler sees how many there are. Precondition: W is symmetric.
inline void project_normals(const double* W, std::size_t n, FewNumbers& rates, FewNumbers& p) {
  constexpr int kMostTurns = 10;
  constexpr double kEnough = 1e-2;  // of what the first turn changed: sweeps come back to it
  FewNumbers masses;                // 0 where nothing moves
  for (std::size_t i = 0; i < n; ++i) masses[i] = W[i * n + i] > 0 ? 1 / W[i * n + i] : 0.0;
  double enough = 0.0;
  for (int k = 0; k < kMostTurns; ++k) {
    double largest = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      const double* row = W + i * n;
      const double next = std::max(p[i] - rates[i] * masses[i], 0.0), step = next - p[i];
      if (step == 0.0) continue;
      p[i] = next;
      largest = std::max(largest, std::abs(step) * row[i]);
      for (std::size_t j = 0; j < n; ++j) rates[j] += row[j] * step;
    }
    if (largest <= enough) return;
    if (k == 0) enough = kEnough * largest;
  }
}

}  // namespace abut::response
