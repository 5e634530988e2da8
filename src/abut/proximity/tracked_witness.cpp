#include "abut/proximity/tracked_witness.h"

#include <cmath>

namespace abut::proximity {
namespace {

using geometry::ConvexPieces;
using geometry::PieceEdge;
using geometry::PieceFace;
using geometry::PieceHalfEdge;
using geometry::PieceSpoke;
using math::Vec3;

// Below this share of the pieces' size the direction between two points is left to the walk.
constexpr double kClearGap = 1e-9;

struct TrackedPair {
  const PieceRef& a;
  const PieceRef& b;
  const RelativePose& pose;

  const Vec3& at_a(std::uint32_t v) const { return a.pieces.vertices[v].p; }
  const Vec3& at_b(std::uint32_t v) const { return b.pieces.vertices[v].p; }
  Vec3 seen_a(std::uint32_t v) const { return pose.to_b(at_a(v)); }
};

// No edge of the vertex leads in the direction d: its plane is that of the whole piece.
bool is_support(const ConvexPieces& pieces, std::uint32_t vertex, const Vec3& d) {
  const Vec3& p = pieces.vertices[vertex].p;
  for (const PieceSpoke& spoke : pieces.spokes_of(vertex)) {
    if (d.dot(pieces.vertices[spoke.tip].p - p) > 0) return false;
  }
  return true;
}

// The direction d, perpendicular to the edge, points away from both its faces.
bool is_support_of_edge(const ConvexPieces& pieces, const PieceEdge& edge, const Vec3& d) {
  for (const std::uint32_t h : {edge.left, edge.right}) {
    if (h != PieceEdge::kNone && pieces.half_edges[h].side_normal.dot(d) < 0) return false;
  }
  return true;
}

std::optional<Witness> make_clear_witness(const TrackedPair& pair, const Vec3& x, const Vec3& y, const Vec3& d) {
  const double square = d.squaredNorm(), reach = pair.a.piece().reach + pair.b.piece().reach;
  if (!(square > kClearGap * kClearGap * reach * reach)) return std::nullopt;
  const double distance = std::sqrt(square);
  return Witness{x, y, d / distance, distance, NormalOrigin::kWitness};
}

std::optional<Witness> find_vertex_vertex(const TrackedPair& pair, std::uint32_t v, std::uint32_t w) {
  const Vec3 x = pair.seen_a(v);
  const Vec3& y = pair.at_b(w);
  const Vec3 d = x - y;
  if (!is_support(pair.b.pieces, w, d) || !is_support(pair.a.pieces, v, -pair.pose.turn_to_a(d))) return std::nullopt;
  return make_clear_witness(pair, x, y, d);
}

std::optional<Witness> find_vertex_edge(const TrackedPair& pair, std::uint32_t v, const PieceEdge& edge) {
  const Vec3 x = pair.seen_a(v);
  const Vec3& tail = pair.at_b(edge.tail);
  const Vec3 along = pair.at_b(edge.head) - tail, r = x - tail;
  const double t = r.dot(along), length_sq = along.squaredNorm();
  if (t < 0 || t > length_sq) return std::nullopt;
  const Vec3 y = tail + (t / length_sq) * along, d = x - y;
  if (!is_support_of_edge(pair.b.pieces, edge, d) || !is_support(pair.a.pieces, v, -pair.pose.turn_to_a(d)))
    return std::nullopt;
  return make_clear_witness(pair, x, y, d);
}

std::optional<Witness> find_edge_vertex(const TrackedPair& pair, const PieceEdge& edge, std::uint32_t w) {
  const Vec3& y = pair.at_b(w);
  const Vec3 y_A = pair.pose.to_a(y);
  const Vec3& tail = pair.at_a(edge.tail);
  const Vec3 along = pair.at_a(edge.head) - tail, r = y_A - tail;
  const double t = r.dot(along), length_sq = along.squaredNorm();
  if (t < 0 || t > length_sq) return std::nullopt;
  const Vec3 x_A = tail + (t / length_sq) * along, d_A = x_A - y_A, d = pair.pose.turn_to_b(d_A);
  if (!is_support_of_edge(pair.a.pieces, edge, -d_A) || !is_support(pair.b.pieces, w, d)) return std::nullopt;
  return make_clear_witness(pair, y + d, y, d);
}

std::optional<Witness> find_vertex_face(const TrackedPair& pair, std::uint32_t v, PieceFeature f) {
  const PieceFace& face = pair.b.pieces.faces[f.index()];
  const Vec3 x = pair.seen_a(v);
  for (const PieceHalfEdge& side : pair.b.pieces.half_edges_of(f.index())) {
    if (side.side_normal.dot(x) > side.side_offset) return std::nullopt;
  }
  const double sign = f.kind() == PieceFeatureKind::kBackFace ? -1.0 : 1.0;
  const double height = sign * (face.normal.dot(x) - face.offset);
  const double reach = pair.a.piece().reach + pair.b.piece().reach;
  const Vec3 up = sign * face.normal;
  if (!(height > kClearGap * reach) || !is_support(pair.a.pieces, v, -pair.pose.turn_to_a(up))) return std::nullopt;
  return Witness{x, x - height * up, up, height, NormalOrigin::kFace};
}

std::optional<Witness> find_face_vertex(const TrackedPair& pair, PieceFeature f, std::uint32_t w) {
  const PieceFace& face = pair.a.pieces.faces[f.index()];
  const Vec3& y = pair.at_b(w);
  const Vec3 y_A = pair.pose.to_a(y);
  for (const PieceHalfEdge& side : pair.a.pieces.half_edges_of(f.index())) {
    if (side.side_normal.dot(y_A) > side.side_offset) return std::nullopt;
  }
  const double sign = f.kind() == PieceFeatureKind::kBackFace ? -1.0 : 1.0;
  const double height = sign * (face.normal.dot(y_A) - face.offset);
  const double reach = pair.a.piece().reach + pair.b.piece().reach;
  const Vec3 down = pair.pose.turn_to_b(-sign * face.normal);
  if (!(height > kClearGap * reach) || !is_support(pair.b.pieces, w, down)) return std::nullopt;
  return Witness{y + height * down, y, down, height, NormalOrigin::kFace};
}

// Inner points of both edges only; at an end a vertex is the closest feature.
std::optional<Witness> find_edge_edge(const TrackedPair& pair, const PieceEdge& edge_a, const PieceEdge& edge_b) {
  constexpr double kLeastSine = 1e-4;
  const Vec3 p = pair.seen_a(edge_a.tail), u = pair.pose.turn_to_b(pair.at_a(edge_a.head) - pair.at_a(edge_a.tail));
  const Vec3& q = pair.at_b(edge_b.tail);
  const Vec3 w = pair.at_b(edge_b.head) - q, r = p - q;
  const double uu = u.squaredNorm(), ww = w.squaredNorm(), uw = u.dot(w), ur = u.dot(r), wr = w.dot(r);
  const double determinant = uu * ww - uw * uw;  // |u|^2 |w|^2 sin^2
  if (!(determinant > kLeastSine * kLeastSine * uu * ww)) return std::nullopt;
  const double s = uw * wr - ww * ur, t = uu * wr - uw * ur;
  if (s < 0 || s > determinant || t < 0 || t > determinant) return std::nullopt;
  const double inverse = 1.0 / determinant;
  const Vec3 x = p + (s * inverse) * u, y = q + (t * inverse) * w, d = x - y;
  if (!is_support_of_edge(pair.b.pieces, edge_b, d) ||
      !is_support_of_edge(pair.a.pieces, edge_a, -pair.pose.turn_to_a(d)))
    return std::nullopt;
  return make_clear_witness(pair, x, y, d);
}

}  // namespace

std::optional<Witness> find_tracked_witness(const PieceRef& a, const PieceRef& b, const RelativePose& pose,
                                            const ClosestFeatures& features) {
  const TrackedPair pair{a, b, pose};
  const std::uint32_t i = features.a.index(), j = features.b.index();
  if (features.a.is_vertex()) {
    if (features.b.is_vertex()) return find_vertex_vertex(pair, i, j);
    return features.b.is_edge() ? find_vertex_edge(pair, i, b.pieces.edges[j]) : find_vertex_face(pair, i, features.b);
  }
  if (features.a.is_edge()) {
    if (features.b.is_vertex()) return find_edge_vertex(pair, a.pieces.edges[i], j);
    return features.b.is_edge() ? find_edge_edge(pair, a.pieces.edges[i], b.pieces.edges[j]) : std::nullopt;
  }
  return features.b.is_vertex() ? find_face_vertex(pair, features.a, j) : std::nullopt;
}

}  // namespace abut::proximity
