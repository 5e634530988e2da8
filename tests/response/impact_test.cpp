#include "abut/response/impact.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/math/random.h"
#include "full_run.h"

namespace abut::response {
namespace {

using math::Mat3;
using math::Random;
using math::Vec2;
using math::Vec3;

constexpr ImpactLaw kLaws[] = {ImpactLaw::kStronge, ImpactLaw::kNewton, ImpactLaw::kPoisson};

// A thin rod of mass 1 and half-length 1 that meets the floor with its lower end, leaning by theta from the floor: the
// arm is -(cos, sin), the moment of inertia 1/3.
Mat3 make_rod(double theta) {
  const double c = std::cos(theta), s = std::sin(theta);
  Mat3 K = Mat3::Zero();
  K(0, 0) = 1 + 3 * s * s, K(2, 2) = 1 + 3 * c * c;
  K(0, 2) = K(2, 0) = -3 * s * c;
  K(1, 1) = 4;  // about an axis across the rod; not needed in its plane
  return K;
}

Mat3 make_ball(double mass) {
  return Vec3(3.5 / mass, 3.5 / mass, 1 / mass).asDiagonal();
}

// K = 1/m + [arm]^T I^-1 [arm] of any body against a fixed one.
Mat3 make_any(Random& random) {
  const Vec3 r = random.next_direction() * random.next_between(0, 2);
  Mat3 cross;
  cross << 0, -r.z(), r.y(), r.z(), 0, -r.x(), -r.y(), r.x(), 0;
  const Mat3 R = random.next_rotation().toRotationMatrix();
  const Vec3 inv_inertia(random.next_between(0.5, 5), random.next_between(0.5, 5), random.next_between(0.5, 5));
  return random.next_between(0.5, 2) * Mat3::Identity() +
         cross.transpose() * R * inv_inertia.asDiagonal() * R.transpose() * cross;
}

// --- cases

TEST(Impact, OfTwoBodiesOnALineKeepsMomentumAndTheirRelativeSpeedTimesE) {
  const double m1 = 3, m2 = 5, v1 = -2, v2 = 1;
  for (const double e : {0.0, 0.3, 1.0})
    for (const ImpactLaw law : kLaws) {
      const Impact impact =
          compute_impact({.K = (1 / m1 + 1 / m2) * Mat3::Identity(), .u0 = {0, 0, v1 - v2}, .e = e}, law);
      EXPECT_EQ(impact.outcome, ImpactOutcome::kStruck);
      const double after_1 = v1 + impact.p.z() / m1, after_2 = v2 - impact.p.z() / m2;
      EXPECT_NEAR(after_1, (m1 * v1 + m2 * v2 + m2 * e * (v2 - v1)) / (m1 + m2), 1e-14);
      EXPECT_NEAR(m1 * after_1 + m2 * after_2, m1 * v1 + m2 * v2, 1e-14);
      EXPECT_NEAR(impact.energy_lost, 0.5 * m1 * m2 / (m1 + m2) * (1 - e * e) * 9, 1e-14);
      EXPECT_FALSE(impact.is_limited);
    }
}

TEST(Impact, OfABallSlidesOrRollsOffByTheClassicalRule) {
  const double m = 2, v = 3;
  for (const double e : {0.0, 0.5, 1.0})
    for (const double mu : {0.05, 0.2, 1.0})
      for (const ImpactLaw law : kLaws) {
        const Vec2 slip(1.2, -0.9);
        const Impact impact = compute_impact({make_ball(m), {slip.x(), slip.y(), -v}, mu, e}, law);
        const double p_n = (1 + e) * m * v;
        const bool grips = mu * p_n * 3.5 / m >= slip.norm();
        const Vec2 p_t = grips ? Vec2(-slip * m / 3.5) : Vec2(-mu * p_n * slip.normalized());
        EXPECT_NEAR(impact.p.z(), p_n, 1e-12);
        EXPECT_LT((impact.p.head<2>() - p_t).norm(), 1e-12);
      }
}

TEST(Impact, OfARodWithoutFrictionIsThatOfItsMassAtTheEnd) {
  for (const double theta : {0.2, 0.8, 1.5})
    for (const ImpactLaw law : kLaws) {
      const Impact impact = compute_impact({make_rod(theta), {5, 0, -2}, 0.0, 0.6}, law);
      EXPECT_NEAR(impact.p.z(), 1.6 * 2 / (1 + 3 * std::cos(theta) * std::cos(theta)), 1e-12);
      EXPECT_NEAR(impact.u.z(), 1.2, 1e-12);
    }
}

TEST(Impact, OfARodThatSticksThroughoutIsThatOfTheHingedRod) {
  // Hinged at its end, along the normal: K_zz - K_xz^2 / K_xx.
  const double theta = 0.9;
  const Mat3 K = make_rod(theta);
  const double hinged = K(2, 2) - K(0, 2) * K(0, 2) / K(0, 0);
  for (const ImpactLaw law : kLaws) {
    const Impact impact = compute_impact({K, {0, 0, -2}, 5.0, 0.5}, law);
    EXPECT_NEAR(impact.p.z(), 1.5 * 2 / hinged, 1e-12);
    EXPECT_LT(impact.u.head<2>().norm(), 1e-12);
  }
}

TEST(Impact, OfARodThatSlipsThroughoutIsLinear) {
  const double theta = 0.9, mu = 0.2;
  const Mat3 K = make_rod(theta);
  for (const double side : {1.0, -1.0})
    for (const ImpactLaw law : kLaws) {
      const Impact impact = compute_impact({K, {50 * side, 0, -2}, mu, 0.5}, law);
      EXPECT_NEAR(impact.p.z(), 1.5 * 2 / (K(2, 2) - mu * side * K(0, 2)), 1e-12);
      EXPECT_NEAR(impact.p.x(), -mu * side * impact.p.z(), 1e-12);
    }
}

TEST(Impact, OfARodThatStopsSlippingFollowsEachLawsOwnEnd) {
  const double theta = 1.1, mu = 0.9, e = 0.7;
  const Mat3 K = make_rod(theta);
  const Vec3 u0(0.5, 0, -2), slipping(-mu, 0, 1), rate = K * slipping;
  ASSERT_GE(mu, std::abs(K(0, 2)) / K(0, 0));  // can stick
  const double p1 = u0.x() / -rate.x(), u1 = u0.z() + p1 * rate.z(), work1 = p1 * (u0.z() + u1) / 2;
  ASSERT_LT(u1, 0);  // stops while it is compressed
  const double hinged = K(2, 2) - K(0, 2) * K(0, 2) / K(0, 0), p_c = p1 - u1 / hinged,
               work = work1 - u1 * u1 / (2 * hinged);
  EXPECT_NEAR(compute_impact({K, u0, mu, e}, ImpactLaw::kNewton).p.z(), p_c + e * 2 / hinged, 1e-11);
  EXPECT_NEAR(compute_impact({K, u0, mu, e}, ImpactLaw::kPoisson).p.z(), (1 + e) * p_c, 1e-11);
  EXPECT_NEAR(compute_impact({K, u0, mu, e}, ImpactLaw::kStronge).p.z(), p_c + e * std::sqrt(2 * -work / hinged),
              1e-11);
}

TEST(Impact, OfARodThatCannotStickSlipsOffTheOtherWay) {
  const double theta = 0.7, mu = 0.3;
  const Mat3 K = make_rod(theta);
  ASSERT_LT(mu, std::abs(K(0, 2)) / K(0, 0));
  // From rest it is pulled towards -x (K_xz < 0), friction acts along +x.
  const Impact impact = compute_impact({K, {0, 0, -1}, mu, 0.0}, ImpactLaw::kStronge);
  EXPECT_NEAR(impact.p.z(), 1 / (K(2, 2) + mu * K(0, 2)), 1e-12);
  EXPECT_NEAR(impact.p.x(), mu * impact.p.z(), 1e-12);
  EXPECT_LT(impact.u.x(), 0);
}

TEST(Impact, OfPainlevesRodIsFinite) {
  // Slipping, the end is pressed on where K_zz - mu |K_xz| < 0; first at mu = 4/3, tan(theta) = 2.
  const double theta = std::atan(2.0);
  const Mat3 K = make_rod(theta);
  EXPECT_NEAR(K(2, 2) - 4.0 / 3 * std::abs(K(0, 2)), 0, 1e-14);
  for (const double mu : {4.0 / 3, 1.5, 2.0, 10.0})
    for (const double e : {0.0, 0.5})
      for (const ImpactLaw law : kLaws)
        for (const double slip : {1e-3, 1.0, 100.0}) {
          const Impact impact = compute_impact({K, {-slip, 0, -1e-3}, mu, e}, law);
          EXPECT_EQ(impact.outcome, ImpactOutcome::kStruck);
          EXPECT_TRUE(impact.p.allFinite());
          EXPECT_GE(impact.u.z(), -1e-12 * slip);
          EXPECT_GE(impact.energy_lost, -1e-12 * slip * slip);
          // Beyond the threshold it runs on until slip stops.
          EXPECT_TRUE(mu <= 4.0 / 3 || std::abs(impact.u.x()) < 1e-9 * slip);
        }
}

TEST(Impact, NamesWhatIsNone) {
  EXPECT_EQ(compute_impact({.u0 = {1, 0, 0}}, ImpactLaw::kStronge).outcome, ImpactOutcome::kLeaving);
  EXPECT_EQ(compute_impact({.u0 = {1, 0, 2}}, ImpactLaw::kStronge).outcome, ImpactOutcome::kLeaving);
  EXPECT_EQ(compute_impact({.u0 = {0, 0, std::nan("")}}, ImpactLaw::kStronge).outcome, ImpactOutcome::kLeaving);
  const Impact stuck = compute_impact({.K = Mat3::Zero(), .u0 = {1, 0, -2}, .mu = 1}, ImpactLaw::kNewton);
  EXPECT_EQ(stuck.outcome, ImpactOutcome::kImmovable);
  EXPECT_EQ(stuck.p, Vec3::Zero());
  EXPECT_EQ(stuck.u, Vec3(1, 0, -2));
}

TEST(Impact, OfABodyLockedToAPlaneStaysInIt) {
  Mat3 K = make_rod(0.9);
  K(1, 1) = 0;
  for (const double slip : {0.0, 0.3, 30.0}) {
    const Impact impact = compute_impact({K, {slip, 0, -1}, 0.4, 0.5}, ImpactLaw::kStronge);
    EXPECT_EQ(impact.outcome, ImpactOutcome::kStruck);
    EXPECT_NEAR(impact.p.y(), 0, 1e-12);
    EXPECT_TRUE(impact.p.allFinite());
  }
}

// --- laws

TEST(Impact, ObeysItsLawOnRandomBodies) {
  Random random(1);
  int num_limited = 0, num_swirls = 0;
  for (std::size_t k = 0; k < choose_count(1500, 50000); ++k) {
    ImpactProblem problem{make_any(random), random.next_direction(), random.next_between(0, 1.5), random.next_unit()};
    problem.u0.z() = -std::abs(problem.u0.z()) - 0.01;
    const double scale = problem.u0.norm();
    for (const ImpactLaw law : kLaws) {
      const Impact impact = compute_impact(problem, law);
      ASSERT_EQ(impact.outcome, ImpactOutcome::kStruck) << k;
      ASSERT_GE(impact.energy_lost, -1e-10 * scale * scale) << k;
      ASSERT_LE(impact.p.head<2>().norm(), problem.mu * impact.p.z() * (1 + 1e-10));
      ASSERT_GE(impact.u.z(), -1e-10);
      ASSERT_LE(impact.e, problem.e + 1e-12);
      ASSERT_LT((impact.u - problem.u0 - problem.K * impact.p).norm(), 1e-12);
      ASSERT_TRUE(law != ImpactLaw::kNewton || std::abs(impact.u.z() + impact.e * problem.u0.z()) < 1e-9) << k;
      ASSERT_FALSE(law == ImpactLaw::kStronge && impact.is_limited);
      ASSERT_TRUE(!impact.is_limited || std::abs(impact.energy_lost) < 1e-9) << k;
      num_limited += impact.is_limited ? 1 : 0, num_swirls += impact.num_pieces > 5 ? 1 : 0;
    }
  }
  EXPECT_GT(num_limited, 0);
  EXPECT_GT(num_swirls, 1000);
}

TEST(Impact, TurnsWithTheFrame) {
  Random random(2);
  for (int k = 0; k < 200; ++k) {
    ImpactProblem problem{make_any(random), random.next_direction(), 0.5, 0.5};
    problem.u0.z() = -std::abs(problem.u0.z()) - 0.01;
    const Mat3 R = Eigen::AngleAxisd(random.next_between(0, 6), Vec3::UnitZ()).toRotationMatrix();
    ImpactProblem turned = problem;
    turned.K = R * problem.K * R.transpose(), turned.u0 = R * problem.u0;
    for (const ImpactLaw law : kLaws)
      EXPECT_LT((R * compute_impact(problem, law).p - compute_impact(turned, law).p).norm(), 1e-9);
  }
}

TEST(Impact, ScalesWithSpeedAndMass) {
  Random random(3);
  for (int k = 0; k < 200; ++k) {
    ImpactProblem problem{make_any(random), random.next_direction(), 0.5, 0.5};
    problem.u0.z() = -std::abs(problem.u0.z()) - 0.01;
    ImpactProblem other = problem;
    other.K *= 1e-3, other.u0 *= 1e4;  // a thousand times as heavy, ten thousand times as fast
    for (const ImpactLaw law : kLaws)
      EXPECT_LT((1e7 * compute_impact(problem, law).p - compute_impact(other, law).p).norm(), 1e-2);
  }
}

TEST(Impact, WithoutRestitutionEndsAtTheEndOfCompressionByAnyLaw) {
  Random random(4);
  for (int k = 0; k < 200; ++k) {
    ImpactProblem problem{make_any(random), random.next_direction(), 0.7, 0.0};
    problem.u0.z() = -std::abs(problem.u0.z()) - 0.01;
    const Impact stronge = compute_impact(problem, ImpactLaw::kStronge);
    EXPECT_NEAR(stronge.u.z(), 0, 1e-10);
    EXPECT_EQ(stronge.p, compute_impact(problem, ImpactLaw::kNewton).p);
    EXPECT_EQ(stronge.p, compute_impact(problem, ImpactLaw::kPoisson).p);
  }
}

// --- oracle: the path in many small steps of the normal impulse itself, while it slips

Vec3 march(const ImpactProblem& problem, double p_z, int num_steps) {
  const auto force = [&](const Vec3& u) {
    const Vec2 s = u.head<2>().normalized();
    return Vec3(-problem.mu * s.x(), -problem.mu * s.y(), 1.0);
  };
  Vec3 u = problem.u0, p = Vec3::Zero();
  const double h = p_z / num_steps;
  for (int i = 0; i < num_steps; ++i) {
    const Vec3 middle = u + 0.5 * h * problem.K * force(u), f = force(middle);
    u += h * problem.K * f, p += h * f;
  }
  return p;
}

TEST(Impact, OfASlipThatTurnsIsThePathOfManySmallSteps) {
  Random random(5);
  int num_compared = 0;
  for (int k = 0; k < 12; ++k) {
    const ImpactProblem problem{make_any(random), {2, 1, -1}, 0.4, 0.5};
    const Impact impact = compute_impact(problem, ImpactLaw::kPoisson);
    if (impact.u.head<2>().norm() < 0.3) continue;  // slips on
    ++num_compared;
    // The error of the midpoint rule is of second order: its extrapolation is of third at least.
    const Vec3 coarse = march(problem, impact.p.z(), 1000), fine = march(problem, impact.p.z(), 2000);
    EXPECT_LT((fine + (fine - coarse) / 3 - impact.p).norm(), 1e-7) << k;
  }
  EXPECT_GT(num_compared, 4);
}

}  // namespace
}  // namespace abut::response
