// Certificates in rational arithmetic. Poses are drawn with few digits, so that a step's pose at a fraction of few
// digits is exactly a pose of doubles, and the exact distance there is that of the motion.
#include <gtest/gtest.h>

#include <cmath>

#include "abut/continuous/certify.h"
#include "abut/geometry/makers/primitives.h"
#include "abut/geometry/shape.h"
#include "full_run.h"
#include "oracle/convex_distance.h"
#include "proximity/piece_polyhedron.h"
#include "proximity/sample_shapes.h"

namespace abut::continuous {
namespace {

using math::Pose;
using math::Quat;
using math::Vec3;
using oracle::Rational;

double keep_24_digits(double x) {
  return std::round(x * 0x1p24) * 0x1p-24;
}

Pose make_short_pose(const Vec3& p, const Quat& q) {
  return {p.unaryExpr(&keep_24_digits), Quat(Eigen::Vector4d(q.coeffs().unaryExpr(&keep_24_digits)))};
}

// Exact: at most 24 and 21 digits are multiplied, and three such products added.
Pose blend_exactly(const math::StepMotion& m, double s) {
  return {(1 - s) * m.X0.p + s * m.X1.p + s * (1 - s) * m.bend,
          Quat(Eigen::Vector4d((1 - s) * m.X0.q.coeffs() + s * m.q1.coeffs()))};
}

math::StepMotion draw_step(math::Random& random, const Vec3& place) {
  const Pose X0 = make_short_pose(place + 0.2 * random.next_direction(), random.next_rotation());
  const Quat turn(Eigen::AngleAxisd(random.next_between(0, 0.5), random.next_direction()));
  const Vec3 bend = 0.2 * static_cast<double>(random.next_index(3)) * random.next_direction();
  return math::make_step_motion(X0, make_short_pose(X0.p + 0.6 * (random.next_direction() - place), turn * X0.q),
                                bend.unaryExpr(&keep_24_digits));
}

TEST(CertifyExact, HoldsAtFractionsOfTheStepAndItsHitsAreHits) {
  math::Random random(51);
  const geometry::Shape shapes[] = {
      geometry::make_shape(geometry::make_box({0.5, 0.4, 0.3})), geometry::make_shape(geometry::make_tetrahedron(0.75)),
      proximity::make_polygon_shape({{-0.5, -0.25, 0}, {0.5, -0.25, 0}, {0.125, 0.5, 0}})};
  const double d_min = 1e-6;
  int num_apart = 0, num_hits = 0;
  const std::size_t count = choose_count(60, 3000);
  for (std::size_t i = 0; i < count; ++i) {
    const auto a = proximity::only_piece(shapes[random.next_index(3)]),
               b = proximity::only_piece(shapes[random.next_index(3)]);
    const math::StepMotion step_a = draw_step(random, {1, 0, 0}), step_b = draw_step(random, Vec3::Zero());
    const math::Motion motion_a = step_a, motion_b = step_b;
    proximity::PairCache cache;
    const PairCertificate certificate =
        certify_pair(make_moving_piece(a, motion_a), make_moving_piece(b, motion_b), {.d_min = d_min}, cache);
    const auto body_a = proximity::make_polyhedron(a), body_b = proximity::make_polyhedron(b);
    const auto distance_sq = [&](double s) {
      return oracle::compute_distance_sq(body_a, blend_exactly(step_a, s), body_b, blend_exactly(step_b, s));
    };
    if (certificate.s_safe > 0) {
      const Rational separation(certificate.separation);
      ASSERT_GT(certificate.separation, d_min);
      for (int k = 0; k <= 8; ++k) ASSERT_GE(distance_sq(certificate.s_safe * k / 8), separation * separation) << i;
    }
    if (certificate.outcome == CertifyOutcome::kHit) {
      ASSERT_LE(distance_sq(certificate.s_hit), Rational(d_min) * Rational(d_min)) << i;
      ++num_hits;
    } else if (certificate.outcome == CertifyOutcome::kApart) {
      ++num_apart;
    }
  }
  EXPECT_GT(num_hits, 5);
  EXPECT_GT(num_apart, 5);
}

// The direction of the start, and one that is turned a little from it: a worse one proves less, never too much.
TEST(CertifyExact, AlongADirectionThatTurnsItHoldsAtFractionsOfTheStep) {
  math::Random random(52);
  const geometry::Shape shapes[] = {geometry::make_shape(geometry::make_box({0.5, 0.4, 0.3})),
                                    geometry::make_shape(geometry::make_tetrahedron(0.75))};
  int num_proven = 0;
  const std::size_t count = choose_count(100, 3000);
  for (std::size_t i = 0; i < count; ++i) {
    const auto a = proximity::only_piece(shapes[random.next_index(2)]),
               b = proximity::only_piece(shapes[random.next_index(2)]);
    const math::StepMotion step_a = draw_step(random, {1.2, 0, 0}), step_b = draw_step(random, Vec3::Zero());
    const math::Motion motion_a = step_a, motion_b = step_b;
    proximity::PairCache cache;
    const auto pair = update_feature_pair(a, b, step_a.X0, step_b.X0, cache);
    const double lean = i % 2 == 0 ? 0.0 : 0.2;
    const Vec3 n = (pair.nhat_BA_W + lean * random.next_direction()).normalized();
    const double separation = bound_along(make_moving_piece(a, motion_a), make_moving_piece(b, motion_b),
                                          {n, pair.feature_a, pair.feature_b});
    if (!(separation > 0)) continue;
    ++num_proven;
    const auto body_a = proximity::make_polyhedron(a), body_b = proximity::make_polyhedron(b);
    for (int k = 0; k <= 8; ++k) {
      const double s = k / 8.0;
      ASSERT_GE(oracle::compute_distance_sq(body_a, blend_exactly(step_a, s), body_b, blend_exactly(step_b, s)),
                Rational(separation) * Rational(separation))
          << i;
    }
  }
  EXPECT_GT(num_proven, static_cast<int>(count) / 10);
}

}  // namespace
}  // namespace abut::continuous
