// Exact signs. Each function returns the sign (-1, 0, +1) of a polynomial in its arguments as real numbers: a floating
// filter decides almost always, exact arithmetic otherwise. Right for all finite doubles, subnormal results and
// overflowing products included, in every rounding mode. Preconditions: finite arguments; subnormals not flushed to
// zero.
#pragma once

#include "abut/math/types.h"

namespace abut::math {

// +1 if a, b, c turn counter-clockwise, 0 if they are collinear. Sign of det(b - a, c - a).
int orient2d(const Vec2& a, const Vec2& b, const Vec2& c);

// +1 if d lies on the side of the plane abc from which a, b, c are seen counter-clockwise, that is, outside of a solid
// that has abc as a face; 0 if the four are coplanar. Sign of det(b - a, c - a, d - a).
int orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

// Sign of normal . p - offset, with the plane's own four doubles taken as exact.
int side_of_plane(const Vec3& normal, double offset, const Vec3& p);

// True if a, b, c lie on one line (coincident points included).
bool is_collinear(const Vec3& a, const Vec3& b, const Vec3& c);

// Sign of (b - a) . (d - c).
int sign_of_dot(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

}  // namespace abut::math
