#include "abut/continuous/require_motion.h"

#include <gtest/gtest.h>

#include "abut/base/input_error.h"
#include "abut/geometry/shape.h"
#include "abut/math/interval_trig.h"
#include "continuous/motion_samples.h"

namespace abut::continuous {
namespace {

using math::Pose;
using math::Vec3;

// first_contact_bad_input_test.cpp has every message.
TEST(RequireMotion, TakesEveryMotionOfTheTests) {
  math::Random random(61);
  for (int i = 0; i < 100; ++i) EXPECT_NO_THROW(require_motion("", draw_motion(random, {1, 0, 0}, 1, 3.1).motion));
}

TEST(RequireMotion, RefusesAnAngleBeyondTheBoundAndTakesOneBelowIt) {
  const auto make_turn = [](double angle) { return math::ScrewMotion{.axis_W = Vec3::UnitX(), .angle = angle}; };
  EXPECT_NO_THROW(require_motion("", make_turn(0.999 * math::kLargestAngle)));
  EXPECT_NO_THROW(require_motion("", make_turn(-0.999 * math::kLargestAngle)));
  EXPECT_THROW(require_motion("", make_turn(1.001 * math::kLargestAngle)), InputError);
  EXPECT_THROW(require_motion("", make_turn(-1.001 * math::kLargestAngle)), InputError);
}

TEST(RequireMotion, RefusesADistanceBeyondTheBoundAndTakesOneBelowIt) {
  const auto make_slide = [](double d) { return math::ScrewMotion{.axis_W = Vec3::UnitX(), .translation = d}; };
  EXPECT_NO_THROW(require_motion("", make_slide(0.999 * geometry::kLargestCoordinate)));
  EXPECT_THROW(require_motion("", make_slide(1.001 * geometry::kLargestCoordinate)), InputError);
}

}  // namespace
}  // namespace abut::continuous
