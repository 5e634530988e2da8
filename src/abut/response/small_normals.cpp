#include "abut/response/small_normals.h"

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

}  // namespace abut::response
