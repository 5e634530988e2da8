#include "abut/response/cone_law.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "abut/response/point_cone.h"

namespace abut::response {
namespace {

using math::Mat3;
using math::Vec2;
using math::Vec3;

constexpr double kRegularisation = 1e-9;
constexpr int kMostProjections = 40;  // of the normals of one group, in one sweep
constexpr int kPlainSweeps = 8;       // before iterates are mixed: what is nearly solved needs no more
// Of the contact's inverse mass, along a direction in which locks let nothing move. An impulse along it is only there
// to oppose sliding, and then it is on the rim.
constexpr double kLockedBound = 1e-12;

using Square = Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

// Perpendicular to n, and to each other; the same for the same n.
Vec3 make_tangent(const Vec3& n) {
  const Vec3 axis = std::abs(n.x()) < 0.6 ? Vec3::UnitX() : Vec3::UnitY();
  return n.cross(axis).normalized();
}

}  // namespace

void ConeLaw::apply(const Point& point, const Vec3& impulse) {
  if (Body& a = bodies_[point.a]; a.is_dynamic) {
    a.v += a.inv_mass.cwiseProduct(impulse);
    a.w += a.inv_inertia * point.arm_a.cross(impulse);
  }
  if (Body& b = bodies_[point.b]; b.is_dynamic) {
    b.v -= b.inv_mass.cwiseProduct(impulse);
    b.w -= b.inv_inertia * point.arm_b.cross(impulse);
  }
}

Vec3 ConeLaw::compute_velocity(const Point& point) const {
  const Body &a = bodies_[point.a], &b = bodies_[point.b];
  return a.v + a.w.cross(point.arm_a) - b.v - b.w.cross(point.arm_b);
}

// How an impulse along e changes the velocity along d, at one point.
double ConeLaw::couple(const Point& point, const Vec3& d, const Vec3& e) const {
  const Body &a = bodies_[point.a], &b = bodies_[point.b];
  return d.dot((a.inv_mass + b.inv_mass).cwiseProduct(e)) +
         point.arm_a.cross(d).dot(a.inv_inertia * point.arm_a.cross(e)) +
         point.arm_b.cross(d).dot(b.inv_inertia * point.arm_b.cross(e));
}

// The axes of friction: those of the tangential part of the point's own inverse mass.
void ConeLaw::load_axes(Point& point) const {
  point.inv_n = couple(point, point.n, point.n);
  point.t1 = make_tangent(point.n), point.t2 = point.n.cross(point.t1);
  if (point.mu <= 0) return;
  const Vec3 x = point.t1, y = point.t2;
  const double xx = couple(point, x, x), xy = couple(point, x, y), yy = couple(point, y, y);
  // The half angle of the axes without trigonometry: (c, s) halves (d, xy) / r.
  const double d = 0.5 * (xx - yy), r = std::sqrt(d * d + xy * xy), mean = 0.5 * (xx + yy);
  double c = 1.0, s = 0.0;
  if (r > 1e-12 * mean) {
    c = std::sqrt(0.5 * (1 + std::abs(d) / r));
    s = 0.5 * xy / (r * c);
    if (d < 0) std::swap(c, s);
  }
  point.t1 = c * x + s * y, point.t2 = c * y - s * x;
  const double least = kLockedBound * std::max(point.inv_n, mean);
  point.inv_1 = std::max(mean + r, least), point.inv_2 = std::max(mean - r, least);
}

void ConeLaw::load_point(const ContactProblem& problem, std::size_t i) {
  const ProblemContact& contact = problem.contacts[i];
  Point& point = points_[i];
  point.a = contact.a, point.b = contact.b, point.mu = contact.mu, point.least_speed = contact.least_speed;
  point.n = contact.nhat_BA_W, point.arm_a = contact.arm_a, point.arm_b = contact.arm_b;
  load_axes(point);
  const Vec3& guess = problem.guess[i];
  point.p_n = guess.dot(point.n), point.p_1 = guess.dot(point.t1), point.p_2 = guess.dot(point.t2);
  project(point);
}

// Into the cone.
void ConeLaw::project(Point& point) {
  point.p_n = std::max(point.p_n, 0.0);
  const double length = point.friction(), rim = point.mu * point.p_n;
  if (length > rim) point.p_1 *= rim / length, point.p_2 *= rim / length;
}

void ConeLaw::load_group(const ContactGroup& group) {
  const std::size_t n = group.count, start = delassus_.size();
  groups_.push_back({group.first, group.count, start});
  delassus_.resize(start + n * n);
  inverse_.resize(start + n * n);
  Square W(&delassus_[start], group.count, group.count);
  const Point* points = &points_[group.first];
  const Body &a = bodies_[points[0].a], &b = bodies_[points[0].b];
  for (std::size_t j = 0; j < n; ++j) {
    const Vec3 moved = (a.inv_mass + b.inv_mass).cwiseProduct(points[j].n);
    const Vec3 turn_a = a.inv_inertia * points[j].arm_a.cross(points[j].n),
               turn_b = b.inv_inertia * points[j].arm_b.cross(points[j].n);
    for (std::size_t i = 0; i <= j; ++i) {
      const double w = points[i].n.dot(moved) + points[i].arm_a.cross(points[i].n).dot(turn_a) +
                       points[i].arm_b.cross(points[i].n).dot(turn_b);
      W(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = w;
      W(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i)) = w;
    }
  }
  // Cholesky, by columns, then the inverse: small, and once a solve.
  Square M(&inverse_[start], group.count, group.count);
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 16, 16> A = W;
  A.diagonal().array() += kRegularisation * W.trace();
  if (W.trace() <= 0) return void(M.setZero());  // nothing moves along these normals
  M = A.llt().solve(
      Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 16, 16>::Identity(group.count, group.count));
}

// The velocities that the impulses make, from the start.
void ConeLaw::load_velocities(const ContactProblem& problem) {
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    bodies_[i].v = problem.bodies[i].V.v, bodies_[i].w = problem.bodies[i].V.w;
  for (const Point& point : points_) apply(point, point.impulse());
}

void ConeLaw::load(const ContactProblem& problem) {
  bodies_.clear(), groups_.clear(), delassus_.clear(), inverse_.clear();
  for (const ProblemBody& body : problem.bodies) {
    const bool is_dynamic = body.inv_mass != Vec3::Zero() || body.inv_inertia != Mat3::Zero();
    bodies_.push_back({body.V.v, body.V.w, body.inv_mass, body.inv_inertia, is_dynamic});
  }
  points_.resize(problem.contacts.size());
  for (std::size_t i = 0; i < points_.size(); ++i) load_point(problem, i);
  load_velocities(problem);
  constexpr std::uint32_t kMostTogether = 16;
  for (const ContactGroup& group : problem.groups) {
    for (std::uint32_t done = 0; done < group.count; done += kMostTogether)
      load_group({group.first + done, std::min(kMostTogether, group.count - done)});
  }
}

// In the small matrix: the rates follow the impulses without going back to the bodies.
void ConeLaw::project_normals(const Group& group) {
  const std::size_t n = group.count;
  const double* W = &delassus_[group.matrix];
  std::copy(before_.begin(), before_.end(), change_.begin());  // impulses as they become
  for (int k = 0; k < kMostProjections; ++k) {
    double largest = 0.0, scale = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      const double w = W[i * n + i];
      if (w <= 0) continue;
      const double next = std::max(change_[i] - rates_[i] / w, 0.0), step = next - change_[i];
      change_[i] = next;
      largest = std::max(largest, std::abs(step) * w), scale = std::max(scale, next * w);
      if (step == 0.0) continue;
      for (std::size_t j = 0; j < n; ++j) rates_[j] += W[j * n + i] * step;
    }
    if (largest <= 1e-12 * scale) break;
  }
  for (std::size_t i = 0; i < n; ++i) change_[i] -= before_[i];
}

