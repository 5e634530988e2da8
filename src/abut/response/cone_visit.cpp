#include "abut/response/cone_visit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "abut/response/one_contact.h"

namespace abut::response {
namespace {

using math::Vec3;

constexpr double kLockedAcross = 1e-12;  // of the larger inverse mass: locks let nothing move

double compute_length(double x, double y) {
  return std::sqrt(x * x + y * y);
}

// How many points there are, and rows for each: known to the compiler for the groups that are met most.
template <std::size_t kCount, std::size_t kAxes>
struct FixedSize {
  static constexpr std::size_t kMost = (kCount * kAxes + 3) / 4 * 4;
  explicit FixedSize(const ConeGroup&) {}
  static constexpr std::size_t count() { return kCount; }
  static constexpr std::size_t axes() { return kAxes; }
  static constexpr std::size_t rows() { return kMost; }
};
struct AnySize {
  static constexpr std::size_t kMost = kMostRows;
  const ConeGroup& group;
  explicit AnySize(const ConeGroup& one) : group(one) {}
  std::size_t count() const { return group.count; }
  std::size_t axes() const { return group.num_axes; }
  std::size_t rows() const { return group.num_rows(); }
};

// A group while it is visited.
template <typename Size>
struct Visit {
  Size size;
  const ConePoint* points;
  const double* J;
  const float* W;
  const double *delassus, *inverse;
  const double* offset;
  double* p;
  std::array<double, Size::kMost> u, dp;  // velocities less their offsets; changes of impulses

  Visit(const ConeGroup& group, ConeTables& tables)
      : size(group),
        points(&tables.points[group.first]),
        J(&tables.J[group.jacobian]),
        W(&tables.W[group.matrix]),
        delassus(&tables.delassus[group.normals]),
        inverse(&tables.inverse[group.normals]),
        offset(&tables.offset[group.row]),
        p(&tables.p[group.row]) {}

  double friction(std::size_t k) const { return compute_length(p[3 * k + 1], p[3 * k + 2]); }
  double rim(std::size_t k) const { return points[k].mu * p[3 * k]; }

  void read_velocities(const ConeBody& a, const ConeBody& b) {
    const Vec3 v = a.v - b.v;
    const std::array<double, kNumBodyRows> z{v.x(),   v.y(),    v.z(),    a.w.x(), a.w.y(),
                                             a.w.z(), -b.w.x(), -b.w.y(), -b.w.z()};
    const std::size_t R = size.rows();
    for (std::size_t r = 0; r < R; r += 4) {
      FourRows sum = z[0] * at_rows(J + r) - at_rows(offset + r);
      for (std::size_t c = 1; c < kNumBodyRows; ++c) sum += z[c] * at_rows(J + c * R + r);
      at_rows(&u[r]) = sum, at_rows(&dp[r]).setZero();
    }
  }

  // Of the velocities, by an impulse along a row.
  void follow(std::size_t row, double change) {
    const float* column = W + row * size.rows();
    for (std::size_t r = 0; r < size.rows(); r += 4) at_rows(&u[r]) += change * at_rows(column + r);
  }

  // Returns the change, as a speed.
  double change_friction(std::size_t k, double p_1, double p_2) {
    const std::size_t x = 3 * k + 1, y = x + 1;
    const double d_1 = p_1 - p[x], d_2 = p_2 - p[y], u_1 = u[x], u_2 = u[y];
    if (d_1 == 0.0 && d_2 == 0.0) return 0.0;
    p[x] = p_1, p[y] = p_2, dp[x] += d_1, dp[y] += d_2;
    follow(x, d_1), follow(y, d_2);
    return compute_length(u[x] - u_1, u[y] - u_2);
  }

