// Problems in the plane y = 0, for the oracle that enumerates all modes of contact and for the laws, which are given
// the same bodies locked to it.
#pragma once

#include <vector>

#include "abut/math/random.h"
#include "oracle/planar_contact.h"
#include "response/sample_problems.h"

namespace abut::response {

struct PlanarProblem {
  ContactProblem problem;
  std::vector<oracle::PlanarBody> bodies;
  std::vector<oracle::PlanarContact> contacts;
};

inline oracle::RVec2 to_plane(const math::Vec3& p) {
  return {oracle::Rational(p.x()), oracle::Rational(p.z())};
}

// num_bodies discs beside a fixed one, and contacts between any two.
inline PlanarProblem make_planar_problem(math::Random& random, std::uint32_t num_bodies, std::uint32_t num_contacts,
                                         double most_mu) {
  PlanarProblem made;
  const auto any = [&] { return math::Vec3(random.next_between(-1, 1), 0, random.next_between(-1, 1)); };
  for (std::uint32_t i = 0; i <= num_bodies; ++i) {
    ProblemBody body;
    if (i > 0) {
      const double inv_mass = random.next_between(0.5, 2);
      body.inv_mass = math::Vec3(inv_mass, 0, inv_mass);
      body.inv_inertia(1, 1) = random.next_between(0.5, 4);
      body.V = {{0, random.next_between(-1, 1), 0}, any()};
    }
    made.problem.bodies.push_back(body);
    // A turn about +y is of z towards x.
    made.bodies.push_back({oracle::Rational(body.inv_mass.x()), oracle::Rational(body.inv_inertia(1, 1)),
                           to_plane(body.V.v), oracle::Rational(-body.V.w.y())});
  }
  for (std::uint32_t i = 0; i < num_contacts; ++i) {
    ProblemContact contact;
    contact.a = static_cast<std::uint32_t>(1 + random.next_index(num_bodies));
    contact.b = static_cast<std::uint32_t>(random.next_index(contact.a));
    contact.nhat_BA_W = any().normalized();
    contact.arm_a = any(), contact.arm_b = any();
    contact.mu = most_mu * random.next_unit();
    made.problem.contacts.push_back(contact);
    made.problem.groups.push_back({i, 1});
    made.problem.guess.emplace_back(math::Vec3::Zero());
    made.contacts.push_back({contact.a, contact.b, to_plane(contact.nhat_BA_W), to_plane(contact.arm_a),
                             to_plane(contact.arm_b), oracle::Rational(contact.mu),
                             oracle::Rational(contact.least_speed)});
  }
  made.problem.speed_scale = 1.0;
  return made;
}

// The largest difference of any velocity from the answer nearest to it.
inline double compute_distance(const std::vector<oracle::PlanarAnswer>& answers, const std::vector<math::Twist>& V) {
  double nearest = 1e300;
  for (const oracle::PlanarAnswer& answer : answers) {
    double distance = 0.0;
    for (std::size_t i = 0; i < V.size(); ++i) {
      const auto add = [&](const oracle::Rational& exact, double found) {
        distance = std::max(distance, std::abs(exact.convert_to<double>() - found));
      };
      add(answer.v[i][0], V[i].v.x()), add(answer.v[i][1], V[i].v.z()), add(answer.w[i], -V[i].w.y());
    }
    nearest = std::min(nearest, distance);
  }
  return nearest;
}

}  // namespace abut::response
