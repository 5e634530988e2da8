#include "abut/response/cone_visit_four.h"

#include <array>
#include <utility>

namespace abut::response {
namespace {

using math::Vec3;

constexpr double kLockedFour = 1e-12;  // of the larger inverse mass: locks let nothing move
constexpr int kMostProjections = 10;
constexpr double kProjectedEnough = 1e-2;  // of what the first turn changed: sweeps come back to it

Four compute_four_length(const Four& x, const Four& y) {
  return square_root(x * x + y * y);
}

[[gnu::always_inline]] inline FourVec3 read_bodies(const FourBodies& four, std::span<const ConeBody> bodies,
                                                   Vec3 ConeBody::*what) {
  return FourVec3::of(bodies[four.index[0]].*what, bodies[four.index[1]].*what, bodies[four.index[2]].*what,
                      bodies[four.index[3]].*what);
}

[[gnu::always_inline]] inline void write_bodies(const FourBodies& four, const FourVec3& v, const FourVec3& w,
                                                std::span<ConeBody> bodies) {
  for (std::size_t lane = 0; lane < kNumLanes; ++lane) {
    ConeBody& body = bodies[four.index[lane]];
    if (body.is_dynamic) body.v = v[lane], body.w = w[lane];
  }
}

// What is always_inline passes vectors of four, which a call would pass through memory.

// How the bodies of four groups answer a unit impulse along an axis at a point.
struct FourAnswer {
  FourVec3 axis, turn_a, turn_b, moved, spin_a, spin_b;

  [[gnu::always_inline]] FourAnswer(const ConeFour& four, const FourVec3& along, const FourVec3& arm_a,
                                    const FourVec3& arm_b)
      : axis(along),
        turn_a(cross(arm_a, along)),
        turn_b(cross(arm_b, along)),
        moved(multiply_each(four.a.inv_mass + four.b.inv_mass, along)),
        spin_a(four.a.inv_inertia * turn_a),
        spin_b(four.b.inv_inertia * turn_b) {}
};

// W between impulses along x and velocities along y.
[[gnu::always_inline]] inline Four couple_four(const FourAnswer& x, const FourAnswer& y) {
  return dot(y.axis, x.moved) + dot(y.turn_a, x.spin_a) + dot(y.turn_b, x.spin_b);
}

// How the bodies of four groups move, as impulses act.
struct FourMotion {
  const ConeFour& four;
  FourVec3 v_a, v_b;  // before
  FourVec3 w_a, w_b;
  FourVec3 dv;                          // of a against b
  FourVec3 impulse = FourVec3::zero();  // on a, so far

  [[gnu::always_inline]] FourMotion(const ConeFour& one, std::span<const ConeBody> bodies)
      : four(one),
        v_a(read_bodies(one.a, bodies, &ConeBody::v)),
        v_b(read_bodies(one.b, bodies, &ConeBody::v)),
        w_a(read_bodies(one.a, bodies, &ConeBody::w)),
        w_b(read_bodies(one.b, bodies, &ConeBody::w)),
        dv(v_a - v_b) {}

  [[gnu::always_inline]] FourVec3 compute_velocity(const FourVec3& arm_a, const FourVec3& arm_b) const {
    return dv + cross(w_a, arm_a) - cross(w_b, arm_b);
  }
  [[gnu::always_inline]] void push(const FourVec3& p, const FourVec3& moment_a, const FourVec3& moment_b) {
    impulse += p;
    dv += multiply_each(four.a.inv_mass + four.b.inv_mass, p);
    w_a += four.a.inv_inertia * moment_a, w_b -= four.b.inv_inertia * moment_b;
  }
  [[gnu::always_inline]] void push_along(const Four& p, const FourAnswer& answer) {
    impulse += p * answer.axis;
    dv += p * answer.moved;
    w_a += p * answer.spin_a, w_b -= p * answer.spin_b;
  }
  [[gnu::always_inline]] void push_at(const FourVec3& p, const FourVec3& arm_a, const FourVec3& arm_b) {
    push(p, cross(arm_a, p), cross(arm_b, p));
  }
  [[gnu::always_inline]] void store(std::span<ConeBody> bodies) const {
    write_bodies(four.a, v_a + multiply_each(four.a.inv_mass, impulse), w_a, bodies);
    write_bodies(four.b, v_b - multiply_each(four.b.inv_mass, impulse), w_b, bodies);
  }
};

// Impulses along axes, at points.
struct FourSum {
  FourVec3 p = FourVec3::zero(), moment_a = FourVec3::zero(), moment_b = FourVec3::zero();

