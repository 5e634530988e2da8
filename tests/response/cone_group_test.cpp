#include "abut/response/cone_group.h"

#include <gtest/gtest.h>

#include <vector>

#include "response/cone_meeting.h"

namespace abut::response {
namespace {

using math::Random;
using math::Vec3;

TEST(ConeGroup, GivesBackTheGuessThatItWasLoadedWith) {
  Random random(2);
  for (int count = 1; count <= 9; ++count) {
    Meeting meeting = make_meeting(random, count, 0.5);
    for (std::size_t k = 0; k < meeting.contacts.size(); ++k)
      meeting.guess[k] = meeting.contacts[k].nhat_BA_W + 0.3 * random.next_direction();
    meeting.load();
    for (std::size_t k = 0; k < meeting.contacts.size(); ++k)
      EXPECT_NEAR((meeting.impulse(k) - meeting.guess[k]).norm(), 0.0, 1e-14);
  }
}

}  // namespace
}  // namespace abut::response
