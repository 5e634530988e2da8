#include "abut/response/cone_system.h"

#include <algorithm>

#include "abut/response/small_normals.h"

namespace abut::response {
namespace {

using math::Mat3;
using math::Vec3;

constexpr double kRegularisation = 1e-9;

// Into the cone about n.
Vec3 project_impulse(const Vec3& p, const Vec3& n, double mu) {
  const double p_n = n.dot(p);
  if (!(p_n > 0)) return Vec3::Zero();
  const Vec3 p_t = p - p_n * n;
  const double length = p_t.norm(), rim = mu * p_n;
  return length > rim ? Vec3(p_n * n + rim / length * p_t) : p;
}

}  // namespace

// Ranges of indices, whoever takes them.
void ConeSystem::share(std::size_t count, FunctionRef<void(std::size_t, std::size_t)> work) const {
  constexpr std::size_t kGrain = 64;
  if (team_ == nullptr || colours_.ends.empty()) return work(0, count);
  team_->share(count, kGrain, [&](std::size_t begin, std::size_t end, std::size_t) { work(begin, end); });
}

// Ranges of groups_, such that no two that are under way at once touch the same body.
void ConeSystem::share_groups(bool is_forward, FunctionRef<void(std::size_t, std::size_t)> work) const {
  if (colours_.ends.empty()) return work(0, groups_.size());
  const std::size_t num_colours = colours_.ends.size();
  for (std::size_t k = 0; k < num_colours; ++k) {
    const std::size_t colour = is_forward ? k : num_colours - 1 - k;
    const std::size_t first = colour == 0 ? 0 : colours_.ends[colour - 1], count = colours_.ends[colour] - first;
    if (colours_.has_last && colour + 1 == num_colours) {
      work(first, first + count);
    } else {
      share(count, [&](std::size_t begin, std::size_t end) { work(first + begin, first + end); });
    }
  }
}

void ConeSystem::load(const ContactProblem& problem, const ThreadTeam* team) {
  team_ = team;
  is_prepared_ = false;
  bodies_.clear();
  for (const ProblemBody& body : problem.bodies) {
    const bool is_dynamic = body.inv_mass != Vec3::Zero() || body.inv_inertia != Mat3::Zero();
    bodies_.push_back({body.V.v, body.V.w, body.inv_mass, body.inv_inertia, is_dynamic});
  }
  load_groups(problem);
  load_points(problem);
  load_velocities(problem);
}

void ConeSystem::load_points(const ContactProblem& problem) {
  points_.resize(problem.contacts.size()), guess_.resize(problem.contacts.size());
  measured_.resize(problem.contacts.size());
  share(points_.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const ProblemContact& contact = problem.contacts[i];
      ConePoint& point = points_[i];
      point.a = contact.a, point.b = contact.b, point.mu = contact.mu, point.least_speed = contact.least_speed;
      point.n = contact.nhat_BA_W, point.arm_a = contact.arm_a, point.arm_b = contact.arm_b;
      point.inv_n = ConeMeeting(bodies_[point.a], bodies_[point.b]).couple(point.arm_a, point.arm_b, point.n, point.n);
      guess_[i] = project_impulse(problem.guess[i], point.n, point.mu);
    }
  });
}

void ConeSystem::load_groups(const ContactProblem& problem) {
  constexpr std::size_t kLarge = 256;  // groups
  groups_.clear(), edges_.clear();
  for (const ContactGroup& group : problem.groups) {
    for (std::uint32_t done = 0; done < group.count; done += kMostTogether)
      groups_.push_back({group.first + done, std::min(kMostTogether, group.count - done), 0});
  }
  const auto get_edge_end = [&](std::uint32_t body) { return bodies_[body].is_dynamic ? body : ColourEdge::kFixed; };
  colours_.ends.clear();
  if (groups_.size() >= kLarge) {
    for (const Group& group : groups_) {
      const ProblemContact& contact = problem.contacts[group.first];
      edges_.push_back({get_edge_end(contact.a), get_edge_end(contact.b)});
    }
    colour_groups(edges_, bodies_.size(), colours_);
    sorted_.clear();
    for (const std::uint32_t i : colours_.order) sorted_.push_back(groups_[i]);
    groups_.swap(sorted_);
  }
  std::size_t matrix = 0;
  for (Group& group : groups_) group.matrix = matrix, matrix += std::size_t{group.count} * group.count;
  delassus_.resize(matrix), inverse_.resize(matrix), residuals_.resize(groups_.size());
}

