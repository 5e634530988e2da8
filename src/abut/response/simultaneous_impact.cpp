#include "abut/response/simultaneous_impact.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "abut/response/delassus.h"
#include "abut/response/keep_passive.h"

namespace abut::response {
namespace {

using math::Mat3;
using math::Twist;
using math::Vec3;

constexpr int kMostTrials = 24;
constexpr double kLargestScale = 2.0;  // of k
constexpr double kGoalBound = 1e-7;    // of what restitution is to give back

std::vector<Twist> copy_velocities(const ContactProblem& problem) {
  std::vector<Twist> V;
  V.reserve(problem.bodies.size());
  for (const ProblemBody& body : problem.bodies) V.push_back(body.V);
  return V;
}

// Everything that a scale k is judged by, of the impacts of one problem.
class TogetherTrials {
 public:
  TogetherTrials(ContactProblem& problem, std::span<const Arrival> arrivals, ContactLaw& law, const LawOptions& options)
      : problem_(problem), arrivals_(arrivals), law_(law), options_(options) {
    const std::vector<Twist> V = copy_velocities(problem);
    for (std::size_t i = 0; i < arrivals.size(); ++i)
      u_arrival_.push_back(compute_contact_velocity(problem.contacts[i], V) - arrivals[i].drift);
  }

  const ContactImpulses& run(double k) {
    for (std::size_t i = 0; i < arrivals_.size(); ++i) {
      ProblemContact& contact = problem_.contacts[i];
      if (!arrivals_[i].is_impact) continue;
      contact.least_speed = contact.nhat_BA_W.dot(arrivals_[i].drift - (k * arrivals_[i].e) * u_arrival_[i]);
    }
    const ContactImpulses& answer = law_.solve(problem_, options_);
    num_sweeps_ += answer.num_sweeps;
    if (answer.p.size() == problem_.guess.size()) problem_.guess = answer.p;
    return answer;
  }

  // By how much more than the law says restitution gives back.
  double compute_excess(const ContactImpulses& compressed, const ContactImpulses& answer, ImpactLaw law) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < arrivals_.size(); ++i) {
      if (!arrivals_[i].is_impact) continue;
      const Vec3& n = problem_.contacts[i].nhat_BA_W;
      const double e = arrivals_[i].e, p_c = n.dot(compressed.p[i]), p_r = n.dot(answer.p[i]) - p_c;
      const double u_0 = n.dot(u_arrival_[i]), u_c = n.dot(compute_after(i, compressed)),
                   u_1 = n.dot(compute_after(i, answer));
      sum += law == ImpactLaw::kPoisson ? p_r - e * p_c : 0.5 * (p_r * (u_c + u_1) + e * e * p_c * (u_0 + u_c));
    }
    return sum;
  }

  // As far as the answer's residual lets it be told; where that is above the tolerance it is no excuse.
  bool raises_energy(const ContactImpulses& answer) const {
    double twice = 0.0, impulses = 0.0;
    for (std::size_t i = 0; i < arrivals_.size(); ++i) {
      twice += answer.p[i].dot(u_arrival_[i] + compute_after(i, answer));
      impulses += answer.p[i].norm();
    }
    const double residual = std::min(answer.residuals.largest(), options_.tolerance);
    const double bound = (10 * residual + 1e-9) * problem_.speed_scale * impulses;
    return 0.5 * twice > bound;
  }

  // What no k does, for the law did not converge, a share of the impulses does (keep_passive.h).
  void keep_passive(ContactImpulses& answer) const {
    if (!raises_energy(answer)) return;
    double first = 0.0, second = 0.0;
    for (std::size_t i = 0; i < arrivals_.size(); ++i) {
      first += answer.p[i].dot(u_arrival_[i]);
      second += answer.p[i].dot(compute_after(i, answer) - u_arrival_[i]);
    }
    const double share = compute_passive_share(first, second);
    for (Vec3& p : answer.p) p *= share;
    answer.V = compute_velocities(problem_, answer.p);
    answer.residuals = compute_residuals(problem_, answer.p);
    if (answer.outcome == SolveOutcome::kSolved) answer.outcome = SolveOutcome::kNotConverged;
  }

  int num_sweeps() const { return num_sweeps_; }

 private:
  Vec3 compute_after(std::size_t i, const ContactImpulses& answer) const {
    return compute_contact_velocity(problem_.contacts[i], answer.V) - arrivals_[i].drift;
  }

