#include "abut/geometry/io/units.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "geometry/io/message_of.h"
#include "oracle/rational.h"

namespace abut::geometry {
namespace {

using oracle::Rational;

struct Known {
  std::string_view symbol;
  Units units;
  Rational metres;
};

std::vector<Known> all_units() {
  return {{"m", Units::kMetres, 1},
          {"cm", Units::kCentimetres, Rational(1, 100)},
          {"mm", Units::kMillimetres, Rational(1, 1000)},
          {"um", Units::kMicrometres, Rational(1, 1000000)},
          {"in", Units::kInches, Rational(254, 10000)},
          {"ft", Units::kFeet, Rational(3048, 10000)}};
}

TEST(Units, AreFoundByTheirSymbol) {
  for (const Known& known : all_units()) {
    EXPECT_EQ(find_units(known.symbol), known.units);
    EXPECT_EQ(get_symbol(known.units), known.symbol);
  }
}

TEST(Units, AnUnknownOneIsAnsweredWithThoseThereAre) {
  EXPECT_EQ(message_of([] { find_units("MM"); }), "unknown unit 'MM'; use one of m, cm, mm, um, in, ft");
  EXPECT_EQ(message_of([] { find_units(""); }), "unknown unit ''; use one of m, cm, mm, um, in, ft");
}

// Nearest, and even where two are equally near.
bool is_correctly_rounded(double rounded, const Rational& exact) {
  const Rational error = abs(Rational(rounded) - exact);
  for (const double other : {std::nextafter(rounded, -INFINITY), std::nextafter(rounded, INFINITY)}) {
    const Rational other_error = abs(Rational(other) - exact);
    if (other_error < error) return false;
    if (other_error == error && (std::bit_cast<std::uint64_t>(rounded) & 1) != 0) return false;
  }
  return true;
}

TEST(Units, ACoordinateIsRoundedOnce) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> mantissa(-2.0, 2.0);
  std::uniform_int_distribution<int> exponent(-300, 190);
  for (const Known& known : all_units()) {
    for (int i = 0; i < 2000; ++i) {
      const double x = std::ldexp(mantissa(random), exponent(random));
      EXPECT_TRUE(is_correctly_rounded(to_metres(x, known.units), Rational(x) * known.metres)) << x << known.symbol;
    }
  }
}

// Numbers of few digits, and their neighbours: exact results and ties are among them.
TEST(Units, ACoordinateOfFewDigitsIsRoundedOnce) {
  for (const Known& known : all_units()) {
    for (int i = -2000; i <= 2000; ++i) {
      for (const double x : {i / 8.0, i * 625.0, std::nextafter(i, INFINITY), i * 0x1p40 + 1}) {
        EXPECT_TRUE(is_correctly_rounded(to_metres(x, known.units), Rational(x) * known.metres)) << x << known.symbol;
      }
    }
  }
}

TEST(Units, SignedZeroAndInfinityStay) {
  for (const Known& known : all_units()) {
    EXPECT_TRUE(std::signbit(to_metres(-0.0, known.units)) || known.units == Units::kInches ||
                known.units == Units::kFeet);
    EXPECT_EQ(to_metres(0.0, known.units), 0.0);
    EXPECT_FALSE(std::isfinite(to_metres(INFINITY, known.units)));
  }
}

}  // namespace
}  // namespace abut::geometry
