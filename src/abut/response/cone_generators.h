// Vectors that generate a polyhedral cone in the space of motions, each of two bodies and one number more.
//
// The space has a block of six coordinates for each body that moves, one after another, and one last coordinate. A
// generator e is zero but for the blocks of at most two bodies and the last coordinate: 13 numbers, however many bodies
// there are. Those of the same two blocks that follow each other are stored, and multiplied, by fours; lanes left over
// are zero. Cost: in proportion to the generators.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/math/four_numbers.h"

namespace abut::response {

using MotionBlock = Eigen::Matrix<double, 6, 1>;

class ConeGenerators {
 public:
  static constexpr std::uint32_t kNoBlock = ~std::uint32_t{0};
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  void clear() { fours_.clear(), num_in_last_ = 0; }
  // Returns the generator's id. Of a block that there is not, the numbers do not count.
  std::uint32_t add(std::uint32_t a, std::uint32_t b, const MotionBlock& on_a, const MotionBlock& on_b);
  // The last coordinate, and what e . r may exceed zero by, over the square of r's length, before it is noticed.
  void set_last(std::uint32_t id, double last, double slack);

  // Adds u times a generator to x.
  void add_to(std::span<double> x, std::uint32_t id, double u) const;
  // The id of largest e . r, of those that `is_taken` does not mark and for which it exceeds its slack times
  // slack_scale and what rounding makes of zero, r being the rest of something of this size; kNone if there is none.
  std::uint32_t find_most_violated(std::span<const double> r, double size, double slack_scale,
                                   std::span<const std::uint8_t> is_taken) const;

  // Ids are less.
  std::size_t num_ids() const { return math::kNumLanes * fours_.size(); }

 private:
  struct FourOf {
    std::uint32_t a, b;
    std::array<math::Four, 6> on_a, on_b;
    math::Four last, slack;
    math::Four length;  // of their blocks
  };

  math::Four multiply(const FourOf& four, std::span<const double> x) const;

  std::vector<FourOf> fours_;
  std::size_t num_in_last_ = 0;
};

}  // namespace abut::response
