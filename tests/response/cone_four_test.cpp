#include "abut/response/cone_four.h"

#include <gtest/gtest.h>

#include "response/cone_four_meetings.h"

namespace abut::response {
namespace {

using math::Random;

TEST(ConeFour, EveryLaneHoldsItsGroup) {
  Random random(1);
  for (int count = 1; count <= static_cast<int>(kMostOfFour); ++count) {
    const FourMeetings made = make_four_meetings(random, count, false);
    const ConeFour& four = made.four();
    ASSERT_EQ(four.count, static_cast<std::uint32_t>(count));
    for (std::size_t lane = 0; lane < kNumLanes; ++lane) {
      const Meeting& meeting = made.single[lane];
      EXPECT_EQ(four.a.index[lane], 2 * lane);
      EXPECT_EQ(four.b.inv_mass[lane], meeting.b.inv_mass);
      EXPECT_EQ(four.axes[0][lane], meeting.contacts[0].nhat_BA_W);
      for (std::size_t k = 0; k < meeting.contacts.size(); ++k) {
        const FourPoint& point = made.tables.fours.points[four.point + k];
        EXPECT_EQ(point.arm_a[lane], meeting.contacts[k].arm_a);
        EXPECT_EQ(point.mu[lane], meeting.contacts[k].mu);
        EXPECT_EQ(point.slow[lane], meeting.tables.points[k].slow);
        EXPECT_NEAR((get_impulse(made.groups[lane], k, made.tables) - meeting.impulse(k)).norm(), 0.0, 1e-15);
      }
      for (std::size_t i = 0; i < meeting.tables.delassus.size(); ++i) {
        EXPECT_EQ(made.tables.fours.delassus[four.normals + i][lane], meeting.tables.delassus[i]);
        EXPECT_EQ(made.tables.fours.inverse[four.normals + i][lane], meeting.tables.inverse[i]);
      }
    }
  }
}

}  // namespace
}  // namespace abut::response
