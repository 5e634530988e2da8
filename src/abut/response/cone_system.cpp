#include "abut/response/cone_system.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "abut/response/cone_visit.h"
#include "abut/response/cone_visit_four.h"
#include "abut/response/cone_visit_many.h"

namespace abut::response {
namespace {

using math::Mat3;
using math::Vec3;

bool have_one_normal(std::span<const ProblemContact> contacts) {
  return std::ranges::all_of(contacts, [&](const auto& one) { return one.nhat_BA_W == contacts[0].nhat_BA_W; });
}

// What a thread takes at once, of a loop that takes but a few microseconds.
constexpr std::size_t kFewVisits = 4, kFewGroups = 16, kFewPoints = 64;

// Friction of more than this may drive the normal of a point alone (ConePoint::is_coupled), which fours do not know.
constexpr double kMostOfFourMu = 0.75;

bool may_be_of_four(const ConeGroup& group) {
  return group.num_axes == 3 && group.has_one_normal && group.count <= kMostOfFour && !group.may_be_coupled;
}

// So few are swept by a matrix of their own.
constexpr std::uint32_t kFewOfPlane = 8;

// Many points of one plane, with friction (cone_many.h): of one normal but for rounding, each a point of both bodies.
bool are_many(std::span<const ProblemContact> contacts) {
  constexpr double kOneNormal = 1e-12, kOnePoint = 1e-9;  // the latter of the arms
  if (contacts.size() <= kFewOfPlane) return false;
  const ProblemContact& first = contacts[0];
  const Vec3 offset = first.arm_a - first.arm_b;
  const auto is_its = [&](const ProblemContact& one) {
    return (one.nhat_BA_W - first.nhat_BA_W).norm() <= kOneNormal &&
           (one.arm_a - one.arm_b - offset).norm() <= kOnePoint * (one.arm_a.norm() + one.arm_b.norm());
  };
  return first.mu > 0 && std::ranges::all_of(contacts, is_its);
}

}  // namespace

// Ranges of indices, whoever takes them.
void ConeSystem::share(std::size_t count, std::size_t grain, FunctionRef<void(std::size_t, std::size_t)> work) const {
  if (team_ == nullptr || colours_.ends.empty()) return work(0, count);
  team_->share(count, grain, [&](std::size_t begin, std::size_t end, std::size_t) { work(begin, end); });
}

void ConeSystem::share_groups(FunctionRef<void(const ConeGroup&)> work) const {
  share(groups_.size(), kFewGroups, [&](std::size_t begin, std::size_t end) {
    for (const ConeGroup& group : std::span(groups_).subspan(begin, end - begin)) work(group);
  });
}

// Ranges of visits_, such that no two that are under way at once touch the same body.
void ConeSystem::share_visits(bool is_forward, FunctionRef<void(std::size_t, std::size_t)> work) const {
  if (colours_.ends.empty()) return work(0, visits_.size());
  const std::size_t num_colours = visit_ends_.size();
  for (std::size_t k = 0; k < num_colours; ++k) {
    const std::size_t colour = is_forward ? k : num_colours - 1 - k;
    const std::size_t first = colour == 0 ? 0 : visit_ends_[colour - 1], count = visit_ends_[colour] - first;
    if (colours_.has_last && colour + 1 == num_colours) {
      work(first, first + count);
    } else {
      share(count, kFewVisits, [&](std::size_t begin, std::size_t end) { work(first + begin, first + end); });
    }
  }
}

// The problem must stay as it is until the last call.
void ConeSystem::load(const ContactProblem& problem, const ThreadTeam* team) {
  team_ = team, problem_ = &problem;
  is_prepared_ = false;
  bodies_.clear();
  for (const ProblemBody& body : problem.bodies) {
    const bool is_dynamic = body.inv_mass != Vec3::Zero() || body.inv_inertia != Mat3::Zero();
    bodies_.push_back({body.V.v, body.V.w, body.inv_mass, body.inv_inertia, is_dynamic});
  }
  load_groups(problem);
  load_guess(problem);
  load_velocities(problem);
}

void ConeSystem::load_guess(const ContactProblem& problem) {
  const std::size_t num_points = problem.contacts.size();
  guess_.resize(num_points), measured_.resize(num_points);
  share(num_points, kFewPoints, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const ProblemContact& contact = problem.contacts[i];
      guess_[i] = project_into_cone(problem.guess[i], contact.nhat_BA_W, contact.mu);
    }
  });
}

