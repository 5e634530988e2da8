#include "abut/math/fixed_int.h"

#include <gtest/gtest.h>

#include <random>

#include "oracle/rational.h"

namespace abut::math {
namespace {

using Integer = boost::multiprecision::mpz_int;

template <std::size_t N>
Integer exact(const FixedInt<N>& x) {
  Integer value = 0;
  for (std::size_t i = N; i-- > 0;) value = (value << 64) + Integer(x.limbs[i]);
  return x.is_negative() ? Integer(value - (Integer(1) << (64 * N))) : value;
}

// Limbs that are often all zeros or all ones, where carries and borrows run far.
template <std::size_t N>
FixedInt<N> random_int(std::mt19937_64& bits) {
  FixedInt<N> x;
  for (auto& limb : x.limbs) {
    const auto kind = bits() % 4;
    limb = kind == 0 ? 0 : kind == 1 ? ~0ull : bits();
  }
  return x;
}

template <std::size_t N, std::size_t M>
void expect_products_exact(std::mt19937_64& bits) {
  for (int i = 0; i < 5000; ++i) {
    const auto a = random_int<N>(bits);
    const auto b = random_int<M>(bits);
    ASSERT_EQ(exact(a * b), exact(a) * exact(b));
  }
}

TEST(FixedInt, AShiftedMagnitudeIsPlacedWhereItBelongs) {
  for (const unsigned shift : {0u, 1u, 63u, 64u, 65u, 100u}) {
    EXPECT_EQ(exact(FixedInt<3>::make_shifted(0x1fffffffffffff, shift)), Integer(0x1fffffffffffffu) << shift);
    EXPECT_EQ(exact(FixedInt<3>::make_shifted(-5, shift)), -(Integer(5) << shift));
  }
  EXPECT_EQ(exact(FixedInt<1>::make_shifted(-1, 61)), -(Integer(1) << 61));
}

TEST(FixedInt, ASignIsNegativeZeroOrPositive) {
  EXPECT_EQ((FixedInt<2>{{0, 0}}.sign()), 0);
  EXPECT_EQ((FixedInt<2>{{0, 1}}.sign()), 1);
  EXPECT_EQ((FixedInt<2>{{1, 0}}.sign()), 1);
  EXPECT_EQ((FixedInt<2>{{0, ~0ull}}.sign()), -1);
}

TEST(FixedInt, ProductsAgreeWithUnboundedIntegers) {
  std::mt19937_64 bits(1);
  expect_products_exact<1, 1>(bits);
  expect_products_exact<1, 2>(bits);
  expect_products_exact<2, 2>(bits);
  expect_products_exact<4, 2>(bits);
}

TEST(FixedInt, SumsAndDifferencesAgreeWithUnboundedIntegersModuloTheirWidth) {
  std::mt19937_64 bits(2);
  const Integer modulus = Integer(1) << 192;
  const auto wrap = [&](Integer x) -> Integer {
    x = ((x % modulus) + modulus) % modulus;
    return x >= modulus / 2 ? Integer(x - modulus) : x;
  };
  for (int i = 0; i < 5000; ++i) {
    const auto a = random_int<3>(bits), b = random_int<3>(bits);
    ASSERT_EQ(exact(a + b), wrap(exact(a) + exact(b)));
    ASSERT_EQ(exact(a - b), wrap(exact(a) - exact(b)));
  }
}

}  // namespace
}  // namespace abut::math
