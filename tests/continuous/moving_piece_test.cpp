#include "abut/continuous/moving_piece.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/geometry/makers/primitives.h"
#include "abut/geometry/shape.h"
#include "abut/math/random.h"
#include "full_run.h"
#include "oracle/motion.h"

namespace abut::continuous {
namespace {

using math::Motion;
using math::Pose;
using math::Quat;
using math::Vec3;
using oracle::Long;
using oracle::LVec3;

const geometry::Shape kBox = geometry::make_shape(geometry::make_box({1.0, 0.7, 0.4}));
const proximity::PieceRef kPiece{kBox.pieces, PieceId(0)};

Long measure_distance(const LVec3& a, const LVec3& b) {
  Long sum = 0;
  for (int i = 0; i < 3; ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sqrt(sum);
}

const Long kOracleError = 1e-40;  // of 50 digits

// True for all vertices of the box.
template <class Point>
bool holds_everywhere(const Placing& placed, const Point& point) {
  for (const geometry::PieceVertex& v : kBox.pieces.vertices) {
    if (measure_distance(oracle::pose_point(placed.X_WB, v.p), point(v.p)) > Long(placed.error) + kOracleError)
      return false;
  }
  return true;
}

TEST(MovingPiece, OfAStepStandsAtItsEndsWhereItWasRecorded) {
  const Pose X0{{1, 2, 3}, Quat(0.8, 0.6, 0, 0)}, X1{{1.1, 2, 3}, Quat(0.8, 0.6, 1e-7, 0)};
  const Motion motion = math::make_step_motion(X0, X1);
  EXPECT_EQ(compute_placing(motion, 0.0, 1.0).X_WB.q.coeffs(), X0.q.coeffs());
  EXPECT_EQ(compute_placing(motion, 1.0, 1.0).X_WB.q.coeffs(), X1.q.coeffs());
  EXPECT_EQ(compute_placing(motion, 1.0, 1.0).X_WB.p, X1.p);
  EXPECT_EQ(compute_placing(motion, 0.0, 1.0).error, 0.0);
  EXPECT_EQ(compute_placing(motion, 1.0, 1.0).error, 0.0);
}

TEST(MovingPiece, IsWithinItsErrorOfItsPlaceInAStep) {
  math::Random random(1);
  const std::size_t count = choose_count(300, 10000);
  for (std::size_t i = 0; i < count; ++i) {
    const double far = std::pow(10.0, static_cast<double>(random.next_index(8)));
    const Pose X0{far * random.next_direction(), random.next_rotation()};
    const Quat turn(Eigen::AngleAxisd(random.next_between(0, 3), random.next_direction()));
    const Pose X1{X0.p + random.next_direction(), turn * X0.q};
    const Vec3 bend = random.next_unit() * random.next_direction();
    const Motion motion = math::make_step_motion(X0, X1, bend);
    const double s = random.next_unit();
    const Placing placed = compute_placing(motion, s, kPiece.piece().reach);
    ASSERT_TRUE(math::is_valid_pose(placed.X_WB));
    ASSERT_TRUE(holds_everywhere(placed, [&](const Vec3& v) { return oracle::step_point(X0, X1, Long(s), v, bend); }));
    ASSERT_LE(placed.error, 1e-15 * (far + 10));
  }
}

TEST(MovingPiece, IsWithinItsErrorOfItsPlaceInAScrewOfAnyAngle) {
  math::Random random(2);
  for (int i = 0; i < 200; ++i) {
    const math::ScrewMotion screw{{random.next_direction(), random.next_rotation()},
                                  random.next_direction(),
                                  random.next_direction(),
                                  random.next_between(-20, 20),
                                  random.next_between(-1, 1)};
    const Motion motion = screw;
    const double s = i % 10 == 0 ? 0.0 : random.next_unit();
    const Placing placed = compute_placing(motion, s, kPiece.piece().reach);
    const LVec3 axis = oracle::to_long(screw.axis_W);
    const Long slide = Long(s) * Long(screw.translation) / measure_distance(axis, {0, 0, 0});
    const LVec3 shift{slide * axis[0], slide * axis[1], slide * axis[2]};
    ASSERT_TRUE(holds_everywhere(placed, [&](const Vec3& v) {
      return oracle::turned_point(oracle::pose_point(screw.X_WB, v), oracle::to_long(screw.p_WA), axis,
                                  Long(s) * Long(screw.angle), shift);
    }));
    ASSERT_LE(placed.error, 1e-13);
  }
}

TEST(MovingPiece, WithAMemoIsPlacedAsWithoutHoweverOftenAndInWhateverOrder) {
  math::Random random(3);
  const Motion motion = math::ScrewMotion{{}, {1, 2, 3}, {1, 1, 0}, 2.0, 0.5};
  const MovingPiece plain = make_moving_piece(kPiece, motion);
  PlacingMemo memo(motion, kPiece.piece().reach);
  const MovingPiece with_memo = make_moving_piece(kPiece, motion, compute_body_bounds(motion), &memo);
  for (int i = 0; i < 500; ++i) {
    const double s = static_cast<double>(random.next_index(33)) / 32;
    const Placing one = plain.place(s), other = with_memo.place(s);
    ASSERT_EQ(one.X_WB.p, other.X_WB.p);
    ASSERT_EQ(one.X_WB.q.coeffs(), other.X_WB.q.coeffs());
    ASSERT_EQ(one.error, other.error);
  }
}

TEST(MovingPiece, KnowsHowFastItTurnsAndThatAnUnevenPathBends) {
  // Half a radian about z: the farthest vertex is at `reach`, and a point on the axis of a screw does not turn.
  const double reach = Vec3(0.5, 0.35, 0.2).norm();
  const Motion motion = math::ScrewMotion{{}, Vec3::Zero(), Vec3::UnitZ(), 0.5, 2.0};
  const MovingPiece moving = make_moving_piece(kPiece, motion);
  EXPECT_NEAR(moving.turning_speed, 0.5 * reach, 1e-12);
  EXPECT_NEAR(moving.acceleration, 0.25 * reach, 1e-12);
}

TEST(MovingPiece, WhosePosesAreNotValidHasNoBounds) {
  const double bad = std::nan("");
  const Motion motions[] = {math::make_step_motion({}, {{0, bad, 0}, Quat::Identity()}),
                            math::make_step_motion({Vec3::Zero(), Quat(0, 0, 0, 0)}, {}),
                            math::make_step_motion({}, {Vec3::Zero(), Quat(1.1, 0, 0, 0)}),
                            math::ConstantVelocityMotion{{{bad, 0, 0}, Quat::Identity()}}};
  for (const Motion& motion : motions) EXPECT_TRUE(std::isinf(make_moving_piece(kPiece, motion).acceleration));
}

}  // namespace
}  // namespace abut::continuous
