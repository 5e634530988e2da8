#include "abut/response/cone_law.h"

#include <algorithm>
#include <cmath>

namespace abut::response {
namespace {

using math::Mat3;
using math::Vec3;

constexpr double kRegularisation = 1e-9;
constexpr int kMostProjections = 40;  // of the normals of one group, in one sweep
constexpr int kMostRimSteps = 30;

using Square = Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

struct RimPoint {
  double p_1, p_2;
};
// Of b_k / (w_k + alpha), the point on the circle of the given radius. Newton's method on 1 / length, which is nearly
// linear in alpha and concave: it comes from one side and does not overshoot.
RimPoint find_rim_point(double b_1, double b_2, double w_1, double w_2, double radius) {
  double alpha = 0.0;
  for (int i = 0; i < kMostRimSteps; ++i) {
    const double q_1 = b_1 / (w_1 + alpha), q_2 = b_2 / (w_2 + alpha);
    const double length = std::sqrt(q_1 * q_1 + q_2 * q_2);
    if (length <= radius * (1 + 1e-14)) break;
    const double slope = (q_1 * q_1 / (w_1 + alpha) + q_2 * q_2 / (w_2 + alpha)) / length;  // of -length
    alpha += (length - radius) / radius * length / slope;
  }
  const double q_1 = b_1 / (w_1 + alpha), q_2 = b_2 / (w_2 + alpha);
  const double scale = radius / std::sqrt(q_1 * q_1 + q_2 * q_2);
  return {q_1 * scale, q_2 * scale};
}

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

// The axes of friction are those of the tangential part of the point's own inverse mass.
void ConeLaw::load_point(const ContactProblem& problem, std::size_t i) {
  const ProblemContact& contact = problem.contacts[i];
  Point& point = points_[i];
  point.a = contact.a, point.b = contact.b, point.mu = contact.mu, point.least_speed = contact.least_speed;
  point.n = contact.nhat_BA_W, point.arm_a = contact.arm_a, point.arm_b = contact.arm_b;
  const Body &a = bodies_[point.a], &b = bodies_[point.b];
  const auto couple = [&](const Vec3& d, const Vec3& e) {
    return d.dot((a.inv_mass + b.inv_mass).cwiseProduct(e)) +
           point.arm_a.cross(d).dot(a.inv_inertia * point.arm_a.cross(e)) +
           point.arm_b.cross(d).dot(b.inv_inertia * point.arm_b.cross(e));
  };
  point.inv_n = couple(point.n, point.n);
  Vec3 x = make_tangent(point.n), y = point.n.cross(x);
  if (point.mu > 0) {
    const double xx = couple(x, x), xy = couple(x, y), yy = couple(y, y);
    // The half angle of the axes without trigonometry: (c, s) halves (d, xy) / r.
    const double d = 0.5 * (xx - yy), r = std::sqrt(d * d + xy * xy), mean = 0.5 * (xx + yy);
    double c = 1.0, s = 0.0;
    if (r > 1e-12 * mean) {
      c = std::sqrt(0.5 * (1 + std::abs(d) / r));
      s = 0.5 * xy / (r * c);
      if (d < 0) std::swap(c, s);
    }
    point.t1 = c * x + s * y, point.t2 = c * y - s * x;
    point.inv_1 = mean + r, point.inv_2 = mean - r;
  } else {
    point.t1 = x, point.t2 = y, point.inv_1 = point.inv_2 = 1.0;
  }
  const Vec3& guess = problem.guess[i];
  point.p_n = std::max(guess.dot(point.n), 0.0);
  point.p_1 = guess.dot(point.t1), point.p_2 = guess.dot(point.t2);
  const double length = std::sqrt(point.p_1 * point.p_1 + point.p_2 * point.p_2), rim = point.mu * point.p_n;
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
  M = A.llt().solve(
      Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 16, 16>::Identity(group.count, group.count));
}

void ConeLaw::load(const ContactProblem& problem) {
  bodies_.clear(), groups_.clear(), delassus_.clear(), inverse_.clear();
  for (const ProblemBody& body : problem.bodies) {
    const bool is_dynamic = body.inv_mass != Vec3::Zero() || body.inv_inertia != Mat3::Zero();
    bodies_.push_back({body.V.v, body.V.w, body.inv_mass, body.inv_inertia, is_dynamic});
  }
  points_.resize(problem.contacts.size());
  for (std::size_t i = 0; i < points_.size(); ++i) {
    load_point(problem, i);
    const Point& point = points_[i];
    apply(point, point.p_n * point.n + point.p_1 * point.t1 + point.p_2 * point.t2);
  }
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

double ConeLaw::solve_friction(Point& point) {
  const Vec3 u = compute_velocity(point);
  const double u_1 = point.t1.dot(u), u_2 = point.t2.dot(u), radius = point.mu * point.p_n;
  const double b_1 = point.inv_1 * point.p_1 - u_1, b_2 = point.inv_2 * point.p_2 - u_2;
  double p_1 = b_1 / point.inv_1, p_2 = b_2 / point.inv_2;
  if (p_1 * p_1 + p_2 * p_2 > radius * radius) {
    const RimPoint rim = radius > 0 ? find_rim_point(b_1, b_2, point.inv_1, point.inv_2, radius) : RimPoint{0, 0};
    p_1 = rim.p_1, p_2 = rim.p_2;
  }
  const double change_1 = p_1 - point.p_1, change_2 = p_2 - point.p_2;
  point.p_1 = p_1, point.p_2 = p_2;
  if (change_1 == 0.0 && change_2 == 0.0) return 0.0;
  apply(point, change_1 * point.t1 + change_2 * point.t2);
  const double d_1 = point.inv_1 * change_1, d_2 = point.inv_2 * change_2;
  return std::sqrt(d_1 * d_1 + d_2 * d_2);
}

void ConeLaw::sweep_group(const Group& group) {
  ContactResiduals& residuals = answer_.residuals;
  residuals.normal = std::max(residuals.normal, solve_normals(group));
  for (std::uint32_t i = 0; i < group.count; ++i) {
    Point& point = points_[group.first + i];
    if (point.mu > 0) residuals.dissipation = std::max(residuals.dissipation, solve_friction(point));
  }
}

void ConeLaw::store(const ContactProblem& problem) {
  answer_.p.resize(points_.size());
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const Point& point = points_[i];
    answer_.p[i] = point.p_n * point.n + point.p_1 * point.t1 + point.p_2 * point.t2;
  }
  answer_.V.resize(problem.bodies.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) answer_.V[i] = {bodies_[i].w, bodies_[i].v};
}

const ContactImpulses& ConeLaw::solve(const ContactProblem& problem, const ConeOptions& options) {
  load(problem);
  answer_.outcome = SolveOutcome::kNotConverged;
  answer_.residuals = {};
  for (answer_.num_sweeps = 0; answer_.num_sweeps < options.max_sweeps;) {
    answer_.residuals = {};
    const bool is_forward = answer_.num_sweeps % 2 == 0;
    for (std::size_t k = 0; k < groups_.size(); ++k) sweep_group(groups_[is_forward ? k : groups_.size() - 1 - k]);
    ++answer_.num_sweeps;
    if (answer_.residuals.largest() > options.tolerance * problem.speed_scale) continue;
    answer_.outcome = SolveOutcome::kSolved;
    break;
  }
  answer_.residuals.normal /= problem.speed_scale, answer_.residuals.dissipation /= problem.speed_scale;
  store(problem);
  return answer_;
}

}  // namespace abut::response
