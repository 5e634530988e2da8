#include "abut/proximity/penetration.h"

#include <algorithm>
#include <cmath>

#include "abut/math/predicates.h"
#include "abut/proximity/depth/depth_features.h"
#include "abut/proximity/depth/facet_plane.h"
#include "abut/proximity/depth/thin_depth.h"

namespace abut::proximity {
namespace {

using math::Vec3;

constexpr std::size_t kUsualPoints = 32;  // of a hull, in a tracked query
// Of scaled lengths. Smaller differences are not worth another facet.
constexpr double kLevelBound = 16 * 0x1p-53;
// A facet lower than this has no normal to speak of: that of its points is of another plane than that of the vertices'
// real differences.
constexpr double kThinBound = 8 * kDifferencePointBound;
// From facet to facet of one plane towards the point next to the origin.
constexpr int kMostFootSteps = 1000;

bool is_own_vertex(const PieceRef& ref, std::uint32_t v) {
  return v >= ref.piece().first_vertex && v - ref.piece().first_vertex < ref.piece().num_vertices;
}

class DepthQuery {
 public:
  DepthQuery(const PieceRef& a, const PieceRef& b, const RelativePose& pose, DepthCache& cache)
      : a_(a), b_(b), pose_(pose), difference_(a, b, pose), cache_(cache), hull_(cache.hull) {}

  Depth compute() {
    if (!start_warm()) start_cold();
    const std::uint32_t facet = find_answer();
    keep_seeds(facet);
    return compute_depth_features(a_, b_, pose_, difference_, make_touch(facet));
  }

 private:
  bool start_warm() {
    if (!cache_.has_seeds) return false;
    for (DifferencePoint& seed : cache_.seeds) {
      if (!is_own_vertex(a_, seed.a) || !is_own_vertex(b_, seed.b)) return false;
      seed = difference_.at(seed.a, seed.b);
    }
    const auto& [p, q, r, s] = cache_.seeds;
    if (math::orient3d(p.w, q.w, r.w, s.w) == 0) return false;
    hull_.reset(cache_.seeds);
    return true;
  }

  DifferencePoint find_extreme(const Vec3& direction) const {
    return difference_.find_extreme(direction, a_.piece().first_vertex, b_.piece().first_vertex);
  }

  // Four points of M; where M is flat, the fourth is put below its plane, on the side away from the origin. One of the
  // pieces has a face, so three points of M are not on one line.
  void start_cold() {
    hull_.reserve(kUsualPoints);
    const DifferencePoint p = find_extreme(Vec3::UnitX());
    DifferencePoint q = find_extreme(-Vec3::UnitX());
    for (int axis = 1; axis < 3 && q.w == p.w; ++axis) {
      q = find_extreme(Vec3::Unit(axis));
      if (q.w == p.w) q = find_extreme(-Vec3::Unit(axis));
    }
    const Vec3 across = (q.w - p.w).normalized().unitOrthogonal(), over = (q.w - p.w).normalized().cross(across);
    DifferencePoint r = p;
    for (const Vec3& direction : {across, Vec3(-across), over, Vec3(-over)}) {
      if (math::is_collinear(p.w, q.w, r.w)) r = find_extreme(direction);
    }
    Vec3 normal = compute_facet_plane(p.w, q.w, r.w).normal;
    if (normal.dot(p.w) > 0.0) normal = -normal;
    DifferencePoint s = find_extreme(normal);
    if (math::orient3d(p.w, q.w, r.w, s.w) == 0) s = find_extreme(-normal);
    if (math::orient3d(p.w, q.w, r.w, s.w) == 0) {
      s = {p.w - normal, DifferencePoint::kNone, DifferencePoint::kNone};
    }
    hull_.reset({p, q, r, s});
  }

  // A point of the facet that is a difference of vertices; at most one is not.
  const DifferencePoint& get_vertex_pair(std::uint32_t facet) const {
    const auto& points = hull_.facet(facet).points;
    const DifferencePoint& first = hull_.point(points[0]);
    return first.a != DifferencePoint::kNone ? first : hull_.point(points[1]);
  }

  // True if no vertex of M is above the facet. If one is, the hull takes it in.
  bool is_final(std::uint32_t facet) {
    const Vec3 normal = hull_.facet(facet).normal;
    const DifferencePoint& start = get_vertex_pair(facet);
    const DifferencePoint top = difference_.find_extreme(normal, start.a, start.b);
    const double width = normal.dot(top.w), offset = hull_.facet(facet).offset;
    // If the origin is in M, no nearest facet is beyond a width; if not, one has a negative offset.
    hull_.lower_limit(std::max({width, offset, 0.0}) + 2 * DifferenceHull::kAboveBound);
    if (width - offset <= kLevelBound || !hull_.is_above(top.w, facet)) return true;
    hull_.insert(top, facet);
    return false;
  }

