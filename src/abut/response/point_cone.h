// Coulomb's law of one contact, all else being given, in axes n, 1, 2 of which 1 and 2 diagonalise the tangential part
// of its inverse mass K: find p in the cone such that u = K p + b obeys contact_problem.h.
//
//   friction alone   p_n given: p_k = -b_k / w_k if that lies in the disk of radius mu p_n; else -b_k / (w_k + alpha)
//   with
//                    the alpha > 0 that puts it on the rim: then u_t = -alpha p_t, so friction opposes motion exactly.
//   both             friction as a function of p_n makes u_n(p_n) continuous, from b_n at 0 to large where all sticks:
//   a
//                    root of it by bisection with secants, whatever the slope. One after the other, normal and friction
//                    chase each other in circles where mu times the coupling exceeds the inverse mass.
//
// Degenerate: a cone of no width is a half line; where nothing moves along n there is no impulse.
#pragma once

#include "abut/math/types.h"

namespace abut::response {

// K and mu.
struct PointMass {
  double inv_n = 0.0, inv_1 = 0.0, inv_2 = 0.0;  // the diagonal
  double inv_n1 = 0.0, inv_n2 = 0.0;             // the coupling of n with 1 and 2
  double mu = 0.0;
};

// p_1, p_2.
math::Vec2 compute_disk_friction(const PointMass& mass, const math::Vec2& b, double radius);

// p_n, p_1, p_2, for b in the same order.
math::Vec3 compute_cone_impulse(const PointMass& mass, const math::Vec3& b);

}  // namespace abut::response