// Returns the largest residual as it was before.
double ConeLaw::solve_normals(const Group& group) {
  const std::size_t n = group.count;
  Point* points = &points_[group.first];
  rates_.resize(n), before_.resize(n), change_.resize(n);
  double residual = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    rates_[i] = points[i].n.dot(compute_velocity(points[i])) - points[i].least_speed;
    before_[i] = points[i].p_n;
    residual = std::max(residual, std::abs(std::min(rates_[i], points[i].inv_n * points[i].p_n)));
  }
  if (residual == 0.0) return 0.0;
  const double* M = &inverse_[group.matrix];
  bool would_pull = false;
  for (std::size_t i = 0; i < n; ++i) {
    double change = 0.0;
    for (std::size_t j = 0; j < n; ++j) change -= M[i * n + j] * rates_[j];
    change_[i] = change;
    would_pull |= !(before_[i] + change >= 0);
  }
  if (would_pull) project_normals(group);
  for (std::size_t i = 0; i < n; ++i) {
    if (change_[i] == 0.0) continue;
    points[i].p_n = std::max(before_[i] + change_[i], 0.0);
    apply(points[i], change_[i] * points[i].n);
  }
  return residual;
}

// Returns the change, as a speed.
double ConeLaw::change_impulse(Point& point, const Vec3& p) {
  const double d_n = p.x() - point.p_n, d_1 = p.y() - point.p_1, d_2 = p.z() - point.p_2;
  if (d_n == 0.0 && d_1 == 0.0 && d_2 == 0.0) return 0.0;
  point.p_n = p.x(), point.p_1 = p.y(), point.p_2 = p.z();
  apply(point, d_n * point.n + d_1 * point.t1 + d_2 * point.t2);
  const double u_n = point.inv_n * d_n, u_1 = point.inv_1 * d_1, u_2 = point.inv_2 * d_2;
  return std::sqrt(u_n * u_n + u_1 * u_1 + u_2 * u_2);
}

