#include "abut/response/merge_contacts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

namespace abut::response {
namespace {

using math::Vec3;

// The distance of the tips of unit vectors kMergeAngle apart, 2 sin(angle / 2); the next term is below 1e-17.
constexpr double kMergeChord = kMergeAngle * (1 - kMergeAngle * kMergeAngle / 24);
constexpr double kMergeChordBound = 4e-16;  // what rounding of two unit normals may add to it
constexpr double kFrictionShare = 0.25;     // of friction, for the chord: both angles to the mean are twice that

double compute_chord_sq(double mu) {
  const double chord = std::min(kMergeChord + kMergeChordBound, kFrictionShare * mu);
  return chord * chord;
}

bool is_near(const Vec3& x, const Vec3& y, double distance_sq) {
  const double dx = x.x() - y.x();
  return dx * dx <= distance_sq && (x - y).squaredNorm() <= distance_sq;
}

bool is_nearly_one(const ProblemContact& x, const ProblemContact& y, double distance_sq, double speed_bound) {
  return is_near(x.arm_a, y.arm_a, distance_sq) && is_near(x.arm_b, y.arm_b, distance_sq) && x.mu == y.mu &&
         (x.compute_offset() - y.compute_offset()).squaredNorm() <= speed_bound * speed_bound &&
         is_near(x.nhat_BA_W, y.nhat_BA_W, compute_chord_sq(x.mu));
}

}  // namespace

void ContactMerger::list_runs(const ContactProblem& problem) {
  runs_.clear();
  for (const ContactGroup& group : problem.groups) {
    if (!(group.merge_distance > 0) || group.count == 0) continue;
    const ProblemContact& first = problem.contacts[group.first];
    const Run run{std::uint64_t{first.a} << 32 | first.b, group.first, group.first + group.count,
                  group.merge_distance * group.merge_distance};
    const bool goes_on = !runs_.empty() && runs_.back().pair == run.pair && runs_.back().end == run.first &&
                         runs_.back().distance_sq == run.distance_sq;
    goes_on ? void(runs_.back().end = run.end) : runs_.push_back(run);
  }
  std::ranges::sort(runs_, {}, [](const Run& run) { return std::tuple(run.pair, run.first); });
}

// Of one pair. Returns if any contact has joined another.
bool ContactMerger::find_clusters(const ContactProblem& problem, std::span<const Run> runs, double speed_bound) {
  heads_.clear(), distances_sq_.clear();
  bool has_joined = false;
  for (const Run& run : runs) {
    for (std::uint32_t i = run.first; i < run.end; ++i) {
      const auto is_its = [&](std::size_t k) {
        return is_nearly_one(problem.contacts[i], problem.contacts[heads_[k]],
                             std::min(run.distance_sq, distances_sq_[k]), speed_bound);
      };
      std::size_t k = 0;
      while (k < heads_.size() && !is_its(k)) ++k;
      if (k < heads_.size()) {
        firsts_[i] = heads_[k], has_joined = true;
      } else {
        heads_.push_back(i), distances_sq_.push_back(run.distance_sq);
      }
    }
  }
  return has_joined;
}

// Sums are of differences from the first, so that equal members make the same contact to the bit.
void ContactMerger::make_merged(const ContactProblem& problem) {
  merged_.clear(), clusters_.clear(), targets_.resize(problem.contacts.size());
  merged_.bodies = problem.bodies, merged_.speed_scale = problem.speed_scale;
  for (const ContactGroup& group : problem.groups) {
    const auto first = static_cast<std::uint32_t>(merged_.contacts.size());
    for (std::uint32_t i = group.first; i < group.first + group.count; ++i) {
      const ProblemContact& contact = problem.contacts[i];
      if (firsts_[i] == i) {
        targets_[i] = static_cast<std::uint32_t>(merged_.contacts.size());
        merged_.contacts.push_back(contact), merged_.guess.push_back(problem.guess[i]);
        clusters_.push_back({.count = 1, .first = i});
        continue;
      }
      targets_[i] = targets_[firsts_[i]];
      const ProblemContact& head = problem.contacts[firsts_[i]];
      Cluster& cluster = clusters_[targets_[i]];
      ++cluster.count;
      cluster.arm_a += contact.arm_a - head.arm_a, cluster.arm_b += contact.arm_b - head.arm_b;
      cluster.nhat += contact.nhat_BA_W - head.nhat_BA_W;
      double& least_speed = merged_.contacts[targets_[i]].least_speed;
      least_speed = std::max(least_speed, contact.least_speed);
      merged_.guess[targets_[i]] += problem.guess[i];
    }
    const auto count = static_cast<std::uint32_t>(merged_.contacts.size()) - first;
    if (count > 0) merged_.groups.push_back({first, count});
  }
}

void ContactMerger::finish_merged(const ContactProblem& problem) {
  for (std::size_t k = 0; k < clusters_.size(); ++k) {
    const Cluster& cluster = clusters_[k];
    if (cluster.count == 1) continue;
    ProblemContact& contact = merged_.contacts[k];
    contact.arm_a += cluster.arm_a / cluster.count, contact.arm_b += cluster.arm_b / cluster.count;
    if (cluster.nhat == Vec3::Zero()) continue;
    contact.nhat_BA_W = (contact.nhat_BA_W + cluster.nhat / cluster.count).normalized();
  }
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    Cluster& cluster = clusters_[targets_[i]];
    if (cluster.count == 1) continue;
    const Vec3 &mean = merged_.contacts[targets_[i]].nhat_BA_W, &own = problem.contacts[i].nhat_BA_W;
    if (mean == own) continue;
    cluster.tilt = std::max(cluster.tilt, mean.cross(own).norm() / mean.dot(own));
  }
  for (std::size_t k = 0; k < clusters_.size(); ++k) {
    const double tilt = clusters_[k].tilt;
    double& mu = merged_.contacts[k].mu;
    if (tilt > 0) mu = (mu - tilt) / (1 + mu * tilt);
  }
}

