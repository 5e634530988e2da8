#include "oracle/planar_contact.h"

namespace abut::oracle {
namespace {

enum class Mode { kOpen, kStick, kForward, kBackward };

Rational dot(const RVec2& a, const RVec2& b) {
  return a[0] * b[0] + a[1] * b[1];
}
Rational cross(const RVec2& a, const RVec2& b) {
  return a[0] * b[1] - a[1] * b[0];
}
RVec2 get_tangent(const PlanarContact& contact) {
  return {-contact.n[1], contact.n[0]};
}

struct Speeds {
  Rational n, t;
};

Speeds compute_speeds(const PlanarContact& contact, const PlanarAnswer& answer) {
  const auto at = [&](std::size_t body, const RVec2& arm) -> RVec2 {
    return {answer.v[body][0] - answer.w[body] * arm[1], answer.v[body][1] + answer.w[body] * arm[0]};
  };
  const RVec2 a = at(contact.a, contact.arm_a), b = at(contact.b, contact.arm_b), u = {a[0] - b[0], a[1] - b[1]};
  return {dot(contact.n, u), dot(get_tangent(contact), u)};
}

PlanarAnswer apply(const std::vector<PlanarBody>& bodies, const std::vector<PlanarContact>& contacts,
                   const std::vector<RVec2>& p) {
  PlanarAnswer answer{p, {}, {}};
  for (const PlanarBody& body : bodies) answer.v.push_back(body.v), answer.w.push_back(body.w);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const auto add = [&](std::size_t k, const RVec2& arm, int sign) {
      for (std::size_t axis : {0, 1}) answer.v[k][axis] += sign * bodies[k].inv_mass * p[i][axis];
      answer.w[k] += sign * bodies[k].inv_inertia * cross(arm, p[i]);
    };
    add(contacts[i].a, contacts[i].arm_a, 1), add(contacts[i].b, contacts[i].arm_b, -1);
  }
  return answer;
}

// An unknown impulse along a direction at a contact, and the speed that it has to bring to zero.
struct Unknown {
  std::size_t contact;
  RVec2 direction;
  bool is_normal;
};

std::vector<Unknown> list_unknowns(const std::vector<PlanarContact>& contacts, const std::vector<Mode>& modes) {
  std::vector<Unknown> unknowns;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const RVec2 n = contacts[i].n, t = get_tangent(contacts[i]);
    // Sliding forward along t, friction is against it.
    const Rational lean = modes[i] == Mode::kForward    ? Rational(-contacts[i].mu)
                          : modes[i] == Mode::kBackward ? contacts[i].mu
                                                        : Rational(0);
    if (modes[i] != Mode::kOpen) unknowns.push_back({i, {n[0] + lean * t[0], n[1] + lean * t[1]}, true});
    if (modes[i] == Mode::kStick) unknowns.push_back({i, t, false});
  }
  return unknowns;
}

Rational compute_excess(const PlanarContact& contact, const PlanarAnswer& answer, bool is_normal) {
  const Speeds u = compute_speeds(contact, answer);
  return is_normal ? Rational(u.n - contact.least_speed) : u.t;
}

bool obeys(const PlanarContact& contact, const PlanarAnswer& answer, const RVec2& p, Mode mode) {
  const Speeds u = compute_speeds(contact, answer);
  const Rational p_n = dot(contact.n, p) / dot(contact.n, contact.n), p_t = dot(get_tangent(contact), p);
  switch (mode) {
    case Mode::kOpen:
      return u.n >= contact.least_speed;
    case Mode::kStick:
      return p_n >= 0 && p_t * p_t <= contact.mu * contact.mu * p_n * p_n * dot(contact.n, contact.n);
    case Mode::kForward:
      return p_n >= 0 && u.t >= 0;
    case Mode::kBackward:
      return p_n >= 0 && u.t <= 0;
  }
  return false;
}

}  // namespace

std::vector<PlanarAnswer> enumerate_modes(const std::vector<PlanarBody>& bodies,
                                          const std::vector<PlanarContact>& contacts) {
  std::vector<PlanarAnswer> answers;
  const std::vector<RVec2> none(contacts.size(), RVec2{0, 0});
  const PlanarAnswer free = apply(bodies, contacts, none);
  for (std::size_t choice = 0; choice < std::size_t{1} << (2 * contacts.size()); ++choice) {
    std::vector<Mode> modes;
    for (std::size_t i = 0; i < contacts.size(); ++i) modes.push_back(static_cast<Mode>(choice >> (2 * i) & 3));
    const std::vector<Unknown> unknowns = list_unknowns(contacts, modes);
    RMatrix A(unknowns.size(), RVector(unknowns.size()));
    RVector b(unknowns.size());
    for (std::size_t i = 0; i < unknowns.size(); ++i)
      b[i] = -compute_excess(contacts[unknowns[i].contact], free, unknowns[i].is_normal);
    for (std::size_t j = 0; j < unknowns.size(); ++j) {
      std::vector<RVec2> p = none;
      p[unknowns[j].contact] = unknowns[j].direction;
      const PlanarAnswer kicked = apply(bodies, contacts, p);
      for (std::size_t i = 0; i < unknowns.size(); ++i)
        A[i][j] = compute_excess(contacts[unknowns[i].contact], kicked, unknowns[i].is_normal) + b[i];
    }
    const std::optional<RVector> x = solve_system(A, b);
    if (!x) continue;
    std::vector<RVec2> p = none;
    for (std::size_t j = 0; j < unknowns.size(); ++j)
      for (std::size_t axis : {0, 1}) p[unknowns[j].contact][axis] += (*x)[j] * unknowns[j].direction[axis];
    const PlanarAnswer answer = apply(bodies, contacts, p);
    bool is_answer = true;
    for (std::size_t i = 0; i < contacts.size(); ++i) is_answer &= obeys(contacts[i], answer, p[i], modes[i]);
    if (is_answer) answers.push_back(answer);
  }
  return answers;
}

}  // namespace abut::oracle