double ConeSystem::compute_inverse_mass_of(std::size_t i) const {
  const ProblemContact& contact = problem_->contacts[i];
  return compute_inverse_mass(bodies_[contact.a], bodies_[contact.b], contact, contact.nhat_BA_W);
}

void ConeSystem::load_groups(const ContactProblem& problem) {
  constexpr std::size_t kLarge = 128;  // groups
  groups_.clear(), edges_.clear();
  for (const ContactGroup& group : problem.groups) {
    const bool is_many = are_many(std::span(problem.contacts).subspan(group.first, group.count));
    const std::uint32_t most = is_many ? group.count : kMostTogether;
    for (std::uint32_t done = 0; done < group.count; done += most) {
      const ProblemContact& contact = problem.contacts[group.first + done];
      ConeGroup part{contact.a, contact.b, group.first + done, std::min(most, group.count - done)};
      part.num_axes = contact.mu > 0 ? 3 : 1, part.is_many = is_many;
      groups_.push_back(part);
    }
  }
  colours_.ends.clear();
  if (groups_.size() >= kLarge) sort_by_colours();
  list_visits();
}

// Within a colour by size: four of one size that follow each other are swept at once.
void ConeSystem::sort_by_colours() {
  const auto get_edge_end = [&](std::uint32_t body) { return bodies_[body].is_dynamic ? body : ColourEdge::kFixed; };
  for (ConeGroup& group : groups_) {
    edges_.push_back({get_edge_end(group.a), get_edge_end(group.b)});
    group.may_be_coupled = group.count == 1 && problem_->contacts[group.first].mu > kMostOfFourMu;
    group.has_one_normal = have_one_normal(std::span(problem_->contacts).subspan(group.first, group.count));
  }
  colour_groups(edges_, bodies_.size(), colours_);
  sorted_.clear();
  for (const std::uint32_t i : colours_.order) sorted_.push_back(groups_[i]);
  groups_.swap(sorted_);
  const std::size_t num_shared = colours_.ends.size() - (colours_.has_last ? 1 : 0);
  for (std::size_t colour = 0, first = 0; colour < num_shared; first = colours_.ends[colour++]) {
    const auto same = std::span(groups_).subspan(first, colours_.ends[colour] - first);
    std::ranges::stable_sort(same, {}, [](const ConeGroup& g) { return std::pair(!may_be_of_four(g), g.count); });
    for (std::size_t i = 0; i + kNumLanes <= same.size();) {
      const bool are_four = may_be_of_four(same[i]) && may_be_of_four(same[i + kNumLanes - 1]) &&
                            same[i + kNumLanes - 1].count == same[i].count;
      if (are_four) std::ranges::for_each(same.subspan(i, kNumLanes), [](ConeGroup& g) { g.num_lanes = kNumLanes; });
      i += are_four ? kNumLanes : 1;
    }
  }
}

void ConeSystem::list_visits() {
  visits_.clear(), visit_ends_.clear();
  std::size_t colour = 0;
  for (std::size_t i = 0; i < groups_.size(); i += groups_[i].num_lanes) {
    visits_.push_back(static_cast<std::uint32_t>(i));
    const bool is_last = colour < colours_.ends.size() && i + groups_[i].num_lanes == colours_.ends[colour];
    if (is_last) visit_ends_.push_back(static_cast<std::uint32_t>(visits_.size())), ++colour;
  }
}

