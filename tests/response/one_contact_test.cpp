#include "abut/response/one_contact.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "abut/response/cone_law.h"
#include "response/planar_problems.h"
#include "response/sample_problems.h"

namespace abut::response {
namespace {

using math::Mat3;
using math::Random;
using math::Vec3;

constexpr double kSolvedTo = 1e-10;

ContactImpulses solve_one(const ContactProblem& problem) {
  ContactImpulses answer;
  solve_one_contact(problem, kSolvedTo, answer);
  return answer;
}

Mat3 make_rotation(Random& random) {
  const Vec3 a = random.next_direction(), b = a.unitOrthogonal();
  Mat3 R;
  R << a, b, a.cross(b);
  return R;
}

// Bodies of any shape, one of them fixed every other time, that meet at the ends of long arms.
ContactProblem make_single(Random& random, double longest_arm, double most_mu) {
  ContactProblem problem;
  const auto any = [&](double size) { return Vec3(size * random.next_unit() * random.next_direction()); };
  for (int k = 0; k < 2; ++k) {
    ProblemBody body;
    const Mat3 R = make_rotation(random);
    const Vec3 inv(random.next_between(0.2, 3), random.next_between(0.2, 3), random.next_between(0.2, 3));
    body.inv_mass.setConstant(random.next_between(0.1, 2));
    body.inv_inertia = R * inv.asDiagonal() * R.transpose();
    body.V = {any(0.2), any(1.0)};
    problem.bodies.push_back(body);
  }
  if (random.next_index(2) == 0) problem.bodies[1] = {};
  problem.contacts.push_back(
      {0, 1, random.next_direction(), any(longest_arm), any(longest_arm), most_mu * random.next_unit(), 0.0});
  problem.groups.push_back({0, 1});
  problem.guess.emplace_back(Vec3::Zero());
  return problem;
}

// Any positive definite K, its directions up to 1000 to 1, and an approach that may be slow against the slip.
OneContact make_matrix_contact(Random& random) {
  const Mat3 R = make_rotation(random);
  const auto inv = [&] { return std::pow(random.next_unit(), 3) + 1e-3; };
  OneContact contact;
  contact.K = R * Vec3(inv(), inv(), inv()).asDiagonal() * R.transpose();
  contact.K = (0.5 * (contact.K + contact.K.transpose())).eval();
  contact.b = random.next_direction();
  contact.b.x() = -std::abs(contact.b.x()) * std::pow(10.0, -3 * random.next_unit());
  contact.mu = 10 * random.next_unit();
  return contact;
}

// u_n where p_n is given and friction follows it: -(K_tt + alpha)^-1 (b_t + K_tn p_n) at which it opposes slip, alpha
// by bisection. In plain numbers, as it is called often.
double compute_normal_speed(const OneContact& contact, double p_n) {
  const double k_11 = contact.K(1, 1), k_12 = contact.K(1, 2), k_22 = contact.K(2, 2), radius = contact.mu * p_n;
  const double c_1 = contact.K(0, 1), c_2 = contact.K(0, 2);
  const double b_1 = contact.b(1) + p_n * c_1, b_2 = contact.b(2) + p_n * c_2;
  double f_1 = 0.0, f_2 = 0.0;
  const auto leaves_disk = [&](double alpha) {
    const double a = k_11 + alpha, d = k_22 + alpha, determinant = a * d - k_12 * k_12;
    f_1 = (k_12 * b_2 - d * b_1) / determinant, f_2 = (k_12 * b_1 - a * b_2) / determinant;
    return f_1 * f_1 + f_2 * f_2 > radius * radius;
  };
  if (leaves_disk(0.0)) {
    double low = 0.0, high = std::sqrt(b_1 * b_1 + b_2 * b_2) / radius;
    for (int i = 0; i < 45; ++i) {
      const double middle = 0.5 * (low + high);
      (leaves_disk(middle) ? low : high) = middle;
    }
  }
  return contact.b(0) + contact.K(0, 0) * p_n + c_1 * f_1 + c_2 * f_2;
}

// --- cases

TEST(OneContact, WhatPartsIsLeftAlone) {
  for (const double b_n : {0.0, 1e-300, 2.0}) {
    const OneImpulse impulse = compute_one_impulse({.b = {b_n, 3, 4}, .mu = 0.5});
    EXPECT_EQ(impulse.outcome, SolveOutcome::kSolved);
    EXPECT_EQ(impulse.p, Vec3::Zero());
  }
}

TEST(OneContact, SticksInsideTheConeSlidesOutsideAndNeedsNoFriction) {
  const auto compute = [](double mu, const Vec3& b) {
    return compute_one_impulse({.K = Vec3(2, 1, 4).asDiagonal(), .b = b, .mu = mu}).p;
  };
  EXPECT_LT((compute(0.5, {-4, 0.3, 1.2}) - Vec3(2, -0.3, -0.3)).norm(), 1e-15);
  EXPECT_LT((compute(0.5, {-4, 10, 0}) - Vec3(2, -1, 0)).norm(), 1e-15);
  EXPECT_LT((compute(0.5, {-4, 0, -20}) - Vec3(2, 0, 1)).norm(), 1e-15);
  EXPECT_LT((compute(0.0, {-4, 3, 7}) - Vec3(2, 0, 0)).norm(), 1e-15);
}

// On the rim, where what sticks and what slides at no speed are one: friction 3/5, 4/5 of mu p_n.
TEST(OneContact, OnTheRimAndJustOffItTheAnswerIsTheSame) {
  const Vec3 p(2, 0.6, -0.8), b(-4, -0.6, 3.2);
  for (const double off : {0.0, 1e-15, -1e-15, 1e-9, -1e-9}) {
    const OneContact contact{.K = Vec3(2, 1, 4).asDiagonal(), .b = b, .mu = 0.5 * (1 + off)};
    const OneImpulse impulse = compute_one_impulse(contact);
    EXPECT_EQ(impulse.outcome, SolveOutcome::kSolved);
    EXPECT_LT((impulse.p - p).norm(), 1e-14 + 2 * std::abs(off));
  }
}

// Sliding, u_n = -1 + (1 - 1.5 * 0.9) p_n falls as p_n grows: only where it sticks does it turn. K p = -b, with
// det K = 1 - 0.81: p_n = (1 + 9) / 0.19, p_1 = -(10 + 0.9) / 0.19.
TEST(OneContact, FrictionThatDrivesTheNormalIsFollowedToWhereItSticks) {
  OneContact contact{.b = {-1, 10, 0}, .mu = 1.5};
  contact.K(0, 1) = contact.K(1, 0) = 0.9;
  const OneImpulse impulse = compute_one_impulse(contact);
  EXPECT_EQ(impulse.outcome, SolveOutcome::kSolved);
  EXPECT_LT((impulse.p - Vec3(10 / 0.19, -10.9 / 0.19, 0)).norm(), 1e-12);
  // Parting however slowly it may stay open, though the other answer is still there.
  contact.b.x() = 0.0;
  EXPECT_EQ(compute_one_impulse(contact).p, Vec3::Zero());
}

// A rod of mass 1 and half length 1, inertia 1/3, its end sliding on the floor at arm (-3/5, 0, -4/5): K_nn = 1 +
// 27/25, K_nt = -36/25, K_tt = 1 + 48/25. With mu = 3/2 sliding towards -x is Painleve's case: K_nn - mu |K_nt| =
// -2/25.
TEST(OneContact, PainlevesRodIsStoppedInOneImpulse) {
  for (const double speed : {0.0, 0.1, 1.0, 100.0}) {
    ContactProblem problem;
    problem.bodies.resize(2);
    problem.bodies[0].inv_mass.setOnes();
    problem.bodies[0].inv_inertia = Vec3(3, 3, 3).asDiagonal();
    problem.bodies[0].V.v = Vec3(-speed, 0, -0.01);
    problem.contacts.push_back({0, 1, Vec3::UnitZ(), {-0.6, 0, -0.8}, Vec3::Zero(), 1.5, 0.0});
    problem.groups.push_back({0, 1});
    problem.guess.emplace_back(Vec3::Zero());
    const ContactImpulses answer = solve_one(problem);
    EXPECT_EQ(answer.outcome, SolveOutcome::kSolved);
    EXPECT_LE(answer.residuals.largest(), 1e-12);
    EXPECT_LT(compute_contact_velocity(problem.contacts[0], answer.V).norm(), 1e-12) << speed;
  }
}

// --- laws on random input

TEST(OneContact, TenThousandRandomOnesAreSolvedForAnyFriction) {
  Random random(1);
  int num_open = 0, num_stick = 0, num_slide = 0;
  double largest = 0.0;
  for (int k = 0; k < 10000; ++k) {
    const ContactProblem problem = make_single(random, k % 3 == 0 ? 1.0 : 20.0, 10.0);
    const ContactImpulses answer = solve_one(problem);
    ASSERT_EQ(answer.outcome, SolveOutcome::kSolved) << k;
    largest = std::max(largest, compute_residuals(problem, answer.p).largest());
    const Vec3 u = compute_contact_velocity(problem.contacts[0], answer.V), &n = problem.contacts[0].nhat_BA_W;
    ++(answer.p[0] == Vec3::Zero() ? num_open : (u - n.dot(u) * n).norm() < 1e-9 ? num_stick : num_slide);
  }
  EXPECT_LE(largest, kSolvedTo);
  EXPECT_GT(std::min({num_open, num_stick, num_slide}), 1000);
}

TEST(OneContact, IsSolvedWhereTheApproachIsTenOrdersSlowerThanTheSlip) {
  Random random(2);
  for (int k = 0; k < 10000; ++k) {
    OneContact contact = make_matrix_contact(random);
    contact.b.x() = -std::pow(10.0, -10 * random.next_unit());
    const OneImpulse impulse = compute_one_impulse(contact);
    ASSERT_EQ(impulse.outcome, SolveOutcome::kSolved) << k;
    const Vec3 u = contact.K * impulse.p + contact.b;
    const ProblemContact across{0, 1, Vec3::UnitX(), {}, {}, contact.mu, 0.0};
    ASSERT_LT(compute_contact_residuals(across, contact.K(0, 0), u, impulse.p).largest(),
              1e-13 * (1 + contact.K.trace() * impulse.p.norm()));
  }
}

// The approach stops there for the first time: with less p_n, friction following, bodies still approach. With more
// they do again where there are several answers.
TEST(OneContact, OfSeveralAnswersItIsTheOneWithTheLeastNormalImpulse) {
  Random random(3);
  int num_several = 0;
  for (int k = 0; k < 3000; ++k) {
    const OneContact contact = make_matrix_contact(random);
    const OneImpulse impulse = compute_one_impulse(contact);
    ASSERT_EQ(impulse.outcome, SolveOutcome::kSolved);
    for (int i = 1; i < 10; ++i) ASSERT_LT(compute_normal_speed(contact, 0.1 * i * impulse.p.x()), 1e-9) << k;
    bool falls_back = false;
    for (int i = 1; i < 10; ++i) falls_back |= compute_normal_speed(contact, (1 + 0.3 * i) * impulse.p.x()) < -1e-6;
    num_several += falls_back;
  }
  EXPECT_GT(num_several, 5);
}

TEST(OneContact, TheAnswerTurnsWithTheAxesAndScalesWithTheUnits) {
  Random random(4);
  for (int k = 0; k < 2000; ++k) {
    const OneContact contact = make_matrix_contact(random);
    const Vec3 p = compute_one_impulse(contact).p;
    const double angle = random.next_between(0, 2 * M_PI), kg = 1e-4, m_per_s = 1e3;
    Mat3 R = Mat3::Identity();
    R.bottomRightCorner<2, 2>() << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
    OneContact turned = contact;
    turned.K = R * contact.K * R.transpose() / kg, turned.b = m_per_s * R * contact.b;
    const double condition = 1e3 * 1e3;  // of K, and as much again where answers are about to merge
    ASSERT_LT((compute_one_impulse(turned).p / (kg * m_per_s) - R * p).norm(), 1e-15 * condition * p.norm()) << k;
  }
}

TEST(OneContact, TheConeLawTakesItWhateverTheGuess) {
  Random random(5);
  ConeLaw law;
  for (int k = 0; k < 500; ++k) {
    ContactProblem problem = make_single(random, 20.0, 10.0);
    const Vec3 expected = solve_one(problem).p[0];
    for (int i = 0; i < 3; ++i) {
      const ContactImpulses& answer = law.solve(problem, {.tolerance = kSolvedTo});
      ASSERT_EQ(answer.outcome, SolveOutcome::kSolved);
      ASSERT_EQ(answer.p[0], expected);
      problem.guess[0] = 5 * random.next_direction();
    }
  }
}

// Boxes that fall on their lowest corner with friction 1.5, and slide: sweeps of normal and friction in turns have left
// one such contact in seventy with no impulse, and all of its approach.
TEST(OneContact, CornersOfBoxesWithMuchFrictionAreStopped) {
  Random random(6);
  int num_struck = 0;
  for (int k = 0; k < 2000; ++k) {
    ProblemMaker made;
    const Vec3 sides(random.next_between(0.1, 2), random.next_between(0.1, 2), random.next_between(0.1, 2));
    const std::uint32_t box = made.add_box(1.0, sides, Vec3::Zero());
    const Mat3 R = make_rotation(random);
    ProblemBody& body = made.problem.bodies[box];
    body.inv_inertia = (R * body.inv_inertia * R.transpose()).eval();
    body.V = {3 * random.next_unit() * random.next_direction(), 3 * random.next_unit() * random.next_direction()};
    Vec3 corner = 0.5 * sides;
    for (int i = 0; i < 3; ++i) corner(i) *= R(2, i) > 0 ? -1 : 1;
    made.add_manifold(box, kGround, Vec3::UnitZ(), {R * corner}, 1.5);
    const ContactImpulses answer = solve_one(made.problem);
    ASSERT_EQ(answer.outcome, SolveOutcome::kSolved);
    ASSERT_LE(answer.residuals.largest(), kSolvedTo);
    ASSERT_GE(compute_contact_velocity(made.problem.contacts[0], answer.V).z(), -1e-12);
    num_struck += answer.p[0].z() > 0;
  }
  EXPECT_GT(num_struck, 500);
}

// --- locked bodies

TEST(OneContact, WhatCannotMoveAlongTheNormalIsJammedUnlessItParts) {
  ContactProblem problem;
  problem.bodies.resize(2);
  problem.bodies[0].inv_mass = Vec3(1, 1, 0);
  problem.bodies[1].V.v = Vec3(0, 0, 0.5);  // driven against it
  problem.contacts.push_back({0, 1, Vec3::UnitZ(), {0.1, 0, -1}, Vec3::Zero(), 0.5, 0.0});
  problem.groups.push_back({0, 1});
  problem.guess.emplace_back(1, 2, 3);
  const ContactImpulses jammed = solve_one(problem);
  EXPECT_EQ(jammed.outcome, SolveOutcome::kJammed);
  EXPECT_EQ(jammed.p[0], Vec3::Zero());
  EXPECT_EQ(jammed.residuals.normal, 0.5);
  problem.bodies[1].V.v = Vec3(0, 0, -0.5);
  EXPECT_EQ(solve_one(problem).outcome, SolveOutcome::kSolved);
}

// A slide that moves only along (1, 0, 1), pressed by a belt that runs under it at 1 m/s and rises at 0.1: friction of
// mu > 1 draws it down harder than the normal parts it. Below that it goes up: u_n = 0 at (1 - mu) p_n / 2 = 0.1.
TEST(OneContact, ABrakeThatTightensItselfIsJammed) {
  ContactProblem problem;
  problem.bodies.resize(2);
  const Vec3 along = Vec3(1, 0, 1).normalized();
  problem.bodies[0].inv_inertia = along.cross(Vec3::UnitY()) * along.cross(Vec3::UnitY()).transpose();
  const Vec3 arm = 1.0 * Vec3::UnitY();  // a turn about (-1, 0, 1) moves its end along (1, 0, 1)
  problem.bodies[1].V.v = Vec3(-1, 0, 0.1);
  problem.contacts.push_back({0, 1, Vec3::UnitZ(), arm, Vec3::Zero(), 0.5, 0.0});
  problem.groups.push_back({0, 1});
  problem.guess.emplace_back(Vec3::Zero());
  const ContactImpulses slides = solve_one(problem);
  EXPECT_EQ(slides.outcome, SolveOutcome::kSolved);
  EXPECT_NEAR(slides.p[0].z(), 0.1 / (0.5 * (1 - 0.5)), 1e-14);
  problem.contacts[0].mu = 1.5;
  const ContactImpulses jammed = solve_one(problem);
  EXPECT_EQ(jammed.outcome, SolveOutcome::kJammed);
  EXPECT_LT((jammed.p[0] - Vec3(0, 0, 0.2)).norm(), 1e-14);  // the approach stops all the same
  EXPECT_GT(jammed.residuals.dissipation, 0.1);
}

// On a pivot at its centre a body feels nothing of an impulse through it: K has rank two, and the impulse that sticks
// is open along the arm. The least is on the rim of the cone.
TEST(OneContact, OnAPivotItSticksWithTheLeastImpulse) {
  Random random(7);
  int num_stick = 0;
  for (int k = 0; k < 2000; ++k) {
    ContactProblem problem = make_single(random, 3.0, 2.0);
    problem.bodies[0].inv_mass.setZero(), problem.bodies[1] = {};
    problem.bodies[0].V.v.setZero();
    const ContactImpulses answer = solve_one(problem);
    const Vec3 &p = answer.p[0], &n = problem.contacts[0].nhat_BA_W;
    if (answer.outcome == SolveOutcome::kJammed) continue;
    ASSERT_EQ(answer.outcome, SolveOutcome::kSolved) << k;
    if (p == Vec3::Zero()) continue;
    ASSERT_NEAR((p - n.dot(p) * n).norm(), problem.contacts[0].mu * n.dot(p), 1e-9 * p.norm());
    num_stick += compute_contact_velocity(problem.contacts[0], answer.V).norm() < 1e-10;
  }
  EXPECT_GT(num_stick, 100);
}

// --- oracle

// In a plane all answers are known exactly. K is positive definite there, so there is one.
TEST(OneContact, InAPlaneItIsOneOfTheExactAnswersThatWithTheLeastNormalImpulse) {
  Random random(8);
  int num_several = 0, num_missed = 0;
  for (int k = 0; k < 500; ++k) {
    PlanarProblem made = make_planar_problem(random, 1 + static_cast<std::uint32_t>(random.next_index(2)), 1, 10.0);
    const std::vector<oracle::PlanarAnswer> answers = oracle::enumerate_modes(made.bodies, made.contacts);
    num_several += answers.size() > 1;
    const ContactImpulses answer = solve_one(made.problem);
    ASSERT_EQ(answer.outcome, SolveOutcome::kSolved) << k;
    double least = 1e300;
    const Vec3& n = made.problem.contacts[0].nhat_BA_W;
    for (const oracle::PlanarAnswer& exact : answers)
      least = std::min(least, Vec3(exact.p[0][0].convert_to<double>(), 0, exact.p[0][1].convert_to<double>()).dot(n));
    num_missed +=
        !(compute_distance(answers, answer.V) < 1e-11) || !(std::abs(n.dot(answer.p[0]) - least) < 1e-11 * (1 + least));
  }
  EXPECT_EQ(num_missed, 0);
  EXPECT_GT(num_several, 5);
}

// --- bad input

TEST(OneContact, WhatIsNotFiniteHasNoAnswer) {
  ContactProblem problem;
  problem.bodies.resize(2);
  problem.bodies[0].inv_mass.setOnes();
  problem.contacts.push_back({0, 1, Vec3::UnitZ(), Vec3::Zero(), Vec3::Zero(), 0.5, 0.0});
  problem.groups.push_back({0, 1});
  problem.guess.emplace_back(Vec3::Zero());
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    problem.bodies[0].V.v = Vec3(0, bad, -1);
    const ContactImpulses answer = solve_one(problem);
    EXPECT_EQ(answer.outcome, SolveOutcome::kNotConverged);
    EXPECT_EQ(answer.residuals.largest(), std::numeric_limits<double>::infinity());
  }
}

}  // namespace
}  // namespace abut::response