  void add(const FourPoint& point, const FourVec3& push) {
    p += push, moment_a += cross(point.arm_a, push), moment_b += cross(point.arm_b, push);
  }
};

// Four groups while they are visited.
template <std::size_t kCount>
struct FourVisit {
  using Numbers = std::array<Four, kCount>;

  const FourVec3 &n, &t1, &t2;
  const FourPoint* points;
  const Four *delassus, *inverse;
  FourMotion motion;
  Numbers p_n, p_1, p_2;

  FourVisit(const ConeFour& four, const FourTables& tables, const double* p, std::span<const ConeBody> bodies)
      : n(four.axes[0]),
        t1(four.axes[1]),
        t2(four.axes[2]),
        points(&tables.points[four.point]),
        delassus(&tables.delassus[four.normals]),
        inverse(&tables.inverse[four.normals]),
        motion(four, bodies) {
    for (std::size_t k = 0; k < kCount; ++k, p += 3 * kNumLanes)
      p_n[k] = Four::read(p), p_1[k] = Four::read(p + kNumLanes), p_2[k] = Four::read(p + 2 * kNumLanes);
  }

  void store(double* p) const {
    for (std::size_t k = 0; k < kCount; ++k, p += 3 * kNumLanes)
      p_n[k].write(p), p_1[k].write(p + kNumLanes), p_2[k].write(p + 2 * kNumLanes);
  }
  // Less what its contacts ask for.
  FourVec3 compute_velocity(std::size_t k) const {
    return motion.compute_velocity(points[k].arm_a, points[k].arm_b) - points[k].offset;
  }