  double solve_normals();
  double find_slacks(FewNumbers& slacks);
  void solve_common_friction(double sum, FewNumbers& share);
  double solve_friction(std::size_t k);
  double solve_point();
  double solve();
};

// Returns the largest residual as it was before.
template <typename Size>
double Visit<Size>::solve_normals() {
  const std::size_t n = size.count(), axes = size.axes();
  FewNumbers rates, after;
  double residual = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    rates[i] = u[axes * i];
    residual = std::max(residual, std::abs(std::min(rates[i], points[i].inv_n * p[axes * i])));
  }
  if (residual == 0.0) return 0.0;
  bool would_pull = false;
  for (std::size_t i = 0; i < n; ++i) {
    after[i] = p[axes * i];
    for (std::size_t j = 0; j < n; ++j) after[i] -= inverse[i * n + j] * rates[j];
    would_pull |= !(after[i] >= 0);
  }
  if (would_pull) {
    for (std::size_t i = 0; i < n; ++i) after[i] = p[axes * i];
    project_normals(delassus, n, rates, after);
  }
  for (std::size_t i = 0; i < n; ++i) {
    const double change = after[i] - p[axes * i];
    if (change == 0.0) continue;
    p[axes * i] = after[i], dp[axes * i] = change;
    follow(axes * i, change);
  }
  return residual;
}

// Friction that the normal does not carry any more goes back to the rim. Returns the sum of what the others can hold.
template <typename Size>
double Visit<Size>::find_slacks(FewNumbers& slacks) {
  double sum = 0.0;
  for (std::size_t k = 0; k < size.count(); ++k) {
    const double length = friction(k), radius = rim(k);
    if (length > radius) change_friction(k, radius / length * p[3 * k + 1], radius / length * p[3 * k + 2]);
    slacks[k] = std::max(radius - length, 0.0), sum += slacks[k];
  }
  return sum;
}

template <typename Size>
void Visit<Size>::solve_common_friction(double sum, FewNumbers& share) {
  const std::size_t n = size.count(), R = size.rows();
  double u_x = 0.0, u_y = 0.0;
  std::array<double, Size::kMost> by_x, by_y;  // how a common impulse changes the rows
  for (std::size_t r = 0; r < R; r += 4) at_rows(&by_x[r]).setZero(), at_rows(&by_y[r]).setZero();
  for (std::size_t k = 0; k < n; ++k) {
    share[k] /= sum;
    u_x += share[k] * u[3 * k + 1], u_y += share[k] * u[3 * k + 2];
    const float *x = W + (3 * k + 1) * R, *y = x + R;
    for (std::size_t r = 0; r < R; r += 4) {
      at_rows(&by_x[r]) += share[k] * at_rows(x + r);
      at_rows(&by_y[r]) += share[k] * at_rows(y + r);
    }
  }
  double xx = 0.0, xy = 0.0, yy = 0.0;
  for (std::size_t k = 0; k < n; ++k) {
    xx += share[k] * by_x[3 * k + 1], xy += share[k] * by_x[3 * k + 2];
    yy += share[k] * by_y[3 * k + 2];
  }
  const double determinant = xx * yy - xy * xy;
  if (!(determinant > kLockedAcross * xx * yy)) return;  // locked along one of them
  double p_x = (xy * u_y - yy * u_x) / determinant, p_y = (xy * u_x - xx * u_y) / determinant;
  if (const double length = compute_length(p_x, p_y); length > sum) p_x *= sum / length, p_y *= sum / length;
  for (std::size_t k = 0; k < n; ++k) {
    p[3 * k + 1] += share[k] * p_x, p[3 * k + 2] += share[k] * p_y;
    dp[3 * k + 1] += share[k] * p_x, dp[3 * k + 2] += share[k] * p_y;
  }
  for (std::size_t r = 0; r < R; r += 4) at_rows(&u[r]) += p_x * at_rows(&by_x[r]) + p_y * at_rows(&by_y[r]);
}

template <typename Size>
double Visit<Size>::solve_friction(std::size_t k) {
  const ConePoint& point = points[k];
  const double radius = rim(k), u_1 = u[3 * k + 1], u_2 = u[3 * k + 2];
  double p_1 = p[3 * k + 1] - point.stop_11 * u_1 - point.stop_12 * u_2,
         p_2 = p[3 * k + 2] - point.stop_12 * u_1 - point.stop_22 * u_2;
  if (p_1 * p_1 + p_2 * p_2 > radius * radius) {
    p_1 = p[3 * k + 1] - point.slow * u_1, p_2 = p[3 * k + 2] - point.slow * u_2;
    if (const double length = compute_length(p_1, p_2); length > radius) p_1 *= radius / length, p_2 *= radius / length;
  }
  return change_friction(k, p_1, p_2);
}

// Normal and friction of a point alone, whose axes across the normal do not couple.
template <typename Size>
double Visit<Size>::solve_point() {
  const ConePoint& point = points[0];
  const double n1 = static_cast<double>(W[1]), n2 = static_cast<double>(W[2]);
  OneContact contact;
  contact.K << point.inv_n, n1, n2, n1, 1 / point.stop_11, 0, n2, 0, 1 / point.stop_22;
  contact.mu = point.mu;
  const Vec3 before(p[0], p[1], p[2]), now(u[0], u[1], u[2]);
  contact.b = now - contact.K * before;
  const OneImpulse impulse = compute_one_impulse(contact);
  const Vec3 change = impulse.p - before;
  for (int i = 0; i < 3; ++i) p[i] = impulse.p[i], dp[static_cast<std::size_t>(i)] = change[i];
  return contact.K.diagonal().cwiseProduct(change).norm();
}

template <typename Size>
double Visit<Size>::solve() {
  if (size.axes() == 1) return solve_normals();
  if (size.count() == 1 && points[0].is_coupled) return solve_point();
  double residual = solve_normals();
  FewNumbers slacks;
  const double sum = find_slacks(slacks);
  if (size.count() > 1 && sum > 0) solve_common_friction(sum, slacks);
  for (std::size_t k = 0; k < size.count(); ++k)
    if (p[3 * k] > 0) residual = std::max(residual, solve_friction(k));
  return residual;
}

template <typename Size>
double visit_group(const ConeGroup& group, ConeBody& a, ConeBody& b, ConeTables& tables) {
  Visit<Size> visit(group, tables);
  visit.read_velocities(a, b);
  const double residual = visit.solve();
  push_by_rows(visit.J, visit.dp.data(), visit.size.rows(), a, b);
  return residual;
}

// Of one to eight points with friction.
template <std::size_t... kIndices>
constexpr auto list_visits(std::index_sequence<kIndices...>) {
  return std::array{&visit_group<FixedSize<kIndices + 1, 3>>...};
}
constexpr auto kUsualVisits = list_visits(std::make_index_sequence<8>());

}  // namespace

double sweep_group(const ConeGroup& group, ConeBody& a, ConeBody& b, ConeTables& tables) {
  const bool is_usual = group.num_axes == 3 && group.count <= kUsualVisits.size();
  const auto visit = is_usual ? kUsualVisits[group.count - 1] : &visit_group<AnySize>;
  return visit(group, a, b, tables);
}

}  // namespace abut::response
