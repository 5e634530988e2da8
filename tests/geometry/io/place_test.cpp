#include "abut/geometry/io/place.h"

#include <gtest/gtest.h>

#include "geometry/io/message_of.h"

namespace abut::geometry {
namespace {

TEST(Place, IsALineOrAByte) {
  EXPECT_EQ(make_text({Place::Kind::kLine, 12}), "line 12");
  EXPECT_EQ(make_text({Place::Kind::kByte, 84}), "byte 84");
}

TEST(Place, AFaultNamesFileAndPlace) {
  EXPECT_EQ(message_of([] {
              throw_fault("a.stl", {Place::Kind::kByte, 80}, "it is cut off", "copy it again");
            }),
            "a.stl: byte 80: it is cut off; copy it again");
}

TEST(Place, AQuoteIsShortAndPrintable) {
  EXPECT_EQ(make_quote("abc"), "'abc'");
  EXPECT_EQ(make_quote(""), "''");
  EXPECT_EQ(make_quote("a\x01\xff\n"),
            "'a"
            "???"
            "'");
  EXPECT_EQ(make_quote(std::string(40, 'x')), "'" + std::string(40, 'x') + "'");
  EXPECT_EQ(make_quote(std::string(41, 'x')), "'" + std::string(40, 'x') + "...'");
}

}  // namespace
}  // namespace abut::geometry