double ConeLaw::solve_friction(Point& point) {
  const Vec3 u = compute_velocity(point);
  const Vec2 b(point.t1.dot(u) - point.inv_1 * point.p_1, point.t2.dot(u) - point.inv_2 * point.p_2);
  const Vec2 p = compute_disk_friction({.inv_1 = point.inv_1, .inv_2 = point.inv_2}, b, point.mu * point.p_n);
  return change_impulse(point, {point.p_n, p.x(), p.y()});
}

double ConeLaw::solve_point(Point& point) {
  const Vec3 u = compute_velocity(point);
  const PointMass mass{
      point.inv_n, point.inv_1, point.inv_2, couple(point, point.n, point.t1), couple(point, point.n, point.t2),
      point.mu};
  const Vec3 b(
      point.n.dot(u) - point.least_speed - mass.inv_n * point.p_n - mass.inv_n1 * point.p_1 - mass.inv_n2 * point.p_2,
      point.t1.dot(u) - mass.inv_n1 * point.p_n - mass.inv_1 * point.p_1,
      point.t2.dot(u) - mass.inv_n2 * point.p_n - mass.inv_2 * point.p_2);
  return change_impulse(point, compute_cone_impulse(mass, b));
}

void ConeLaw::solve_common_friction(const Group& group) {
  Point* points = &points_[group.first];
  double sum = 0.0;
  Point middle = points[0];
  middle.arm_a.setZero(), middle.arm_b.setZero();
  change_.resize(group.count);
  for (std::uint32_t i = 0; i < group.count; ++i) {
    const double slack = points[i].mu * points[i].p_n - points[i].friction();
    change_[i] = std::max(slack, 0.0);
    if (slack < 0) {
      const Point before = points[i];
      project(points[i]);
      apply(points[i], points[i].impulse() - before.impulse());
    }
    sum += change_[i];
    middle.arm_a += change_[i] * points[i].arm_a, middle.arm_b += change_[i] * points[i].arm_b;
  }
  if (sum <= 0) return;
  middle.arm_a /= sum, middle.arm_b /= sum;
  load_axes(middle);
  const Vec3 u = compute_velocity(middle);
  Vec3 p = -middle.t1.dot(u) / middle.inv_1 * middle.t1 - middle.t2.dot(u) / middle.inv_2 * middle.t2;
  if (const double length = p.norm(); length > sum) p *= sum / length;
  for (std::uint32_t i = 0; i < group.count; ++i) {
    const double share = change_[i] / sum, d_1 = share * points[i].t1.dot(p), d_2 = share * points[i].t2.dot(p);
    if (share == 0.0) continue;
    points[i].p_1 += d_1, points[i].p_2 += d_2;
    apply(points[i], d_1 * points[i].t1 + d_2 * points[i].t2);
  }
}

