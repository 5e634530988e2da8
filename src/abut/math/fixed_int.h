// Signed integers of a fixed number of 64-bit limbs: what the exact predicates compute with once coordinates are scaled
// to integers. Sums wrap around silently, so the caller shows that they fit; products never overflow, since their type
// is as wide as both factors together. No allocation, no branch on the value except the sign corrections of the
// product.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace abut::math {

__extension__ using Uint128 = unsigned __int128;

// Two's complement, least significant limb first.
template <std::size_t N>
struct FixedInt {
  std::array<std::uint64_t, N> limbs{};

  // value * 2^shift. Precondition: the result fits.
  static FixedInt make_shifted(std::int64_t value, unsigned shift) {
    FixedInt x;
    const unsigned limb = shift / 64, bits = shift % 64;
    const std::uint64_t sign = value < 0 ? ~0ull : 0;
    const Uint128 wide = (Uint128{sign} << 64 | static_cast<std::uint64_t>(value)) << bits;
    x.limbs[limb] = static_cast<std::uint64_t>(wide);
    for (std::size_t i = limb + 1; i < N; ++i)
      x.limbs[i] = i == limb + 1 ? static_cast<std::uint64_t>(wide >> 64) : sign;
    return x;
  }

  bool is_negative() const { return limbs[N - 1] >> 63 != 0; }

  int sign() const {
    if (is_negative()) return -1;
    std::uint64_t any = 0;
    for (const std::uint64_t limb : limbs) any |= limb;
    return any != 0 ? 1 : 0;
  }

  friend FixedInt operator+(const FixedInt& a, const FixedInt& b) {
    FixedInt sum;
    Uint128 carry = 0;
    for (std::size_t i = 0; i < N; ++i) {
      carry += Uint128{a.limbs[i]} + b.limbs[i];
      sum.limbs[i] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
    return sum;
  }

  friend FixedInt operator-(const FixedInt& a, const FixedInt& b) {
    FixedInt difference;
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < N; ++i) {
      const Uint128 d = Uint128{a.limbs[i]} - b.limbs[i] - borrow;
      difference.limbs[i] = static_cast<std::uint64_t>(d);
      borrow = static_cast<std::uint64_t>(d >> 64) & 1;
    }
    return difference;
  }
};

// Subtracts b * 2^(64 at) from x if `condition`, dropping what lies beyond x.
template <std::size_t N, std::size_t M>
void subtract_shifted_if(bool condition, FixedInt<N>& x, const FixedInt<M>& b, std::size_t at) {
  const std::uint64_t mask = condition ? ~0ull : 0;
  std::uint64_t borrow = 0;
  for (std::size_t i = 0; i < M && at + i < N; ++i) {
    const Uint128 d = Uint128{x.limbs[at + i]} - (b.limbs[i] & mask) - borrow;
    x.limbs[at + i] = static_cast<std::uint64_t>(d);
    borrow = static_cast<std::uint64_t>(d >> 64) & 1;
  }
}

template <std::size_t N, std::size_t M>
FixedInt<N + M> operator*(const FixedInt<N>& a, const FixedInt<M>& b) {
  FixedInt<N + M> product;
  for (std::size_t i = 0; i < N; ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < M; ++j) {
      const Uint128 t = Uint128{a.limbs[i]} * b.limbs[j] + product.limbs[i + j] + carry;
      product.limbs[i + j] = static_cast<std::uint64_t>(t);
      carry = static_cast<std::uint64_t>(t >> 64);
    }
    product.limbs[i + M] = carry;
  }
  // The loop multiplied a + 2^(64 N) where a is negative, and b + 2^(64 M) where b is.
  subtract_shifted_if(a.is_negative(), product, b, N);
  subtract_shifted_if(b.is_negative(), product, a, M);
  return product;
}

}  // namespace abut::math