// Of a p, a . (u0 - least) + a^2 / 2 p . W p is least: p . W p = p . (u - u0), u with the guess and u0 without.
double ConeSystem::compute_guess_factor() const {
  double gain = 0.0, cost = 0.0;
  for (std::size_t i = 0; i < num_points(); ++i) {
    const ProblemContact& contact = problem_->contacts[i];
    const math::Twist &A = problem_->bodies[contact.a].V, &B = problem_->bodies[contact.b].V;
    const ConeBody &a = bodies_[contact.a], &b = bodies_[contact.b];
    const Vec3 u0 = A.v + A.w.cross(contact.arm_a) - B.v - B.w.cross(contact.arm_b);
    const Vec3 u = a.v + a.w.cross(contact.arm_a) - b.v - b.w.cross(contact.arm_b);
    gain -= guess_[i].dot(u0 - contact.compute_offset()), cost += guess_[i].dot(u - u0);
  }
  return cost > 0 ? std::clamp(gain / cost, 0.0, 1.0) : 0.0;
}

void ConeSystem::scale_guess(double most_load) {
  constexpr double kGoodGuess = 0.99;
  double largest = 0.0;
  for (std::size_t i = 0; i < num_points(); ++i) largest = std::max(largest, inv_n_[i] * guess_[i].norm());
  const double factor = largest <= most_load ? compute_guess_factor() : 0.0;
  if (factor >= kGoodGuess) return;
  for (Vec3& p : guess_) p *= factor;
  update_velocities();
}

void ConeSystem::prepare(double most_load) {
  inv_n_.resize(num_points());
  share(num_points(), kFewPoints, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) inv_n_[i] = compute_inverse_mass_of(i);
  });
  scale_guess(most_load);
  tables_.resize(groups_, num_points());
  tables_.p.resize(tables_.weight.size() + (6 * bodies_.size() + 3) / 4 * 4, 0.0);  // velocities, while they are mixed
  residuals_.resize(visits_.size());
  share_groups([&](const ConeGroup& group) {
    load_group(group, bodies_[group.a], bodies_[group.b],
               std::span(problem_->contacts).subspan(group.first, group.count),
               std::span(guess_).subspan(group.first, group.count), tables_);
  });
  is_prepared_ = true;
}

void ConeSystem::push_guess(const ContactProblem& problem, const ConeGroup& group) {
  ConeBody &a = bodies_[group.a], &b = bodies_[group.b];
  for (std::uint32_t i = group.first; i < group.first + group.count; ++i) {
    const ProblemContact& contact = problem.contacts[i];
    if (a.is_dynamic) a.push(guess_[i], contact.arm_a.cross(guess_[i]));
    if (b.is_dynamic) b.push(-guess_[i], -contact.arm_b.cross(guess_[i]));
  }
}

void ConeSystem::push_impulses(std::span<const ConeGroup> visit) {
  const ConeGroup& group = visit[0];
  if (group.is_many) return push_many(group, tables_, bodies_[group.a], bodies_[group.b]);
  if (visit.size() == 1) return push_bodies(group, tables_, bodies_[group.a], bodies_[group.b]);
  push_four(tables_.fours.fours[group.four], tables_.fours, &tables_.p[group.row], bodies_);
}

// Those that the impulses make, from the start.
void ConeSystem::load_velocities(const ContactProblem& problem) {
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    bodies_[i].v = problem.bodies[i].V.v, bodies_[i].w = problem.bodies[i].V.w;
  share_visits(true, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (is_prepared_) {
        push_impulses(get_visit(i));
      } else {
        for (const ConeGroup& group : get_visit(i)) push_guess(problem, group);
      }
    }
  });
}

double ConeSystem::sweep_visit(std::span<const ConeGroup> visit) {
  const ConeGroup& group = visit[0];
  if (group.is_many) return sweep_many(group, bodies_[group.a], bodies_[group.b], tables_);
  if (visit.size() == 1) return sweep_group(group, bodies_[group.a], bodies_[group.b], tables_);
  const FourTables& fours = tables_.fours;
  return sweep_four(fours.fours[group.four], fours, &tables_.p[group.row], bodies_);
}

double ConeSystem::sweep(bool is_forward) {
  share_visits(is_forward, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const std::size_t i = is_forward ? k : begin + end - 1 - k;
      residuals_[i] = sweep_visit(get_visit(i));
    }
  });
  double largest = 0.0;
  for (const double residual : residuals_) largest = std::max(largest, residual);
  return largest;
}

