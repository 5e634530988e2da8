// The normals of a few points of one manifold, solved together: dense matrices of at most kMostTogether rows, by rows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace abut::response {

inline constexpr std::uint32_t kMostTogether = 16;
using FewNumbers = std::array<double, kMostTogether>;

// In place, of a symmetric positive definite n x n matrix: small, so pivots are taken in their order.
void invert_small(double* A, std::size_t n);

// From p >= 0 on to impulses that leave no approach: rates + W dp >= 0 complementary to p + dp >= 0, by projected
// Gauss-Seidel, as far as a sweep that comes back to it needs. The rates follow the impulses.
void project_normals(const double* W, std::size_t n, FewNumbers& rates, FewNumbers& p);

}  // namespace abut::response
