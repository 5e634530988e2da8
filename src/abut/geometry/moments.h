// Moments of order zero, one and two of what a mesh is made of: the inside of a closed surface, the surface itself,
// segments, points. With x measured from a reference point R,
//   m0 = integral of 1,   m1 = integral of x,   m2 = integral of x x^T.
// Mass properties are these times a density (mass_properties.h).
//
// Every integral is a closed form in the corners of a simplex. With s the sum of its k corners x_i,
//   integral of x x^T = measure / (k (k + 1)) * (sum of x_i x_i^T + s s^T),   integral of x = measure / k * s,
// and the inside of a closed surface is the signed sum of the tetrahedra that its triangles span with R.
//
// Rounding. Each of the ten numbers is a sum of terms with at most 16 roundings each (corner minus R included); terms
// are added in blocks of 128 triangles, in four fixed lanes whatever the machine (at most 34 roundings), blocks by a
// compensated sum (2 roundings, and n^2 eps^2 for n blocks). So the error is at most kMomentsBound = 64 eps times the
// same sum with every product taken by magnitude, for any number of triangles. R near the middle of the mesh keeps
// those magnitudes small however far the mesh is from the origin. Nothing here guards against overflow or underflow of
// fifth powers of a length.
//
// Cost: one pass; for triangles over 20 million a second a core (bench/mass_bench.cpp).
#pragma once

#include <limits>
#include <span>

#include "abut/geometry/mesh.h"
#include "abut/math/types.h"

namespace abut::geometry {

inline constexpr double kMomentsBound = 64 * std::numeric_limits<double>::epsilon();

struct Moments {
  double m0 = 0.0;
  math::Vec3 m1 = math::Vec3::Zero();
  math::Mat3 m2 = math::Mat3::Zero();
};

struct SolidMoments {
  Moments inside;
  double area = 0.0;  // of the surface
};

// A point near the middle of the mesh: the middle of the bounding box of its segments, points and a few thousand of its
// triangles, evenly spread over their numbers; zero if there are none. Vertices that nothing uses, wherever they are,
// have no influence.
math::Vec3 compute_reference_point(const Mesh& mesh);

// Of the inside of a closed, outward wound surface. Other surfaces: the signed sum over their triangles, which depends
// on R.
SolidMoments compute_solid_moments(std::span<const math::Vec3> vertices, std::span<const Triangle> triangles,
                                   const math::Vec3& p_BR);
Moments compute_sheet_moments(std::span<const math::Vec3> vertices, std::span<const Triangle> triangles,
                              const math::Vec3& p_BR);
Moments compute_wire_moments(std::span<const math::Vec3> vertices, std::span<const Segment> segments,
                             const math::Vec3& p_BR);
// Of points with a weight each; m0 is the sum of the weights. Precondition: as many weights as points.
Moments compute_point_moments(std::span<const math::Vec3> points, std::span<const double> weights,
                              const math::Vec3& p_BR);

// a + factor * b, about the same R.
Moments add_scaled(const Moments& a, double factor, const Moments& b);

}  // namespace abut::geometry
