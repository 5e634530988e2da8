#include "abut/proximity/kissing.h"

#include <cmath>

#include "abut/proximity/facing_face.h"

namespace abut::proximity {
namespace {

using geometry::ConvexPieces;
using geometry::PieceEdge;
using math::Mat3;
using math::Vec3;

// One piece of the pair, with what its boundary near the feature looks like from the world.
struct PosedPiece {
  const PieceRef& ref;
  PieceFeature feature;
  Mat3 R_WP;
};

double compute_face_area(const ConvexPieces& pieces, std::uint32_t face) {
  const auto half_edges = pieces.half_edges_of(face);
  const std::uint32_t first = pieces.faces[face].first_half_edge;
  const Vec3& p0 = pieces.vertices[pieces.origin_of(first)].p;
  Vec3 sum = Vec3::Zero();
  Vec3 from = Vec3::Zero();
  for (std::uint32_t i = 1; i < half_edges.size(); ++i) {
    const Vec3 to = pieces.vertices[pieces.origin_of(first + i)].p - p0;
    sum += from.cross(to);
    from = to;
  }
  return sum.norm() / 2;
}

Vec3 compute_edge_direction(const PosedPiece& piece) {
  const ConvexPieces& pieces = piece.ref.pieces;
  const PieceEdge& edge = pieces.edges[piece.feature.index()];
  return piece.R_WP * (pieces.vertices[edge.head].p - pieces.vertices[edge.tail].p).normalized();
}

bool are_parallel_edges(const PosedPiece& a, const PosedPiece& b) {
  return a.feature.is_edge() && b.feature.is_edge() &&
         compute_edge_direction(a).cross(compute_edge_direction(b)).norm() <= kParallelEdgesBound;
}

// How far the pair's direction may be from the real one, as an angle. The witness points of the cores are known to
// within phi_bound. On parallel edges they may be any that have the distance to within phi_bound, which leaves their
// direction free by an angle t with phi (1 - cos t) <= phi_bound.
double compute_direction_bound(const PosedPiece& a, const PosedPiece& b, const FeaturePair& pair) {
  const double core_distance = std::abs(pair.phi + a.ref.piece().radius + b.ref.piece().radius);
  if (pair.normal_origin != NormalOrigin::kWitness || core_distance == 0) return kSameDirectionBound;
  const double share = pair.phi_bound / core_distance;
  return kSameDirectionBound + (are_parallel_edges(a, b) ? std::sqrt(2 * share) : share);
}

// The ends of the edges that leave the feature lie on `direction`'s side of it, up to `bound`: so does the whole piece,
// which is convex.
bool is_supported(const PosedPiece& piece, const Vec3& direction_W, double bound) {
  const ConvexPieces& pieces = piece.ref.pieces;
  const Vec3 direction = piece.R_WP.transpose() * direction_W;
  const auto leaves_upward = [&](std::uint32_t v) {
    for (const geometry::PieceSpoke& spoke : pieces.spokes_of(v)) {
      if (direction.dot(pieces.vertices[spoke.tip].p - pieces.vertices[v].p) < -bound) return false;
    }
    return true;
  };
  if (piece.feature.is_vertex()) return leaves_upward(piece.feature.index());
  if (piece.feature.is_face()) return true;
  const PieceEdge& edge = pieces.edges[piece.feature.index()];
  return leaves_upward(edge.tail) && leaves_upward(edge.head);
}

struct PlaneFace {
  bool exists = false;
  Vec3 normal_W = Vec3::Zero();
  double area = 0.0;
};

// The face at the piece's feature that lies in the contact plane, looking along `outward_W`; the other piece must not
// reach through its plane.
PlaneFace find_plane_face(const PosedPiece& piece, const PosedPiece& other, const Vec3& outward_W,
                          const FeaturePair& pair) {
  const FacingFace face = find_facing_face(piece.ref, piece.feature, piece.R_WP.transpose() * outward_W);
  if (!face.exists || face.facing <= 0.5) return {};
  const Vec3 normal_W = piece.R_WP * compute_outward_normal(piece.ref, face.feature);
  const double sine = normal_W.cross(outward_W).norm();
  if (sine > compute_direction_bound(piece, other, pair)) return {};
  // A tilt within the bound of one rounded direction cannot lift the other piece by more than rounding does.
  const double reach = piece.ref.piece().reach + other.ref.piece().reach;
  const double bound = pair.phi_bound + kSameDirectionBound * reach;
  if (sine > kSameDirectionBound && !is_supported(other, normal_W, bound)) return {};
  return {true, normal_W, compute_face_area(piece.ref.pieces, face.feature.index())};
}

PlaneOrigin find_faceless_origin(const PosedPiece& a, const PosedPiece& b, const FeaturePair& pair) {
  if (pair.normal_origin == NormalOrigin::kIndeterminate) return PlaneOrigin::kIndeterminate;
  if (a.ref.piece().radius > 0 || b.ref.piece().radius > 0) return PlaneOrigin::kRound;
  const bool are_crossed = a.feature.is_edge() && b.feature.is_edge() && !are_parallel_edges(a, b);
  return are_crossed ? PlaneOrigin::kCrossedEdges : PlaneOrigin::kIndeterminate;
}

ContactPlane choose_plane(const PosedPiece& a, const PosedPiece& b, const FeaturePair& pair) {
  const Vec3& nhat = pair.nhat_BA_W;
  const PlaneFace face_a = find_plane_face(a, b, -nhat, pair), face_b = find_plane_face(b, a, nhat, pair);
  if (!face_a.exists && !face_b.exists) return {nhat, 0.0, find_faceless_origin(a, b, pair)};
  if (face_a.exists && face_b.exists && face_a.area == face_b.area) {
    return {(face_b.normal_W - face_a.normal_W).normalized(), 0.0, PlaneOrigin::kEqualFaces};
  }
  const bool is_a = face_a.exists && (!face_b.exists || face_a.area > face_b.area);
  if (is_a) return {-face_a.normal_W, 0.0, PlaneOrigin::kFaceA};
  return {face_b.normal_W, 0.0, PlaneOrigin::kFaceB};
}

}  // namespace

ContactPlane compute_contact_plane(const PieceRef& a, const PieceRef& b, const math::Pose& X_WA, const math::Pose& X_WB,
                                   const FeaturePair& pair) {
  const PosedPiece posed_a{a, pair.feature_a, math::compute_rotation(X_WA.q)};
  const PosedPiece posed_b{b, pair.feature_b, math::compute_rotation(X_WB.q)};
  ContactPlane plane = choose_plane(posed_a, posed_b, pair);
  plane.offset = plane.nhat_BA_W.dot(pair.p_WCb);
  return plane;
}

math::Pose compute_kissing_pose(const math::Pose& X_WA, const FeaturePair& pair) {
  return {X_WA.p - pair.phi * pair.nhat_BA_W, X_WA.q};
}

}  // namespace abut::proximity