  // A final facet of least offset that contains the point of its plane next to the origin. Every turn of the loop but
  // kMostFootSteps adds a new vertex of M to the hull, so it ends: after at most as many as there are pairs of
  // vertices.
  std::uint32_t find_answer() {
    std::uint32_t facet = hull_.find_nearest();
    for (int foot_steps = 0;;) {
      if (!is_final(facet)) {
        facet = hull_.find_nearest();
        continue;
      }
      const std::uint32_t next = find_towards_foot(facet);
      if (next == facet || ++foot_steps > kMostFootSteps) return facet;
      facet = grow_beyond_rim(facet, next) ? hull_.find_nearest() : next;
    }
  }

  // The neighbour on whose side the foot of the origin lies, if it is as near as the nearest; else the facet itself.
  // From a facet so thin that its corners are on one line to rounding, also to one that is not.
  std::uint32_t find_towards_foot(std::uint32_t f) {
    const DifferenceHull::Facet& facet = hull_.facet(f);
    const double limit = hull_.facet(hull_.find_nearest()).offset + DifferenceHull::kAboveBound;
    const bool is_thin = is_thin_facet(f);
    std::uint32_t next = f;
    double farthest = is_thin ? -kThinBound : kLevelBound;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t neighbour = facet.neighbours[i];
      if (hull_.facet(neighbour).offset > limit || (is_thin && is_thin_facet(neighbour))) continue;
      const Vec3& from = hull_.point(facet.points[i]).w;
      const Vec3 side = (hull_.point(facet.points[(i + 1) % 3]).w - from).normalized();
      const double beyond = side.cross(facet.normal).dot(facet.offset * facet.normal - from);
      if (beyond > farthest) farthest = beyond, next = neighbour;
    }
    return next;
  }

  // Where M is flat to rounding, a hull of some of its vertices is final on both faces however little of M it covers.
  // If the foot is beyond a side where one face turns into the other, the vertex of M farthest out there joins.
  bool grow_beyond_rim(std::uint32_t f, std::uint32_t across) {
    const DifferenceHull::Facet& facet = hull_.facet(f);
    if (facet.normal.dot(hull_.facet(across).normal) >= 0.0) return false;
    const std::size_t i = static_cast<std::size_t>(std::find(facet.neighbours.begin(), facet.neighbours.end(), across) -
                                                   facet.neighbours.begin());
    const Vec3& from = hull_.point(facet.points[i]).w;
    const Vec3 outward = (hull_.point(facet.points[(i + 1) % 3]).w - from).normalized().cross(facet.normal);
    const DifferencePoint& start = get_vertex_pair(f);
    const DifferencePoint top = difference_.find_extreme(outward, start.a, start.b);
    if (outward.dot(top.w - from) <= kLevelBound) return false;
    for (const std::uint32_t below : {f, across}) {
      if (!hull_.is_above(top.w, below)) continue;
      hull_.insert(top, below);
      return true;
    }
    return false;
  }

  bool is_thin_facet(std::uint32_t f) const {
    const auto& [p, q, r] = hull_.facet(f).points;
    const Vec3 pq = hull_.point(q).w - hull_.point(p).w, pr = hull_.point(r).w - hull_.point(p).w;
    const double longest_sq = std::max({pq.squaredNorm(), pr.squaredNorm(), (pr - pq).squaredNorm()});
    return pq.cross(pr).squaredNorm() <= kThinBound * kThinBound * longest_sq;
  }

  void keep_seeds(std::uint32_t f) {
    const DifferenceHull::Facet& facet = hull_.facet(f);
    for (std::size_t i = 0; i < 3; ++i) cache_.seeds[i] = hull_.point(facet.points[i]);
    cache_.seeds[3] = *std::min_element(hull_.points().begin(), hull_.points().end(),
                                        [&](const DifferencePoint& p, const DifferencePoint& q) {
                                          return facet.normal.dot(p.w) < facet.normal.dot(q.w);
                                        });
    cache_.has_seeds = true;  // one that is no difference of vertices is found out by start_warm
  }

  DepthTouch make_touch(std::uint32_t f) const {
    const DifferenceHull::Facet& facet = hull_.facet(f);
    DepthTouch touch{facet.normal, facet.offset, {}};
    for (std::size_t i = 0; i < 3; ++i) touch.points[i] = hull_.point(facet.points[i]);
    return touch;
  }

  const PieceRef a_, b_;
  const RelativePose& pose_;
  PieceDifference difference_;
  DepthCache& cache_;
  DifferenceHull& hull_;
};

}  // namespace

double compute_depth_bound(const PieceRef& a, const PieceRef& b, const RelativePose& pose) {
  return kDepthBound * (a.piece().reach + b.piece().reach + pose.p_BA.norm());
}

Depth update_depth(const PieceRef& a, const PieceRef& b, const RelativePose& pose, DepthCache& cache) {
  if (a.piece().num_faces == 0 && b.piece().num_faces == 0) return compute_thin_depth(a, b, pose);
  return DepthQuery(a, b, pose, cache).compute();
}

}  // namespace abut::proximity
