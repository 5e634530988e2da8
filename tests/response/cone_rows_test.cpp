#include "abut/response/cone_rows.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "response/cone_meeting.h"

namespace abut::response {
namespace {

using math::Random;
using math::Vec3;

// By definition: what a small impulse does to the velocity it is along.
TEST(ConeRows, TheInverseMassIsWhatAnImpulseDoes) {
  Random random(1);
  for (int k = 0; k < 100; ++k) {
    Meeting meeting = make_meeting(random, 1, 0.5);
    const Vec3 d = random.next_direction();
    const ProblemContact& contact = meeting.contacts[0];
    const double inverse = compute_inverse_mass(meeting.a, meeting.b, contact, d), before = d.dot(meeting.velocity(0));
    meeting.a.push(d, contact.arm_a.cross(d)), meeting.b.push(-d, -contact.arm_b.cross(d));
    EXPECT_NEAR(d.dot(meeting.velocity(0)) - before, inverse, 1e-12);
  }
}

TEST(ConeRows, AreTheNormalAndTwoDirectionsAcrossIt) {
  Random random(2);
  for (int count = 1; count <= 8; ++count) {
    const Meeting meeting = make_meeting(random, count, 0.5);
    std::vector<ConeRow> rows(3 * meeting.contacts.size());
    make_cone_rows(meeting.a, meeting.b, meeting.contacts, true, rows);
    for (std::size_t k = 0; k < meeting.contacts.size(); ++k) {
      EXPECT_EQ(rows[3 * k].d, meeting.contacts[k].nhat_BA_W);
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
          EXPECT_NEAR(rows[3 * k + i].d.dot(rows[3 * k + j].d), i == j ? 1.0 : 0.0, 1e-12);
    }
    if (count > 1) continue;
    EXPECT_NEAR(couple(rows[1], rows[2]), 0.0, 1e-12);
  }
}

// The impulse that a point asks for against a slip leaves none.
TEST(ConeRows, PointsKnowWhatStopsTheirSlip) {
  Random random(3);
  for (int k = 0; k < 100; ++k) {
    Meeting meeting = make_meeting(random, 2, 0.5);
    std::array<ConeRow, 6> rows;
    make_cone_rows(meeting.a, meeting.b, meeting.contacts, true, rows);
    for (std::size_t i = 0; i < 2; ++i) {
      const ProblemContact& contact = meeting.contacts[i];
      const ConePoint point = make_cone_point(contact, &rows[3 * i], true);
      const Vec3 &t1 = rows[3 * i + 1].d, &t2 = rows[3 * i + 2].d, u = meeting.velocity(i);
      const double u_1 = t1.dot(u), u_2 = t2.dot(u);
      const Vec3 p =
          -(point.stop_11 * u_1 + point.stop_12 * u_2) * t1 - (point.stop_12 * u_1 + point.stop_22 * u_2) * t2;
      meeting.a.push(p, contact.arm_a.cross(p)), meeting.b.push(-p, -contact.arm_b.cross(p));
      EXPECT_NEAR(t1.dot(meeting.velocity(i)), 0.0, 1e-12);
      EXPECT_NEAR(t2.dot(meeting.velocity(i)), 0.0, 1e-12);
      EXPECT_EQ(point.mu, contact.mu);
    }
  }
}

TEST(ConeRows, NormalsHaveAnInverseUnlessNothingMoves) {
  Random random(4);
  Meeting meeting = make_meeting(random, 3, 0.5);
  std::array<ConeRow, 9> rows;
  Eigen::Matrix3d W, inverse;  // symmetric: by rows or by columns
  make_cone_rows(meeting.a, meeting.b, meeting.contacts, true, rows);
  compute_normals(rows, 3, 3, W.data(), inverse.data());
  EXPECT_NEAR((W * inverse - Eigen::Matrix3d::Identity()).norm(), 0.0, 1e-6);
  for (ConeBody* body : {&meeting.a, &meeting.b}) body->inv_mass.setZero(), body->inv_inertia.setZero();
  make_cone_rows(meeting.a, meeting.b, meeting.contacts, true, rows);
  compute_normals(rows, 3, 3, W.data(), inverse.data());
  EXPECT_EQ(inverse, Eigen::Matrix3d::Zero());
}

}  // namespace
}  // namespace abut::response
