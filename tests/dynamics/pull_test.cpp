#include "abut/dynamics/pull.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "dynamics/sample_worlds.h"

namespace abut::dynamics {
namespace {

using math::Vec3;

Vec3 find_point(const BodyModel& model, const BodyState& state, const Vec3& p_BP) {
  return compute_body_pose(model, state) * p_BP;
}

TEST(Pull, AtTheCentreOfMassItIsTheSpringAndNoTorque) {
  const BodyModel model = make_box_model({1, 2, 3}, 60);
  const BodyState state =
      make_body_state(model, {Vec3(1, 0, 0), math::Quat::Identity()}, {Vec3::Zero(), Vec3(0, 0.5, 0)});
  const Pull pull = compute_pull(model, state, model.p_BBcm, Vec3(1.1, 0, 0), 1e-3);
  const Vec3 expected = 60 * (15.0 * 15.0 * Vec3(0.1, 0, 0) - 2 * 15.0 * Vec3(0, 0.5, 0));
  EXPECT_LT((pull.force - expected).norm(), 1e-12 * expected.norm());
  EXPECT_LT(pull.torque.norm(), 1e-12 * expected.norm());
}

TEST(Pull, TheForceActsAtThePointThatIsHeld) {
  const BodyModel model = make_box_model({1, 1, 1}, 10);
  const math::Quat q(std::cos(0.4), 0, std::sin(0.4), 0);
  const BodyState state = make_body_state(model, {Vec3(0, 0, 2), q}, {Vec3(1, 2, 3), Vec3::Zero()});
  const Vec3 p_BP(0.5, 0.5, -0.5);
  const Pull pull = compute_pull(model, state, p_BP, Vec3(0, 3, 2), 1e-3);
  const Vec3 expected = (q * p_BP).cross(pull.force) - kTurnRate * state.L_WBcm;
  EXPECT_LT((pull.torque - expected).norm(), 1e-12 * expected.norm());
}

TEST(Pull, NoPointIsPulledWithMoreThanTheLargestAcceleration) {
  const BodyModel model = make_box_model({1, 1, 1}, 10);
  const BodyState state = make_body_state(model, {}, {});
  EXPECT_NEAR(compute_pull(model, state, Vec3::Zero(), Vec3(0, 0, 1e6), 1e-3).force.norm(), 10 * kLargestPull, 1e-9);
}

TEST(Pull, WhatCannotMoveIsNotPulled) {
  BodyModel model = make_box_model({1, 1, 1}, 10);
  const BodyState state = make_body_state(model, {}, {});
  model.locks = {{true, true, true}, {true, true, true}};
  EXPECT_EQ(compute_pull(model, state, Vec3(1, 0, 0), Vec3(0, 0, 1), 0.01).force, Vec3::Zero());
  model.locks = {};
  model.type = BodyType::kStatic;
  EXPECT_EQ(compute_pull(model, state, Vec3(1, 0, 0), Vec3(0, 0, 1), 0.01).force, Vec3::Zero());
}

// Long, thin bodies held anywhere, at steps of every size: the point comes to the target and stays, and nothing swings
// up. Without gravity the point ends where it is pulled to.
TEST(Pull, WhatIsPulledComesToTheTargetWhateverItIsAndWhereverItIsHeld) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> share(-0.5, 0.5);
  for (const double h : {0.1, 0.01, 1.0 / 240}) {
    for (const Vec3& size : {Vec3(1, 1, 1), Vec3(0.01, 0.01, 2), Vec3(3, 3, 0.02)}) {
      const BodyModel model = make_box_model(size, 7);
      const Vec3 p_BP = size.cwiseProduct(Vec3(share(random), share(random), share(random)));
      Settings settings;
      settings.gravity.setZero(), settings.step = h;
      Simulation simulation({model}, {make_body_state(model, {}, {})}, settings, {"box"});
      const Vec3 p_WT(0.5, -0.3, 1);
      double farthest = 0.0;
      const int num_steps = static_cast<int>(std::ceil(20 / h));
      for (int i = 0; i < num_steps; ++i) {
        const BodyState& body = simulation.state().bodies[0];
        const Pull pull = compute_pull(model, body, p_BP, p_WT, h);
        simulation.set_load(BodyId(0), pull.force, pull.torque);
        ASSERT_EQ(simulation.step().outcome, StepOutcome::kAccepted);
        if (i > num_steps / 2) farthest = std::max(farthest, (find_point(model, body, p_BP) - p_WT).norm());
      }
      EXPECT_LT(farthest, 0.01) << h << " " << size.transpose();
    }
  }
}

}  // namespace
}  // namespace abut::dynamics
