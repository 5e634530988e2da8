#include "abut/continuous/swept_nodes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "abut/continuous/chord_sag.h"

namespace abut::continuous {
namespace {

using geometry::NodeHull;
using math::PaddedVec3;

constexpr double kNodeRoundoff = 0x1p-53;
constexpr double kGapReachBound = 512 * kNodeRoundoff;   // of both reaches
constexpr double kGapOriginBound = 160 * kNodeRoundoff;  // of |p_BA|
constexpr double kTurnToWorldBound = 128 * kNodeRoundoff;
constexpr double kLengthBound = 256 * kNodeRoundoff;  // of directions
constexpr double kNothing = -std::numeric_limits<double>::infinity();
constexpr int kProjections = 2;

double compute_reach(const math::Aabb& box) {
  return box.lower.cwiseAbs().cwiseMax(box.upper.cwiseAbs()).norm() * (1 + 4 * kNodeRoundoff);
}

double compute_point_acceleration(const math::MotionBounds& bounds, double reach) {
  const double turning = bounds.rate * bounds.rate + bounds.angular_acceleration;
  return (bounds.origin_acceleration + reach * turning) * (1 + 8 * kNodeRoundoff);
}

PaddedVec3 take_to_unit(const PaddedVec3& v) {
  const double length = v.norm();
  return length > 0 ? PaddedVec3(v / length) : PaddedVec3(PaddedVec3::Zero());
}

PaddedVec3 find_layer_direction(const SweptNodePair& pair, const SweptEnd& end, const PaddedVec3& middle) {
  const PaddedVec3 n_a = end.R_BA * pair.a.normal;
  return take_to_unit(std::copysign(1.0, middle.dot(n_a)) * n_a +
                      std::copysign(1.0, middle.dot(pair.b.normal)) * pair.b.normal);
}

PaddedVec3 find_box_direction(const SweptNodePair& pair, const SweptEnd& end, const PaddedVec3& middle) {
  PaddedVec3 on_a = middle, on_b = PaddedVec3::Zero();  // from the middle of B's box
  for (int i = 0; i < kProjections; ++i) {
    on_b = pair.b.clamp(on_a);
    on_a = middle + end.R_BA * pair.a.clamp(end.R_AB * (on_b - middle));
  }
  return take_to_unit(on_a - on_b);
}

// From below.
double measure_gap(const SweptNodePair& pair, const SweptEnd& end, const PaddedVec3& middle, const PaddedVec3& n) {
  return n.dot(middle) - pair.a.reach_along(end.R_AB * -n) - pair.b.reach_along(n) - end.error;
}

// What a gap along a direction proves: one turned from A's frame into B's may be longer than one by 200 u.
double round_down(double x) {
  return x - kLengthBound * std::abs(x);
}

// f(u) = (1-u) near + u far - u (1-u) C.
struct GapCurve {
  double near, far, C;

