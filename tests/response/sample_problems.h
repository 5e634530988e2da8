// Contact problems made by hand and at random, for the tests of every law.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "abut/math/random.h"
#include "abut/response/contact_problem.h"

namespace abut::response {

constexpr double kGravity = 9.81, kStep = 0.01;  // m/s^2, s
constexpr std::uint32_t kGround = 0;             // the first body of every problem: it does not move

// A problem, with where its bodies are.
struct ProblemMaker {
  ContactProblem problem;
  std::vector<math::Vec3> centres;

  ProblemMaker() {
    problem.bodies.emplace_back();
    centres.emplace_back(math::Vec3::Zero());
    problem.speed_scale = kGravity * kStep;
  }

  std::uint32_t add_box(double mass, const math::Vec3& sides, const math::Vec3& centre, const math::Twist& V = {}) {
    const math::Vec3 sq = sides.cwiseAbs2();
    ProblemBody body;
    body.inv_mass.setConstant(1 / mass);
    body.inv_inertia = (12 / mass * (math::Vec3::Constant(sq.sum()) - sq).cwiseInverse()).asDiagonal();
    body.V = V;
    problem.bodies.push_back(body);
    centres.push_back(centre);
    return static_cast<std::uint32_t>(problem.bodies.size() - 1);
  }
  std::uint32_t add_cube(double mass, const math::Vec3& centre, const math::Twist& V = {}) {
    return add_box(mass, math::Vec3::Ones(), centre, V);
  }

  void add_manifold(std::uint32_t a, std::uint32_t b, const math::Vec3& nhat, const std::vector<math::Vec3>& points,
                    double mu, double least_speed = 0.0) {
    problem.groups.push_back(
        {static_cast<std::uint32_t>(problem.contacts.size()), static_cast<std::uint32_t>(points.size())});
    for (const math::Vec3& p : points) {
      problem.contacts.push_back({a, b, nhat, p - centres[a], p - centres[b], mu, least_speed});
      problem.guess.emplace_back(math::Vec3::Zero());
    }
  }

  // What gravity along d adds to all but the ground, in one step.
  void fall(const math::Vec3& d = -math::Vec3::UnitZ()) {
    for (std::size_t i = 1; i < problem.bodies.size(); ++i) problem.bodies[i].V.v += kGravity * kStep * d;
  }
};

inline std::vector<math::Vec3> make_square(double half, double z, double x = 0.0, double y = 0.0) {
  return {{x - half, y - half, z}, {x + half, y - half, z}, {x + half, y + half, z}, {x - half, y + half, z}};
}

// A cube on four corners at z = 0, gravity leaning by theta towards (cos, sin).
inline ContactProblem make_block(double mass, double mu, double theta = 0.0, double cos = 1.0, double sin = 0.0) {
  ProblemMaker made;
  const std::uint32_t block = made.add_cube(mass, {0, 0, 0.5});
  made.add_manifold(block, kGround, math::Vec3::UnitZ(), make_square(0.5, 0.0), mu);
  made.fall({std::sin(theta) * cos, std::sin(theta) * sin, -std::cos(theta)});
  return made.problem;
}

// Cubes one upon another, from the ground up.
inline ContactProblem make_stack(const std::vector<double>& masses, double mu) {
  ProblemMaker made;
  for (std::size_t i = 0; i < masses.size(); ++i) {
    const double z = static_cast<double>(i);
    const std::uint32_t body = made.add_cube(masses[i], {0, 0, z + 0.5});
    made.add_manifold(body, body - 1, math::Vec3::UnitZ(), make_square(0.5, z), mu);
  }
  made.fall();
  return made.problem;
}

struct RandomMeasure {
  std::uint32_t num_bodies = 4, num_manifolds = 6, most_points = 4;
  double most_mu = 1.0, mass_ratio = 10.0;
};

// Boxes of any shape and velocity, manifolds between any two of them. An answer exists: the one in which nothing moves
// is feasible.
inline ContactProblem make_random_problem(math::Random& random, const RandomMeasure& measure) {
  ProblemMaker made;
  const auto any = [&](double size) { return math::Vec3(size * random.next_direction()); };
  for (std::uint32_t i = 0; i < measure.num_bodies; ++i) {
    const math::Vec3 sides(random.next_between(0.5, 2), random.next_between(0.5, 2), random.next_between(0.5, 2));
    made.add_box(std::pow(measure.mass_ratio, random.next_unit()), sides, any(2.0), {any(0.2), any(0.2)});
  }
  for (std::uint32_t i = 0; i < measure.num_manifolds; ++i) {
    const auto a = static_cast<std::uint32_t>(1 + random.next_index(measure.num_bodies));
    auto b = static_cast<std::uint32_t>(random.next_index(measure.num_bodies));
    if (b == a) b = kGround;
    const math::Vec3 n = random.next_direction(), t = n.unitOrthogonal(), s = n.cross(t);
    const math::Vec3 middle = 0.5 * (made.centres[a] + made.centres[b]);
    std::vector<math::Vec3> points;
    for (std::uint64_t k = 0; k <= random.next_index(measure.most_points); ++k)
      points.push_back(middle + random.next_between(-1, 1) * t + random.next_between(-1, 1) * s);
    made.add_manifold(a, b, n, points, measure.most_mu * random.next_unit());
  }
  made.problem.speed_scale = 0.2;
  return made.problem;
}

// Bodies in a row, each hung or propped on the one before at one to three points.
inline ContactProblem make_random_chain(math::Random& random, std::uint32_t length, double most_mu) {
  ProblemMaker made;
  math::Vec3 at = math::Vec3::Zero();
  for (std::uint32_t i = 0; i < length; ++i) {
    const math::Vec3 n = (math::Vec3::UnitZ() + 0.7 * random.next_direction()).normalized();
    const std::uint32_t body =
        made.add_box(random.next_between(0.5, 2), {1, random.next_between(0.5, 1), 1}, at + 0.5 * n);
    const math::Vec3 t = n.unitOrthogonal(), s = n.cross(t);
    std::vector<math::Vec3> points;
    for (std::uint64_t k = 0; k <= random.next_index(3); ++k)
      points.push_back(at + random.next_between(-0.5, 0.5) * t + random.next_between(-0.5, 0.5) * s);
    made.add_manifold(body, body - 1, n, points, most_mu * random.next_unit());
    at += n;
  }
  made.fall();
  return made.problem;
}

inline double compute_weight_impulse(double mass) {
  return mass * kGravity * kStep;
}

}  // namespace abut::response
