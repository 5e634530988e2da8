#include "abut/math/types.h"

#include <gtest/gtest.h>

namespace abut::math {
namespace {

// A record with a quaternion must have the same layout in the library and in a consumer built for another instruction
// set.
TEST(Types, LayoutDoesNotDependOnTheInstructionSet) {
  EXPECT_EQ(sizeof(Vec3), 24u);
  EXPECT_EQ(alignof(Vec3), 8u);
  EXPECT_EQ(sizeof(Quat), 32u);
  EXPECT_EQ(alignof(Quat), 16u);
}

TEST(Types, QuaternionsAreGivenAsWXYZ) {
  const Quat quarter_turn_about_z(1.0, 0.0, 0.0, 1.0);
  EXPECT_EQ(quarter_turn_about_z.w(), 1.0);
  EXPECT_EQ(quarter_turn_about_z.z(), 1.0);
}

}  // namespace
}  // namespace abut::math
