// Faster fixed points: of an iteration x -> g(x) that converges slowly, the next x from the last few.
//
// With f = g(x) - x, and dF, dG the last changes of f and g as columns, Anderson's mixing takes
//
//   c = argmin |f - dF c|,   x' = g - dG c,
//
// which for a linear g is GMRES on x = g(x) (Walker and Ni, Anderson acceleration for fixed-point iterations, 2011): it
// ends after as many steps as g has slow directions. A g that is only piecewise smooth can throw it off; so when a
// mixed x makes |f| grow beyond kMostGrowth times the least seen, what was learnt is dropped and plain steps are taken
// from there: one the first time, two the second, and so on, so that an iteration that converges does so mixed.
//
// Cost: kMostMixed inner products of the length of x an update. No allocation once it has grown to that length.
#pragma once

#include <span>
#include <vector>

#include "abut/math/types.h"

namespace abut::response {

class IterateMixer {
 public:
  static constexpr int kMostMixed = 8;

  // Forgets everything.
  void restart(std::size_t length);
  // Replaces x by the next one. Precondition: both of the length given.
  void update(std::span<double> x, std::span<const double> g);

 private:
  void forget();
  double* column(std::vector<double>& columns, int k) { return &columns[static_cast<std::size_t>(k) * length_]; }
  void learn(int slot);

  std::size_t length_ = 0;
  int num_columns_ = 0, next_column_ = 0, num_drops_ = 0, num_plain_left_ = 0;
  bool has_last_ = false;
  double least_ = 0.0;           // of |f|^2, since it was last forgotten
  std::vector<double> dF_, dG_;  // by columns
  std::vector<double> f_, last_f_, last_g_;
  Eigen::Matrix<double, kMostMixed, kMostMixed> gram_;  // dF^T dF
};

}  // namespace abut::response
