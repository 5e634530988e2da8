#include "abut/proximity/piece_pair.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/math/random.h"
#include "oracle/rational.h"
#include "oracle/rotation.h"

namespace abut::proximity {
namespace {

using math::Pose;
using math::Quat;
using math::Vec3;
using oracle::Rational;
using oracle::RVec3;
using oracle::operator+;
using oracle::operator-;

RVec3 rotate_exactly(const Quat& q, const RVec3& v) {
  return oracle::rotate<Rational>({Rational(q.w()), Rational(q.x()), Rational(q.y()), Rational(q.z())}, v);
}

// X_WB^-1 X_WA v, exactly.
RVec3 see_exactly(const Pose& X_WA, const Pose& X_WB, const Vec3& v) {
  const RVec3 in_world = rotate_exactly(X_WA.q, oracle::exact(v)) + oracle::exact(X_WA.p);
  return rotate_exactly(X_WB.q.conjugate(), in_world - oracle::exact(X_WB.p));
}

TEST(RelativePose, TakesPointsOfAToBAndBack) {
  const Pose X_WA{{1, 2, 3}, Quat(0, 0, 0, 1)}, X_WB{{4, 4, 3}, Quat(std::sqrt(0.5), 0, 0, std::sqrt(0.5))};
  const RelativePose pose = make_relative_pose(X_WA, X_WB);
  // (1, 0, 0) of A is at (0, 2, 3); from B that is (-4, -2, 0), turned back by a quarter turn about z.
  EXPECT_LT((pose.to_b({1, 0, 0}) - Vec3(-2, 4, 0)).norm(), 1e-15 * 8);
  EXPECT_LT((pose.to_a(pose.to_b({5, -6, 7})) - Vec3(5, -6, 7)).norm(), 1e-14);
  EXPECT_LT((pose.turn_to_a(pose.turn_to_b({5, -6, 7})) - Vec3(5, -6, 7)).norm(), 1e-14);
}

TEST(RelativePose, APointSeenFromBIsWithinTheBoundHoweverFarBothAreAway) {
  math::Random random(11);
  double largest_share = 0.0;
  for (int i = 0; i < 3000; ++i) {
    const double away = std::ldexp(1.0, static_cast<int>(random.next_index(60)) - 20);
    const double size = std::ldexp(1.0, static_cast<int>(random.next_index(40)) - 20);
    const Pose X_WA{away * random.next_direction(), random.next_rotation()};
    const Pose X_WB{X_WA.p + size * random.next_direction(), random.next_rotation()};
    const Vec3 v = size * random.next_unit() * random.next_direction();
    const RelativePose pose = make_relative_pose(X_WA, X_WB);
    const RVec3 off = oracle::exact(pose.to_b(v)) - see_exactly(X_WA, X_WB, v);
    const double bound = compute_rounding_bound(pose, v.norm());
    ASSERT_LE(oracle::dot(off, off), Rational(bound) * Rational(bound));
    largest_share = std::max(largest_share, std::sqrt(static_cast<double>(oracle::dot(off, off))) / bound);
  }
  EXPECT_GT(largest_share, 0.005);  // the bound is not idle
}

}  // namespace
}  // namespace abut::proximity
