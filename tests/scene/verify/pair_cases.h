// Two random bodies over one random segment, for the tests of pairs, with what the oracle knows of them.
#pragma once

#include <array>

#include "abut/geometry/makers/primitives.h"
#include "abut/geometry/makers/prism.h"
#include "abut/scene/verify/pair_check.h"
#include "oracle/moving_features.h"
#include "scene/verify/verify_samples.h"

namespace abut::scene {

struct PairCase {
  VerifiedBody a, b;
  math::Pose a0, a1, b0, b1;
  math::Vec3 bend_a = math::Vec3::Zero(), bend_b = math::Vec3::Zero();

  math::StepMotion motion_a() const { return math::make_step_motion(a0, a1, bend_a); }
  math::StepMotion motion_b() const { return math::make_step_motion(b0, b1, bend_b); }

  PairVerdict check(LeastSeparation& least, const math::Vec3& guess = math::Vec3::UnitX()) const {
    const FeatureTree tree_a = make_tree(a), tree_b = make_tree(b);
    PairFront front{.nodes = {{.n = guess}}};
    return PairChecker().check({tree_a, tree_b, motion_a(), motion_b()}, least, front);
  }
  oracle::Rational distance_sq(const oracle::Rational& s) const {
    return oracle::compute_moving_distance_sq({a.mesh, a0, a1, bend_a}, {b.mesh, b0, b1, bend_b}, s);
  }
};

inline VerifiedBody make_random_body(math::Random& random) {
  switch (random.next_index(6)) {
    case 0:
      return make_verified_box({0.2 + random.next_unit(), 0.2 + random.next_unit(), 1e-3 + random.next_unit()});
    case 1:
      return {geometry::make_tetrahedron(1.0), 0.0, true};
    case 2:
      return make_verified_sheet(1.0);
    case 3:
      return make_verified_segment(1.0, 0.3 * static_cast<double>(random.next_index(2)));
    case 4:
      return make_verified_point(0.3);
    default:
      return {geometry::make_l_shape(1.0, 1.0, 0.2, 0.3), 0.0, true};
  }
}

inline PairCase make_pair_case(math::Random& random) {
  PairCase c{make_random_body(random), make_random_body(random), {}, {}, {}, {}};
  c.a0 = {random.next_direction() * (0.4 + random.next_unit()), random.next_rotation()};
  c.b0 = {math::Vec3::Zero(), random.next_rotation()};
  const double shift = std::array{0.0, 1e-3, 0.1, 2.0}[random.next_index(4)];
  c.a1 = move_randomly(random, c.a0, 0.5, shift), c.b1 = move_randomly(random, c.b0, 0.5, shift);
  const double bulge = std::array{0.0, 1e-3, 0.1, 1.0}[random.next_index(4)];
  c.bend_a = bulge * random.next_direction(), c.bend_b = 0.5 * bulge * random.next_direction();
  return c;
}

}  // namespace abut::scene
