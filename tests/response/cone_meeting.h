// One group of points between two bodies, with what a sweep needs of it.
#pragma once

#include <span>
#include <vector>

#include "abut/math/random.h"
#include "abut/response/cone_group.h"
#include "abut/response/cone_visit.h"
#include "abut/response/contact_problem.h"

namespace abut::response {

inline ConeBody make_body(math::Random& random, double mass) {
  return {random.next_direction(), random.next_direction(), math::Vec3::Constant(1 / mass),
          math::Mat3(math::Vec3(1 / mass, 2 / mass, 3 / mass).asDiagonal()), true};
}

struct Meeting {
  ConeBody a, b;
  std::vector<ProblemContact> contacts;
  std::vector<math::Vec3> guess;
  ConeGroup group;
  ConeTables tables;

  Meeting(ConeBody body_a, ConeBody body_b) : a(body_a), b(body_b) { group.a = 0, group.b = 1; }

  void add(const math::Vec3& n, const math::Vec3& arm_a, const math::Vec3& arm_b, double mu, double least_speed = 0.0) {
    contacts.push_back({0, 1, n, arm_a, arm_b, mu, least_speed});
    guess.push_back(math::Vec3::Zero());
  }
  void load() {
    group.count = static_cast<std::uint32_t>(contacts.size());
    group.num_axes = contacts[0].mu > 0 ? 3 : 1;
    tables.resize(std::span(&group, 1), contacts.size());
    load_group(group, a, b, contacts, guess, tables);
  }
  double sweep() { return sweep_group(group, a, b, tables); }
  math::Vec3 impulse(std::size_t k) const { return get_impulse(group, k, tables); }
  math::Vec3 velocity(std::size_t k) const {
    return a.v + a.w.cross(contacts[k].arm_a) - b.v - b.w.cross(contacts[k].arm_b);
  }
};

// Normals within a few degrees of each other.
inline Meeting make_meeting(math::Random& random, int count, double mu) {
  Meeting meeting(make_body(random, 1), make_body(random, 3));
  const math::Vec3 n = random.next_direction();
  for (int k = 0; k < count; ++k) {
    const math::Vec3 lean = k % 2 == 0 ? math::Vec3(math::Vec3::Zero()) : math::Vec3(0.05 * random.next_direction());
    meeting.add((n + lean).normalized(), random.next_direction(), random.next_direction(), mu);
    ProblemContact& contact = meeting.contacts.back();
    contact.stick_velocity = 0.1 * contact.nhat_BA_W.cross(contact.arm_a);
  }
  return meeting;
}

}  // namespace abut::response
