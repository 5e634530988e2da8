#include "abut/response/cone_visit.h"

#include <gtest/gtest.h>

#include <vector>

#include "response/cone_meeting.h"

namespace abut::response {
namespace {

using math::Mat3;
using math::Random;
using math::Vec3;

// However many points, with friction and without: each sweep changes the bodies by the impulses that it changed.
TEST(ConeVisit, VelocitiesFollowTheImpulses) {
  Random random(3);
  for (const double mu : {0.0, 0.5}) {
    for (int count = 1; count <= 16; ++count) {
      Meeting meeting = make_meeting(random, count, mu);
      meeting.load();
      const ConeBody a = meeting.a, b = meeting.b;
      for (int i = 0; i < 5; ++i) meeting.sweep();
      ConeBody next_a = a, next_b = b;
      for (std::size_t k = 0; k < meeting.contacts.size(); ++k) {
        const Vec3 p = meeting.impulse(k);
        next_a.push(p, meeting.contacts[k].arm_a.cross(p)), next_b.push(-p, -meeting.contacts[k].arm_b.cross(p));
      }
      EXPECT_NEAR((meeting.a.v - next_a.v).norm() + (meeting.a.w - next_a.w).norm(), 0.0, 1e-12);
      EXPECT_NEAR((meeting.b.v - next_b.v).norm() + (meeting.b.w - next_b.w).norm(), 0.0, 1e-12);
      ConeBody pushed_a = a, pushed_b = b;
      push_bodies(meeting.group, meeting.tables, pushed_a, pushed_b);
      EXPECT_NEAR((meeting.a.v - pushed_a.v).norm() + (meeting.b.w - pushed_b.w).norm(), 0.0, 1e-12);
    }
  }
}

// Two bodies alone: sweeps of their group come to the law's answer, however many points it has.
TEST(ConeVisit, SweepsComeToWhatTheLawSays) {
  Random random(4);
  int num_sliding = 0, num_sticking = 0;
  for (const double mu : {0.0, 0.5}) {
    for (int count = 1; count <= 10; ++count) {
      Meeting meeting = make_meeting(random, count, mu);
      meeting.load();
      for (int i = 0; i < 20000; ++i) meeting.sweep();
      for (std::size_t k = 0; k < meeting.contacts.size(); ++k) {
        const ProblemContact& contact = meeting.contacts[k];
        const double inverse = compute_inverse_mass(meeting.a, meeting.b, contact, contact.nhat_BA_W);
        const ContactResiduals residuals =
            compute_contact_residuals(contact, inverse, meeting.velocity(k), meeting.impulse(k));
        EXPECT_LT(residuals.largest(), 1e-7) << count << " " << mu;
        const Vec3 p = meeting.impulse(k), p_t = p - contact.nhat_BA_W.dot(p) * contact.nhat_BA_W;
        if (mu == 0 || p.norm() < 1e-9) continue;
        (p_t.norm() > (1 - 1e-9) * mu * contact.nhat_BA_W.dot(p) ? num_sliding : num_sticking)++;
      }
    }
  }
  EXPECT_GT(num_sliding, 5);
  EXPECT_GT(num_sticking, 0);
}

// Four points of a square that can hold stop its slip without turning it, in one sweep; each takes a quarter.
TEST(ConeVisit, PointsThatCanHoldStopTheMiddleTogether) {
  const ConeBody still{Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Mat3::Zero(), false};
  Meeting meeting({{1, 0.5, 0}, Vec3::Zero(), Vec3::Ones(), 6 * Mat3::Identity(), true}, still);
  for (int i = 0; i < 4; ++i) {
    const Vec3 arm(i % 2 - 0.5, i / 2 - 0.5, 0);
    meeting.add(Vec3::UnitZ(), arm, arm, 0.5);
    meeting.guess.back() = Vec3(0, 0, 10);
  }
  meeting.a.v.z() = -40;  // so that the guess is right
  meeting.load();
  push_bodies(meeting.group, meeting.tables, meeting.a, meeting.b);
  meeting.sweep();
  EXPECT_LT(meeting.a.v.norm(), 1e-6);
  EXPECT_LT(meeting.a.w.norm(), 1e-6);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR((meeting.impulse(k) - Vec3(-0.25, -0.125, 10)).norm(), 0.0, 1e-5);
}

// Friction that drives the normal: both at once, and the law of one point holds right away.
TEST(ConeVisit, APointAloneWithMuchFrictionIsSolvedAtOnce) {
  Random random(5);
  int num_coupled = 0;
  for (int i = 0; i < 200; ++i) {
    Meeting meeting = make_meeting(random, 1, 4.0);
    meeting.load();
    meeting.sweep();
    if (!meeting.tables.points[0].is_coupled) continue;
    ++num_coupled;
    const ProblemContact& contact = meeting.contacts[0];
    const double inverse = compute_inverse_mass(meeting.a, meeting.b, contact, contact.nhat_BA_W);
    const ContactResiduals residuals =
        compute_contact_residuals(contact, inverse, meeting.velocity(0), meeting.impulse(0));
    EXPECT_LT(residuals.normal, 1e-6);
    EXPECT_LT(residuals.cone, 1e-6);
  }
  EXPECT_GT(num_coupled, 50);
}

TEST(ConeVisit, TakesNoImpulseWhereNothingMoves) {
  const ConeBody still{Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Mat3::Zero(), false};
  Meeting meeting({{0, 0, -1}, Vec3::Zero(), Vec3(1, 1, 0), Mat3::Zero(), true}, still);
  for (int i = 0; i < 3; ++i) meeting.add(Vec3::UnitZ(), Vec3(i, 0, 0), Vec3(i, 0, 0), 0.5);
  meeting.load();
  meeting.sweep();
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(meeting.impulse(k), Vec3(Vec3::Zero()));
}

}  // namespace
}  // namespace abut::response
