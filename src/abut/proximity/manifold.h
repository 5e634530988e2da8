// The contact manifold of two convex pieces: where they would touch in the kissing configuration (kissing.h), as a
// point, a segment or a convex polygon in the contact plane with all its corners (paper 002, sections III A, IV E, F).
//
// It is the intersection, in the contact plane, of the two supports within the breaking distance of it (support_walk.h,
// polygon_clip.h). All points share the plane's normal; each has its own gap, how far the two boundaries are apart over
// that point:
//
//   p_WCa - p_WCb = gap nhat_BA_W,    up to rounding,
//
// so faces that are nearly parallel give a polygon with different gaps, not a point that flickers. Each corner is
// traced to the least features that meet in it: a vertex over a face, a face over a vertex, or two edges; on the
// borders between these a vertex over an edge or over a vertex. Where a side of the outline is no edge of the piece
// (support_walk.h), a face takes its place.
//
// Nearly parallel edges. Where no face lies in the contact plane, the outlines of the supports do not overlap, they
// only touch, along a side if edges are parallel. Edges that are so but for a little, beside each other by at most
// kParallelShare of their distance (and of the breaking distance), count as parallel as far as that is so: the manifold
// is what they share, not the point in which they seem to touch or cross, which the least turn would send from one end
// to the other. One of the two points of a pair then lies beside its edge by as much, and gaps are distances up to half
// the square of that share.
//
// The smallest gap is phi, up to rounding: the witness points lie over a point of the polygon, and the gap is linear
// wherever each support is one face. Where several faces bulge within the breaking distance, as those of a fine prism
// do, the vertices at which they bend are nearer than the corners around them, and follow the corners as points. Should
// no point be as near as the witness, that follows too. If the supports do not meet in the plane, or the
// pieces cross, the manifold is the witness pair alone.
//
// Requirement (2) of the paper: if no point of the manifold approaches, nhat . v(p_i) >= 0 for all i, then phi does not
// fall. The normal velocity is linear over the plane, so none of the places where the pieces are nearest, which the
// polygon contains, approaches either.
//
// Cost: bench/manifold_bench. No allocation once the buffer has grown to the pieces.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "abut/math/pose.h"
#include "abut/math/types.h"
#include "abut/proximity/feature_pair.h"
#include "abut/proximity/kissing.h"
#include "abut/proximity/piece_pair.h"
#include "abut/proximity/polygon_clip.h"
#include "abut/proximity/support.h"

namespace abut::proximity {

// Larger: gaps along the normal no longer are distances of the edges (they are to half its square, relative). Smaller:
// edges that rest on each other in parallel touch in a point that wanders.
inline constexpr double kParallelShare = 1e-3;

enum class ManifoldKind : std::uint8_t { kPoint, kSegment, kPolygon };

struct ManifoldPoint {
  math::Vec3 p_WCa, p_WCb;
  double gap = 0.0;  // m
  PieceFeature feature_a, feature_b;
};

struct ContactManifold {
  ManifoldKind kind = ManifoldKind::kPoint;
  ContactPlane plane;                 // its nhat_BA_W is the normal of all points
  std::vector<ManifoldPoint> points;  // of a polygon, counter-clockwise seen from A
  std::size_t num_corners = 0;        // the points that come first; vertices between them, and a witness, may follow
};

// Memory that manifolds reuse; any number of pairs may share it, one after another.
struct ManifoldBuffer {
  ContactManifold manifold;
  Support support_a, support_b;
  ClipBuffer clip;
};

// Throws InputError unless the breaking distance is finite and not negative. Of the vertices between the corners those
// are points whose gap is at most `touching`, m. The result lies in the buffer, until the buffer is used again.
// Precondition: the pair is that of these pieces at these poses.
const ContactManifold& compute_manifold(const PieceRef& a, const PieceRef& b, const math::Pose& X_WA,
                                        const math::Pose& X_WB, const FeaturePair& pair, double breaking,
                                        ManifoldBuffer& buffer,
                                        double touching = std::numeric_limits<double>::infinity());

}  // namespace abut::proximity
