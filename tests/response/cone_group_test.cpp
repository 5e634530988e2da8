#include "abut/response/cone_group.h"

#include <gtest/gtest.h>

#include <vector>

#include "response/cone_meeting.h"

namespace abut::response {
namespace {

using math::Random;
using math::Vec3;

// By definition: what a small impulse does to the velocity it is along.
TEST(ConeGroup, TheInverseMassIsWhatAnImpulseDoes) {
  Random random(1);
  for (int k = 0; k < 100; ++k) {
    Meeting meeting = make_meeting(random, 1, 0.5);
    const Vec3 d = random.next_direction();
    const ProblemContact& contact = meeting.contacts[0];
    const double inverse = compute_inverse_mass(meeting.a, meeting.b, contact, d), before = d.dot(meeting.velocity(0));
    meeting.a.push(d, contact.arm_a.cross(d)), meeting.b.push(-d, -contact.arm_b.cross(d));
    EXPECT_NEAR(d.dot(meeting.velocity(0)) - before, inverse, 1e-12);
  }
}

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
