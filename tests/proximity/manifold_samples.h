// Two pieces placed over each other, their manifold, and what holds of every manifold.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "abut/proximity/manifold.h"
#include "proximity/make_pair.h"
#include "proximity/sample_shapes.h"

namespace abut::proximity {

using geometry::Shape;
using math::Pose;
using math::Quat;
using math::Vec3;

inline const Pose kAnywhere{{0.3, -0.7, 2.1}, Quat(0.8, 0.36, -0.48, 0.0)};
constexpr double kBreaking = 1e-3;

inline Quat make_turn(const Vec3& axis, double angle) {
  const Vec3 v = std::sin(angle / 2) * axis.normalized();
  return Quat(std::cos(angle / 2), v.x(), v.y(), v.z());
}
inline Shape make_box_shape(const Vec3& size) {
  return geometry::make_shape(geometry::make_box(size));
}

// A over B; B stands anywhere.
struct Placed {
  Shape a, b;
  Pose X_BA;
  Pose X_WB = kAnywhere;

  Pose X_WA() const { return X_WB * X_BA; }
  FeaturePair pair() const { return make_pair(only_piece(a), only_piece(b), X_WA(), X_WB); }
  ContactManifold find(double breaking = kBreaking) const { return find_for(pair(), breaking); }
  ContactManifold find(double breaking, double touching) const {
    ManifoldBuffer buffer;
    return compute_manifold(only_piece(a), only_piece(b), X_WA(), X_WB, pair(), breaking, buffer, touching);
  }
  ContactManifold find_for(const FeaturePair& pair, double breaking = kBreaking) const {
    ManifoldBuffer buffer;
    return compute_manifold(only_piece(a), only_piece(b), X_WA(), X_WB, pair, breaking, buffer);
  }
  // With the bodies exchanged.
  ContactManifold find_swapped(double breaking = kBreaking) const {
    ManifoldBuffer buffer;
    return compute_manifold(only_piece(b), only_piece(a), X_WB, X_WA(), swap_bodies(pair()), breaking, buffer);
  }
  Vec3 see(const Vec3& p_W) const { return compute_inverse(X_WB) * p_W; }
};

inline double min_gap(const ContactManifold& manifold) {
  double gap = HUGE_VAL;
  for (const ManifoldPoint& point : manifold.points) gap = std::min(gap, point.gap);
  return gap;
}

// What holds of every manifold: the records' equation, the witness represented, every point on both boundaries.
inline void expect_sound(const Placed& placed, const ContactManifold& manifold) {
  const FeaturePair pair = placed.pair();
  ASSERT_GE(manifold.points.size(), 1u);
  EXPECT_NEAR(manifold.plane.nhat_BA_W.norm(), 1.0, 1e-15 * 4);
  for (const ManifoldPoint& point : manifold.points) {
    EXPECT_LT((point.p_WCa - point.p_WCb - point.gap * manifold.plane.nhat_BA_W).norm(), 1e-13);
  }
  // Parallel edges may be nearer along the normal than they are, by half the square of what they lie beside each other.
  const bool has_face = manifold.plane.origin <= PlaneOrigin::kEqualFaces;
  EXPECT_NEAR(min_gap(manifold), pair.phi, has_face ? 1e-13 : 1e-13 + kParallelShare * kParallelShare * pair.phi);
  const std::size_t n = manifold.num_corners;
  EXPECT_EQ(manifold.kind, n > 2 ? ManifoldKind::kPolygon : n == 2 ? ManifoldKind::kSegment : ManifoldKind::kPoint);
  for (std::size_t i = 0; n > 2 && i < n; ++i) {
    const Vec3 &p = manifold.points[i].p_WCb, &q = manifold.points[(i + 1) % n].p_WCb,
               &r = manifold.points[(i + 2) % n].p_WCb;
    EXPECT_GT((q - p).cross(r - q).dot(manifold.plane.nhat_BA_W), 0) << "not convex, or clockwise";
  }
}

// Distance of a point, given in the piece's frame, from a feature's plane, line or place.
inline double compute_distance_from_feature(const PieceRef& ref, PieceFeature feature, const Vec3& p) {
  const geometry::ConvexPieces& pieces = ref.pieces;
  if (feature.is_vertex()) return (p - pieces.vertices[feature.index()].p).norm();
  if (feature.is_face()) {
    return std::abs(pieces.faces[feature.index()].normal.dot(p) - pieces.faces[feature.index()].offset);
  }
  const geometry::PieceEdge& edge = pieces.edges[feature.index()];
  const Vec3 tail = pieces.vertices[edge.tail].p, along = (pieces.vertices[edge.head].p - tail).normalized();
  return (p - tail).cross(along).norm();
}

inline void expect_traced(const Placed& placed, const ContactManifold& manifold, double bound = 1e-13) {
  for (const ManifoldPoint& point : manifold.points) {
    const Vec3& n = manifold.plane.nhat_BA_W;
    const Vec3 core_a = point.p_WCa + placed.a.pieces.pieces[0].radius * n;
    const Vec3 core_b = point.p_WCb - placed.b.pieces.pieces[0].radius * n;
    EXPECT_LT(
        compute_distance_from_feature(only_piece(placed.a), point.feature_a, compute_inverse(placed.X_WA()) * core_a),
        bound);
    EXPECT_LT(compute_distance_from_feature(only_piece(placed.b), point.feature_b, placed.see(core_b)), bound);
  }
}

}  // namespace abut::proximity
