#include "abut/response/sequential_impact.h"

#include <limits>
#include <utility>

#include "abut/response/simultaneous_impact.h"

namespace abut::response {
namespace {

using math::Twist;
using math::Vec3;

constexpr std::size_t kMostBlows = 32;  // for each group

class ImpactSequence {
 public:
  ImpactSequence(const ContactProblem& problem, std::span<const Arrival> arrivals, double resting_speed,
                 ContactLaw& law, const LawOptions& options, std::vector<ImpactMark>& marks)
      : whole_(problem),
        arrivals_(arrivals),
        resting_speed_(resting_speed),
        law_(law),
        options_(options),
        marks_(marks) {
    for (const ProblemBody& body : problem.bodies) V_.push_back(body.V);
    p_.assign(problem.contacts.size(), Vec3::Zero());
  }

  // False where nothing is due any more, or where the contact law has no answer.
  bool strike_next() {
    const ContactGroup* next = find_next();
    return next != nullptr && strike_group(*next);
  }

  ContactImpulses stop_the_rest() {
    ContactProblem rest = whole_;
    for (std::size_t i = 0; i < rest.bodies.size(); ++i) rest.bodies[i].V = V_[i];
    for (std::size_t i = 0; i < arrivals_.size(); ++i) {
      if (arrivals_[i].is_impact) rest.contacts[i].least_speed = get_normal_drift(i);
      if (marks_[i].has_struck) rest.guess[i] = Vec3::Zero();
    }
    ContactImpulses answer = law_.solve(rest, options_);
    for (std::size_t i = 0; i < p_.size(); ++i) answer.p[i] += p_[i];
    answer.num_sweeps += num_sweeps_;
    return answer;
  }

 private:
  double get_normal_drift(std::size_t i) const { return whole_.contacts[i].nhat_BA_W.dot(arrivals_[i].drift); }
  double compute_speed(std::size_t i) const {
    return whole_.contacts[i].nhat_BA_W.dot(compute_contact_velocity(whole_.contacts[i], V_));
  }
  bool is_due(std::size_t i) const {
    const double speed = compute_speed(i);
    return arrivals_[i].e > 0 && speed < arrivals_[i].asked && speed - get_normal_drift(i) < -resting_speed_;
  }

  // Of what is due, the earliest to arrive; of these, the fastest.
  const ContactGroup* find_next() const {
    const ContactGroup* next = nullptr;
    double s = std::numeric_limits<double>::infinity(), speed = 0.0;
    for (const ContactGroup& group : whole_.groups) {
      for (std::size_t i = group.first; i < group.first + group.count; ++i) {
        if (!is_due(i)) continue;
        const double here = compute_speed(i);
        if (arrivals_[i].s > s || (arrivals_[i].s == s && here >= speed)) continue;
        next = &group, s = arrivals_[i].s, speed = here;
      }
    }
    return next;
  }

  bool strike_group(const ContactGroup& group) {
    ContactProblem alone;
    alone.speed_scale = whole_.speed_scale;
    alone.groups.push_back({0, group.count, group.merge_distance});
    const ProblemContact& one = whole_.contacts[group.first];
    for (const std::uint32_t body : {one.a, one.b}) {
      alone.bodies.push_back(whole_.bodies[body]);
      alone.bodies.back().V = V_[body];
    }
    std::vector<Arrival> arrivals;
    for (std::size_t i = group.first; i < group.first + group.count; ++i) {
      ProblemContact contact = whole_.contacts[i];
      contact.a = 0, contact.b = 1;
      Arrival arrival = arrivals_[i];
      arrival.is_impact = is_due(i);
      if (!arrival.is_impact) contact.least_speed = arrival.asked;
      alone.contacts.push_back(contact);
      alone.guess.emplace_back(Vec3::Zero());
      arrivals.push_back(arrival);
    }
    const StruckProblem struck = strike(alone, arrivals, law_, options_);
    num_sweeps_ += struck.impulses.num_sweeps;
    if (struck.impulses.p.size() != arrivals.size()) return false;
    for (std::size_t k = 0; k < arrivals.size(); ++k) {
      p_[group.first + k] += struck.impulses.p[k];
      if (!arrivals[k].is_impact) continue;
      marks_[group.first + k].has_struck = true;
      marks_[group.first + k].is_limited |= struck.is_limited;
    }
    V_[one.a] = struck.impulses.V[0], V_[one.b] = struck.impulses.V[1];
    return true;
  }

  const ContactProblem& whole_;
  std::span<const Arrival> arrivals_;
  double resting_speed_;
  ContactLaw& law_;
  const LawOptions& options_;
  std::vector<ImpactMark>& marks_;
  std::vector<Twist> V_;
  std::vector<Vec3> p_;
  int num_sweeps_ = 0;
};

}  // namespace

ContactImpulses strike_in_sequence(const ContactProblem& problem, std::span<const Arrival> arrivals,
                                   double resting_speed, ContactLaw& law, const LawOptions& options,
                                   std::vector<ImpactMark>& marks) {
  ImpactSequence sequence(problem, arrivals, resting_speed, law, options, marks);
  const std::size_t most = kMostBlows * problem.groups.size();
  for (std::size_t i = 0; i < most && sequence.strike_next(); ++i) continue;
  return sequence.stop_the_rest();
}

}  // namespace abut::response