  // About where it falls to the level. Precondition: near > level.
  double find_crossing(double level) const {
    const double b = near + C - far, c = near - level, discriminant = b * b - 4 * C * c;
    if (!(b > 0) || !(discriminant >= 0)) return 0;
    return std::min(2 * c / (b + std::sqrt(discriminant)), 1.0);
  }
  // The least in [0, u] from below, where f falls throughout; -infinity otherwise. Terms are rounded by at most 8 u of
  // near, far and C.
  double bound_until(double u) const {
    if (2 * C * u > near + C - far) return kNothing;
    const double rounding = 16 * kNodeRoundoff * (std::abs(near) + std::abs(far) + C);
    return round_down((1 - u) * near + u * far - u * (1 - u) * C - rounding);
  }
};

// A power of two, between 1/16 and 1/8 of an interval: so that few different times are met with.
double choose_step(double length) {
  return std::ldexp(1.0, std::ilogb(length) - 3);
}

}  // namespace

MovingShape make_moving_shape(const geometry::Shape& shape, const math::Motion& motion) {
  const double reach = compute_reach(shape.bounds);
  return {shape, motion, compute_body_bounds(motion), reach, {motion, reach}};
}

double bound_between(double h0, double h1, double curvature) {
  const double least = std::min(h0, h1);
  if (!(least > kNothing)) return kNothing;
  return round_down(least - compute_chord_sag(curvature, std::abs(h1 - h0)));
}

SweptEnd SweptNodes::make_end(double s) const {
  const Placing &at_a = a_.memo.place(s), &at_b = b_.memo.place(s);
  const math::Mat3 R_WB = math::compute_rotation(at_b.X_WB.q);
  const math::Mat3 R_BA = R_WB.transpose() * math::compute_rotation(at_a.X_WB.q);
  const math::Vec3 p_BA = R_WB.transpose() * (at_a.X_WB.p - at_b.X_WB.p);
  const double rounding = kGapReachBound * (a_.reach + b_.reach) + kGapOriginBound * p_BA.norm();
  return {math::PaddedMat3(R_BA), math::PaddedMat3(R_BA.transpose()), math::PaddedMat3(R_WB), math::make_padded(p_BA),
          at_a.error + at_b.error + rounding};
}

SweptNodes::SweptNodes(MovingShape& a, MovingShape& b, double s_begin, double s_end)
    : a_(a), b_(b), s_begin_(s_begin), s_end_(s_end), ends_{make_end(s_begin), make_end(s_end)} {}

SweptNodes::SweptNodes(const SweptNodes& whole, double s_begin, double s_end)
    : a_(whole.a_),
      b_(whole.b_),
      s_begin_(s_begin),
      s_end_(s_end),
      ends_{s_begin == whole.s_begin_ ? whole.ends_[0] : make_end(s_begin),
            s_end == whole.s_end_ ? whole.ends_[1] : make_end(s_end)} {}

SweptNodePair SweptNodes::make_pair(std::uint32_t node_a, std::uint32_t node_b) const {
  const math::Aabb &box_a = a_.shape.tree.nodes[node_a].box, &box_b = b_.shape.tree.nodes[node_b].box;
  SweptNodePair pair{NodeHull(box_a, a_.shape.slabs[node_a]),
                     NodeHull(box_b, b_.shape.slabs[node_b]),
                     compute_reach(box_a),
                     compute_reach(box_b),
                     {}};
  for (std::size_t e = 0; e < 2; ++e) {
    pair.middle_BA[e] = ends_[e].R_BA * pair.a.center + ends_[e].p_BA - pair.b.center;
  }
  return pair;
}

double SweptNodes::bound_curvature(const SweptNodePair& pair, const EndDirections& n) const {
  const double length = s_end_ - s_begin_;
  const PaddedVec3 turn = ends_[1].R_WB * n[1] - ends_[0].R_WB * n[0];
  const PaddedVec3 moved = ends_[1].R_WB * pair.middle_BA[1] - ends_[0].R_WB * pair.middle_BA[0];
  const double turned = length * (a_.bounds.rate * pair.a.half.norm() + b_.bounds.rate * pair.b.half.norm());
  const double slack = ends_[0].error + ends_[1].error;
  const double across =
      turn.dot(moved) + kTurnToWorldBound * moved.norm() + (turn.norm() + kTurnToWorldBound) * (turned + slack);
  const double acceleration =
      compute_point_acceleration(a_.bounds, pair.reach_a) + compute_point_acceleration(b_.bounds, pair.reach_b);
  return (std::max(across, 0.0) + 0.5 * length * length * acceleration) * (1 + kLengthBound);
}

// Where only one end is parted, along its direction: how long it takes until half the gap above the level is used up.
void SweptNodes::narrow(const SweptNodePair& pair, const std::array<double, 2>& gap, double level,
                        SweptBound& bound) const {
  bound.is_apart_at_ends = gap[0] > level && gap[1] > level;
  if (!(s_begin_ < s_end_) || (gap[0] > level) == (gap[1] > level)) return;
  const std::size_t near = gap[0] > level ? 0 : 1, far = 1 - near;
  const PaddedVec3& n = bound.n[near];
  const GapCurve curve{gap[near], measure_gap(pair, ends_[far], pair.middle_BA[far], n), bound_curvature(pair, {n, n})};
  const double length = s_end_ - s_begin_, step = choose_step(length);
  const double u = curve.find_crossing(0.5 * (gap[near] + level));
  const double s =
      near == 0 ? std::floor((s_begin_ + u * length) / step) * step : std::ceil((s_end_ - u * length) / step) * step;
  const double separation = curve.bound_until((near == 0 ? s - s_begin_ : s_end_ - s) / length);
  if (!(s > s_begin_ && s < s_end_ && separation > level)) return;
  (near == 0 ? bound.s_in : bound.s_out) = s;
  bound.separation = separation;
}

SweptBound SweptNodes::bound_separation(std::uint32_t node_a, std::uint32_t node_b, const EndDirections& guess,
                                        double level) const {
  const SweptNodePair pair = make_pair(node_a, node_b);
  SweptBound bound{false, false, std::numeric_limits<double>::infinity(), s_begin_, s_end_, kNoDirections};
  std::array<double, 2> best{kNothing, kNothing};  // along bound.n
  // The later end first, where what approaches is nearer; the other only if it may decide something.
  const auto try_directions = [&](auto&& find) {
    EndDirections n = kNoDirections;
    std::array<double, 2> gap{kNothing, kNothing};
    for (const std::size_t e : {std::size_t{1}, std::size_t{0}}) {
      if (e == 0 && !(gap[1] > level) && best[0] > level) return;
      n[e] = find(e);
      if (!n[e].isZero(0)) gap[e] = measure_gap(pair, ends_[e], pair.middle_BA[e], n[e]);
      if (gap[e] > best[e]) best[e] = gap[e], bound.n[e] = n[e];
    }
    if (!(gap[0] > level && gap[1] > level)) return;
    const double separation = bound_between(gap[0], gap[1], bound_curvature(pair, n));
    if (separation > level) bound.is_apart = true, bound.separation = separation, bound.n = n;
  };
  try_directions([&](std::size_t e) { return guess[e]; });
  if (!bound.is_apart) {
    try_directions([&](std::size_t e) { return find_layer_direction(pair, ends_[e], pair.middle_BA[e]); });
  }
  if (!bound.is_apart) {
    try_directions([&](std::size_t e) { return find_box_direction(pair, ends_[e], pair.middle_BA[e]); });
  }
  if (!bound.is_apart) narrow(pair, best, level, bound);
  return bound;
}

}  // namespace abut::continuous
