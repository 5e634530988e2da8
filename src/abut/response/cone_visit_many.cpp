#include "abut/response/cone_visit_many.h"

#include <algorithm>
#include <cmath>

#include "abut/response/even_normals.h"

namespace abut::response {
namespace {

using math::Vec3;

constexpr double kLockedCommon = 1e-12;  // of the larger inverse mass: locks let nothing move
constexpr int kMostTurnsOfMany = 10;
constexpr double kEnoughOfMany = 1e-2;  // of what the first turn changed: sweeps come back to it

double compute_many_length(double x, double y) {
  return std::sqrt(x * x + y * y);
}

// How two bodies move, as impulses act.
struct ManyMotion {
  Vec3 dv, w_a, w_b;            // dv: of a against b
  Vec3 impulse = Vec3::Zero();  // on a

  ManyMotion(const ConeBody& a, const ConeBody& b) : dv(a.v - b.v), w_a(a.w), w_b(b.w) {}

  double speed_along(const ConeRow& row) const { return row.d.dot(dv) + row.turn_a.dot(w_a) - row.turn_b.dot(w_b); }
  void push(const ConeRow& row, double p) {
    impulse += p * row.d, dv += p * row.moved;
    w_a += p * row.spin_a, w_b -= p * row.spin_b;
  }
  // What does not move, threads share.
  void store(ConeBody& a, ConeBody& b) const {
    if (a.is_dynamic) a.v += a.inv_mass.cwiseProduct(impulse), a.w = w_a;
    if (b.is_dynamic) b.v -= b.inv_mass.cwiseProduct(impulse), b.w = w_b;
  }
};

// A direction without arms, to add these to.
ConeRow make_unturned(const ConeRow& row) {
  const Vec3 zero = Vec3::Zero();
  return {row.d, zero, zero, row.moved, zero, zero};
}
void add_turns(const ConeRow& row, double share, ConeRow& to) {
  to.turn_a += share * row.turn_a, to.turn_b += share * row.turn_b;
  to.spin_a += share * row.spin_a, to.spin_b += share * row.spin_b;
}

// A group while it is visited.
struct ManyVisit {
  const ConeMany& many;
  std::size_t count;
  const ConePoint* points;
  const ManyPoint* rows;
  std::span<const Vec3> places, carriers;
  const double* offset;  // of every row: what its contact asks for
  double* p;
  ManyMotion motion;

  ManyVisit(const ConeGroup& group, ConeTables& tables, const ConeBody& a, const ConeBody& b)
      : many(tables.many.groups[group.many]),
        count(group.count),
        points(&tables.points[group.first]),
        rows(&tables.many.points[many.first]),
        places(std::span(tables.many.places).subspan(many.first, count)),
        carriers(std::span(tables.many.carriers).subspan(many.first, count)),
        offset(&tables.offset[group.row]),
        p(&tables.p[group.row]),
        motion(a, b) {}

