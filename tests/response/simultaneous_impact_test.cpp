#include "abut/response/simultaneous_impact.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/response/compare_laws.h"
#include "response/impact_problems.h"

namespace abut::response {
namespace {

using math::Vec3;

constexpr ImpactLaw kImpactLaws[] = {ImpactLaw::kStronge, ImpactLaw::kNewton, ImpactLaw::kPoisson};

// All four corners of a cube at once, without and with friction: it rises at e times its speed and does not turn.
TEST(SimultaneousImpact, ABoxThatFallsFlatStaysFlat) {
  for (const ImpactLaw impact : kImpactLaws) {
    for (const double e : {0.25, 0.5, 1.0}) {
      const ContactProblem problem = make_dropped_block(2.0, 0.5, {0, 0, -3});
      const StruckProblem struck = strike_all(problem, e, {.impact = impact});
      EXPECT_NEAR(struck.impulses.V[1].v.z(), 3 * e, 1e-6);
      EXPECT_LT(struck.impulses.V[1].v.head<2>().norm() + struck.impulses.V[1].w.norm(), 1e-6);
      EXPECT_FALSE(struck.is_limited);
    }
  }
}

// A cube that arrives flat and slides: friction acts at its foot and turns it, so the laws part. By hand for the plane:
// mass 1, inertia 1/6, half side 1/2; the front edge takes all of restitution.
TEST(SimultaneousImpact, PoissonAndStrongeGiveBackWhatTheySay) {
  for (const ImpactLaw impact : {ImpactLaw::kStronge, ImpactLaw::kPoisson}) {
    const double e = 0.6;
    const ContactProblem problem = make_dropped_block(1.0, 0.3, {1, 0, -3});
    const std::vector<Arrival> arrivals = make_arrivals(problem, e);
    const std::unique_ptr<ContactLaw> law = make_law("cone");
    const LawOptions options{.impact = impact, .tolerance = 1e-11, .max_sweeps = 5000};
    const ContactImpulses compressed = strike_together(problem, make_arrivals(problem, 0.0), *law, options).impulses;
    const ContactImpulses all = strike_together(problem, arrivals, *law, options).impulses;
    double p_c = 0.0, p_1 = 0.0, taken = 0.0, given = 0.0;
    for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
      const double c = compressed.p[i].z(), p = all.p[i].z();
      const double u_c = compute_contact_velocity(problem.contacts[i], compressed.V).z(),
                   u_1 = compute_contact_velocity(problem.contacts[i], all.V).z();
      p_c += c, p_1 += p;
      taken -= 0.5 * c * (-3 + u_c), given += 0.5 * (p - c) * (u_c + u_1);
    }
    if (impact == ImpactLaw::kPoisson) {
      EXPECT_NEAR(p_1, (1 + e) * p_c, 1e-6 * p_c);
    } else {
      EXPECT_NEAR(given, e * e * taken, 1e-6 * taken);
    }
  }
}

// The impact of one corner, while the others stay clear, is the law of one contact with friction along its path.
TEST(SimultaneousImpact, OneContactAloneObeysItsOwnLaw) {
  const ContactProblem problem = make_one_corner({0.7, 0.2, -2});
  const std::vector<Arrival> arrivals = make_arrivals(problem, 0.5);
  for (const ImpactLaw impact : kImpactLaws) {
    const std::optional<StruckProblem> struck = strike_alone(problem, arrivals, 0, {.impact = impact});
    ASSERT_TRUE(struck.has_value());
    // By the contact's matrix, column by column from unit impulses, in axes that are the world's.
    math::Mat3 K;
    const Vec3 u0 =
        compute_contact_velocity(problem.contacts[0], compute_velocities(problem, std::vector{Vec3(0, 0, 0)}));
    for (int k = 0; k < 3; ++k) {
      const Vec3 u =
          compute_contact_velocity(problem.contacts[0], compute_velocities(problem, std::vector{Vec3(Vec3::Unit(k))}));
      K.col(k) = u - u0;
    }
    const Impact expected = compute_impact({K, u0, problem.contacts[0].mu, 0.5}, impact);
    EXPECT_LT((struck->impulses.p[0] - expected.p).norm(), 1e-9 * expected.p.norm());
  }
}

// Another contact that would be driven in makes it an impact of both.
TEST(SimultaneousImpact, NobodyIsAloneWhoPushesAnother) {
  const ContactProblem problem = make_three_balls();
  const std::vector<Arrival> arrivals = make_first_arrival(problem, 1.0);
  EXPECT_FALSE(strike_alone(problem, arrivals, 0, {}).has_value());
}

TEST(SimultaneousImpact, ThreeEqualBallsShareTheBlow) {
  for (const ImpactLaw impact : kImpactLaws) {
    const ContactProblem problem = make_three_balls();
    const std::unique_ptr<ContactLaw> law = make_law("cone");
    const StruckProblem struck = strike(problem, make_first_arrival(problem, 1.0), *law, {.impact = impact});
    EXPECT_NEAR(struck.impulses.V[1].v.x(), -1.0 / 3, 1e-6);
    EXPECT_NEAR(struck.impulses.V[2].v.x(), 2.0 / 3, 1e-6);
    EXPECT_NEAR(struck.impulses.V[3].v.x(), 2.0 / 3, 1e-6);
  }
}

// What forces add after the impact is neither reversed nor lost.
TEST(SimultaneousImpact, DriftComesOnTop) {
  ContactProblem problem = make_dropped_block(1.0, 0.0, {0, 0, -3.5});
  std::vector<Arrival> arrivals = make_arrivals(problem, 0.5);
  for (Arrival& arrival : arrivals) arrival.drift = {0, 0, -0.5};
  const std::unique_ptr<ContactLaw> law = make_law("cone");
  for (const ImpactLaw impact : kImpactLaws)
    EXPECT_NEAR(strike(problem, arrivals, *law, {.impact = impact}).impulses.V[1].v.z(), 0.5 * 3 - 0.5, 1e-6);
}

// The rod of island_impact_test.cpp on two points of its tip. Sticking, u = (0.1, -0.25) becomes (0, 0.225) with
// p = K^-1 (-0.1, 0.475) = (0.116, 0.259), which adds (0.1 0.116 - 0.025 0.259) / 2 = 0.0025 J: k must be less than 1,
// and is largest where p . (u before + u after) = 0.
TEST(SimultaneousImpact, NewtonsLawIsLimitedWhereItWouldRaiseEnergy) {
  const ContactProblem problem = make_rod_on_its_tip({{0, 1e-3, 0}, {0, -1e-3, 0}});
  const StruckProblem struck = strike_all(problem, 0.9, {.impact = ImpactLaw::kNewton, .tolerance = 1e-8});
  EXPECT_TRUE(struck.is_limited);
  EXPECT_NEAR(compute_energy_gained(problem, struck.impulses.p), 0, 1e-6);
  const Vec3 p = struck.impulses.p[0] + struck.impulses.p[1];
  const double u_z = compute_contact_velocity(problem.contacts[0], struck.impulses.V).z();
  EXPECT_GT(u_z, 0.1);
  EXPECT_LT(u_z, 0.225);
  EXPECT_NEAR(p.x() * 0.1 + p.z() * (u_z - 0.25), 0, 1e-5);
  EXPECT_FALSE(strike_all(problem, 0.9, {.impact = ImpactLaw::kStronge}).is_limited);
}

// Patches at random that arrive with slip and spin: energy never rises, by any law.
TEST(SimultaneousImpact, EnergyNeverRises) {
  math::Random random(9);
  for (int k = 0; k < 100; ++k) {
    const ContactProblem problem = make_random_patch(random);
    for (std::size_t i = 0; i < 3; ++i) {
      const StruckProblem struck = strike_all(problem, 0.9, {.impact = kImpactLaws[i], .max_sweeps = 2000});
      double size = 0.0;
      for (const Vec3& p : struck.impulses.p) size += p.norm() * problem.speed_scale;
      const double bound = (20 * struck.impulses.residuals.largest() + 1e-8) * size;
      EXPECT_LE(compute_energy_gained(problem, struck.impulses.p), bound) << k << ", law " << i;
    }
  }
}

}  // namespace
}  // namespace abut::response
