#include "abut/scene/verify/exact_meeting.h"

#include <gtest/gtest.h>

#include <cmath>

#include "oracle/moving_features.h"
#include "scene/verify/verify_samples.h"

namespace abut::scene {
namespace {

using math::Pose;
using math::Vec3;

ExactMeeting meet(const VerifiedBody& a, const VerifiedBody& b, const Pose& X, double s = 0.0) {
  const FeatureTree tree_a = make_tree(a), tree_b = make_tree(b);
  const math::StepMotion still = math::make_step_motion(Pose::identity(), Pose::identity());
  return compute_exact_meeting(tree_a, tree_a.features[0], math::make_step_motion(X, X), tree_b, tree_b.features[0],
                               still, s);
}

TEST(ExactMeeting, TouchingIsMeetingAndTheNextNumberIsNot) {
  const VerifiedBody triangle = make_verified_triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  const double least = std::numeric_limits<double>::denorm_min();
  for (const VerifiedBody& other : {make_verified_point(), make_verified_segment(0.25),
                                    make_verified_triangle({0, 0, 0}, {0, 0.5, 1}, {0.5, 0, 1})}) {
    EXPECT_TRUE(meet(other, triangle, at(0.25, 0.25, 0)).is_meeting);
    EXPECT_FALSE(meet(other, triangle, at(0.25, 0.25, least)).is_meeting);
    EXPECT_FALSE(meet(other, triangle, at(2, 0.25, 0)).is_meeting);
  }
  EXPECT_TRUE(meet(make_verified_point(), make_verified_point(), at(0, 0, 0)).is_meeting);
  EXPECT_TRUE(meet(make_verified_segment(1), make_verified_segment(1), at(1, 0, 0)).is_meeting);
  EXPECT_FALSE(meet(make_verified_segment(1), make_verified_segment(1), at(std::nextafter(1.0, 2.0), 0, 0)).is_meeting);
}

TEST(ExactMeeting, RadiiCountExactly) {
  const VerifiedBody ball = make_verified_point(0.5), capsule = make_verified_segment(1.0, 0.25);
  EXPECT_TRUE(meet(ball, capsule, at(0.1, 0.45, 0.6)).is_meeting);  // 0.45^2 + 0.6^2 rounds to just below 0.75^2
  EXPECT_TRUE(meet(ball, capsule, at(0.1, 0, 0.75)).is_meeting);
  const ExactMeeting apart = meet(ball, capsule, at(0.1, 0, std::nextafter(0.75, 1.0)));
  EXPECT_FALSE(apart.is_meeting);
  EXPECT_NEAR(apart.separation, std::nextafter(0.75, 1.0) - 0.75, 1e-20);
}

TEST(ExactMeeting, AgreesWithTheOracleAlongMotions) {
  math::Random random(9);
  int num_meeting = 0;
  for (int i = 0; i < 60; ++i) {
    const auto corner = [&] { return random.next_direction(); };
    const VerifiedBody a = make_verified_triangle(corner(), corner(), corner());
    const VerifiedBody b = make_verified_triangle(corner(), corner(), corner());
    const Pose a0{0.5 * random.next_direction(), random.next_rotation()}, b0{Vec3::Zero(), random.next_rotation()};
    const Pose a1 = move_randomly(random, a0, 0.5, 0.3), b1 = move_randomly(random, b0, 0.5, 0.3);
    const Vec3 bend_a = 0.3 * random.next_direction(), bend_b = 0.3 * random.next_direction();
    const FeatureTree tree_a = make_tree(a), tree_b = make_tree(b);
    const ExactMeeting found =
        compute_exact_meeting(tree_a, tree_a.features[0], math::make_step_motion(a0, a1, bend_a), tree_b,
                              tree_b.features[0], math::make_step_motion(b0, b1, bend_b), 0.375);
    const oracle::Rational distance_sq =
        oracle::compute_moving_distance_sq({a.mesh, a0, a1, bend_a}, {b.mesh, b0, b1, bend_b}, oracle::Rational(3) / 8);
    EXPECT_EQ(found.is_meeting, distance_sq == 0);
    EXPECT_NEAR(found.separation, std::sqrt(static_cast<double>(distance_sq)), 1e-13);
    EXPECT_LE(oracle::Rational(found.separation) * oracle::Rational(found.separation), distance_sq);
    num_meeting += found.is_meeting;
  }
  EXPECT_GT(num_meeting, 5);
  EXPECT_LT(num_meeting, 55);
}

}  // namespace
}  // namespace abut::scene