double ConeSystem::compute_largest_load() const {
  const auto num_rows = static_cast<Eigen::Index>(tables_.weight.size());
  if (num_rows == 0) return 0.0;
  const Eigen::Map<const Eigen::ArrayXd> p(tables_.p.data(), num_rows), weight(tables_.weight.data(), num_rows);
  return (weight * p.abs()).maxCoeff();
}

std::span<double> ConeSystem::read_state() {
  auto next = tables_.p.begin() + static_cast<std::ptrdiff_t>(tables_.weight.size());
  for (const ConeBody& body : bodies_)
    for (const Vec3* velocity : {&body.v, &body.w}) next = std::copy_n(velocity->data(), 3, next);
  return tables_.p;
}

void ConeSystem::write_state() {
  auto next = tables_.p.begin() + static_cast<std::ptrdiff_t>(tables_.weight.size());
  for (ConeBody& body : bodies_)
    for (Vec3* velocity : {&body.v, &body.w}) std::copy_n(next, 3, velocity->data()), next += 3;
}

void ConeSystem::restore(const std::vector<double>& p) {
  tables_.p = p;
  update_velocities();
}

void ConeSystem::read_points(std::vector<Vec3>& p) const {
  if (!is_prepared_) return void(p = guess_);
  p.resize(num_points());
  share_groups([&](const ConeGroup& group) {
    for (std::uint32_t k = 0; k < group.count; ++k) p[group.first + k] = get_impulse(group, k, tables_);
  });
}

void ConeSystem::write_points(std::span<const Vec3> p) {
  share_groups([&](const ConeGroup& group) {
    for (std::uint32_t k = 0; k < group.count; ++k) set_impulse(group, k, p[group.first + k], tables_);
  });
  update_velocities();
}

void ConeSystem::read_velocities(std::vector<math::Twist>& V) const {
  V.resize(bodies_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) V[i] = {bodies_[i].w, bodies_[i].v};
}

// After read_points. In m/s.
ContactResiduals ConeSystem::measure_point(std::size_t i) const {
  const ProblemContact& contact = problem_->contacts[i];
  const ConeBody &a = bodies_[contact.a], &b = bodies_[contact.b];
  const Vec3 u = a.v + a.w.cross(contact.arm_a) - b.v - b.w.cross(contact.arm_b);
  if (is_prepared_) return compute_contact_residuals(contact, inv_n_[i], u, impulses_[i]);
  const auto simple = find_simple_residuals(contact, a.inv_mass + b.inv_mass, u, guess_[i]);
  return simple ? *simple : compute_contact_residuals(contact, compute_inverse_mass_of(i), u, guess_[i]);
}

ContactResiduals ConeSystem::measure(const ContactProblem& problem) {
  ContactResiduals worst;
  measure_within(problem, std::numeric_limits<double>::infinity(), worst);
  return worst;
}

double ConeSystem::compute_mean_square_root() const {
  double sum = 0.0;
  for (const ContactResiduals& residuals : measured_) sum += residuals.largest() * residuals.largest();
  return measured_.empty() ? 0.0 : std::sqrt(sum / static_cast<double>(measured_.size()));
}

bool ConeSystem::measure_within(const ContactProblem& problem, double tolerance, ContactResiduals& worst) {
  std::atomic<bool> is_within = true;
  if (is_prepared_) read_points(impulses_);
  share(num_points(), kFewPoints, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && is_within.load(std::memory_order_relaxed); ++i) {
      measured_[i] = measure_point(i);
      if (measured_[i].largest() > tolerance * problem.speed_scale) is_within.store(false, std::memory_order_relaxed);
    }
  });
  if (!is_within) return false;
  worst = {};
  for (const ContactResiduals& residuals : measured_) worst.raise(residuals);
  for (double* residual : {&worst.normal, &worst.cone, &worst.dissipation}) *residual /= problem.speed_scale;
  return worst.largest() <= tolerance;
}

void ConeSystem::store(ContactImpulses& answer) const {
  read_points(answer.p);
  read_velocities(answer.V);
}

}  // namespace abut::response
