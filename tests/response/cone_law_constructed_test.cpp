// Problems whose answers are known exactly: impulses and velocities that obey the law are chosen in rationals, and the
// velocities before them follow, V - M^-1 J^T p, without rounding.
//
// All bodies move along one unit vector d afterwards, of whole numbers over a whole number, each at its own speed; so
// the relative velocity at any contact of two of them is along d or nothing, and a normal at right angles to d makes a
// contact that slides or sticks, any other one that opens.
#include <gtest/gtest.h>

#include <array>

#include "oracle/rational_system.h"
#include "response/solve_cone.h"

namespace abut::response {
namespace {

using math::Random;
using math::Vec3;
using oracle::Rational;

using RVec3 = std::array<Rational, 3>;

RVec3 add(const RVec3& a, const RVec3& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
RVec3 scale(const Rational& s, const RVec3& a) {
  return {s * a[0], s * a[1], s * a[2]};
}
RVec3 cross(const RVec3& a, const RVec3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Vec3 to_double(const RVec3& a) {
  return {a[0].convert_to<double>(), a[1].convert_to<double>(), a[2].convert_to<double>()};
}

// Three unit vectors at right angles: the columns of the rotation by a quaternion of whole numbers.
std::array<RVec3, 3> make_axes(Random& random) {
  const auto any = [&] { return static_cast<int>(random.next_index(7)) - 3; };
  const int w = 4, x = any(), y = any(), z = any(), n = w * w + x * x + y * y + z * z;
  const auto over = [&](int a) { return Rational(a) / n; };
  return {RVec3{over(w * w + x * x - y * y - z * z), over(2 * (x * y + w * z)), over(2 * (x * z - w * y))},
          RVec3{over(2 * (x * y - w * z)), over(w * w - x * x + y * y - z * z), over(2 * (y * z + w * x))},
          RVec3{over(2 * (x * z + w * y)), over(2 * (y * z - w * x)), over(w * w - x * x - y * y + z * z)}};
}

// Cosine and sine of an angle.
struct Turn {
  Rational c, s;
};
Turn make_turn(Random& random) {
  constexpr std::array<std::array<int, 3>, 5> kTriples{{{3, 4, 5}, {5, 12, 13}, {8, 15, 17}, {7, 24, 25}, {1, 0, 1}}};
  const auto& [a, b, h] = kTriples[random.next_index(kTriples.size())];
  const bool is_swapped = random.next_index(2) == 0;
  const int sign = random.next_index(2) == 0 ? 1 : -1;
  return {Rational(is_swapped ? b : a) / h, Rational(sign * (is_swapped ? a : b)) / h};
}

struct Constructed {
  ContactProblem problem;
  std::vector<Vec3> p;  // that obey the law
};

// Two bodies above a fixed one, all rationals multiples of 1/8 where nothing else is said.
class Constructor {
 public:
  explicit Constructor(Random& random) : random_(random), axes_(make_axes(random)) {
    speeds_ = {Rational(0), eighths(-8, 8), random.next_index(2) == 0 ? Rational(0) : eighths(-8, 8)};
    for (std::size_t i = 0; i < speeds_.size(); ++i) {
      v_[i] = scale(speeds_[i], axes_[2]), w_[i] = RVec3{0, 0, 0};
      inv_mass_[i] = i == 0 ? Rational(0) : eighths(2, 16), inv_inertia_[i] = i == 0 ? Rational(0) : eighths(2, 16);
    }
  }

  void add_contact() {
    const std::size_t a = 1 + random_.next_index(2), b = random_.next_index(a);
    const Rational u = speeds_[a] - speeds_[b], mu = eighths(1, 8);
    const Turn turn = make_turn(random_), aside = make_turn(random_);
    RVec3 n = add(scale(turn.c, axes_[0]), scale(turn.s, axes_[1]));
    RVec3 p{0, 0, 0};
    if (random_.next_index(4) == 0 && u != 0 && aside.c > 0) {  // opens: n leans towards where A goes
      n = add(scale(abs(aside.s), n), scale(u > 0 ? aside.c : -aside.c, axes_[2]));
    } else {
      const Rational p_n = eighths(1, 16), share = u == 0 ? eighths(0, 7) : Rational(u > 0 ? -1 : 1);
      p = add(scale(p_n, n), scale(share * mu * p_n, axes_[2]));
    }
    const RVec3 arm_a{eighths(-8, 8), eighths(-8, 8), eighths(-8, 8)}, arm_b{eighths(-8, 8), 0, eighths(-8, 8)};
    push(a, arm_a, scale(-1, p)), push(b, arm_b, p);  // back to before
    made_.problem.contacts.push_back({static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b), to_double(n),
                                      to_double(arm_a), to_double(arm_b), mu.convert_to<double>(), 0.0});
    made_.problem.groups.push_back({static_cast<std::uint32_t>(made_.p.size()), 1});
    made_.problem.guess.emplace_back(Vec3::Zero());
    made_.p.push_back(to_double(p));
  }

  Constructed finish() {
    for (std::size_t i = 0; i < speeds_.size(); ++i) {
      ProblemBody body;
      body.inv_mass.setConstant(inv_mass_[i].convert_to<double>());
      body.inv_inertia.diagonal().setConstant(inv_inertia_[i].convert_to<double>());
      body.V = {to_double(w_[i]), to_double(v_[i])};
      made_.problem.bodies.push_back(body);
    }
    return made_;
  }

 private:
  Rational eighths(int low, int high) {
    return Rational(low + static_cast<int>(random_.next_index(static_cast<std::uint64_t>(high - low + 1)))) / 8;
  }
  void push(std::size_t body, const RVec3& arm, const RVec3& p) {
    v_[body] = add(v_[body], scale(inv_mass_[body], p));
    w_[body] = add(w_[body], scale(inv_inertia_[body], cross(arm, p)));
  }

  Random& random_;
  std::array<RVec3, 3> axes_, v_, w_;
  std::array<Rational, 3> speeds_, inv_mass_, inv_inertia_;
  Constructed made_;
};

Constructed construct(Random& random, int num_contacts) {
  Constructor constructor(random);
  for (int i = 0; i < num_contacts; ++i) constructor.add_contact();
  return constructor.finish();
}

TEST(ConeLawConstructed, TheirAnswersObeyTheLaw) {
  Random random(1);
  for (int k = 0; k < 400; ++k) {
    const Constructed made = construct(random, 1 + k % 4);
    ASSERT_LT(compute_residuals(made.problem, made.p).largest(), 1e-13) << k;
  }
}

// Where there are several, the one with the least normal impulse; the one it was made of otherwise.
TEST(ConeLawConstructed, OneContactIsSolvedToRounding) {
  Random random(2);
  int num_known = 0;
  for (int k = 0; k < 1000; ++k) {
    const Constructed made = construct(random, 1);
    const ContactImpulses answer = solve(made.problem, 1e-12);
    expect_solved(made.problem, answer, 1e-12);
    const Vec3& n = made.problem.contacts[0].nhat_BA_W;
    ASSERT_LE(n.dot(answer.p[0]), n.dot(made.p[0]) + 1e-12) << k;
    num_known += (answer.p[0] - made.p[0]).norm() < 1e-11;
  }
  EXPECT_GT(num_known, 980);
}

TEST(ConeLawConstructed, SeveralContactsAreSolvedToTheTolerance) {
  Random random(3);
  for (int k = 0; k < 600; ++k) {
    const Constructed made = construct(random, 2 + k % 3);
    const ContactImpulses answer = solve(made.problem);
    ASSERT_EQ(answer.outcome, SolveOutcome::kSolved) << k;
    expect_solved(made.problem, answer);
  }
}

}  // namespace
}  // namespace abut::response
