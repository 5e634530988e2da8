#include "abut/continuous/swept_nodes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "abut/continuous/chord_sag.h"

namespace abut::continuous {
namespace {

using math::Aabb;
using math::Vec3;

constexpr double kNodeRoundoff = 0x1p-53;

double compute_reach(const Aabb& box) {
  return box.lower.cwiseAbs().cwiseMax(box.upper.cwiseAbs()).norm() * (1 + 4 * kNodeRoundoff);
}

double compute_point_acceleration(const math::MotionBounds& bounds, double reach) {
  const double turning = bounds.rate * bounds.rate + bounds.angular_acceleration;
  return (bounds.origin_acceleration + reach * turning) * (1 + 8 * kNodeRoundoff);
}

Vec3 clamp_to_box(const Vec3& p, const Aabb& box) {
  return p.cwiseMax(box.lower).cwiseMin(box.upper);
}

// The least n . x of a box, less the greatest: along the direction n of its own frame.
double compute_half_width(const Vec3& n, const Aabb& box) {
  return 0.5 * n.cwiseAbs().dot(box.extent());
}

}  // namespace

MovingShape make_moving_shape(const geometry::Shape& shape, const math::Motion& motion) {
  return {shape, motion, compute_body_bounds(motion), {motion, compute_reach(shape.bounds)}};
}

SweptNodes::End SweptNodes::make_end(MovingShape& a, MovingShape& b, double s) {
  const Placing at_a = a.memo.place(s), at_b = b.memo.place(s);
  return {math::compute_rotation(at_a.X_WB.q), math::compute_rotation(at_b.X_WB.q), at_a.X_WB.p - at_b.X_WB.p,
          at_a.error + at_b.error};
}

SweptNodes::SweptNodes(MovingShape& a, MovingShape& b, double s_begin, double s_end)
    : ends_{make_end(a, b, s_begin), make_end(a, b, s_end)},
      bounds_a_(a.bounds),
      bounds_b_(b.bounds),
      s_begin_(s_begin),
      s_end_(s_end) {}

SweptNodes::Gap SweptNodes::measure_gap(const End& end, const Aabb& box_A, const Aabb& box_B) {
  constexpr int kProjections = 2;
  const Vec3 middle_a = end.R_WA * box_A.center() + end.p_BA_W,
             middle_b = end.R_WB * box_B.center();  // from B's origin
  Vec3 on_a = middle_a, on_b = middle_b;
  for (int i = 0; i < kProjections; ++i) {
    on_b = end.R_WB * clamp_to_box(end.R_WB.transpose() * on_a, box_B);
    on_a = end.R_WA * clamp_to_box(end.R_WA.transpose() * (on_b - end.p_BA_W), box_A) + end.p_BA_W;
  }
  Gap gap{Vec3::Zero(), middle_a - middle_b, -std::numeric_limits<double>::infinity()};
  const double length = (on_a - on_b).norm();
  if (!(length > 0)) return gap;
  gap.n = (on_a - on_b) / length;
  const Vec3 n_A = end.R_WA.transpose() * gap.n, n_B = end.R_WB.transpose() * gap.n;
  const double reaches = compute_reach(box_A) + compute_reach(box_B);
  const double rounding = kNodeRoundoff * (160 * reaches + 16 * end.p_BA_W.norm());
  gap.width =
      gap.n.dot(gap.middle_BA) - compute_half_width(n_A, box_A) - compute_half_width(n_B, box_B) - rounding - end.error;
  return gap;
}

SweptNodes::Bound SweptNodes::bound_separation(const Aabb& box_A, const Aabb& box_B) const {
  const Gap start = measure_gap(ends_[0], box_A, box_B), end = measure_gap(ends_[1], box_A, box_B);
  const double least = std::min(start.width, end.width), rise = std::abs(end.width - start.width);
  if (!(least > 0)) return {least, least};
  const double length = s_end_ - s_begin_, reach_a = compute_reach(box_A), reach_b = compute_reach(box_B);
  const Vec3 turn = end.n - start.n;
  const double turned =
      0.5 * length * (bounds_a_.rate * box_A.extent().norm() + bounds_b_.rate * box_B.extent().norm());
  const double slack = ends_[0].error + ends_[1].error +
                       200 * kNodeRoundoff * (reach_a + reach_b + ends_[0].p_BA_W.norm() + ends_[1].p_BA_W.norm());
  const double across = turn.dot(end.middle_BA - start.middle_BA) + turn.norm() * (turned + slack);
  const double acceleration =
      compute_point_acceleration(bounds_a_, reach_a) + compute_point_acceleration(bounds_b_, reach_b);
  const double curvature = (std::max(across, 0.0) + 0.5 * length * length * acceleration) * (1 + 64 * kNodeRoundoff);
  const double sag = compute_chord_sag(curvature, rise);
  const auto round_down = [](double x) { return x - 16 * kNodeRoundoff * std::abs(x); };
  return {round_down(least - sag), round_down(least)};
}

}  // namespace abut::continuous
