#include "abut/response/cone_group.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "abut/response/delassus.h"

namespace abut::response {
namespace {

using math::Vec3;

constexpr double kRegularisation = 1e-9;
// Of a point's inverse mass, along a direction in which locks let nothing move. An impulse along it is only there to
// oppose sliding, and then it is on the rim.
constexpr double kLockedBound = 1e-12;
// W across the normal, along x and y: its larger and smaller value, and the direction of the first.
struct Axes {
  double large, small, c, s;
};

Axes find_axes(double xx, double xy, double yy) {
  // The half angle without trigonometry: (c, s) halves (d, xy) / r.
  const double d = 0.5 * (xx - yy), r = std::sqrt(d * d + xy * xy), mean = 0.5 * (xx + yy);
  double c = 1.0, s = 0.0;
  if (r > 1e-12 * mean) {
    c = std::sqrt(0.5 * (1 + std::abs(d) / r));
    s = 0.5 * xy / (r * c);
    if (d < 0) std::swap(c, s);
  }
  return {mean + r, mean - r, c, s};
}

// While a group is loaded: its rows as vectors, and how bodies answer a unit along each.
struct Row {
  Vec3 d, turn_a, turn_b, moved, spin_a, spin_b;
};

Row make_row(const ConeBody& a, const ConeBody& b, const ProblemContact& contact, const Vec3& d) {
  Row row{d, contact.arm_a.cross(d), contact.arm_b.cross(d), (a.inv_mass + b.inv_mass).cwiseProduct(d), {}, {}};
  row.spin_a = a.inv_inertia * row.turn_a, row.spin_b = b.inv_inertia * row.turn_b;
  return row;
}

double couple(const Row& x, const Row& y) {
  return x.d.dot(y.moved) + x.turn_a.dot(y.spin_a) + x.turn_b.dot(y.spin_b);
}

// Across n, near two directions across a normal near it.
Tangents lean_tangents(const Vec3& n, const Tangents& across, const Vec3& nhat) {
  if (n == nhat) return across;
  const Vec3 x = (across.t1 - across.t1.dot(n) * n).normalized(), y = n.cross(x);
  return {x, y.dot(across.t2) < 0 ? Vec3(-y) : y};
}

// Axes of friction are common to all points; those of a point alone do not couple.
void load_rows(const ConeBody& a, const ConeBody& b, std::span<const ProblemContact> contacts, bool has_friction,
               std::span<Row> rows) {
  if (!has_friction) {
    for (std::size_t k = 0; k < contacts.size(); ++k) rows[k] = make_row(a, b, contacts[k], contacts[k].nhat_BA_W);
    return;
  }
  const Vec3& nhat = contacts[0].nhat_BA_W;
  Tangents across = make_tangents(nhat);
  if (contacts.size() == 1) {
    const Row x = make_row(a, b, contacts[0], across.t1), y = make_row(a, b, contacts[0], across.t2);
    const Axes axes = find_axes(couple(x, x), couple(x, y), couple(y, y));
    across = {axes.c * x.d + axes.s * y.d, axes.c * y.d - axes.s * x.d};
  }
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const Vec3& n = contacts[k].nhat_BA_W;
    const Tangents tangents = lean_tangents(n, across, nhat);
    rows[3 * k] = make_row(a, b, contacts[k], n);
    rows[3 * k + 1] = make_row(a, b, contacts[k], tangents.t1);
    rows[3 * k + 2] = make_row(a, b, contacts[k], tangents.t2);
  }
}

void load_point(const Row* rows, ConePoint& point) {
  const Axes axes = find_axes(couple(rows[1], rows[1]), couple(rows[1], rows[2]), couple(rows[2], rows[2]));
  const double least = kLockedBound * std::max({point.inv_n, axes.large, 1e-300});
  const double stop_1 = 1 / std::max(axes.large, least), stop_2 = 1 / std::max(axes.small, least);
  point.stop_11 = axes.c * axes.c * stop_1 + axes.s * axes.s * stop_2;
  point.stop_22 = axes.s * axes.s * stop_1 + axes.c * axes.c * stop_2;
  point.stop_12 = axes.c * axes.s * (stop_1 - stop_2);
  point.slow = stop_1;
}

void load_normals(const ConeGroup& group, std::span<const Row> rows, ConeTables& tables) {
  const std::size_t n = group.count, axes = group.num_axes;
  double *N = &tables.delassus[group.normals], *M = &tables.inverse[group.normals], trace = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) N[i * n + j] = N[j * n + i] = couple(rows[axes * i], rows[axes * j]);
    trace += N[i * n + i];
  }
  if (trace <= 0) return void(std::fill_n(M, n * n, 0.0));  // nothing moves along these normals
  std::copy_n(N, n * n, M);
  for (std::size_t i = 0; i < n; ++i) M[i * n + i] += kRegularisation * trace;
  invert_small(M, n);
}

}  // namespace