void ConeSystem::prepare() {
  share(groups_.size(), [&](std::size_t begin, std::size_t end) {
    for (const Group& group : std::span(groups_).subspan(begin, end - begin)) {
      for (std::uint32_t i = group.first; i < group.first + group.count; ++i) {
        ConePoint& point = points_[i];
        ConeMeeting(bodies_[point.a], bodies_[point.b]).load_axes(point);
        point.p_n = std::max(guess_[i].dot(point.n), 0.0);
        point.p_1 = guess_[i].dot(point.t1), point.p_2 = guess_[i].dot(point.t2);
      }
      load_group(group);
    }
  });
  is_prepared_ = true;
}

void ConeSystem::load_group(const Group& group) {
  const std::size_t n = group.count;
  double *W = &delassus_[group.matrix], *M = &inverse_[group.matrix], trace = 0.0;
  const ConePoint* points = &points_[group.first];
  const ConeBody &a = bodies_[points[0].a], &b = bodies_[points[0].b];
  for (std::size_t j = 0; j < n; ++j) {
    const Vec3 moved = (a.inv_mass + b.inv_mass).cwiseProduct(points[j].n);
    const Vec3 turn_a = a.inv_inertia * points[j].arm_a.cross(points[j].n),
               turn_b = b.inv_inertia * points[j].arm_b.cross(points[j].n);
    for (std::size_t i = 0; i <= j; ++i) {
      W[i * n + j] = W[j * n + i] =
          points[i].n.dot(moved + turn_a.cross(points[i].arm_a) + turn_b.cross(points[i].arm_b));
    }
    trace += W[j * n + j];
  }
  if (trace <= 0) return void(std::fill_n(M, n * n, 0.0));  // nothing moves along these normals
  std::copy_n(W, n * n, M);
  for (std::size_t i = 0; i < n; ++i) M[i * n + i] += kRegularisation * trace;
  invert_small(M, n);
}

void ConeSystem::apply_impulses(const Group& group) {
  for (std::uint32_t i = group.first; i < group.first + group.count; ++i) {
    const ConePoint& point = points_[i];
    const Vec3 p = is_prepared_ ? point.impulse() : guess_[i];
    ConeBody &a = bodies_[point.a], &b = bodies_[point.b];
    if (a.is_dynamic) a.v += a.inv_mass.cwiseProduct(p), a.w += a.inv_inertia * point.arm_a.cross(p);
    if (b.is_dynamic) b.v -= b.inv_mass.cwiseProduct(p), b.w -= b.inv_inertia * point.arm_b.cross(p);
  }
}

// Those that the impulses make, from the start.
void ConeSystem::load_velocities(const ContactProblem& problem) {
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    bodies_[i].v = problem.bodies[i].V.v, bodies_[i].w = problem.bodies[i].V.w;
  share_groups(true, [&](std::size_t begin, std::size_t end) {
    for (const Group& group : std::span(groups_).subspan(begin, end - begin)) apply_impulses(group);
  });
}