  void push_all();
  Four solve_normals();
  void project(FourFlags which, Numbers& rates, Numbers& after) const;
  Four find_slacks(Numbers& slacks);
  void solve_common_friction(const Four& sum, Numbers& share);
  Four solve_friction(std::size_t k);
  Four solve();
};

template <std::size_t kCount>
void FourVisit<kCount>::push_all() {
  FourSum sum;
  for (std::size_t k = 0; k < kCount; ++k) sum.add(points[k], p_n[k] * n + p_1[k] * t1 + p_2[k] * t2);
  motion.push(sum.p, sum.moment_a, sum.moment_b);
}

// As project_normals, of those that ask for it.
template <std::size_t kCount>
void FourVisit<kCount>::project(FourFlags which, Numbers& rates, Numbers& after) const {
  const Four zero = Four::all(0.0), one = Four::all(1.0);
  Four enough = zero;
  for (int turn = 0; turn < kMostProjections && any(which); ++turn) {
    Four largest = zero;
    for (std::size_t i = 0; i < kCount; ++i) {
      const Four& w = delassus[i * kCount + i];
      const FourFlags moves = w > zero;
      const Four next = larger(after[i] - rates[i] / choose(moves, w, one), zero);
      const Four step = choose(which & moves, next - after[i], zero);
      after[i] += step;
      largest = larger(largest, absolute(step) * w);
      for (std::size_t j = 0; j < kCount; ++j) rates[j] += delassus[i * kCount + j] * step;
    }
    which &= largest > enough;
    if (turn == 0) enough = Four::all(kProjectedEnough) * largest;
  }
}

// Returns the largest residual as it was before.
template <std::size_t kCount>
Four FourVisit<kCount>::solve_normals() {
  const Four zero = Four::all(0.0);
  Numbers rates, after;
  Four residual = zero;
  for (std::size_t i = 0; i < kCount; ++i) {
    rates[i] = dot(n, compute_velocity(i));
    residual = larger(residual, absolute(smaller(rates[i], points[i].inv_n * p_n[i])));
  }
  const FourFlags is_off = residual > zero;
  if (!any(is_off)) return zero;
  Four least = zero;
  for (std::size_t i = 0; i < kCount; ++i) {
    after[i] = p_n[i];
    for (std::size_t j = 0; j < kCount; ++j) after[i] -= inverse[i * kCount + j] * rates[j];
    least = smaller(least, after[i]);
  }
  const FourFlags would_pull = is_off & (zero > least), stays = ~is_off | would_pull;
  for (std::size_t i = 0; i < kCount; ++i) after[i] = choose(stays, p_n[i], after[i]);
  if (any(would_pull)) project(would_pull, rates, after);
  Four sum = zero;
  FourVec3 arm_a = FourVec3::zero(), arm_b = arm_a;  // times the sum
  for (std::size_t i = 0; i < kCount; ++i) {
    const Four change = after[i] - p_n[i];
    p_n[i] = after[i], sum += change;
    arm_a += change * points[i].arm_a, arm_b += change * points[i].arm_b;
  }
  motion.push(sum * n, cross(arm_a, n), cross(arm_b, n));
  return residual;
}

// Friction that the normal does not carry any more goes back to the rim. Returns the sum of what the others can hold.
template <std::size_t kCount>
Four FourVisit<kCount>::find_slacks(Numbers& slacks) {
  const Four zero = Four::all(0.0);
  Four sum = zero;
  FourSum change;
  bool is_changed = false;
  for (std::size_t k = 0; k < kCount; ++k) {
    const Four length = compute_four_length(p_1[k], p_2[k]), radius = points[k].mu * p_n[k];
    if (const FourFlags is_outside = length > radius; any(is_outside)) {
      const Four share = choose(is_outside, radius / length, Four::all(1.0));
      const Four d_1 = share * p_1[k] - p_1[k], d_2 = share * p_2[k] - p_2[k];
      p_1[k] += d_1, p_2[k] += d_2, is_changed = true;
      change.add(points[k], d_1 * t1 + d_2 * t2);
    }
    slacks[k] = larger(radius - length, zero), sum += slacks[k];
  }
  if (is_changed) motion.push(change.p, change.moment_a, change.moment_b);
  return sum;
}

template <std::size_t kCount>
void FourVisit<kCount>::solve_common_friction(const Four& sum, Numbers& share) {
  const Four zero = Four::all(0.0), one = Four::all(1.0), inverse_sum = one / choose(sum > zero, sum, one);
  FourVec3 arm_a = FourVec3::zero(), arm_b = arm_a, offset = arm_a;
  for (std::size_t k = 0; k < kCount; ++k) {
    share[k] = share[k] * inverse_sum;
    arm_a += share[k] * points[k].arm_a, arm_b += share[k] * points[k].arm_b;
    offset += share[k] * points[k].offset;
  }
  const FourVec3 u = motion.compute_velocity(arm_a, arm_b) - offset;
  const Four u_1 = dot(t1, u), u_2 = dot(t2, u);
  const FourAnswer along_1(motion.four, t1, arm_a, arm_b), along_2(motion.four, t2, arm_a, arm_b);
  const Four w_11 = couple_four(along_1, along_1), w_12 = couple_four(along_1, along_2),
             w_22 = couple_four(along_2, along_2), determinant = w_11 * w_22 - w_12 * w_12;
  const FourFlags is_free = (determinant > Four::all(kLockedFour) * w_11 * w_22) & (sum > zero);
  const Four scale = one / choose(is_free, determinant, one);
  const Four q_1 = (w_12 * u_2 - w_22 * u_1) * scale, q_2 = (w_12 * u_1 - w_11 * u_2) * scale;
  const Four length = compute_four_length(q_1, q_2);
  const Four kept = choose(is_free, choose(length > sum, sum / length, one), zero);
  const Four common_1 = kept * q_1, common_2 = kept * q_2;
  for (std::size_t k = 0; k < kCount; ++k) p_1[k] += share[k] * common_1, p_2[k] += share[k] * common_2;
  motion.push_along(common_1, along_1), motion.push_along(common_2, along_2);
}

// Returns at least the change, as a speed, squared.
template <std::size_t kCount>
Four FourVisit<kCount>::solve_friction(std::size_t k) {
  const FourPoint& point = points[k];
  const FourVec3 u = compute_velocity(k);
  const Four radius = point.mu * p_n[k], u_1 = dot(t1, u), u_2 = dot(t2, u);
  Four next_1 = p_1[k] - point.stop_11 * u_1 - point.stop_12 * u_2,
       next_2 = p_2[k] - point.stop_12 * u_1 - point.stop_22 * u_2;
  const FourFlags is_outside = next_1 * next_1 + next_2 * next_2 > radius * radius;
  if (any(is_outside)) {
    const Four q_1 = p_1[k] - point.slow * u_1, q_2 = p_2[k] - point.slow * u_2, length = compute_four_length(q_1, q_2);
    const Four scale = choose(length > radius, radius / length, Four::all(1.0));
    next_1 = choose(is_outside, scale * q_1, next_1), next_2 = choose(is_outside, scale * q_2, next_2);
  }
  const Four d_1 = next_1 - p_1[k], d_2 = next_2 - p_2[k];
  p_1[k] = next_1, p_2[k] = next_2;
  motion.push_at(d_1 * t1 + d_2 * t2, point.arm_a, point.arm_b);
  return (d_1 * d_1 + d_2 * d_2) * point.inv_across * point.inv_across;
}

template <std::size_t kCount>
Four FourVisit<kCount>::solve() {
  const Four residual = solve_normals();
  Numbers slacks;
  const Four sum = find_slacks(slacks);
  if (kCount > 1 && any(sum > Four::all(0.0))) solve_common_friction(sum, slacks);
  Four change_sq = Four::all(0.0);
  for (std::size_t k = 0; k < kCount; ++k) change_sq = larger(change_sq, solve_friction(k));
  return larger(residual, square_root(change_sq));
}

template <std::size_t kCount>
double visit_four(const ConeFour& four, const FourTables& tables, double* p, std::span<ConeBody> bodies) {
  FourVisit<kCount> visit(four, tables, p, bodies);
  const Four residual = visit.solve();
  visit.store(p), visit.motion.store(bodies);
  return find_largest(residual);
}

template <std::size_t kCount>
void push_four_of(const ConeFour& four, const FourTables& tables, const double* p, std::span<ConeBody> bodies) {
  FourVisit<kCount> visit(four, tables, p, bodies);
  visit.push_all();
  visit.motion.store(bodies);
}

template <std::size_t... kIndices>
constexpr auto list_four_visits(std::index_sequence<kIndices...>) {
  return std::array{&visit_four<kIndices + 1>...};
}
template <std::size_t... kIndices>
constexpr auto list_four_pushes(std::index_sequence<kIndices...>) {
  return std::array{&push_four_of<kIndices + 1>...};
}
constexpr auto kFourVisits = list_four_visits(std::make_index_sequence<kMostOfFour>());
constexpr auto kFourPushes = list_four_pushes(std::make_index_sequence<kMostOfFour>());

}  // namespace

double sweep_four(const ConeFour& four, const FourTables& tables, double* p, std::span<ConeBody> bodies) {
  return kFourVisits[four.count - 1](four, tables, p, bodies);
}

void push_four(const ConeFour& four, const FourTables& tables, const double* p, std::span<ConeBody> bodies) {
  kFourPushes[four.count - 1](four, tables, p, bodies);
}

}  // namespace abut::response
