#include "abut/dynamics/turning_normal.h"

#include <cmath>

namespace abut::dynamics {
namespace {

using contact::FoundContact;
using math::Vec3;
using proximity::PieceFeature;

// Sines below this are of edges that are nearly parallel: of two faces that lie on each other.
constexpr double kParallel = 1e-3;

Vec3 compute_edge_direction(const TurningBody& body, PieceFeature edge) {
  const geometry::ConvexPieces& pieces = body.shape.pieces;
  const geometry::PieceEdge& e = pieces.edges[edge.index()];
  return body.R_WB * (pieces.vertices[e.head].p - pieces.vertices[e.tail].p).normalized();
}

// e and f with their duals in the plane across n: v = (v . e) e* + (v . f) f*.
Vec3 compute_rate_of_edges(const Vec3& n, const Vec3& e, const Vec3& f, const Vec3& w_a, const Vec3& w_b) {
  const double sine = n.dot(e.cross(f));
  if (std::abs(sine) < kParallel) return 0.5 * (w_a + w_b).cross(n);
  return (w_a.cross(n).dot(e) / sine) * f.cross(n) + (w_b.cross(n).dot(f) / sine) * n.cross(e);
}

Vec3 compute_core_velocity(const TurningBody& body, const Vec3& core) {
  return body.V.v + body.V.w.cross(core - body.p_WBcm);
}

// Of two cores d apart, at least one of them round.
Vec3 compute_rate_of_cores(const FoundContact& found, const TurningBody& a, const TurningBody& b, double d) {
  const Vec3 &n = found.nhat_BA_W, core_a = found.p_WCa + found.radius_a * n, core_b = found.p_WCb - found.radius_b * n;
  const Vec3 way = (compute_core_velocity(a, core_a) - compute_core_velocity(b, core_b)) / d;
  const Vec3 across = way - n.dot(way) * n;
  const bool has_edge_a = found.feature_a.is_edge();
  if (has_edge_a == found.feature_b.is_edge()) return across;
  const TurningBody& body = has_edge_a ? a : b;
  const Vec3 e = compute_edge_direction(body, has_edge_a ? found.feature_a : found.feature_b);
  return across + (body.V.w.cross(n).dot(e) - across.dot(e)) * e;
}

}  // namespace

Vec3 compute_normal_rate(const FoundContact& found, const TurningBody& a, const TurningBody& b) {
  const Vec3& n = found.nhat_BA_W;
  const bool is_of_a = found.feature_a.is_face(), is_of_b = found.feature_b.is_face();
  if (is_of_a && is_of_b) return 0.5 * (a.V.w + b.V.w).cross(n);
  if (is_of_a || is_of_b) return (is_of_a ? a : b).V.w.cross(n);
  if (found.feature_a.is_edge() && found.feature_b.is_edge()) {
    return compute_rate_of_edges(n, compute_edge_direction(a, found.feature_a),
                                 compute_edge_direction(b, found.feature_b), a.V.w, b.V.w);
  }
  const double round = found.radius_a + found.radius_b, d = found.gap + round;
  return round > 0 && d > 0 ? compute_rate_of_cores(found, a, b, d) : Vec3(Vec3::Zero());
}

}  // namespace abut::dynamics
