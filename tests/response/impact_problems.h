// Impacts of several contacts, for the tests of their laws.
#pragma once

#include <memory>
#include <vector>

#include "abut/response/simultaneous_impact.h"
#include "response/sample_problems.h"

namespace abut::response {

// Every contact arrives, with coefficient e, at the velocities of the problem.
inline std::vector<Arrival> make_arrivals(const ContactProblem& problem, double e) {
  std::vector<Arrival> arrivals(problem.contacts.size());
  for (Arrival& arrival : arrivals) arrival.e = e, arrival.is_impact = true;
  return arrivals;
}
// The first contact does, others rest against each other with the same e.
inline std::vector<Arrival> make_first_arrival(const ContactProblem& problem, double e) {
  std::vector<Arrival> arrivals = make_arrivals(problem, e);
  for (std::size_t i = 1; i < arrivals.size(); ++i) arrivals[i].is_impact = false;
  return arrivals;
}

inline StruckProblem strike_all(const ContactProblem& problem, double e, const LawOptions& options) {
  const std::unique_ptr<ContactLaw> law = make_law("cone");
  return strike_together(problem, make_arrivals(problem, e), *law, options);
}

// A cube on all four corners of its face, at z = 0.
inline ContactProblem make_dropped_block(double mass, double mu, const math::Vec3& v) {
  ProblemMaker made;
  const std::uint32_t block = made.add_cube(mass, {0, 0, 0.5}, {math::Vec3::Zero(), v});
  made.add_manifold(block, kGround, math::Vec3::UnitZ(), make_square(0.5, 0.0), mu);
  made.problem.speed_scale = v.norm();
  return made.problem;
}

// A long box on one corner, off its centre.
inline ContactProblem make_one_corner(const math::Vec3& v) {
  ProblemMaker made;
  const std::uint32_t box = made.add_box(1.5, {0.4, 0.6, 2}, {-0.3, 0.2, 0.8}, {math::Vec3(0.3, -1, 0.5), v});
  made.add_manifold(box, kGround, math::Vec3::UnitZ(), {math::Vec3::Zero()}, 0.4);
  made.problem.speed_scale = v.norm();
  return made.problem;
}

// A thin rod of length 2 and mass 1 at 45 degrees that arrives on points of its lower tip, at the origin, with little
// slip.
inline ContactProblem make_rod_on_its_tip(const std::vector<math::Vec3>& points) {
  ProblemMaker made;
  const double height = std::sqrt(0.5);
  const math::Twist V{math::Vec3::Zero(), math::Vec3(0.1, 0, -0.25)};
  const std::uint32_t rod = made.add_box(1.0, {2, 1e-3, 1e-3}, {height, 0, height}, V);
  made.problem.bodies[rod].inv_inertia = math::Vec3::Constant(3.0).asDiagonal();
  made.add_manifold(rod, kGround, math::Vec3::UnitZ(), points, 1.0);
  made.problem.speed_scale = 1.0;
  return made.problem;
}

// Equal balls in a row along x, touching; the first comes with speed 1.
inline ContactProblem make_three_balls() {
  ProblemMaker made;
  for (int i = 0; i < 3; ++i) {
    const math::Vec3 v = i == 0 ? math::Vec3(1, 0, 0) : math::Vec3(0, 0, 0);
    made.add_cube(1.0, {static_cast<double>(i), 0, 0}, {math::Vec3::Zero(), v});
  }
  made.add_manifold(1, 2, -math::Vec3::UnitX(), {{0.5, 0, 0}}, 0.0);
  made.add_manifold(2, 3, -math::Vec3::UnitX(), {{1.5, 0, 0}}, 0.0);
  made.problem.speed_scale = 1.0;
  return made.problem;
}

// A box of any shape that arrives on two to four points of a face, none of them leaving, with slip and spin.
inline ContactProblem make_random_patch(math::Random& random) {
  ProblemMaker made;
  const math::Vec3 sides(random.next_between(0.2, 2), random.next_between(0.2, 2), random.next_between(0.2, 2));
  const math::Vec3 centre(random.next_between(-0.5, 0.5), random.next_between(-0.5, 0.5), 0.5 * sides.z());
  const math::Vec3 v(random.next_between(-5, 5), random.next_between(-5, 5), -2);
  const std::uint32_t box = made.add_box(1.0, sides, centre, {0.5 * random.next_direction(), v});
  std::vector<math::Vec3> points;
  for (std::uint64_t k = 0; k < 2 + random.next_index(3); ++k)
    points.emplace_back(random.next_between(-0.5, 0.5), random.next_between(-0.5, 0.5), 0.0);
  made.add_manifold(box, kGround, math::Vec3::UnitZ(), points, 1.5 * random.next_unit());
  made.problem.speed_scale = v.norm();
  return made.problem;
}

}  // namespace abut::response
