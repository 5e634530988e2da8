#include "abut/response/cone_rows.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "abut/response/delassus.h"
#include "abut/response/small_normals.h"

namespace abut::response {
namespace {

using math::Vec3;

constexpr double kRegularisation = 1e-9;
// Of a point's inverse mass, along a direction in which locks let nothing move. An impulse along it is only there to
// oppose sliding, and then it is on the rim.
constexpr double kLockedBound = 1e-12;
// Of a point's inverse mass: mu times the coupling of friction to it. Above one, a change of the normal comes back
// larger by way of friction.
constexpr double kCoupled = 0.8;
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

// Across n, near two directions across a normal near it.
Tangents lean_tangents(const Vec3& n, const Tangents& across, const Vec3& nhat) {
  if (n == nhat) return across;
  const Vec3 x = (across.t1 - across.t1.dot(n) * n).normalized(), y = n.cross(x);
  return {x, y.dot(across.t2) < 0 ? Vec3(-y) : y};
}

}  // namespace

ConeRow make_cone_row(const ConeBody& a, const ConeBody& b, const ProblemContact& contact, const Vec3& d) {
  ConeRow row{d, contact.arm_a.cross(d), contact.arm_b.cross(d), (a.inv_mass + b.inv_mass).cwiseProduct(d), {}, {}};
  row.spin_a = a.inv_inertia * row.turn_a, row.spin_b = b.inv_inertia * row.turn_b;
  return row;
}

double compute_inverse_mass(const ConeBody& a, const ConeBody& b, const ProblemContact& contact, const Vec3& d) {
  const ConeRow row = make_cone_row(a, b, contact, d);
  return couple(row, row);
}

void make_cone_rows(const ConeBody& a, const ConeBody& b, std::span<const ProblemContact> contacts, bool has_friction,
                    std::span<ConeRow> rows) {
  if (!has_friction) {
    for (std::size_t k = 0; k < contacts.size(); ++k) rows[k] = make_cone_row(a, b, contacts[k], contacts[k].nhat_BA_W);
    return;
  }
  const Vec3& nhat = contacts[0].nhat_BA_W;
  Tangents across = make_tangents(nhat);
  if (contacts.size() == 1) {
    const ConeRow x = make_cone_row(a, b, contacts[0], across.t1), y = make_cone_row(a, b, contacts[0], across.t2);
    const Axes axes = find_axes(couple(x, x), couple(x, y), couple(y, y));
    across = {axes.c * x.d + axes.s * y.d, axes.c * y.d - axes.s * x.d};
  }
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const Vec3& n = contacts[k].nhat_BA_W;
    const Tangents tangents = lean_tangents(n, across, nhat);
    rows[3 * k] = make_cone_row(a, b, contacts[k], n);
    rows[3 * k + 1] = make_cone_row(a, b, contacts[k], tangents.t1);
    rows[3 * k + 2] = make_cone_row(a, b, contacts[k], tangents.t2);
  }
}

ConePoint make_cone_point(const ProblemContact& contact, const ConeRow* rows, bool has_friction) {
  ConePoint point{contact.mu, couple(rows[0], rows[0])};
  if (!has_friction) return point;
  const Axes axes = find_axes(couple(rows[1], rows[1]), couple(rows[1], rows[2]), couple(rows[2], rows[2]));
  const double least = kLockedBound * std::max({point.inv_n, axes.large, 1e-300});
  const double stop_1 = 1 / std::max(axes.large, least), stop_2 = 1 / std::max(axes.small, least);
  point.stop_11 = axes.c * axes.c * stop_1 + axes.s * axes.s * stop_2;
  point.stop_22 = axes.s * axes.s * stop_1 + axes.c * axes.c * stop_2;
  point.stop_12 = axes.c * axes.s * (stop_1 - stop_2);
  point.slow = stop_1;
  const double n1 = couple(rows[0], rows[1]), n2 = couple(rows[0], rows[2]);
  point.is_coupled = contact.mu * std::sqrt(n1 * n1 + n2 * n2) > kCoupled * point.inv_n;
  return point;
}

void compute_normals(std::span<const ConeRow> rows, std::size_t n, std::size_t num_axes, double* W, double* inverse) {
  double trace = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) W[i * n + j] = W[j * n + i] = couple(rows[num_axes * i], rows[num_axes * j]);
    trace += W[i * n + i];
  }
  if (trace <= 0) return void(std::fill_n(inverse, n * n, 0.0));  // nothing moves along these normals
  std::copy_n(W, n * n, inverse);
  for (std::size_t i = 0; i < n; ++i) inverse[i * n + i] += kRegularisation * trace;
  invert_small(inverse, n);
}

}  // namespace abut::response
