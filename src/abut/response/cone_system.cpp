#include "abut/response/cone_system.h"

#include <algorithm>
#include <array>

#include "abut/response/delassus.h"
#include "abut/response/point_cone.h"

namespace abut::response {
namespace {

using math::Mat3;
using math::Vec2;
using math::Vec3;

constexpr double kRegularisation = 1e-9;
constexpr int kMostProjections = 10;  // of the normals of one group, in one sweep
// Of the contact's inverse mass, along a direction in which locks let nothing move. An impulse along it is only there
// to oppose sliding, and then it is on the rim.
constexpr double kLockedBound = 1e-12;

using Few = std::array<double, ConeSystem::kMostTogether>;

// Into the cone about n.
Vec3 project_impulse(const Vec3& p, const Vec3& n, double mu) {
  const double p_n = n.dot(p);
  if (!(p_n > 0)) return Vec3::Zero();
  const Vec3 p_t = p - p_n * n;
  const double length = p_t.norm(), rim = mu * p_n;
  return length > rim ? Vec3(p_n * n + rim / length * p_t) : p;
}

// In place, of a symmetric positive definite n x n matrix: small, so pivots are taken in their order.
void invert(double* A, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k) {
    double* row = A + k * n;
    const double pivot = 1 / row[k];
    row[k] = 1.0;
    for (std::size_t j = 0; j < n; ++j) row[j] *= pivot;
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k) continue;
      double* other = A + i * n;
      const double factor = other[k];
      other[k] = 0.0;
      for (std::size_t j = 0; j < n; ++j) other[j] -= factor * row[j];
    }
  }
}

// Impulses p >= 0 against which the rates, W dp further on, are none that approach: projected Gauss-Seidel. The rates
// follow the impulses without going back to the bodies.
void project_normals(const double* W, std::size_t n, Few& rates, Few& p) {
  constexpr double kEnough = 1e-2;  // of what the first turn changed: sweeps come back to it
  double enough = 0.0;
  for (int k = 0; k < kMostProjections; ++k) {
    double largest = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      const double w = W[i * n + i];
      if (w <= 0) continue;
      const double next = std::max(p[i] - rates[i] / w, 0.0), step = next - p[i];
      if (step == 0.0) continue;
      p[i] = next;
      largest = std::max(largest, std::abs(step) * w);
      for (std::size_t j = 0; j < n; ++j) rates[j] += W[j * n + i] * step;
    }
    if (largest <= enough) return;
    if (k == 0) enough = kEnough * largest;
  }
}

}  // namespace

// Velocities are copied out and back: a group touches two bodies many times.
struct ConeSystem::Meeting {
  const Body &a, &b;
  Vec3 v_a, w_a, v_b, w_b;

  Meeting(const Body& body_a, const Body& body_b)
      : a(body_a), b(body_b), v_a(body_a.v), w_a(body_a.w), v_b(body_b.v), w_b(body_b.w) {}

