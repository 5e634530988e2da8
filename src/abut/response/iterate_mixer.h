// Anderson acceleration: of an iteration x -> g(x) that converges slowly, the next x from the last few.
//
// With f = g(x) - x, and dF, dG the last changes of f and g as columns, it takes
//
//   c = argmin |f - dF c|,   x' = g - dG c,
//
// which for a linear g is GMRES on x = g(x) (Walker and Ni, Anderson acceleration for fixed-point iterations, 2011): it
// ends after as many steps as g has slow directions. A g that is only piecewise smooth can throw it off; so when a
// mixed x makes |f| grow beyond kMostGrowth times the least seen, what was learnt is dropped and plain steps are taken
// from there: one the first time, two the second, and so on, so that an iteration that converges does so mixed.
//
// The norm is weighed: |f|^2 = sum of weight_i f_i^2. Entries beyond the weights follow: they depend linearly on the
// weighed ones (velocities on impulses), take part in no norm, and are mixed with the same c, so that they need not be
// computed anew. Columns are differences, so single precision is enough for them; what follows is then off by rounding
// of that size, and is to be computed anew where it has to be exact.
//
// Sums are taken in blocks of kMixedTogether entries that are added in their order: threads may share the blocks, and
// the bits are the same. Cost: three passes over x and kMostMixed columns. No allocation once it has grown.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "abut/base/function_ref.h"
#include "abut/math/types.h"

namespace abut::response {

class IterateMixer {
 public:
  static constexpr int kMostMixed = 4;
  static constexpr std::size_t kMixedTogether = 1024;  // a multiple of four
  // Calls its argument for ranges that make up [0, count), in any order.
  using Share = FunctionRef<void(std::size_t count, FunctionRef<void(std::size_t, std::size_t)> work)>;

  // Forgets everything; x is what the next g is of. One weight for each of the first entries. Precondition: there are
  // multiples of four of both.
  void restart(std::span<const double> x, std::span<const double> weights);
  // Replaces g(x) by the next x, of which the next g is expected. Precondition: of the length given.
  void update(std::span<double> g, Share share);
  void update(std::span<double> g);

 private:
  struct BlockSums {
    double ff = 0.0;
    std::array<double, kMostMixed> f_dF{}, df_dF{};  // of f, and of the newest column, with every column
  };

  void forget();
  void learn(std::span<const double> g, std::size_t block);
  bool judge();
  bool find_mix();
  void mix(std::span<double> g, std::size_t block);

  std::size_t length_ = 0, num_weighed_ = 0;
  int num_columns_ = 0, next_column_ = 0, num_drops_ = 0, num_plain_left_ = 0;
  int slot_ = -1;  // the column that is being learnt, if any
  bool has_last_ = false;
  double least_ = 0.0;          // of |f|^2, since it was last forgotten
  std::vector<float> dF_, dG_;  // by columns
  std::vector<double> x_, weights_, last_f_, last_g_;
  std::vector<BlockSums> sums_;
  BlockSums sum_;
  Eigen::Matrix<double, kMostMixed, kMostMixed> gram_;  // dF^T dF
  Eigen::Matrix<double, kMostMixed, 1> mix_;            // c
};

}  // namespace abut::response
