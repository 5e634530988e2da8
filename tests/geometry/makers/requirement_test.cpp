#include "abut/geometry/makers/requirement.h"

#include <gtest/gtest.h>

#include <limits>

#include "geometry/makers/maker_testing.h"

namespace abut::geometry {
namespace {

TEST(Requirement, ARangeIsClosedAndHoldsNoNaN) {
  const Range range{1, 2};
  EXPECT_EQ(message_of([&] { require_in_range("m", "p", 1.0, range); }), "accepted");
  EXPECT_EQ(message_of([&] { require_in_range("m", "p", 2.0, range); }), "accepted");
  EXPECT_EQ(message_of([&] { require_in_range("m", "p", 2.5, range); }),
            "m: p is 2.5, expected 1 to 2; give a value in that range");
  EXPECT_EQ(message_of([&] { require_in_range("m", "p", std::numeric_limits<double>::quiet_NaN(), range); }),
            "m: p is nan, expected 1 to 2; give a value in that range");
}

TEST(Requirement, ALengthIsPositiveAndFinite) {
  EXPECT_EQ(message_of([] { require_length("box", "size", 1e-9); }), "accepted");
  EXPECT_EQ(message_of([] { require_length("box", "size", 1e6); }), "accepted");
  EXPECT_EQ(message_of([] { require_length("box", "size", 0.0); }),
            "box: size is 0, expected 1e-09 to 1000000 m; give a length in that range, in metres");
  EXPECT_NE(message_of([] { require_length("box", "size", std::numeric_limits<double>::infinity()); }), "accepted");
}

TEST(Requirement, ARefusalSaysWhatWasExpectedAndWhatToDo) {
  EXPECT_EQ(message_of([] { refuse("gear", "bore_radius", 0.5, "less than 0.25", "make the bore smaller"); }),
            "gear: bore_radius is 0.5, expected less than 0.25; make the bore smaller");
}

}  // namespace
}  // namespace abut::geometry
