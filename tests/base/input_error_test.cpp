#include "abut/base/input_error.h"

#include <gtest/gtest.h>

namespace abut {
namespace {

TEST(InputError, TheMessageNamesFilePlaceFaultAndRemedy) {
  const InputError error(
      {"part.stl", "byte 84", "the header claims 12 triangles, the file holds 7", "export it again"});
  EXPECT_STREQ(error.what(), "part.stl: byte 84: the header claims 12 triangles, the file holds 7; export it again");
  EXPECT_EQ(error.fault().place, "byte 84");
}

TEST(InputError, PartsThatAreMissingLeaveNoTrace) {
  EXPECT_STREQ(InputError({"", "", "the radius is 0", ""}).what(), "the radius is 0");
}

}  // namespace
}  // namespace abut
