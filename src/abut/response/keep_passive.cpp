#include "abut/response/keep_passive.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace abut::response {
namespace {

using math::Twist;
using math::Vec3;

constexpr double kRounding = std::numeric_limits<double>::epsilon();
// Of |p|: its parts along and across a normal, and what turning it into world axes did, are a dozen products each.
constexpr double kConeBound = 16 * kRounding;
// Of the sum of all |p| times all speeds that u0 and u1 are made of: a dozen roundings for each of them; and a few for
// each sweep that carried velocities along.
constexpr double kEnergyBound = 64 * kRounding, kSweepBound = 8 * kRounding;
constexpr std::size_t kRange = 256;  // contacts of one sum

bool has_left_cone(const Vec3& p, const Vec3& nhat, double mu) {
  const double p_n = nhat.dot(p), rim = mu * p_n, friction_sq = (p - p_n * nhat).squaredNorm();
  if (p_n >= 0 && friction_sq <= rim * rim) return false;
  const double allowed = kConeBound * p.norm();
  return p_n < -allowed || std::sqrt(friction_sq) > std::max(rim, 0.0) + allowed;
}

// J: what the velocities that a contact asks for may give.
double compute_given(const ProblemContact& contact, const Vec3& p) {
  return std::max(contact.least_speed, 0.0) * contact.nhat_BA_W.dot(p) + std::max(contact.stick_velocity.dot(p), 0.0);
}

// At most what the parts of a relative velocity add up to.
double compute_speed_size(const Twist& V, const Vec3& arm) {
  return V.v.lpNorm<1>() + V.w.lpNorm<1>() * arm.lpNorm<1>();
}

// J: what all that rounds in dT adds up to.
double compute_energy_size(const ContactProblem& problem, const ContactImpulses& answer) {
  double size = 0.0;
  for (std::size_t i = 0; i < answer.p.size(); ++i) {
    const ProblemContact& contact = problem.contacts[i];
    double speeds = contact.compute_offset().lpNorm<1>();
    for (const Twist* V : {&problem.bodies[contact.a].V, &answer.V[contact.a]})
      speeds += compute_speed_size(*V, contact.arm_a);
    for (const Twist* V : {&problem.bodies[contact.b].V, &answer.V[contact.b]})
      speeds += compute_speed_size(*V, contact.arm_b);
    size += answer.p[i].lpNorm<1>() * speeds;
  }
  return size;
}

// How much is rounding is asked only where energy seems to rise, which is rare.
bool raises_energy(const ContactProblem& problem, const ContactImpulses& answer, double dT) {
  if (!(dT > 0)) return false;
  return dT > (kEnergyBound + kSweepBound * answer.num_sweeps) * compute_energy_size(problem, answer);
}

// Of all impulses: first is p . u0 less what least speeds give, second p . (u1 - u0).
double find_passive_share(const ContactProblem& problem, const ContactImpulses& answer) {
  double first = 0.0, second = 0.0;
  for (std::size_t i = 0; i < answer.p.size(); ++i) {
    const ProblemContact& contact = problem.contacts[i];
    const Twist &A = problem.bodies[contact.a].V, &B = problem.bodies[contact.b].V;
    const Vec3 u0 = A.v + A.w.cross(contact.arm_a) - B.v - B.w.cross(contact.arm_b);
    first += answer.p[i].dot(u0) - compute_given(contact, answer.p[i]);
    second += answer.p[i].dot(compute_contact_velocity(contact, answer.V) - u0);
  }
  return compute_passive_share(first, second);
}

// The largest of any contact.
double compute_velocity_change(const ContactProblem& problem, std::span<const Twist> before,
                               std::span<const Twist> after) {
  double largest_sq = 0.0;
  for (const ProblemContact& contact : problem.contacts) {
    const Vec3 change = compute_contact_velocity(contact, after) - compute_contact_velocity(contact, before);
    largest_sq = std::max(largest_sq, change.squaredNorm());
  }
  return std::sqrt(largest_sq);
}

}  // namespace

double compute_passive_share(double first, double second) {
  if (first + 0.5 * second <= 0) return 1.0;
  return first < 0 ? -2 * first / second : 0.0;
}

void PassiveGuard::Sums::add(const Sums& other) {
  gain += other.gain;
  has_left_cone |= other.has_left_cone;
}

PassiveGuard::Sums PassiveGuard::sum_range(const ContactProblem& problem, const ContactImpulses& answer,
                                           std::size_t begin, std::size_t end) const {
  Sums sums;
  for (std::size_t i = begin; i < end; ++i) {
    const ProblemContact& contact = problem.contacts[i];
    const Vec3& p = answer.p[i];
    if (p == Vec3::Zero()) continue;
    const Twist &A = mean_[contact.a], &B = mean_[contact.b];
    const Vec3 u = A.v + A.w.cross(contact.arm_a) - B.v - B.w.cross(contact.arm_b);
    sums.gain += p.dot(u);
    sums.gain -= compute_given(contact, p);
    sums.has_left_cone |= response::has_left_cone(p, contact.nhat_BA_W, contact.mu);
  }
  return sums;
}

PassiveGuard::Sums PassiveGuard::sum_up(const ContactProblem& problem, const ContactImpulses& answer,
                                        const ThreadTeam* team) {
  const std::size_t count = problem.contacts.size();
  mean_.resize(problem.bodies.size());
  for (std::size_t i = 0; i < mean_.size(); ++i) mean_[i] = 0.5 * (problem.bodies[i].V + answer.V[i]);
  sums_.assign((count + kRange - 1) / kRange, {});
  const auto sum = [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t at = begin; at < end; at += kRange)
      sums_[at / kRange] = sum_range(problem, answer, at, std::min(at + kRange, end));
  };
  if (team != nullptr) {
    team->share(count, kRange, sum);
  } else {
    sum(0, count, 0);
  }
  Sums all;
  for (const Sums& one : sums_) all.add(one);
  return all;
}

void PassiveGuard::mend(const ContactProblem& problem, const ContactImpulses& answer, double tolerance,
                        const ThreadTeam* team) {
  mended_ = answer;
  for (std::size_t i = 0; i < mended_.p.size(); ++i)
    mended_.p[i] = project_into_cone(mended_.p[i], problem.contacts[i].nhat_BA_W, problem.contacts[i].mu);
  write_velocities(problem, mended_.p, mended_.V);
  if (raises_energy(problem, mended_, sum_up(problem, mended_, team).gain)) {
    const double share = find_passive_share(problem, mended_);
    for (Vec3& p : mended_.p) p *= share;
    write_velocities(problem, mended_.p, mended_.V);
  }
  mended_.residuals = compute_residuals(problem, mended_.p);
  if (answer.outcome != SolveOutcome::kSolved) return;
  const double change = compute_velocity_change(problem, answer.V, mended_.V);
  if (!(change <= tolerance * problem.speed_scale)) mended_.outcome = SolveOutcome::kNotConverged;
}

const ContactImpulses& PassiveGuard::pass(const ContactProblem& problem, const ContactImpulses& answer,
                                          double tolerance, const ThreadTeam* team) {
  const Sums sums = sum_up(problem, answer, team);
  if (!sums.has_left_cone && !raises_energy(problem, answer, sums.gain)) return answer;
  mend(problem, answer, tolerance, team);
  return mended_;
}

}  // namespace abut::response
