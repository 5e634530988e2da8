#include "abut/dynamics/contact_arms.h"

#include <gtest/gtest.h>

#include "abut/dynamics/hit_contacts.h"
#include "abut/dynamics/solve_island.h"
#include "dynamics/physics_worlds.h"

namespace abut::dynamics {
namespace {

// Two cubes in flight, corner over face by so much, that turn against each other.
World make_flying(double gap) {
  World world;
  world.settings.gravity = Vec3::Zero();
  const Quat tilt(Eigen::AngleAxisd(0.4, Vec3(1, 2, 0).normalized()));
  world.add(make_box_model({1, 1, 1}, 2), make_place(0, 0, 0), {Vec3(1, -2, 3), Vec3(0.2, 0, 1)});
  const double depth = 0.5 * math::compute_rotation(tilt).row(2).cwiseAbs().sum();
  world.add(make_box_model({1, 1, 1}, 1), {Vec3(0.1, 0.2, 0.5 + depth + gap), tilt},
            {Vec3(-2, 1, 1), Vec3(0, 0.3, -2)});
  return world;
}

// Where the impulse acts, as each body sees it.
void expect_one_point(const StagedWorld& staged, const StepContact& contact) {
  const BodyPair& pair = staged.stage.pairs[contact.pair];
  const auto locate = [&](std::uint32_t body, const Vec3& arm) -> Vec3 {
    const MovingBody& moving = staged.stage.bodies[body];
    return staged.state.bodies[body].p_WBcm + (moving.s_impulse * staged.h) * moving.flight.V0.v + arm;
  };
  EXPECT_LT((locate(pair.a, contact.arm_a) - locate(pair.b, contact.arm_b)).norm(), 1e-15);
}

// The corner of the upper cube goes with it.
TEST(ContactArms, OfAStartContactReachToWhereItsVertexIsThen) {
  const World world = make_flying(1e-5);
  StagedWorld staged(world);
  ASSERT_FALSE(staged.stage.contacts.empty());
  for (StepContact& contact : staged.stage.contacts) {
    ASSERT_TRUE(contact.found.feature_b.is_vertex());
    const Twist& V = staged.stage.bodies[1].flight.V0;
    const Vec3 expected = V.v + V.w.cross(contact.found.p_WCb - staged.state.bodies[1].p_WBcm);
    EXPECT_LT((contact.v_W - expected).norm(), 1e-14);
    expect_one_point(staged, contact);
    staged.stage.bodies[0].s_impulse = 0.5, staged.stage.bodies[1].s_impulse = 0.125;
    EXPECT_TRUE(has_old_arms(staged.stage, contact));
    set_arms(staged.stage, staged.state, {&contact, 1});
    EXPECT_FALSE(has_old_arms(staged.stage, contact));
    const double t = 0.125 * staged.h;  // the lesser of both
    const Vec3 p = 0.5 * (contact.found.p_WCa + contact.found.p_WCb) + t * contact.v_W;
    EXPECT_LT((staged.state.bodies[1].p_WBcm + t * V.v + contact.arm_b - p).norm(), 1e-15);
    staged.stage.bodies[0].s_impulse = staged.stage.bodies[1].s_impulse = 0.0;
  }
}

// Both bodies have it at one point, and at the end of the motion tried it has the gap that it has with arms from where
// bodies were when it was found.
TEST(ContactArms, OfAHitContactMeetInAPointAndKeepItsGap) {
  const World world = make_flying(1e-5);
  StagedWorld staged(world);
  const std::uint32_t pair = 0;
  staged.stage.pairs[pair].s_safe = staged.stage.pairs[pair].s_hit = 0.75;
  staged.stage.contacts.clear(), staged.stage.groups.clear();  // as if nothing were known of it
  for (MovingBody& body : staged.stage.bodies) body.V_move = body.flight.V_mid;
  ASSERT_GT(add_hit_contacts(staged.stage, staged.models(), staged.state, pair), 0u);
  const MovingBody &a = staged.stage.bodies[0], &b = staged.stage.bodies[1];
  for (StepContact& contact : staged.stage.contacts) {
    const double before = contact.gap + staged.h * contact.compute_normal_speed(a.V_move, b.V_move);
    set_arms(staged.stage, staged.state, {&contact, 1});
    const double after = contact.gap + staged.h * contact.compute_normal_speed(a.V_move, b.V_move);
    EXPECT_NEAR(before, after, 1e-15);
    expect_one_point(staged, contact);
  }
}

}  // namespace
}  // namespace abut::dynamics
