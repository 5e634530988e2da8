#include "abut/response/delassus.h"

#include <cmath>

namespace abut::response {
namespace {

using math::Mat3;
using math::Twist;
using math::Vec3;

// What a unit impulse along a row does to the body it acts on as A (sign 1) or as B (sign -1).
Twist compute_kick(const ProblemBody& body, const Vec3& arm, const Vec3& d, double sign) {
  return {sign * (body.inv_inertia * arm.cross(d)), sign * body.inv_mass.cwiseProduct(d)};
}

double compute_speed(const Twist& V, const Vec3& arm, const Vec3& d) {
  return d.dot(V.v) + arm.cross(d).dot(V.w);
}

}  // namespace

Eigen::MatrixXd compute_delassus(const ContactProblem& problem, std::span<const ContactRow> outputs,
                                 std::span<const ContactRow> inputs) {
  Eigen::MatrixXd W(static_cast<Eigen::Index>(outputs.size()), static_cast<Eigen::Index>(inputs.size()));
  for (std::size_t j = 0; j < inputs.size(); ++j) {
    const ProblemContact& from = problem.contacts[inputs[j].contact];
    const Twist kick_a = compute_kick(problem.bodies[from.a], from.arm_a, inputs[j].d, 1.0);
    const Twist kick_b = compute_kick(problem.bodies[from.b], from.arm_b, inputs[j].d, -1.0);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      const ProblemContact& to = problem.contacts[outputs[i].contact];
      const Vec3& d = outputs[i].d;
      double w = 0.0;
      if (to.a == from.a) w += compute_speed(kick_a, to.arm_a, d);
      if (to.a == from.b) w += compute_speed(kick_b, to.arm_a, d);
      if (to.b == from.a) w -= compute_speed(kick_a, to.arm_b, d);
      if (to.b == from.b) w -= compute_speed(kick_b, to.arm_b, d);
      W(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = w;
    }
  }
  return W;
}

Eigen::VectorXd compute_row_speeds(const ContactProblem& problem, std::span<const ContactRow> rows) {
  Eigen::VectorXd u(static_cast<Eigen::Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ProblemContact& contact = problem.contacts[rows[i].contact];
    u(static_cast<Eigen::Index>(i)) = compute_speed(problem.bodies[contact.a].V, contact.arm_a, rows[i].d) -
                                      compute_speed(problem.bodies[contact.b].V, contact.arm_b, rows[i].d);
  }
  return u;
}

double compute_inverse_mass(const ContactProblem& problem, const ContactRow& row) {
  return compute_delassus(problem, {&row, 1}, {&row, 1})(0, 0);
}

Mat3 compute_inverse_mass_matrix(const ContactProblem& problem, const ProblemContact& contact) {
  Mat3 K = Mat3::Zero();
  const auto add = [&](std::uint32_t body, const Vec3& arm) {
    Mat3 S;
    S << 0, -arm.z(), arm.y(), arm.z(), 0, -arm.x(), -arm.y(), arm.x(), 0;
    K += Mat3(problem.bodies[body].inv_mass.asDiagonal()) - S * problem.bodies[body].inv_inertia * S;
  };
  add(contact.a, contact.arm_a), add(contact.b, contact.arm_b);
  return K;
}

Tangents make_tangents(const Vec3& nhat) {
  const Vec3 axis = std::abs(nhat.x()) < 0.6 ? Vec3::UnitX() : Vec3::UnitY();
  const Vec3 t1 = nhat.cross(axis).normalized();
  return {t1, nhat.cross(t1)};
}

}  // namespace abut::response
