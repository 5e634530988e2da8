#include "abut/continuous/swept_box.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "abut/math/random.h"
#include "full_run.h"
#include "oracle/motion.h"

namespace abut::continuous {
namespace {

using math::Aabb;
using math::Motion;
using math::Pose;
using math::Quat;
using math::Vec3;
using oracle::Long;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool contains(const Aabb& box, const oracle::LVec3& p) {
  for (int axis = 0; axis < 3; ++axis) {
    if (p[axis] < Long(box.lower[axis]) || p[axis] > Long(box.upper[axis])) return false;
  }
  return true;
}

Vec3 draw_point(math::Random& random, const Aabb& box) {
  Vec3 p;
  for (int axis = 0; axis < 3; ++axis) {  // a corner every other time
    const double t = random.next_index(2) == 0 ? std::round(random.next_unit()) : random.next_unit();
    p[axis] = t == 1.0 ? box.upper[axis] : box.lower[axis] + t * (box.upper[axis] - box.lower[axis]);
  }
  return p;
}

const Aabb kBounds{{-0.5, -0.2, -0.1}, {0.7, 0.3, 0.1}};

TEST(SweptBox, OfABodyThatOnlyTranslatesIsTheBoxOfItsEnds) {
  const Motion motion = math::make_step_motion({{1, 2, 3}, Quat::Identity()}, {{2, 2, 2.5}, Quat::Identity()});
  const Aabb box = compute_swept_box(kBounds, motion, 0.25);
  const Vec3 lower(1 - 0.5 - 0.25, 2 - 0.2 - 0.25, 2.5 - 0.1 - 0.25), upper(2.95, 2.55, 3.35);
  EXPECT_LE((box.lower - lower).cwiseAbs().maxCoeff(), 2e-14);
  EXPECT_LE((box.upper - upper).cwiseAbs().maxCoeff(), 2e-14);
}

TEST(SweptBox, OfATurnIsTightAtItsEndsAndNotWiderThanTheSag) {
  // Turning by 20 degrees about z: the angular velocity is at most 4 tan(5 degrees), and the farthest corner 0.7681
  // away.
  const double turn = 20 * M_PI / 180;
  const Motion motion =
      math::make_step_motion(Pose::identity(), Pose::from_rotation(Quat(Eigen::AngleAxisd(turn, Vec3::UnitZ()))));
  const Aabb box = compute_swept_box(kBounds, motion, 0.0);
  const double rate = 4 * std::tan(turn / 4), reach = Vec3(0.7, 0.3, 0.1).norm();
  const double end_y = 0.7 * std::sin(turn) + 0.3 * std::cos(turn);
  EXPECT_GE(box.upper[1], end_y);
  EXPECT_LE(box.upper[1], end_y + rate * rate * 1.1 * reach / 8);
}

TEST(SweptBox, OfAMotionThatIsNotFiniteIsTheWholeSpace) {
  for (const double bad : {kInfinity, -kInfinity, std::nan("")}) {
    const Motion motions[] = {math::make_step_motion(Pose::identity(), {{bad, bad, bad}, Quat::Identity()}),
                              math::make_step_motion(Pose::identity(), {Vec3::Zero(), Quat(bad, 0, 0, 0)}),
                              math::ConstantVelocityMotion{{}, Vec3::Zero(), {Vec3(bad, bad, bad), Vec3::Zero()}, 1.0}};
    for (const Motion& motion : motions) {
      const Aabb box = compute_swept_box(kBounds, motion, 0.0);
      EXPECT_EQ(box.lower, Vec3::Constant(-kInfinity));
      EXPECT_EQ(box.upper, Vec3::Constant(kInfinity));
    }
  }
}

TEST(SweptBox, ContainsEveryPointOfABodyAtEveryTimeOfAStep) {
  math::Random random(5);
  const std::size_t count = choose_count(400, 10000);
  for (std::size_t i = 0; i < count; ++i) {
    const double far = std::pow(10.0, static_cast<double>(random.next_index(9)));
    const Pose X0{far * random.next_direction(), random.next_rotation()};
    const Quat turn(Eigen::AngleAxisd(random.next_between(0, 0.5), random.next_direction()));
    const Pose X1{X0.p + random.next_unit() * random.next_direction(), turn * X0.q};
    const Vec3 bend = random.next_unit() * random.next_direction();
    const Aabb box = compute_swept_box(kBounds, math::make_step_motion(X0, X1, bend), 0.0);
    for (int k = 0; k < 10; ++k) {
      const double s = k < 2 ? k : random.next_unit();
      ASSERT_TRUE(contains(box, oracle::step_point(X0, X1, Long(s), draw_point(random, kBounds), bend)))
          << i << ", s = " << s;
    }
  }
}

TEST(SweptBox, ContainsEveryPointOfABodyAtEveryTimeOfAScrewOfAnyAngle) {
  math::Random random(6);
  const std::size_t count = choose_count(100, 5000);
  for (std::size_t i = 0; i < count; ++i) {
    const math::ScrewMotion screw{{random.next_direction(), random.next_rotation()},
                                  random.next_direction(),
                                  random.next_direction(),
                                  random.next_between(-12, 12),
                                  random.next_between(-1, 1)};
    const Aabb box = compute_swept_box(kBounds, Motion(screw), 0.125);
    for (int k = 0; k < 10; ++k) {
      const double s = k < 2 ? k : random.next_unit();
      const oracle::LVec3 axis = oracle::to_long(screw.axis_W);
      const Long slide =
          Long(s) * Long(screw.translation) / sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
      const oracle::LVec3 p =
          oracle::turned_point(oracle::pose_point(screw.X_WB, draw_point(random, kBounds)), oracle::to_long(screw.p_WA),
                               axis, Long(s) * Long(screw.angle), {slide * axis[0], slide * axis[1], slide * axis[2]});
      for (int axis_of_margin = 0; axis_of_margin < 3; ++axis_of_margin) {
        for (const double sign : {-1.0, 1.0}) {
          oracle::LVec3 near = p;
          near[axis_of_margin] += Long(sign * 0.125);
          ASSERT_TRUE(contains(box, near));
        }
      }
    }
  }
}

}  // namespace
}  // namespace abut::continuous