  Vec3 compute_velocity(const Vec3& arm_a, const Vec3& arm_b) const {
    return v_a + w_a.cross(arm_a) - v_b - w_b.cross(arm_b);
  }
  Vec3 compute_velocity(const Point& point) const { return compute_velocity(point.arm_a, point.arm_b); }
  // An impulse on A, with its moments about both centres of mass.
  void apply(const Vec3& p, const Vec3& moment_a, const Vec3& moment_b) {
    v_a += a.inv_mass.cwiseProduct(p), w_a += a.inv_inertia * moment_a;
    v_b -= b.inv_mass.cwiseProduct(p), w_b -= b.inv_inertia * moment_b;
  }
  void apply(const Point& point, const Vec3& p) { apply(p, point.arm_a.cross(p), point.arm_b.cross(p)); }
  // Returns the change, as a speed.
  double change_impulse(Point& point, double p_n, double p_1, double p_2) {
    const double d_n = p_n - point.p_n, d_1 = p_1 - point.p_1, d_2 = p_2 - point.p_2;
    if (d_n == 0.0 && d_1 == 0.0 && d_2 == 0.0) return 0.0;
    point.p_n = p_n, point.p_1 = p_1, point.p_2 = p_2;
    apply(point, d_n * point.n + d_1 * point.t1 + d_2 * point.t2);
    const double u_n = point.inv_n * d_n, u_1 = point.inv_1 * d_1, u_2 = point.inv_2 * d_2;
    return std::sqrt(u_n * u_n + u_1 * u_1 + u_2 * u_2);
  }
  // How an impulse along e changes the velocity along d, at one place.
  double couple(const Vec3& arm_a, const Vec3& arm_b, const Vec3& d, const Vec3& e) const {
    return d.dot((a.inv_mass + b.inv_mass).cwiseProduct(e)) + arm_a.cross(d).dot(a.inv_inertia * arm_a.cross(e)) +
           arm_b.cross(d).dot(b.inv_inertia * arm_b.cross(e));
  }

  void solve_common_friction(std::span<Point> points);
  double solve_friction(Point& point);
};

double ConeSystem::couple(const Point& point, const Vec3& d, const Vec3& e) const {
  return Meeting(bodies_[point.a], bodies_[point.b]).couple(point.arm_a, point.arm_b, d, e);
}