bool ContactMerger::merge(const ContactProblem& problem, double speed_bound) {
  list_runs(problem);
  if (runs_.empty()) return false;
  firsts_.resize(problem.contacts.size());
  std::iota(firsts_.begin(), firsts_.end(), 0u);
  bool has_joined = false;
  for (std::size_t begin = 0, end = 0; begin < runs_.size(); begin = end) {
    while (end < runs_.size() && runs_[end].pair == runs_[begin].pair) ++end;
    has_joined |= find_clusters(problem, std::span(runs_).subspan(begin, end - begin), speed_bound);
  }
  if (!has_joined) return false;
  make_merged(problem);
  finish_merged(problem);
  return true;
}

const ContactProblem& ContactMerger::split(const ContactProblem& problem, std::span<const Vec3> p) {
  split_ = problem;
  for (std::size_t i = 0; i < targets_.size(); ++i) split_.guess[i] = p[targets_[i]] / clusters_[targets_[i]].count;
  return split_;
}

const ContactProblem& ContactMerger::gather(const ContactProblem& problem, std::span<const Vec3> p,
                                            std::span<const math::Twist> V) {
  split_ = problem;
  carriers_.resize(clusters_.size()), least_excesses_.assign(clusters_.size(), std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    const ProblemContact& contact = problem.contacts[i];
    const double excess = contact.nhat_BA_W.dot(compute_contact_velocity(contact, V)) - contact.least_speed;
    split_.guess[i].setZero();
    if (clusters_[targets_[i]].first != i && !(excess < least_excesses_[targets_[i]])) continue;
    least_excesses_[targets_[i]] = excess, carriers_[targets_[i]] = static_cast<std::uint32_t>(i);
  }
  for (std::size_t k = 0; k < clusters_.size(); ++k) split_.guess[carriers_[k]] = p[k];
  return split_;
}

}  // namespace abut::response
