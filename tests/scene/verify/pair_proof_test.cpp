#include "abut/scene/verify/pair_proof.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/math/random.h"

namespace abut::scene {
namespace {

using math::Pose;
using math::Quat;
using math::Vec3;

Pose draw_near(math::Random& random, const Pose& X, double size) {
  const Quat turn(Eigen::AngleAxisd(size * random.next_unit(), random.next_direction()));
  Quat q = turn * X.q;
  q.normalize();
  if (random.next_unit() < 0.5) q.coeffs() = -q.coeffs();
  return {X.p + size * random.next_direction(), q};
}

// Points on the way are never farther away than it says, whatever the size of the motion.
TEST(PairProof, NoPointMovesFartherThanTheBound) {
  math::Random random(1);
  const double reach = 2.0;
  for (const double size : {1e-12, 1e-6, 1e-3, 0.1}) {
    double most = 0.0;
    for (int i = 0; i < 200; ++i) {
      const Pose from{3 * random.next_direction(), random.next_rotation()};
      const math::StepMotion motion =
          math::make_step_motion(draw_near(random, from, size), draw_near(random, from, size),
                                 4 * size * random.next_unit() * random.next_direction());
      const double bound = bound_shift(from, motion, reach);
      for (int k = 0; k <= 10; ++k) {
        const Pose X = compute_pose(motion, 0.1 * k);
        const Quat q = X.q.normalized();
        const Vec3 v = reach * random.next_direction();
        const double moved = ((X.p + q * v) - (from.p + from.q * v)).norm();
        ASSERT_LE(moved, bound) << size;
        most = std::max(most, moved / bound);
      }
    }
    EXPECT_GT(most, size < 1e-9 ? 0.0 : 0.2) << size;  // it is no wild guess
  }
}

TEST(PairProof, OfWhatStandsNearlyAllIsLeftForManySteps) {
  const Pose X_WA = Pose::from_translation({0, 0, 1}), X_WB;
  const PairProof proof{1e-6, X_WA, X_WB};
  const math::StepMotion still = math::make_step_motion(X_WB, X_WB);
  const math::StepMotion creeping =
      math::make_step_motion(Pose::from_translation({1e-9, 0, 1}), Pose::from_translation({1e-9, 0, 1 + 1e-12}));
  EXPECT_NEAR(proof.bound_separation(creeping, 1.0, still, 1.0), 1e-6 - 1e-9, 1e-12);
  EXPECT_LT(proof.bound_separation(creeping, 1.0, still, 1.0), 1e-6);
}

TEST(PairProof, OfWhatMovedNothingIsLeft) {
  const Pose X_WA = Pose::from_translation({0, 0, 1}), X_WB;
  const math::StepMotion still = math::make_step_motion(X_WB, X_WB);
  const auto move = [&](const Pose& X1) { return math::make_step_motion(X_WA, X1); };
  const PairProof proof{1e-6, X_WA, X_WB};
  EXPECT_LE(proof.bound_separation(move(Pose::from_translation({0, 0, 1 - 2e-6})), 1.0, still, 1.0), 0.0);
  const Quat turned(Eigen::AngleAxisd(1e-5, Vec3::UnitX()));
  EXPECT_LE(proof.bound_separation(move({X_WA.p, turned}), 1.0, still, 1.0), 0.0);
  const Quat far(Eigen::AngleAxisd(0.5, Vec3::UnitX()));
  EXPECT_LE((PairProof{1e6, X_WA, X_WB}).bound_separation(move({X_WA.p, far}), 1.0, still, 1.0), 0.0);
  EXPECT_LE(PairProof().bound_separation(still, 1.0, still, 1.0), 0.0);
}

}  // namespace
}  // namespace abut::scene