// The axes of friction: those of the tangential part of the point's own inverse mass.
void ConeSystem::load_axes(Point& point) const {
  const auto [x, y] = make_tangents(point.n);
  point.t1 = x, point.t2 = y;
  if (point.mu <= 0) return;
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
      Point& point = points_[i];
      point.a = contact.a, point.b = contact.b, point.mu = contact.mu, point.least_speed = contact.least_speed;
      point.n = contact.nhat_BA_W, point.arm_a = contact.arm_a, point.arm_b = contact.arm_b;
      point.inv_n = couple(point, point.n, point.n);
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

void ConeSystem::drop_guess(const ContactProblem& problem) {
  for (Vec3& guess : guess_) guess.setZero();
  load_velocities(problem);
}

void ConeSystem::prepare() {
  share(groups_.size(), [&](std::size_t begin, std::size_t end) {
    for (const Group& group : std::span(groups_).subspan(begin, end - begin)) {
      for (std::uint32_t i = group.first; i < group.first + group.count; ++i) {
        Point& point = points_[i];
        load_axes(point);
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
  const Point* points = &points_[group.first];
  const Body &a = bodies_[points[0].a], &b = bodies_[points[0].b];
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
  invert(M, n);
}

void ConeSystem::apply_impulses(const Group& group) {
  for (std::uint32_t i = group.first; i < group.first + group.count; ++i) {
    const Point& point = points_[i];
    const Vec3 p = is_prepared_ ? point.impulse() : guess_[i];
    Body &a = bodies_[point.a], &b = bodies_[point.b];
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
double ConeSystem::solve_normals(const Group& group, std::span<Point> points, Meeting& meeting) const {
  const std::size_t n = points.size();
  Few rates, before, after;
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

void ConeSystem::Meeting::solve_common_friction(std::span<Point> points) {
  Few slacks;
  double sum = 0.0;
  Vec3 arm_a = Vec3::Zero(), arm_b = Vec3::Zero();
  for (std::size_t i = 0; i < points.size(); ++i) {
    Point& point = points[i];
    const double length = point.friction(), rim = point.mu * point.p_n, share = length > rim ? rim / length : 1.0;
    if (share < 1) change_impulse(point, point.p_n, share * point.p_1, share * point.p_2);
    slacks[i] = std::max(rim - length, 0.0);
    sum += slacks[i], arm_a += slacks[i] * point.arm_a, arm_b += slacks[i] * point.arm_b;
  }
  if (sum <= 0) return;
  arm_a /= sum, arm_b /= sum;
  const Vec3 &x = points[0].t1, &y = points[0].t2, u = compute_velocity(arm_a, arm_b);
  const double u_x = x.dot(u), u_y = y.dot(u);
  if (u_x == 0.0 && u_y == 0.0) return;
  const double xx = couple(arm_a, arm_b, x, x), xy = couple(arm_a, arm_b, x, y), yy = couple(arm_a, arm_b, y, y);
  const double determinant = xx * yy - xy * xy;
  if (!(determinant > kLockedBound * xx * yy)) return;  // locked along one of them
  Vec3 p = (xy * u_y - yy * u_x) / determinant * x + (xy * u_x - xx * u_y) / determinant * y;
  if (const double length = p.norm(); length > sum) p *= sum / length;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double share = slacks[i] / sum;
    points[i].p_1 += share * points[i].t1.dot(p), points[i].p_2 += share * points[i].t2.dot(p);
  }
  apply(p, arm_a.cross(p), arm_b.cross(p));
}

// Returns the change, as a speed.
double ConeSystem::Meeting::solve_friction(Point& point) {
  const Vec3 u = compute_velocity(point);
  const double rim = point.mu * point.p_n, u_1 = point.t1.dot(u), u_2 = point.t2.dot(u);
  double p_1 = point.p_1 - u_1 / point.inv_1, p_2 = point.p_2 - u_2 / point.inv_2;
  if (p_1 * p_1 + p_2 * p_2 > rim * rim) {
    const double inverse = 1 / std::max(point.inv_1, point.inv_2);
    p_1 = point.p_1 - u_1 * inverse, p_2 = point.p_2 - u_2 * inverse;
    if (const double sq = p_1 * p_1 + p_2 * p_2; sq > rim * rim) p_1 *= rim / std::sqrt(sq), p_2 *= rim / std::sqrt(sq);
  }
  return change_impulse(point, point.p_n, p_1, p_2);
}

double ConeSystem::solve_point(Point& point, Meeting& meeting) const {
  const Vec3 u = meeting.compute_velocity(point);
  const PointMass mass{
      point.inv_n, point.inv_1, point.inv_2, couple(point, point.n, point.t1), couple(point, point.n, point.t2),
      point.mu};
  const Vec3 b(
      point.n.dot(u) - point.least_speed - mass.inv_n * point.p_n - mass.inv_n1 * point.p_1 - mass.inv_n2 * point.p_2,
      point.t1.dot(u) - mass.inv_n1 * point.p_n - mass.inv_1 * point.p_1,
      point.t2.dot(u) - mass.inv_n2 * point.p_n - mass.inv_2 * point.p_2);
  const Vec3 p = compute_cone_impulse(mass, b);
  return meeting.change_impulse(point, p.x(), p.y(), p.z());
}

double ConeSystem::sweep_group(const Group& group, bool couples_friction) {
  const std::span<Point> points = std::span(points_).subspan(group.first, group.count);
  Body &a = bodies_[points[0].a], &b = bodies_[points[0].b];
  Meeting meeting(a, b);
  double residual = 0.0;
  if (points.size() == 1 && couples_friction && points[0].mu > 0) {
    residual = solve_point(points[0], meeting);
  } else {
    residual = solve_normals(group, points, meeting);
    if (points.size() > 1 && points[0].mu > 0) meeting.solve_common_friction(points);
    for (Point& point : points)
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
  for (const Point& point : points_) {
    const double unit = std::sqrt(point.inv_n);
    x.insert(x.end(), {unit * point.p_n, unit * point.p_1, unit * point.p_2});
  }
}

void ConeSystem::write_impulses(const ContactProblem& problem, const std::vector<double>& x) {
  for (std::size_t i = 0; i < points_.size(); ++i) {
    Point& point = points_[i];
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
      const Point& point = points_[i];
      const Vec3 u = Meeting(bodies_[point.a], bodies_[point.b]).compute_velocity(point);
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
