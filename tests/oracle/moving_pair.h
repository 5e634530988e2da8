// Two bodies along their motions, judged from the definitions: where each is, how far apart they are, and the first
// time their distance falls to a level, by subdivision of s with a bound on speed. In doubles; off by some 1e-15 of the
// sizes.
#pragma once

#include <functional>
#include <optional>

#include "abut/math/pose.h"
#include "oracle/polyhedron.h"

namespace abut::oracle {

using Path = std::function<math::Pose(double)>;  // of s in [0, 1]

// Position and quaternion blended, the path of the position bent by s (1 - s) bend.
Path make_step_path(const math::Pose& X0, const math::Pose& X1, const math::Vec3& bend = math::Vec3::Zero());
// Turns about the axis, of any length, through a point fixed in the world, and slides along it.
Path make_screw_path(const math::Pose& X, const math::Vec3& point, const math::Vec3& axis, double angle,
                     double translation);

// Of convex bodies: the least over all pairs of a vertex, edge or face of one with one of the other, 0 if an edge of
// one passes through a face of the other or a vertex lies inside.
double compute_plain_distance(const Polyhedron& a, const math::Pose& X_WA, const Polyhedron& b, const math::Pose& X_WB);

struct MovingPair {
  const Polyhedron& a;
  const Polyhedron& b;
  Path path_a, path_b;
  double speed;  // bound on how fast their distance changes, per s

  double distance(double s) const { return compute_plain_distance(a, path_a(s), b, path_b(s)); }

  // The first s in [s0, s1] found at which the distance is at most `level`. Nothing if there is none, or only a dip
  // that lasts no longer than `resolution`.
  std::optional<double> find_first(double level, double s0, double s1, double resolution) const;
};

}  // namespace abut::oracle