  double slack(std::size_t k) const {
    return std::max(points[k].mu * p[3 * k] - compute_many_length(p[3 * k + 1], p[3 * k + 2]), 0.0);
  }
  Vec3 read_plane() const {
    return {motion.speed_along(many.plane[0]), motion.speed_along(many.plane[1]), motion.speed_along(many.plane[2])};
  }
  double change_friction(std::size_t k, double p_1, double p_2);
  Vec3 sum_normals() const;
  bool carry_evenly(const Vec3& s, const Vec3& resultant);
  void project(Vec3 s);
  double solve_normals();
  double shorten_friction();
  void solve_common_friction(double sum);
  double solve_friction(std::size_t k);
  double solve();
};

// Returns how fast the change makes the point, at least.
double ManyVisit::change_friction(std::size_t k, double p_1, double p_2) {
  const double d_1 = p_1 - p[3 * k + 1], d_2 = p_2 - p[3 * k + 2];
  if (d_1 == 0.0 && d_2 == 0.0) return 0.0;
  p[3 * k + 1] = p_1, p[3 * k + 2] = p_2;
  motion.push(rows[k].along_1, d_1), motion.push(rows[k].along_2, d_2);
  return compute_many_length(d_1, d_2) / points[k].slow;
}

Vec3 ManyVisit::sum_normals() const {
  Vec3 sum = Vec3::Zero();
  for (std::size_t k = 0; k < count; ++k) sum += p[3 * k] * places[k];
  return sum;
}

// From the velocities s of the plane and the resultant that made them. Whether those that carry can, and others may
// stay without.
bool ManyVisit::carry_evenly(const Vec3& s, const Vec3& resultant) {
  const Vec3 free = s - many.T * resultant, least = many.least_speed * Vec3::UnitX();
  const auto load = find_even_load(carriers, many.inverse * (least - free));
  if (!load) return false;
  Vec3 sum = Vec3::Zero();
  for (const Vec3& a : carriers) sum += std::max(a.dot(*load), 0.0) * a;
  const Vec3 after = free + many.T * sum;
  for (std::size_t k = 0; k < count; ++k)
    if (carriers[k].x() == 0.0 && places[k].dot(after) < offset[3 * k]) return false;
  for (std::size_t k = 0; k < count; ++k) p[3 * k] = std::max(carriers[k].dot(*load), 0.0);
  return true;
}

void ManyVisit::project(Vec3 s) {
  double enough = 0.0;
  for (int turn = 0; turn < kMostTurnsOfMany; ++turn) {
    double largest = 0.0;
    for (std::size_t k = 0; k < count; ++k) {
      const double w = points[k].inv_n;
      if (!(w > 0)) continue;
      const double next = std::max(p[3 * k] - (places[k].dot(s) - offset[3 * k]) / w, 0.0);
      const double step = next - p[3 * k];
      if (step == 0.0) continue;
      p[3 * k] = next, s += step * (many.T * places[k]);
      largest = std::max(largest, std::abs(step) * w);
    }
    if (largest <= enough) return;
    if (turn == 0) enough = kEnoughOfMany * largest;
  }
}

// Returns the largest residual as it was before.
double ManyVisit::solve_normals() {
  const Vec3 s = read_plane(), before = sum_normals();
  double residual = 0.0;
  for (std::size_t k = 0; k < count; ++k) {
    const double rate = places[k].dot(s) - offset[3 * k];
    residual = std::max(residual, std::abs(std::min(rate, points[k].inv_n * p[3 * k])));
  }
  if (!carry_evenly(s, before)) project(s);
  const Vec3 change = sum_normals() - before;
  for (std::size_t i = 0; i < 3; ++i) motion.push(many.plane[i], change[static_cast<Eigen::Index>(i)]);
  return residual;
}

// Friction that the normal does not carry any more goes back to the rim. Returns the sum of what the others can hold.
double ManyVisit::shorten_friction() {
  double sum = 0.0;
  for (std::size_t k = 0; k < count; ++k) {
    const double length = compute_many_length(p[3 * k + 1], p[3 * k + 2]), radius = points[k].mu * p[3 * k];
    if (length > radius) change_friction(k, radius / length * p[3 * k + 1], radius / length * p[3 * k + 2]);
    sum += std::max(radius - length, 0.0);
  }
  return sum;
}

// One impulse at the middle of the slacks, which the points share in proportion to theirs.
void ManyVisit::solve_common_friction(double sum) {
  ConeRow x = make_unturned(rows[0].along_1), y = make_unturned(rows[0].along_2);
  double offset_x = 0.0, offset_y = 0.0;
  for (std::size_t k = 0; k < count; ++k) {
    const double share = slack(k) / sum;
    if (share > 0) add_turns(rows[k].along_1, share, x), add_turns(rows[k].along_2, share, y);
    offset_x += share * offset[3 * k + 1], offset_y += share * offset[3 * k + 2];
  }
  const double xx = couple(x, x), xy = couple(x, y), yy = couple(y, y), determinant = xx * yy - xy * xy;
  if (!(determinant > kLockedCommon * xx * yy)) return;  // locked along one of them
  const double u_x = motion.speed_along(x) - offset_x, u_y = motion.speed_along(y) - offset_y;
  double p_x = (xy * u_y - yy * u_x) / determinant, p_y = (xy * u_x - xx * u_y) / determinant;
  if (const double length = compute_many_length(p_x, p_y); length > sum) p_x *= sum / length, p_y *= sum / length;
  for (std::size_t k = 0; k < count; ++k) {
    const double share = slack(k) / sum;
    p[3 * k + 1] += share * p_x, p[3 * k + 2] += share * p_y;
  }
  motion.push(x, p_x), motion.push(y, p_y);
}

double ManyVisit::solve_friction(std::size_t k) {
  const ConePoint& point = points[k];
  const double radius = point.mu * p[3 * k], u_1 = motion.speed_along(rows[k].along_1) - offset[3 * k + 1],
               u_2 = motion.speed_along(rows[k].along_2) - offset[3 * k + 2];
  double p_1 = p[3 * k + 1] - point.stop_11 * u_1 - point.stop_12 * u_2,
         p_2 = p[3 * k + 2] - point.stop_12 * u_1 - point.stop_22 * u_2;
  if (p_1 * p_1 + p_2 * p_2 > radius * radius) {
    p_1 = p[3 * k + 1] - point.slow * u_1, p_2 = p[3 * k + 2] - point.slow * u_2;
    const double length = compute_many_length(p_1, p_2);
    if (length > radius) p_1 *= radius / length, p_2 *= radius / length;
  }
  return change_friction(k, p_1, p_2);
}

double ManyVisit::solve() {
  double residual = solve_normals();
  if (const double sum = shorten_friction(); sum > 0) solve_common_friction(sum);
  for (std::size_t k = 0; k < count; ++k)
    if (p[3 * k] > 0) residual = std::max(residual, solve_friction(k));
  return residual;
}

}  // namespace

double sweep_many(const ConeGroup& group, ConeBody& a, ConeBody& b, ConeTables& tables) {
  ManyVisit visit(group, tables, a, b);
  const double residual = visit.solve();
  visit.motion.store(a, b);
  return residual;
}

void push_many(const ConeGroup& group, const ConeTables& tables, ConeBody& a, ConeBody& b) {
  const ConeMany& many = tables.many.groups[group.many];
  const double* p = &tables.p[group.row];
  ManyMotion motion(a, b);
  for (std::size_t k = 0; k < group.count; ++k, p += 3) {
    const ManyPoint& rows = tables.many.points[many.first + k];
    const Vec3& place = tables.many.places[many.first + k];
    for (std::size_t i = 0; i < 3; ++i) motion.push(many.plane[i], p[0] * place[static_cast<Eigen::Index>(i)]);
    motion.push(rows.along_1, p[1]), motion.push(rows.along_2, p[2]);
  }
  motion.store(a, b);
}

}  // namespace abut::response
