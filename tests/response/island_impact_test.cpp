#include "abut/response/island_impact.h"

#include <gtest/gtest.h>

#include "response/impact_problems.h"

namespace abut::response {
namespace {

using math::Vec3;

TEST(IslandImpact, ObeysTheOrderAskedFor) {
  const ContactProblem problem = make_three_balls();
  const std::vector<Arrival> arrivals = make_first_arrival(problem, 1.0);
  const std::unique_ptr<ContactLaw> law = make_law("cone");
  IslandImpact impact;
  EXPECT_NEAR(impact.solve(problem, arrivals, 1e-3, *law, {}).V[3].v.x(), 2.0 / 3, 1e-6);
  EXPECT_TRUE(impact.marks()[0].has_struck);
  EXPECT_FALSE(impact.marks()[1].has_struck);  // pushed, not struck
  const LawOptions sequential{.impact_order = ImpactOrder::kSequential};
  EXPECT_NEAR(impact.solve(problem, arrivals, 1e-3, *law, sequential).V[3].v.x(), 1, 1e-12);
  EXPECT_TRUE(impact.marks()[1].has_struck);
}

// After Kane (1984): a rod at 45 degrees arrives on its tip with little slip. K = (2.5, -1.5; -1.5, 2.5): slipping,
// u_z grows by 4 an impulse, and slip falls by 4, until p = 0.025, u_z = -0.15; then the tip sticks, u_z grows by 1.6.
// Work in compression: -0.0050 - 0.0070, of friction -0.0013. Newton's e = 0.9 would give back 0.9^2 0.25^2 / 3.2 =
// 0.0158, more than all of it; so it is limited. Stronge's gives back 0.81 of the first; Poisson's 0.0091.
TEST(IslandImpact, MarksWhatIsLimited) {
  const ContactProblem problem = make_rod_on_its_tip({Vec3::Zero()});
  const std::vector<Arrival> arrivals = make_arrivals(problem, 0.9);
  const std::unique_ptr<ContactLaw> law = make_law("cone");
  IslandImpact impact;
  for (const ImpactLaw name : {ImpactLaw::kStronge, ImpactLaw::kNewton, ImpactLaw::kPoisson}) {
    const ContactImpulses& answer = impact.solve(problem, arrivals, 1e-3, *law, {.impact = name});
    const ProblemContact& contact = problem.contacts[0];
    std::vector<math::Twist> before;
    for (const ProblemBody& body : problem.bodies) before.push_back(body.V);
    const Vec3 sum = compute_contact_velocity(contact, before) + compute_contact_velocity(contact, answer.V);
    EXPECT_LE(0.5 * answer.p[0].dot(sum), 1e-12);
    EXPECT_EQ(impact.marks()[0].is_limited, name == ImpactLaw::kNewton) << static_cast<int>(name);
  }
}

}  // namespace
}  // namespace abut::response