double ConeLaw::sweep_group(const Group& group) {
  if (group.count == 1 && answer_.num_sweeps > kPlainSweeps && points_[group.first].mu > 0)
    return solve_point(points_[group.first]);
  double residual = solve_normals(group);
  if (group.count > 1 && points_[group.first].mu > 0) solve_common_friction(group);
  for (std::uint32_t i = 0; i < group.count; ++i) {
    Point& point = points_[group.first + i];
    if (point.mu > 0) residual = std::max(residual, solve_friction(point));
  }
  return residual;
}

// Forward and backward in turns. Returns the largest residual met on the way.
double ConeLaw::sweep() {
  const bool is_forward = answer_.num_sweeps++ % 2 == 0;
  double residual = 0.0;
  for (std::size_t k = 0; k < groups_.size(); ++k)
    residual = std::max(residual, sweep_group(groups_[is_forward ? k : groups_.size() - 1 - k]));
  return residual;
}

// In units in which each contact's inverse mass is one.
void ConeLaw::read_impulses(std::vector<double>& x) const {
  x.clear();
  for (const Point& point : points_) {
    const double unit = std::sqrt(point.inv_n);
    x.insert(x.end(), {unit * point.p_n, unit * point.p_1, unit * point.p_2});
  }
}

// A sweep forward and one backward are the step from last_ to what the points now have.
void ConeLaw::mix_impulses(const ContactProblem& problem) {
  read_impulses(next_);
  mixer_.update(last_, next_);
  write_impulses(problem, last_);
  read_impulses(last_);
}

void ConeLaw::write_impulses(const ContactProblem& problem, const std::vector<double>& x) {
  for (std::size_t i = 0; i < points_.size(); ++i) {
    Point& point = points_[i];
    const double unit = point.inv_n > 0 ? 1 / std::sqrt(point.inv_n) : 0.0;
    point.p_n = unit * x[3 * i], point.p_1 = unit * x[3 * i + 1], point.p_2 = unit * x[3 * i + 2];
    project(point);
  }
  load_velocities(problem);
}

// Mixing may wander far off before it comes back: where the sweeps end on such a way, the best that was met is taken.
void ConeLaw::remember_best(double residual) {
  if (residual >= best_residual_) return;
  best_residual_ = residual;
  read_impulses(best_);
}

void ConeLaw::end_on_best(const ContactProblem& problem) {
  answer_.residuals = measure(problem);
  if (best_residual_ >= answer_.residuals.largest() * problem.speed_scale) return;
  write_impulses(problem, best_);
  answer_.residuals = measure(problem);
}

// As compute_residuals does.
ContactResiduals ConeLaw::measure(const ContactProblem& problem) const {
  ContactResiduals worst;
  for (std::size_t i = 0; i < points_.size(); ++i)
    worst.raise(compute_contact_residuals(problem.contacts[i], points_[i].inv_n, compute_velocity(points_[i]),
                                          points_[i].impulse()));
  for (double* residual : {&worst.normal, &worst.cone, &worst.dissipation}) *residual /= problem.speed_scale;
  return worst;
}

void ConeLaw::store(const ContactProblem& problem) {
  answer_.p.resize(points_.size());
  for (std::size_t i = 0; i < points_.size(); ++i) answer_.p[i] = points_[i].impulse();
  answer_.V.resize(problem.bodies.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) answer_.V[i] = {bodies_[i].w, bodies_[i].v};
}

const ContactImpulses& ConeLaw::solve(const ContactProblem& problem, const ConeOptions& options) {
  load(problem);
  answer_.outcome = SolveOutcome::kNotConverged;
  answer_.num_sweeps = 0;
  best_residual_ = std::numeric_limits<double>::infinity();
  while (answer_.outcome != SolveOutcome::kSolved && answer_.num_sweeps < options.max_sweeps) {
    if (answer_.num_sweeps == kPlainSweeps) mixer_.restart(3 * points_.size()), read_impulses(last_);
    if (answer_.num_sweeps > kPlainSweeps && answer_.num_sweeps % 2 == 0) mix_impulses(problem);
    const double residual = sweep();
    remember_best(residual);
    if (residual > options.tolerance * problem.speed_scale) continue;
    answer_.residuals = measure(problem);
    if (answer_.residuals.largest() <= options.tolerance) answer_.outcome = SolveOutcome::kSolved;
  }
  if (answer_.outcome != SolveOutcome::kSolved) end_on_best(problem);
  store(problem);
  return answer_;
}

}  // namespace abut::response