  ContactProblem& problem_;
  std::span<const Arrival> arrivals_;
  ContactLaw& law_;
  const LawOptions& options_;
  std::vector<Vec3> u_arrival_;
  int num_sweeps_ = 0;
};

// The k at which restitution gives back what the law says, by the Illinois method: what it gives back grows with k.
double find_scale(TogetherTrials& trials, ImpactLaw law) {
  const ContactImpulses compressed = trials.run(0.0);
  double low = 0.0, f_low = trials.compute_excess(compressed, compressed, law);
  if (!(f_low < 0)) return 1.0;  // nothing was compressed
  const double bound = -kGoalBound * f_low;
  double high = 1.0, f_high = trials.compute_excess(compressed, trials.run(high), law);
  if (f_high < -bound) low = high, f_low = f_high, high = kLargestScale;
  if (high == kLargestScale) f_high = trials.compute_excess(compressed, trials.run(high), law);
  if (!(f_high > bound)) return high;
  for (int i = 0; i < kMostTrials; ++i) {
    const double k = low - f_low * (high - low) / (f_high - f_low);
    const double f = trials.compute_excess(compressed, trials.run(k), law);
    if (std::abs(f) <= bound) return k;
    if (f > 0) {
      high = k, f_high = f, f_low *= 0.5;
    } else {
      low = k, f_low = f, f_high *= 0.5;
    }
  }
  return low;
}

// The largest that does not raise energy; k = 0 never does.
double limit_scale(TogetherTrials& trials, double most) {
  double low = 0.0, high = most;
  for (int i = 0; i < kMostTrials; ++i) {
    const double k = 0.5 * (low + high);
    (trials.raises_energy(trials.run(k)) ? high : low) = k;
  }
  return low;
}

}  // namespace

std::optional<StruckProblem> strike_alone(const ContactProblem& problem, std::span<const Arrival> arrivals,
                                          std::size_t i, const LawOptions& options) {
  const ProblemContact& contact = problem.contacts[i];
  const Tangents tangents = make_tangents(contact.nhat_BA_W);
  Mat3 R;
  R << tangents.t1, tangents.t2, contact.nhat_BA_W;
  const Vec3 u = compute_contact_velocity(contact, copy_velocities(problem)) - arrivals[i].drift;
  const Mat3 K = R.transpose() * compute_inverse_mass_matrix(problem, contact) * R;
  const Impact impact = compute_impact({K, R.transpose() * u, contact.mu, arrivals[i].e}, options.impact);
  if (impact.outcome != ImpactOutcome::kStruck) return std::nullopt;
  StruckProblem struck;
  struck.is_limited = impact.is_limited;
  struck.impulses.p.assign(problem.contacts.size(), Vec3::Zero());
  struck.impulses.p[i] = R * impact.p;
  struck.impulses.V = compute_velocities(problem, struck.impulses.p);
  for (std::size_t j = 0; j < problem.contacts.size(); ++j) {
    if (j == i) continue;
    const double u_n =
        problem.contacts[j].nhat_BA_W.dot(compute_contact_velocity(problem.contacts[j], struck.impulses.V));
    if (u_n < problem.contacts[j].least_speed - options.tolerance * problem.speed_scale) return std::nullopt;
  }
  return struck;
}

StruckProblem strike_together(ContactProblem problem, std::span<const Arrival> arrivals, ContactLaw& law,
                              const LawOptions& options) {
  TogetherTrials trials(problem, arrivals, law, options);
  double k = options.impact == ImpactLaw::kNewton ? 1.0 : find_scale(trials, options.impact);
  StruckProblem struck{trials.run(k)};
  struck.is_limited = trials.raises_energy(struck.impulses);
  if (struck.is_limited) struck.impulses = trials.run(limit_scale(trials, k));
  trials.keep_passive(struck.impulses);
  struck.impulses.num_sweeps = trials.num_sweeps();
  return struck;
}

StruckProblem strike(const ContactProblem& problem, std::span<const Arrival> arrivals, ContactLaw& law,
                     const LawOptions& options) {
  const auto is_impact = [](const Arrival& arrival) { return arrival.is_impact; };
  const auto first = std::find_if(arrivals.begin(), arrivals.end(), is_impact);
  if (std::count_if(arrivals.begin(), arrivals.end(), is_impact) == 1) {
    const auto i = static_cast<std::size_t>(first - arrivals.begin());
    if (std::optional<StruckProblem> struck = strike_alone(problem, arrivals, i, options)) return *std::move(struck);
  }
  return strike_together(problem, arrivals, law, options);
}

}  // namespace abut::response
