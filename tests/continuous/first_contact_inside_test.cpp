// Bodies that start inside a solid, in its wall or in its cavity.
#include <gtest/gtest.h>

#include <algorithm>

#include "abut/continuous/first_contact.h"
#include "continuous/motion_samples.h"
#include "proximity/hollow_shapes.h"

namespace abut::continuous {
namespace {

using geometry::Shape;
using math::Motion;
using math::Pose;
using math::Vec3;

const Motion kStays = make_shift(Vec3::Zero(), Vec3::Zero());
const Shape kRoom = geometry::make_shape(proximity::make_hollow_box(3, 2));  // walls from 1 to 1.5
const Shape kSmall = geometry::make_shape(geometry::make_box({0.2, 0.2, 0.2}));

// Nothing is touched on the way, and nothing is crossed.
TEST(FirstContactInside, OfABodyInTheWallIsTheStartWhicheverComesFirst) {
  for (const Motion& motion : {make_shift({1.25, 0, 0}, {1.25, 0, 0}), make_shift({1.25, 0, 0}, {1.25, 0.1, 0.1}),
                               Motion(math::ConstantVelocityMotion{.X_WB = Pose::from_translation({1.25, 0, 0}),
                               .V_WBc = {{0, 0, 0.01}, {0, 0.1, 0}}})}) {
    for (const ContactTime& time :
         {find_first_contact(kSmall, motion, kRoom, kStays), find_first_contact(kRoom, kStays, kSmall, motion)}) {
      EXPECT_EQ(time.outcome, ContactOutcome::kStartsInContact);
      EXPECT_EQ(time.s_lower, 0.0);
      EXPECT_EQ(time.s_upper, 0.0);
      EXPECT_EQ(time.separation, 0.0);
      ASSERT_FALSE(time.pairs.empty());  // the nearest of the boundaries: 1.5 - 1.25 - 0.1, and 1.25 - 0.1 - 1
      for (const proximity::ShapePair& pair : time.pairs) EXPECT_NEAR(pair.pair.phi, 0.15, 1e-12);
    }
  }
}

TEST(FirstContactInside, OfABallInTheCavityIsWithTheWallOrNever) {
  const Shape ball = geometry::make_ball(0.25);
  const ContactTime none = find_first_contact(ball, make_shift({-0.5, 0, 0}, {0.5, 0, 0}), kRoom, kStays);
  EXPECT_EQ(none.outcome, ContactOutcome::kApart);
  const ContactTime hit =
      find_first_contact(ball, make_shift({-0.5, 0, 0}, {1.5, 0, 0}), kRoom, kStays, {.d_min = 1e-6});
  EXPECT_EQ(hit.outcome, ContactOutcome::kHit);
  const double s = (1.25 - 1e-6) / 2;  // the gap is 1 - (-0.5 + 2 s) - 0.25
  EXPECT_LE(hit.s_lower, s);
  EXPECT_GE(hit.s_upper, s);
}

TEST(FirstContactInside, OfAPartOfABodyInTheWallIsTheStart) {
  geometry::Mesh two = proximity::make_moved(geometry::make_box({0.2, 0.2, 0.2}), {-5, 0, 0});
  proximity::append_mesh(two, geometry::make_box({0.2, 0.2, 0.2}));
  const Shape pair = geometry::make_shape(two);
  EXPECT_EQ(find_first_contact(pair, make_shift({1.25, 0, 0}, {1.25, 0.1, 0}), kRoom, kStays).outcome,
            ContactOutcome::kStartsInContact);
  EXPECT_EQ(find_first_contact(pair, make_shift({0.25, 0, 0}, {0.25, 0.1, 0}), kRoom, kStays).outcome,
            ContactOutcome::kApart);
}

TEST(FirstContactInside, OfABodyThatIsShotThroughAWallIsWithItsOuterSide) {
  const ContactTime time = find_first_contact(kSmall, make_shift({9, 0, 0}, {0, 0, 0}), kRoom, kStays, {.d_min = 1e-6});
  EXPECT_EQ(time.outcome, ContactOutcome::kHit);
  const double s = (7.4 - 1e-6) / 9;  // the gap is 9 - 9 s - 0.1 - 1.5
  EXPECT_LE(time.s_lower, s);
  EXPECT_GE(time.s_upper, s);
}

}  // namespace
}  // namespace abut::continuous
