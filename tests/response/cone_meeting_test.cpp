#include "abut/response/cone_meeting.h"

#include <gtest/gtest.h>

#include <vector>

#include "abut/math/random.h"

namespace abut::response {
namespace {

using math::Mat3;
using math::Random;
using math::Vec3;

ConeBody make_body(Random& random, double mass) {
  ConeBody body{random.next_direction(), random.next_direction(), Vec3::Constant(1 / mass),
                Mat3(Vec3(1 / mass, 2 / mass, 3 / mass).asDiagonal()), true};
  return body;
}

ConePoint make_point(const ConeMeeting& meeting, Random& random, double mu) {
  ConePoint point;
  point.mu = mu, point.n = random.next_direction();
  point.arm_a = random.next_direction(), point.arm_b = random.next_direction();
  point.inv_n = meeting.couple(point.arm_a, point.arm_b, point.n, point.n);
  meeting.load_axes(point);
  return point;
}

// By definition: what a small impulse along e does to the velocity along d.
TEST(ConeMeeting, CouplingIsWhatAnImpulseDoes) {
  Random random(1);
  for (int k = 0; k < 100; ++k) {
    const ConeBody a = make_body(random, 1), b = make_body(random, 3);
    ConeMeeting meeting(a, b);
    const ConePoint point = make_point(meeting, random, 0.5);
    const Vec3 d = random.next_direction(), e = random.next_direction();
    const double before = d.dot(meeting.compute_velocity(point));
    meeting.apply(point, e);
    EXPECT_NEAR(d.dot(meeting.compute_velocity(point)) - before, meeting.couple(point.arm_a, point.arm_b, d, e), 1e-12);
  }
}

TEST(ConeMeeting, AxesAreAcrossTheNormalAndDoNotCouple) {
  Random random(2);
  for (int k = 0; k < 100; ++k) {
    const ConeBody a = make_body(random, 1), b = make_body(random, 3);
    const ConeMeeting meeting(a, b);
    const ConePoint point = make_point(meeting, random, 0.5);
    Mat3 axes;
    axes << point.n, point.t1, point.t2;
    EXPECT_LT((axes.transpose() * axes - Mat3::Identity()).norm(), 1e-12);
    EXPECT_NEAR(meeting.couple(point.arm_a, point.arm_b, point.t1, point.t2), 0.0, 1e-12);
    EXPECT_NEAR(meeting.couple(point.arm_a, point.arm_b, point.t1, point.t1), point.inv_1, 1e-12);
    EXPECT_NEAR(meeting.couple(point.arm_a, point.arm_b, point.t2, point.t2), point.inv_2, 1e-12);
  }
}

// Turned again and again it either sticks, or slides against its friction.
TEST(ConeMeeting, FrictionOfAPointComesToRestWhereItOpposesMotion) {
  Random random(3);
  int num_sliding = 0;
  for (int k = 0; k < 200; ++k) {
    const ConeBody a = make_body(random, 1), b = make_body(random, 3);
    ConeMeeting meeting(a, b);
    ConePoint point = make_point(meeting, random, 0.5);
    point.p_n = random.next_between(0, 2);
    for (int i = 0; i < 500; ++i) meeting.solve_friction(point);
    const Vec3 u = meeting.compute_velocity(point), u_t = u - point.n.dot(u) * point.n;
    const Vec3 p_t = point.p_1 * point.t1 + point.p_2 * point.t2;
    EXPECT_LE(p_t.norm(), point.mu * point.p_n * (1 + 1e-12));
    if (p_t.norm() > point.mu * point.p_n * (1 - 1e-9)) {
      ++num_sliding;
      EXPECT_LT((u_t.norm() * p_t + p_t.norm() * u_t).norm(), 1e-8);
    } else {
      EXPECT_LT(u_t.norm(), 1e-9);
    }
  }
  EXPECT_GT(num_sliding, 20);
}

// Four points of a square that can hold stop the slip of its middle without turning it, and stay in their disks.
TEST(ConeMeeting, CommonFrictionStopsTheMiddle) {
  ConeBody a{{1, 0.5, 0}, Vec3::Zero(), Vec3::Ones(), 6 * Mat3::Identity(), true};
  const ConeBody b{Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Mat3::Zero(), false};
  ConeMeeting meeting(a, b);
  std::vector<ConePoint> points(4);
  for (int i = 0; i < 4; ++i) {
    ConePoint& point = points[static_cast<std::size_t>(i)];
    point.mu = 0.5, point.n = Vec3::UnitZ(), point.p_n = 10;
    point.arm_a = Vec3(i % 2 - 0.5, i / 2 - 0.5, 0), point.arm_b = point.arm_a;
    point.inv_n = meeting.couple(point.arm_a, point.arm_b, point.n, point.n);
    meeting.load_axes(point);
  }
  meeting.solve_common_friction(points);
  EXPECT_LT((meeting.v_a.head<2>()).norm(), 1e-14);
  EXPECT_LT(meeting.w_a.norm(), 1e-14);
  for (const ConePoint& point : points) EXPECT_NEAR(point.friction(), 0.25 * std::sqrt(1.25), 1e-14);
  meeting.v_a = Vec3(100, 0, 0);
  meeting.solve_common_friction(points);
  for (const ConePoint& point : points) EXPECT_LE(point.friction(), 5 * (1 + 1e-12));
  EXPECT_GT(meeting.v_a.x(), 70);
}

// Normal and friction at once: the law of one point holds right away.
TEST(ConeMeeting, APointAloneIsSolvedAtOnce) {
  Random random(4);
  for (int k = 0; k < 200; ++k) {
    const ConeBody a = make_body(random, 1), b = make_body(random, 3);
    ConeMeeting meeting(a, b);
    ConePoint point = make_point(meeting, random, 0.8);
    meeting.solve_point(point);
    const double u_n = point.n.dot(meeting.compute_velocity(point));
    EXPECT_GE(u_n, -1e-9);
    EXPECT_NEAR(std::min(u_n, point.p_n), 0.0, 1e-9);
    EXPECT_LE(point.friction(), point.mu * point.p_n * (1 + 1e-9));
  }
}

}  // namespace
}  // namespace abut::response