// Returns the largest residual as it was before.
double ConeSystem::solve_normals(const Group& group, std::span<ConePoint> points, ConeMeeting& meeting) const {
  const std::size_t n = points.size();
  FewNumbers rates, before, after;
  double residual = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    rates[i] = points[i].n.dot(meeting.compute_velocity(points[i])) - points[i].least_speed;
    before[i] = points[i].p_n;
    residual = std::max(residual, std::abs(std::min(rates[i], points[i].inv_n * before[i])));
  }
  if (residual == 0.0) return 0.0;
  const double* M = &inverse_[group.matrix];
  bool would_pull = false;
  for (std::size_t i = 0; i < n; ++i) {
    after[i] = before[i];
    for (std::size_t j = 0; j < n; ++j) after[i] -= M[i * n + j] * rates[j];
    would_pull |= !(after[i] >= 0);
  }
  if (would_pull) after = before, project_normals(&delassus_[group.matrix], n, rates, after);
  Vec3 p = Vec3::Zero(), moment_a = Vec3::Zero(), moment_b = Vec3::Zero();
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3 change = (after[i] - before[i]) * points[i].n;
    points[i].p_n = after[i];
    p += change, moment_a += points[i].arm_a.cross(change), moment_b += points[i].arm_b.cross(change);
  }
  meeting.apply(p, moment_a, moment_b);
  return residual;
}

double ConeSystem::sweep_group(const Group& group, bool couples_friction) {
  const std::span<ConePoint> points = std::span(points_).subspan(group.first, group.count);
  ConeBody &a = bodies_[points[0].a], &b = bodies_[points[0].b];
  ConeMeeting meeting(a, b);
  double residual = 0.0;
  if (points.size() == 1 && couples_friction && points[0].mu > 0) {
    residual = meeting.solve_point(points[0]);
  } else {
    residual = solve_normals(group, points, meeting);
    if (points.size() > 1 && points[0].mu > 0) meeting.solve_common_friction(points);
    for (ConePoint& point : points)
      if (point.mu > 0) residual = std::max(residual, meeting.solve_friction(point));
  }
  if (a.is_dynamic) a.v = meeting.v_a, a.w = meeting.w_a;  // what is fixed is shared by all
  if (b.is_dynamic) b.v = meeting.v_b, b.w = meeting.w_b;
  return residual;
}

double ConeSystem::sweep(bool is_forward, bool couples_friction) {
  share_groups(is_forward, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const std::size_t i = is_forward ? k : begin + end - 1 - k;
      residuals_[i] = sweep_group(groups_[i], couples_friction);
    }
  });
  double largest = 0.0;
  for (const double residual : residuals_) largest = std::max(largest, residual);
  return largest;
}

void ConeSystem::read_impulses(std::vector<double>& x) const {
  x.clear();
  for (const ConePoint& point : points_) {
    const double unit = std::sqrt(point.inv_n);
    x.insert(x.end(), {unit * point.p_n, unit * point.p_1, unit * point.p_2});
  }
}

void ConeSystem::write_impulses(const ContactProblem& problem, const std::vector<double>& x) {
  for (std::size_t i = 0; i < points_.size(); ++i) {
    ConePoint& point = points_[i];
    const double unit = point.inv_n > 0 ? 1 / std::sqrt(point.inv_n) : 0.0;
    point.p_n = std::max(unit * x[3 * i], 0.0), point.p_1 = unit * x[3 * i + 1], point.p_2 = unit * x[3 * i + 2];
    const double length = point.friction(), rim = point.mu * point.p_n;
    if (length > rim) point.p_1 *= rim / length, point.p_2 *= rim / length;
  }
  load_velocities(problem);
}

ContactResiduals ConeSystem::measure(const ContactProblem& problem) {
  share(points_.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const ConePoint& point = points_[i];
      const Vec3 u = ConeMeeting(bodies_[point.a], bodies_[point.b]).compute_velocity(point);
      measured_[i] =
          compute_contact_residuals(problem.contacts[i], point.inv_n, u, is_prepared_ ? point.impulse() : guess_[i]);
    }
  });
  ContactResiduals worst;
  for (const ContactResiduals& residuals : measured_) worst.raise(residuals);
  for (double* residual : {&worst.normal, &worst.cone, &worst.dissipation}) *residual /= problem.speed_scale;
  return worst;
}

void ConeSystem::store(ContactImpulses& answer) const {
  answer.p.resize(points_.size());
  for (std::size_t i = 0; i < points_.size(); ++i) answer.p[i] = is_prepared_ ? points_[i].impulse() : guess_[i];
  answer.V.resize(bodies_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) answer.V[i] = {bodies_[i].w, bodies_[i].v};
}

}  // namespace abut::response
