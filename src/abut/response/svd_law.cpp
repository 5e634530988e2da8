#include "abut/response/svd_law.h"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>

#include "abut/response/delassus.h"

namespace abut::response {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using math::Vec3;

enum class ContactMode : std::uint8_t { kStatic, kDynamic, kInactive };

struct ModalContact {
  ContactMode mode = ContactMode::kStatic;
  Vec3 friction = Vec3::Zero();  // unit, across the normal: of a dynamic contact
};

// Impulses along inputs, that bring the velocities along outputs to the targets.
struct ModalSystem {
  std::vector<ContactRow> inputs, outputs;
  std::vector<double> targets;
};

std::vector<ModalContact> choose_modes(const ContactProblem& problem, double slip_speed) {
  std::vector<math::Twist> V;
  for (const ProblemBody& body : problem.bodies) V.push_back(body.V);
  std::vector<ModalContact> modes(problem.contacts.size());
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const ProblemContact& contact = problem.contacts[i];
    const Vec3 u = compute_excess(contact, V), u_t = u - contact.nhat_BA_W.dot(u) * contact.nhat_BA_W;
    const double slip = u_t.norm();
    if (contact.mu > 0 && slip <= slip_speed * problem.speed_scale) continue;
    modes[i].mode = ContactMode::kDynamic;
    if (contact.mu > 0) modes[i].friction = -u_t / slip;
  }
  return modes;
}

ModalSystem make_system(const ContactProblem& problem, const std::vector<ModalContact>& modes) {
  ModalSystem system;
  for (std::uint32_t i = 0; i < modes.size(); ++i) {
    if (modes[i].mode == ContactMode::kInactive) continue;
    const ProblemContact& contact = problem.contacts[i];
    const Vec3& n = contact.nhat_BA_W;
    system.outputs.push_back({i, n});
    system.targets.push_back(contact.least_speed);
    if (modes[i].mode == ContactMode::kDynamic) {
      system.inputs.push_back({i, (n + contact.mu * modes[i].friction).normalized()});
      continue;
    }
    system.inputs.push_back({i, n});
    const Tangents tangents = make_tangents(n);
    for (const Vec3& d : {tangents.t1, tangents.t2}) {
      system.inputs.push_back({i, d}), system.outputs.push_back({i, d});
      system.targets.push_back(d.dot(contact.stick_velocity));
    }
  }
  return system;
}

// The minimum-norm impulses of a system, and by how much they miss its velocities.
double solve_system(const ContactProblem& problem, const ModalSystem& system, double rank_tolerance,
                    std::vector<Vec3>& p) {
  p.assign(problem.contacts.size(), Vec3::Zero());
  if (system.inputs.empty()) return 0.0;
  const MatrixXd A = compute_delassus(problem, system.outputs, system.inputs);
  const VectorXd wanted = Eigen::Map<const VectorXd>(system.targets.data(), static_cast<Index>(system.targets.size())) -
                          compute_row_speeds(problem, system.outputs);
  if (!A.allFinite() || !wanted.allFinite()) return std::numeric_limits<double>::infinity();
  Eigen::JacobiSVD<MatrixXd> svd(A, Eigen::ComputeThinU | Eigen::ComputeThinV);
  svd.setThreshold(rank_tolerance);
  const VectorXd f = svd.solve(wanted);
  for (std::size_t j = 0; j < system.inputs.size(); ++j)
    p[system.inputs[j].contact] += f(static_cast<Index>(j)) * system.inputs[j].d;
  return (A * f - wanted).cwiseAbs().maxCoeff();
}

// Takes out what pulls most, with those tied to it. In units of speed, so that light and heavy contacts compare.
bool remove_pulling(const ContactProblem& problem, const std::vector<Vec3>& p, double bound,
                    std::vector<ModalContact>& modes) {
  std::vector<double> pull(p.size(), 0.0);
  for (std::uint32_t i = 0; i < p.size(); ++i) {
    const Vec3& n = problem.contacts[i].nhat_BA_W;
    if (modes[i].mode != ContactMode::kInactive) pull[i] = -n.dot(p[i]) * compute_inverse_mass(problem, {i, n});
  }
  const double worst = pull.empty() ? 0.0 : *std::max_element(pull.begin(), pull.end());
  if (worst <= bound) return false;
  constexpr double kTied = 1e-6;
  for (std::size_t i = 0; i < p.size(); ++i)
    if (pull[i] >= (1 - kTied) * worst) modes[i].mode = ContactMode::kInactive;
  return true;
}

bool convert_invalid(const ContactProblem& problem, const std::vector<Vec3>& p, double bound,
                     std::vector<ModalContact>& modes) {
  bool has_changed = false;
  for (std::uint32_t i = 0; i < p.size(); ++i) {
    if (modes[i].mode != ContactMode::kStatic) continue;
    const Vec3& n = problem.contacts[i].nhat_BA_W;
    const double p_n = n.dot(p[i]);
    const Vec3 p_t = p[i] - p_n * n;
    const double length = p_t.norm(), excess = length - problem.contacts[i].mu * p_n;
    if (excess * compute_inverse_mass(problem, {i, n}) <= bound) continue;
    modes[i] = {ContactMode::kDynamic, p_t / length};
    has_changed = true;
  }
  return has_changed;
}

// What is wrong with valid impulses, if anything.
SolveOutcome judge_modes(const ContactProblem& problem, const std::vector<math::Twist>& V, double bound,
                         const std::vector<ModalContact>& modes) {
  SolveOutcome outcome = SolveOutcome::kSolved;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const ProblemContact& contact = problem.contacts[i];
    const Vec3 u = compute_excess(contact, V);
    if (modes[i].mode == ContactMode::kInactive && contact.nhat_BA_W.dot(u) < -bound) return SolveOutcome::kApproaching;
    if (modes[i].mode == ContactMode::kDynamic && modes[i].friction.dot(u) > bound)
      outcome = SolveOutcome::kWrongFriction;
  }
  return outcome;
}

}  // namespace

const ContactImpulses& SvdLaw::solve(const ContactProblem& problem, const SvdOptions& options) {
  answer_ = {};
  const double bound = options.tolerance * problem.speed_scale;
  if (problem.contacts.size() > kMostContacts) {
    answer_.p.assign(problem.contacts.size(), Vec3::Zero());
    answer_.outcome = SolveOutcome::kTooLarge;
  } else {
    std::vector<ModalContact> modes = choose_modes(problem, options.slip_speed);
    double miss = 0.0;
    bool has_changed = true;
    // A contact changes at most twice, and the last round changes none.
    for (std::size_t most = 2 * modes.size() + 1; has_changed && most > 0; --most, ++answer_.num_sweeps) {
      miss = solve_system(problem, make_system(problem, modes), options.rank_tolerance, answer_.p);
      has_changed =
          remove_pulling(problem, answer_.p, bound, modes) || convert_invalid(problem, answer_.p, bound, modes);
    }
    answer_.outcome = miss > bound ? SolveOutcome::kInconsistent
                                   : judge_modes(problem, compute_velocities(problem, answer_.p), bound, modes);
  }
  answer_.V = compute_velocities(problem, answer_.p);
  answer_.residuals = compute_residuals(problem, answer_.p);
  return answer_;
}

}  // namespace abut::response
