#include "abut/response/collision_response.h"

namespace abut::response {

void set_collision_speeds(ContactProblem& problem, std::span<const double> restitution) {
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    ProblemContact& contact = problem.contacts[i];
    const math::Twist &A = problem.bodies[contact.a].V, &B = problem.bodies[contact.b].V;
    const math::Vec3 u = A.v + A.w.cross(contact.arm_a) - B.v - B.w.cross(contact.arm_b);
    contact.least_speed = -restitution[i] * contact.nhat_BA_W.dot(u);
  }
}

}  // namespace abut::response
