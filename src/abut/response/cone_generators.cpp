#include "abut/response/cone_generators.h"

#include <cmath>
#include <limits>

namespace abut::response {
namespace {

using math::any;
using math::Four;
using math::kNumLanes;

constexpr std::size_t kBlockSize = 6;
// Of a sum of 13 products, in the order below: the rounding errors of seven sums and a product, relative to the lengths
// of the generator and of what the other factor is the rest of.
constexpr double kProductBound = 8 * std::numeric_limits<double>::epsilon();

Four multiply_block(const std::array<Four, kBlockSize>& block, const double* x) {
  const Four one = block[0] * Four::all(x[0]) + block[1] * Four::all(x[1]);
  const Four two = block[2] * Four::all(x[2]) + block[3] * Four::all(x[3]);
  return one + two + (block[4] * Four::all(x[4]) + block[5] * Four::all(x[5]));
}

}  // namespace

std::uint32_t ConeGenerators::add(std::uint32_t a, std::uint32_t b, const MotionBlock& on_a, const MotionBlock& on_b) {
  if (fours_.empty() || num_in_last_ == kNumLanes || fours_.back().a != a || fours_.back().b != b) {
    fours_.emplace_back();
    fours_.back().a = a, fours_.back().b = b;
    num_in_last_ = 0;
  }
  FourOf& four = fours_.back();
  double length_sq = 0.0;
  const auto fill = [&](std::array<Four, kBlockSize>& block, const MotionBlock& numbers) {
    for (std::size_t k = 0; k < kBlockSize; ++k) block[k].set(num_in_last_, numbers[static_cast<Eigen::Index>(k)]);
    length_sq += numbers.squaredNorm();
  };
  if (a != kNoBlock) fill(four.on_a, on_a);
  if (b != kNoBlock) fill(four.on_b, on_b);
  four.length.set(num_in_last_, std::sqrt(length_sq));
  return static_cast<std::uint32_t>(kNumLanes * (fours_.size() - 1) + num_in_last_++);
}

void ConeGenerators::set_last(std::uint32_t id, double last, double slack) {
  FourOf& four = fours_[id / kNumLanes];
  four.last.set(id % kNumLanes, last), four.slack.set(id % kNumLanes, slack);
}

void ConeGenerators::add_to(std::span<double> x, std::uint32_t id, double u) const {
  const FourOf& four = fours_[id / kNumLanes];
  const std::size_t lane = id % kNumLanes;
  for (std::size_t k = 0; k < kBlockSize; ++k) {
    if (four.a != kNoBlock) x[kBlockSize * four.a + k] += u * four.on_a[k][lane];
    if (four.b != kNoBlock) x[kBlockSize * four.b + k] += u * four.on_b[k][lane];
  }
  x.back() += u * four.last[lane];
}

Four ConeGenerators::multiply(const FourOf& four, std::span<const double> x) const {
  Four product = four.last * Four::all(x.back());
  if (four.a != kNoBlock) product += multiply_block(four.on_a, &x[kBlockSize * four.a]);
  if (four.b != kNoBlock) product += multiply_block(four.on_b, &x[kBlockSize * four.b]);
  return product;
}

std::uint32_t ConeGenerators::find_most_violated(std::span<const double> r, double size, double slack_scale,
                                                 std::span<const std::uint8_t> is_taken) const {
  const double bound = kProductBound * size;
  std::uint32_t most = kNone;
  double largest = 0.0;
  for (std::size_t i = 0; i < fours_.size(); ++i) {
    const FourOf& four = fours_[i];
    const Four product = multiply(four, r), rounding = Four::all(bound) * (four.length + absolute(four.last));
    const Four limit = larger(Four::all(slack_scale) * four.slack + rounding, Four::all(largest));
    const math::FourFlags is_more = product > limit;
    if (!any(is_more)) continue;
    for (std::size_t lane = 0; lane < kNumLanes; ++lane) {
      const auto id = static_cast<std::uint32_t>(kNumLanes * i + lane);
      if (!is_more[lane] || is_taken[id] != 0 || !(product[lane] > largest)) continue;
      largest = product[lane], most = id;
    }
  }
  return most;
}

}  // namespace abut::response
