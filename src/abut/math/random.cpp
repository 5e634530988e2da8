#include "abut/math/random.h"

#include <bit>
#include <cmath>

#include "abut/math/fixed_int.h"

namespace abut::math {
namespace {

// A try is accepted with probability above 1/2 everywhere below, so a thousand all fail less than once in 10^300 runs.
// Then a fixed point of the disc, or the last index drawn, is taken.
constexpr int kMostTries = 1000;

// A point in the open unit disc without its centre, and the square of its distance from there.
struct DiscPoint {
  double x, y, squared;
};

DiscPoint draw_in_disc(Random& random) {
  for (int i = 0; i < kMostTries; ++i) {
    const double x = random.next_between(-1.0, 1.0), y = random.next_between(-1.0, 1.0);
    const double squared = x * x + y * y;
    if (squared > 0 && squared < 1) return {x, y, squared};
  }
  return {0.5, 0.5, 0.5};
}

}  // namespace

std::uint64_t update_splitmix64(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15u;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

Random::Random(std::uint64_t seed) {
  for (std::uint64_t& word : state_) word = update_splitmix64(seed);
}

std::uint64_t Random::next_bits() {
  auto& [s0, s1, s2, s3] = state_;
  const std::uint64_t result = std::rotl(s1 * 5, 7) * 9;
  const std::uint64_t shifted = s1 << 17;
  s2 ^= s0;
  s3 ^= s1;
  s1 ^= s2;
  s0 ^= s3;
  s2 ^= shifted;
  s3 = std::rotl(s3, 45);
  return result;
}

double Random::next_unit() {
  return static_cast<double>(next_bits() >> 11) * 0x1p-53;
}

double Random::next_between(double lower, double upper) {
  return lower + (upper - lower) * next_unit();
}

// The high half of bits * count is uniform once those low halves are refused that 2^64 mod count would make too
// frequent (Lemire, Fast random integer generation in an interval, 2019).
std::uint64_t Random::next_index(std::uint64_t count) {
  const std::uint64_t too_frequent = (0 - count) % count;
  Uint128 product = 0;
  for (int i = 0; i < kMostTries; ++i) {
    product = Uint128{next_bits()} * count;
    if (static_cast<std::uint64_t>(product) >= too_frequent) break;
  }
  return static_cast<std::uint64_t>(product >> 64);
}

// Both after Marsaglia, Choosing a point from the surface of a sphere, 1972.
Vec3 Random::next_direction() {
  const DiscPoint a = draw_in_disc(*this);
  const double k = 2.0 * std::sqrt(1.0 - a.squared);
  return {k * a.x, k * a.y, 1.0 - 2.0 * a.squared};
}

Quat Random::next_rotation() {
  const DiscPoint a = draw_in_disc(*this), b = draw_in_disc(*this);
  const double k = std::sqrt((1.0 - a.squared) / b.squared);
  return {a.x, a.y, k * b.x, k * b.y};
}

}  // namespace abut::math
