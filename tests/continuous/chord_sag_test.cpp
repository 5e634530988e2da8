#include "abut/continuous/chord_sag.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "abut/math/random.h"
#include "oracle/rational.h"

namespace abut::continuous {
namespace {

using oracle::Rational;

// By its definition, at a thousand points; in rational numbers, so that no rounding helps.
TEST(ChordSag, IsNeverLessThanWhatTheChordLosesAndNearlyThat) {
  math::Random random(1);
  for (int i = 0; i < 300; ++i) {
    const double h0 = random.next_between(-1, 1), h1 = h0 + random.next_between(-1, 1);
    const double C = random.next_unit() * (i % 3 == 0 ? 4 : 1);
    const double sag = compute_chord_sag(C, std::abs(h1 - h0));
    Rational least = std::min(h0, h1);
    for (int k = 0; k <= 100; ++k) {
      const Rational u = Rational(k) / 100;
      least = std::min<Rational>(least, (1 - u) * Rational(h0) + u * Rational(h1) - u * (1 - u) * Rational(C));
    }
    const double lost = static_cast<double>(Rational(std::min(h0, h1)) - least);
    ASSERT_GE(Rational(sag), Rational(std::min(h0, h1)) - least);
    ASSERT_LE(sag, lost + C * 0.005 * 0.005 + 1e-15);  // the least is within half a hundredth of a point looked at
  }
}

TEST(ChordSag, IsAFourthOfTheCurvatureBetweenEqualEndsAndNothingWhereOneIsMuchHigher) {
  EXPECT_NEAR(compute_chord_sag(2.0, 0.0), 0.5, 4e-15);
  EXPECT_EQ(compute_chord_sag(1.0, 1.0 + 1e-15), 0.0);
  EXPECT_LE(compute_chord_sag(1.0, 1.0), 1e-15);
  EXPECT_EQ(compute_chord_sag(0.0, 0.0), 0.0);
}

}  // namespace
}  // namespace abut::continuous
