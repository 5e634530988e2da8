// How a body A moves as seen from a body B, over a part [s0, s1] of a step, enclosed by seven affine maps.
//
// With t in [0, 1] the share of the part, both orientations are the quaternions Q = (1-t) Q0 + t Q1, and the offset d
// of the origins is quadratic in t. Let S(q) = |q|^2 R(q/|q|): quadratic in q, with the polar form S(q, q'). A's point
// v is seen from B at
//
//   y(t) = R_B' (d + R_A v) = (S(Q_B)' d |Q_A|^2 + S(G) v) / |G|^2,     G = Q_B* Q_A, quadratic in t,
//
// a polynomial of degree six over one of degree four. In Bernstein form both have coefficients
//
//   y(t) = sum_k b_k(t) (T_k + M_k v) / sum_k b_k(t) w_k,     k = 0 ... 6,
//
// and if all w_k > 0, a rational Bezier curve lies in the convex hull of its control points: A stays in the convex hull
// of its images under the seven maps (T_k + M_k v) / w_k. The first and the last are A at s0 and s1, exactly; over
// short parts the others leave the chord between them by little more than the motion does.
//
// Let a plane n(t) . y = c(t) in B's frame move with n and c linear in t, with B on its lower side at both ends, so
// always. Then W(t) (n . y - c), W = |G|^2, is of degree seven, and if its eight coefficients
//
//   P_j = ((7-j) (n0 . (T_j + M_j v) - c0 w_j) + j (n1 . (T_j-1 + M_j-1 v) - c1 w_j-1)) / 7
//
// are positive for all v of A, the bodies are apart throughout. All that is asked of A's shape is the least of eight
// linear functions, which a box gives as well as a list of vertices. No derivative and no root is needed.
//
// Rounding. kappa = max |Q_A|^2 max |Q_B|^2, D the largest of the offsets at the ends of the step plus the bends. By
// Cauchy and Schwarz each component of G's coefficients, each entry of S and each dot product adds up terms that are
// together at most the product of the lengths. With u = 2^-53: the ends Q0, Q1 of a part carry 3 u, the coefficients of
// d 8 u of D; a component of G's coefficients 3 + 3 + 5; an entry of M_k 2 * 11 + 5, and its two sums of three with
// weights 8 more; n . M_k v three products and sums twice, and the factors 7-j, j, 1/7 four: 49 u, times sqrt(3) twice
// for sums over the components. n . T_k has fewer, w_k c too. So |error of P_j| <= kSweepBound kappa |n| (D + extent of
// A + extent of B) with room to spare.
#pragma once

#include <array>
#include <cstddef>

#include "abut/math/step_motion.h"
#include "abut/math/types.h"
#include "abut/scene/verify/feature_tree.h"

namespace abut::scene {

inline constexpr double kSweepBound = 256 * 0x1p-53;

// A placed in B's frame at one instant.
struct Placing {
  math::Mat3 R = math::Mat3::Identity();
  math::Vec3 p = math::Vec3::Zero();

  math::Vec3 operator*(const math::Vec3& v) const { return p + R * v; }
};

struct RelativeSweep {
  static constexpr std::size_t kNumMaps = 7;
  std::array<math::Mat3, kNumMaps> M;
  std::array<math::Vec3, kNumMaps> T;
  std::array<double, kNumMaps> w{};
  double error = 0.0;     // bounds that of P_j / |n|, and that of a placed point times w
  bool is_valid = false;  // all w_k are positive beyond rounding

  Placing start() const { return {M.front() / w.front(), T.front() / w.front()}; }
  Placing end() const { return {M.back() / w.back(), T.back() / w.back()}; }
};

// Precondition: 0 <= s0 <= s1 <= 1, multiples of a power of two not below 2^-52, so that 1 - s is exact.
RelativeSweep make_relative_sweep(const math::StepMotion& a, const math::StepMotion& b, double s0, double s1,
                                  double extents);

// A direction in B's frame that turns from n0 to n1 over the part, from B towards A; any length but zero.
struct TurningDirection {
  math::Vec3 n0, n1;
};

// A proven lower bound of the distance, along the direction, between the cores of two nodes throughout the part; not
// positive, or -infinity, if there is no proof. Radii play no part.
double compute_clearance(const RelativeSweep& sweep, const FeatureTree& a, const FeatureNode& node_a,
                         const FeatureTree& b, const FeatureNode& node_b, const TurningDirection& n);

}  // namespace abut::scene
