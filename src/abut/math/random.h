// Random numbers that are the same on every machine and with every compiler: integers only up to the last step, and
// then only correctly rounded operations (+, *, /, sqrt), no libm.
//
// The generator is xoshiro256** by Blackman and Vigna (Scrambled linear pseudorandom number generators, 2021), its
// state filled by splitmix64 from the seed, as they advise. Not for cryptography.
#pragma once

#include <array>
#include <cstdint>

#include "abut/math/types.h"

namespace abut::math {

// The splitmix64 sequence: advances the state, returns the next number.
std::uint64_t update_splitmix64(std::uint64_t& state);

class Random {
 public:
  explicit Random(std::uint64_t seed);
  // From a state of the generator, not all zero.
  explicit Random(const std::array<std::uint64_t, 4>& state) : state_(state) {}

  std::uint64_t next_bits();

  // Each of 2^53 equally spaced numbers in [0, 1) equally likely.
  double next_unit();
  // The same, in [lower, upper); rounding may reach upper.
  double next_between(double lower, double upper);
  // Each of 0 ... count - 1 exactly equally likely. Precondition: count > 0.
  std::uint64_t next_index(std::uint64_t count);
  // Uniform on the unit sphere, of unit length up to rounding.
  Vec3 next_direction();
  // Uniform over all rotations, of unit length up to rounding.
  Quat next_rotation();

 private:
  std::array<std::uint64_t, 4> state_;
};

}  // namespace abut::math
