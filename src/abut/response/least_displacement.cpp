#include "abut/response/least_displacement.h"

namespace abut::response {

ContactProblem make_least_displacement(std::span<const ProblemBody> bodies, std::span<const ProblemContact> contacts,
                                       std::span<const double> gaps, double security) {
  ContactProblem problem;
  problem.bodies.assign(bodies.begin(), bodies.end());
  for (ProblemBody& body : problem.bodies) body.V = {};
  problem.contacts.assign(contacts.begin(), contacts.end());
  for (std::uint32_t i = 0; i < contacts.size(); ++i) {
    ProblemContact& contact = problem.contacts[i];
    contact.mu = 0.0, contact.least_speed = security - gaps[i];
    const bool is_same = i > 0 && contact.a == problem.contacts[i - 1].a && contact.b == problem.contacts[i - 1].b;
    if (is_same)
      ++problem.groups.back().count;
    else
      problem.groups.push_back({i, 1});
  }
  problem.guess.assign(contacts.size(), math::Vec3::Zero());
  if (security > 0) problem.speed_scale = security;
  return problem;
}

}  // namespace abut::response