void ConeTables::resize(std::span<ConeGroup> groups, std::size_t num_points) {
  std::size_t row = 0, matrix = 0, normals = 0;
  for (ConeGroup& group : groups) {
    group.row = row, group.matrix = matrix, group.normals = normals;
    row += group.num_rows(), matrix += group.num_rows() * group.num_rows();
    normals += std::size_t{group.count} * group.count;
  }
  points.resize(num_points);
  J.resize(kNumBodyRows * row), p.resize(row), unit.resize(row), W.resize(matrix);
  delassus.resize(normals), inverse.resize(normals);
}

double compute_inverse_mass(const ConeBody& a, const ConeBody& b, const ProblemContact& contact, const Vec3& d) {
  const Row row = make_row(a, b, contact, d);
  return couple(row, row);
}

void load_group(const ConeGroup& group, const ConeBody& a, const ConeBody& b, std::span<const ProblemContact> contacts,
                std::span<const Vec3> guess, ConeTables& tables) {
  const std::size_t n = group.count, axes = group.num_axes, R = group.num_rows();
  std::array<Row, kMostRows> rows;
  load_rows(a, b, contacts, axes > 1, rows);
  double *J = &tables.J[kNumBodyRows * group.row], *p = &tables.p[group.row];
  float* W = &tables.W[group.matrix];
  std::fill_n(J, kNumBodyRows * R, 0.0), std::fill_n(p, R, 0.0), std::fill_n(&tables.unit[group.row], R, 0.0),
      std::fill_n(W, R * R, 0.0f);
  for (std::size_t r = 0; r < axes * n; ++r) {
    const Row& row = rows[r];
    for (std::size_t i = 0; i < 3; ++i) {
      const auto axis = static_cast<Eigen::Index>(i);
      J[i * R + r] = row.d[axis], J[(3 + i) * R + r] = row.turn_a[axis], J[(6 + i) * R + r] = row.turn_b[axis];
    }
    p[r] = guess[r / axes].dot(row.d);
    if (r % axes == 0) p[r] = std::max(p[r], 0.0);
    for (std::size_t s = 0; s <= r; ++s) W[r * R + s] = W[s * R + r] = static_cast<float>(couple(row, rows[s]));
  }
  load_normals(group, rows, tables);
  for (std::size_t k = 0; k < n; ++k) {
    ConePoint& point = tables.points[group.first + k];
    point.inv_n = tables.delassus[group.normals + k * n + k];
    point.mu = contacts[k].mu, point.least_speed = contacts[k].least_speed;
    if (axes > 1) load_point(&rows[3 * k], point);
    for (std::size_t i = 0; i < axes; ++i) tables.unit[group.row + axes * k + i] = std::sqrt(point.inv_n);
  }
}

void push_bodies(const ConeGroup& group, const ConeTables& tables, ConeBody& a, ConeBody& b) {
  push_by_rows(&tables.J[kNumBodyRows * group.row], &tables.p[group.row], group.num_rows(), a, b);
}

Vec3 get_impulse(const ConeGroup& group, std::size_t k, const ConeTables& tables) {
  const std::size_t R = group.num_rows(), axes = group.num_axes;
  const double *J = &tables.J[kNumBodyRows * group.row], *p = &tables.p[group.row];
  Vec3 impulse = Vec3::Zero();
  for (std::size_t r = axes * k; r < axes * (k + 1); ++r) impulse += p[r] * Vec3(J[r], J[R + r], J[2 * R + r]);
  return impulse;
}

}  // namespace abut::response
