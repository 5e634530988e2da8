#include "abut/response/cone_visit_four.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "response/cone_four_meetings.h"

namespace abut::response {
namespace {

using math::Random;

// In single precision W is off by 1e-7: by so much the two may differ after each sweep.
void expect_same(const FourMeetings& made, double bound) {
  for (std::size_t lane = 0; lane < kNumLanes; ++lane) {
    const Meeting& meeting = made.single[lane];
    const ConeBody &a = made.bodies[2 * lane], &b = made.bodies[2 * lane + 1];
    EXPECT_NEAR((a.v - meeting.a.v).norm() + (a.w - meeting.a.w).norm(), 0.0, bound);
    EXPECT_NEAR((b.v - meeting.b.v).norm() + (b.w - meeting.b.w).norm(), 0.0, bound);
    for (std::size_t k = 0; k < meeting.contacts.size(); ++k)
      EXPECT_NEAR((get_impulse(made.groups[lane], k, made.tables) - meeting.impulse(k)).norm(), 0.0, bound);
  }
}

TEST(ConeVisitFour, DoesWhatFourVisitsDo) {
  Random random(2);
  for (const bool is_second_fixed : {false, true}) {
    for (int count = 1; count <= static_cast<int>(kMostOfFour); ++count) {
      FourMeetings made = make_four_meetings(random, count, is_second_fixed);
      for (int i = 0; i < 6; ++i) {
        const double residual = sweep_four(made.four(), made.tables.fours, made.tables.p.data(), made.bodies);
        double largest = 0.0;
        for (Meeting& meeting : made.single) largest = std::max(largest, meeting.sweep());
        EXPECT_GE(residual, largest - 1e-5) << count;
        EXPECT_LE(residual, 10 * largest + 1e-5) << count;
        expect_same(made, 1e-5);
      }
    }
  }
}

TEST(ConeVisitFour, PushesBodiesByAllImpulses) {
  Random random(3);
  for (int count = 1; count <= static_cast<int>(kMostOfFour); ++count) {
    FourMeetings made = make_four_meetings(random, count, false);
    push_four(made.four(), made.tables.fours, made.tables.p.data(), made.bodies);
    for (Meeting& meeting : made.single) push_bodies(meeting.group, meeting.tables, meeting.a, meeting.b);
    expect_same(made, 1e-13);
  }
}

}  // namespace
}  // namespace abut::response
