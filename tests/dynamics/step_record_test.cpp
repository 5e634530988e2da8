#include "abut/dynamics/step_record.h"

#include <gtest/gtest.h>

namespace abut::dynamics {
namespace {

TEST(StepRecord, LostMotionIsAShareOfWhatWasAskedFor) {
  StepRecord record;
  EXPECT_EQ(compute_lost_motion(record), 0);  // nothing asked, nothing lost
  record.path_asked = 4, record.path_lost = 1;
  EXPECT_EQ(compute_lost_motion(record), 0.25);
}

}  // namespace
}  // namespace abut::dynamics
