// Pairs of moving pieces with what the arbiter needs to judge them.
#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "abut/geometry/makers/primitives.h"
#include "abut/geometry/shape.h"
#include "abut/math/motion.h"
#include "abut/math/random.h"
#include "oracle/moving_pair.h"
#include "proximity/piece_polyhedron.h"
#include "proximity/sample_shapes.h"

namespace abut::continuous {

// A step along a straight line.
inline math::Motion make_shift(const math::Vec3& from, const math::Vec3& to) {
  return math::make_step_motion(math::Pose::from_translation(from), math::Pose::from_translation(to));
}

struct JudgedShape {
  geometry::Shape shape;
  oracle::Polyhedron core;
  double radius = 0.0, reach = 0.0;
};

inline JudgedShape make_judged(geometry::Shape shape) {
  JudgedShape judged;
  judged.shape = std::move(shape);
  const proximity::PieceRef ref = proximity::only_piece(judged.shape);
  judged.core = proximity::make_polyhedron(ref);
  judged.radius = ref.piece().radius, judged.reach = ref.piece().reach;
  return judged;
}

inline std::vector<JudgedShape> make_judged_shapes() {
  math::Random random(7);
  std::vector<JudgedShape> shapes;
  shapes.push_back(make_judged(geometry::make_shape(geometry::make_box({0.5, 0.4, 0.3}))));
  shapes.push_back(make_judged(geometry::make_shape(geometry::make_tetrahedron(0.8))));
  shapes.push_back(make_judged(geometry::make_shape(geometry::make_box({1.2, 1e-3, 0.1}))));
  shapes.push_back(make_judged(proximity::make_polygon_shape({{-0.5, -0.3, 0}, {0.5, -0.3, 0}, {0.1, 0.6, 0}})));
  shapes.push_back(make_judged(proximity::make_random_hull(random, 6)));
  shapes.push_back(make_judged(geometry::make_capsule(0.1, 0.6)));
  shapes.push_back(make_judged(geometry::make_ball(0.2)));
  return shapes;
}

// A motion as the library takes it and as the arbiter does, with a bound on the speed of the points within `reach`.
struct JudgedMotion {
  math::Motion motion;
  oracle::Path path;
  double speed = 0.0;
};

inline JudgedMotion make_judged_step(const math::Pose& X0, const math::Pose& X1, double reach,
                                     const math::Vec3& bend = math::Vec3::Zero()) {
  const double cosine = std::abs(X0.q.normalized().dot(X1.q.normalized()));
  const double turn = 2 * std::acos(std::min(1.0, cosine)) + 1e-7;
  return {math::make_step_motion(X0, X1, bend), oracle::make_step_path(X0, X1, bend),
          (X1.p - X0.p).norm() + bend.norm() + 4 * std::tan(turn / 4) * reach};
}

inline JudgedMotion make_judged_screw(const math::ScrewMotion& screw, double reach) {
  return {screw, oracle::make_screw_path(screw.X_WB, screw.p_WA, screw.axis_W, screw.angle, screw.translation),
          std::abs(screw.translation) + std::abs(screw.angle) * ((screw.X_WB.p - screw.p_WA).norm() + reach)};
}

// A step of up to `turn` rad, or every fourth time a screw of up to a whole turn, starting near `place`.
inline JudgedMotion draw_motion(math::Random& random, const math::Vec3& place, double reach, double turn) {
  const math::Pose X0{place + 0.3 * random.next_direction(), random.next_rotation()};
  if (random.next_index(4) == 0) {
    return make_judged_screw({X0, random.next_direction(), random.next_direction(), random.next_between(-6.3, 6.3),
                              random.next_between(-0.5, 0.5)},
                             reach);
  }
  const math::Quat q(Eigen::AngleAxisd(random.next_between(0, turn), random.next_direction()));
  const math::Vec3 towards = (random.next_direction() - place).normalized();  // the origin, more or less
  const math::Vec3 bend = 0.3 * static_cast<double>(random.next_index(3)) * random.next_direction();
  return make_judged_step(X0, {X0.p + random.next_between(0, 1.5) * towards, q * X0.q}, reach, bend);
}

}  // namespace abut::continuous
