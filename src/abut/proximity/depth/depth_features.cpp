#include "abut/proximity/depth/depth_features.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace abut::proximity {
namespace {

using geometry::ConvexPieces;
using geometry::PieceEdge;
using geometry::PieceFace;
using geometry::PieceHalfEdge;
using math::Vec3;

// How much larger the width along the features' own normal may be than that along the triangle's, in scaled lengths:
// the normal of a face of A seen from B errs by 40 u and, R_BA being orthogonal only to rounding, by another 66 sqrt(3)
// u.
constexpr double kOwnWidthBound = 320 * 0x1p-53;

// The distinct vertices of one piece among the corners of a facet: one to three.
struct FacetVertices {
  std::array<std::uint32_t, 3> at{};
  std::size_t size = 0;

  void add(std::uint32_t v) {
    if (v != DifferencePoint::kNone && std::find(at.begin(), at.begin() + size, v) == at.begin() + size) at[size++] = v;
  }
};

bool has_corner(const ConvexPieces& pieces, std::uint32_t face, std::uint32_t v) {
  const PieceFace& f = pieces.faces[face];
  for (std::uint32_t h = f.first_half_edge; h < f.first_half_edge + f.num_half_edges; ++h) {
    if (pieces.origin_of(h) == v) return true;
  }
  return false;
}

// Of the faces around the first vertex, one that has the most of the vertices; of these, the one that faces most along
// `direction`.
std::uint32_t find_common_face(const ConvexPieces& pieces, const FacetVertices& vertices, const Vec3& direction) {
  std::uint32_t best = PieceEdge::kNone;
  std::pair<std::size_t, double> best_rank;
  for (const geometry::PieceSpoke& spoke : pieces.spokes_of(vertices.at[0])) {
    for (const std::uint32_t h : {pieces.edges[spoke.edge].left, pieces.edges[spoke.edge].right}) {
      if (h == PieceEdge::kNone) continue;
      const std::uint32_t face = pieces.half_edges[h].face;
      std::pair<std::size_t, double> rank{0, pieces.faces[face].normal.dot(direction)};
      for (std::size_t i = 1; i < vertices.size; ++i) rank.first += has_corner(pieces, face, vertices.at[i]) ? 1 : 0;
      if (best == PieceEdge::kNone || rank > best_rank) best = face, best_rank = rank;
    }
  }
  return best;
}

// The smallest feature that has all the vertices, on the side that faces along `direction`.
PieceFeature find_common_feature(const PieceRef& ref, const FacetVertices& vertices, const Vec3& direction) {
  if (vertices.size == 1) return PieceFeature::vertex(vertices.at[0]);
  if (vertices.size == 2) {
    for (const geometry::PieceSpoke& spoke : ref.pieces.spokes_of(vertices.at[0])) {
      if (spoke.tip == vertices.at[1]) return PieceFeature::edge(spoke.edge);
    }
  }
  const std::uint32_t face = find_common_face(ref.pieces, vertices, direction);
  const bool is_back =
      ref.piece().kind == geometry::PieceKind::kPolygon && ref.pieces.faces[face].normal.dot(direction) < 0.0;
  return is_back ? PieceFeature::back_face(face) : PieceFeature::face(face);
}

// From face to face of a solid to one that p lies over. Faces that are coplanar to rounding may share a facet, and the
// one found may be any of them; so few steps are enough.
constexpr int kMostFaceSteps = 64;
std::uint32_t find_face_below(const ConvexPieces& pieces, std::uint32_t face, const Vec3& p, double margin) {
  for (int step = 0; step < kMostFaceSteps; ++step) {
    std::uint32_t across = PieceEdge::kNone;
    double farthest = margin;
    const PieceFace& f = pieces.faces[face];
    for (std::uint32_t h = f.first_half_edge; h < f.first_half_edge + f.num_half_edges; ++h) {
      const double beyond = pieces.half_edges[h].side_normal.dot(p) - pieces.half_edges[h].side_offset;
      if (beyond > farthest) farthest = beyond, across = pieces.mate_of(h);
    }
    if (across == PieceEdge::kNone) break;
    face = pieces.half_edges[across].face;
  }
  return face;
}

Vec3 get_normal(const ConvexPieces& pieces, PieceFeature face) {
  const Vec3& normal = pieces.faces[face.index()].normal;
  return face.kind() == PieceFeatureKind::kBackFace ? Vec3(-normal) : normal;
}

Vec3 compute_edge_vector(const ConvexPieces& pieces, PieceFeature edge) {
  const PieceEdge& e = pieces.edges[edge.index()];
  return pieces.vertices[e.head].p - pieces.vertices[e.tail].p;
}

// Where the way from p by `step` leaves a face: the share of the step, at least 0, and the side. The face's frame.
struct FaceExit {
  double share = std::numeric_limits<double>::infinity();
  std::uint32_t half_edge = PieceEdge::kNone;
};

FaceExit find_exit(const ConvexPieces& pieces, PieceFeature face, const Vec3& p, const Vec3& step) {
  const PieceFace& f = pieces.faces[face.index()];
  FaceExit exit;
  for (std::uint32_t h = f.first_half_edge; h < f.first_half_edge + f.num_half_edges; ++h) {
    const PieceHalfEdge& side = pieces.half_edges[h];
    const double speed = side.side_normal.dot(step);
    if (speed <= 0.0) continue;
    const double share = std::max(0.0, side.side_offset - side.side_normal.dot(p)) / speed;
    if (share < exit.share) exit = {share, h};
  }
  return exit;
}

// The point of the triangle's plane next to the origin as a mean of its corners. Shares of a thin triangle are poor, so
// what they miss the point by is shared out once more. Not a number if the triangle has no area to rounding.
std::array<double, 3> compute_foot_shares(const DepthTouch& touch) {
  const Vec3& n = touch.normal;
  const std::array<Vec3, 3> w{touch.points[0].w, touch.points[1].w, touch.points[2].w};
  const Vec3 foot = touch.offset * n;
  const double area = n.dot((w[1] - w[0]).cross(w[2] - w[0]));
  Vec3 missed = foot - w[0];
  std::array<double, 3> shares{1.0, 0.0, 0.0};
  for (int round = 0; round < 2; ++round) {
    shares[1] += n.dot(missed.cross(w[2] - w[0])) / area;
    shares[2] += n.dot(missed.cross(w[0] - w[1])) / area;
    shares[0] = 1.0 - shares[1] - shares[2];
    missed = foot - (shares[0] * w[0] + shares[1] * w[1] + shares[2] * w[2]);
  }
  return shares;
}

// The point of the triangle next to the origin, likewise: where rounding has put the foot beyond a side, or a corner is
// no difference of vertices, on that side or the one opposite.
std::array<double, 3> compute_touch_shares(const DepthTouch& touch) {
  std::array<double, 3> shares = compute_foot_shares(touch);
  std::size_t least = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    if (touch.points[i].a == DifferencePoint::kNone) shares[i] = -std::numeric_limits<double>::infinity();
    if (!(shares[i] >= shares[least])) least = i;
  }
  if (shares[least] >= 0.0) return shares;
  const std::size_t from = (least + 1) % 3, to = (least + 2) % 3;
  const Vec3 side = touch.points[to].w - touch.points[from].w;
  const Vec3 way = touch.offset * touch.normal - touch.points[from].w;
  shares[least] = 0.0;
  shares[to] = std::clamp(side.dot(way) / side.squaredNorm(), 0.0, 1.0);
  shares[from] = 1.0 - shares[to];
  return shares;
}

class DepthFeatures {
 public:
  DepthFeatures(const PieceRef& a, const PieceRef& b, const RelativePose& pose, const PieceDifference& difference,
                const DepthTouch& touch)
      : a_(a), b_(b), pose_(pose), difference_(difference), touch_(touch) {}

  Depth compute() {
    find_features();
    place_mean_points();
    move_to_faces_below();
    choose_normal();
    if (is_pair(&PieceFeature::is_face, &PieceFeature::is_face)) slide_to_corner_of_b();
    if (is_pair(&PieceFeature::is_edge, &PieceFeature::is_face)) slide_along_edge_of_a();
    if (is_pair(&PieceFeature::is_face, &PieceFeature::is_edge)) slide_along_edge_of_b();
    finish();
    return depth_;
  }

 private:
  using IsKind = bool (PieceFeature::*)() const;
  bool is_pair(IsKind is_kind_a, IsKind is_kind_b) const {
    return (depth_.feature_a.*is_kind_a)() && (depth_.feature_b.*is_kind_b)();
  }
  Vec3 get_vertex_of_a(std::uint32_t v) const { return pose_.to_b(a_.pieces.vertices[v].p); }
  const Vec3& get_vertex_of_b(std::uint32_t v) const { return b_.pieces.vertices[v].p; }

  void find_features() {
    FacetVertices of_a, of_b;
    for (const DifferencePoint& p : touch_.points) of_a.add(p.a), of_b.add(p.b);
    depth_.feature_a = face_of_a_ = find_common_feature(a_, of_a, -pose_.turn_to_a(touch_.normal));
    depth_.feature_b = face_of_b_ = find_common_feature(b_, of_b, touch_.normal);
  }

  void place_mean_points() {
    const std::array<double, 3> shares = compute_touch_shares(touch_);
    for (std::size_t i = 0; i < 3; ++i) {
      if (touch_.points[i].a == DifferencePoint::kNone) continue;
      depth_.p_BCa += shares[i] * get_vertex_of_a(touch_.points[i].a);
      depth_.p_BCb += shares[i] * get_vertex_of_b(touch_.points[i].b);
    }
  }

  void move_to_faces_below() {
    const double margin = kOwnWidthBound / difference_.scale();
    if (face_of_a_.kind() == PieceFeatureKind::kFace) {
      const std::uint32_t face = find_face_below(a_.pieces, face_of_a_.index(), pose_.to_a(depth_.p_BCa), margin);
      depth_.feature_a = face_of_a_ = PieceFeature::face(face);
    }
    if (face_of_b_.kind() == PieceFeatureKind::kFace) {
      const std::uint32_t face = find_face_below(b_.pieces, face_of_b_.index(), depth_.p_BCb, margin);
      depth_.feature_b = face_of_b_ = PieceFeature::face(face);
    }
  }

  // Precondition: the features are a face and any other, or two edges.
  Vec3 compute_own_normal() const {
    if (face_of_b_.is_face()) return get_normal(b_.pieces, face_of_b_);
    if (face_of_a_.is_face()) return -pose_.turn_to_b(get_normal(a_.pieces, face_of_a_)).normalized();
    const Vec3 along_a = pose_.turn_to_b(compute_edge_vector(a_.pieces, face_of_a_)).stableNormalized();
    const Vec3 along_b = compute_edge_vector(b_.pieces, face_of_b_).stableNormalized();
    const Vec3 normal = along_a.cross(along_b).normalized();
    return normal.dot(touch_.normal) < 0.0 ? Vec3(-normal) : normal;
  }

  // Of M, in scaled lengths.
  double compute_width(const Vec3& normal) const {
    const auto corner = std::find_if(touch_.points.begin(), touch_.points.end(),
                                     [](const DifferencePoint& p) { return p.a != DifferencePoint::kNone; });
    return normal.dot(difference_.find_extreme(normal, corner->a, corner->b).w);
  }

  void choose_normal() {
    depth_.nhat_BA_B = touch_.normal;
    depth_.depth = touch_.offset / difference_.scale();
    const bool is_crossing = is_pair(&PieceFeature::is_edge, &PieceFeature::is_edge);
    if (!is_crossing && !face_of_a_.is_face() && !face_of_b_.is_face()) return;
    const Vec3 own = compute_own_normal();
    const double width = compute_width(own);
    is_own_normal_ = !own.isZero(0.0) && width <= touch_.offset + kOwnWidthBound;
    if (!is_own_normal_) return;
    depth_.nhat_BA_B = own;
    depth_.depth = width / difference_.scale();
  }

  void move_points(const Vec3& step) { depth_.p_BCa += step, depth_.p_BCb += step; }

  FaceExit find_exit_of_a(const Vec3& step) const {
    return find_exit(a_.pieces, depth_.feature_a, pose_.to_a(depth_.p_BCa), pose_.turn_to_a(step));
  }
  FaceExit find_exit_of_b(const Vec3& step) const { return find_exit(b_.pieces, depth_.feature_b, depth_.p_BCb, step); }

  // From a point of both faces straight to the first corner of B's, or to the side of A's that is in the way.
  void slide_to_corner_of_b() {
    const std::uint32_t corner = b_.pieces.origin_of(b_.pieces.faces[depth_.feature_b.index()].first_half_edge);
    const Vec3 step = get_vertex_of_b(corner) - depth_.p_BCb;
    const FaceExit exit = find_exit_of_a(step);
    move_points(std::min(exit.share, 1.0) * step);
    if (exit.share >= 1.0) {
      depth_.feature_b = PieceFeature::vertex(corner);
    } else {
      depth_.feature_a = PieceFeature::edge(a_.pieces.half_edges[exit.half_edge].edge);
    }
  }

  // From a point of an edge and a face along the edge to its head, or to the side of the face that is in the way.
  void slide_along_edge_of_a() {
    const std::uint32_t head = a_.pieces.edges[depth_.feature_a.index()].head;
    const Vec3 step = get_vertex_of_a(head) - depth_.p_BCa;
    const FaceExit exit = find_exit_of_b(step);
    move_points(std::min(exit.share, 1.0) * step);
    if (exit.share >= 1.0) {
      depth_.feature_a = PieceFeature::vertex(head);
    } else {
      depth_.feature_b = PieceFeature::edge(b_.pieces.half_edges[exit.half_edge].edge);
    }
  }

  void slide_along_edge_of_b() {
    const std::uint32_t head = b_.pieces.edges[depth_.feature_b.index()].head;
    const Vec3 step = get_vertex_of_b(head) - depth_.p_BCb;
    const FaceExit exit = find_exit_of_a(step);
    move_points(std::min(exit.share, 1.0) * step);
    if (exit.share >= 1.0) {
      depth_.feature_b = PieceFeature::vertex(head);
    } else {
      depth_.feature_a = PieceFeature::edge(a_.pieces.half_edges[exit.half_edge].edge);
    }
  }

  // Where lines along two edges are nearest each other, on that of A. Between nearly parallel lines that place is poor,
  // and may come out beyond an end of B's edge; then beside that end.
  void place_crossing() {
    const PieceEdge &edge_a = a_.pieces.edges[depth_.feature_a.index()],
                    &edge_b = b_.pieces.edges[depth_.feature_b.index()];
    const Vec3 tail_a = get_vertex_of_a(edge_a.tail), along_a = get_vertex_of_a(edge_a.head) - tail_a;
    const Vec3 &tail_b = get_vertex_of_b(edge_b.tail), along_b = compute_edge_vector(b_.pieces, depth_.feature_b);
    const Vec3 across = along_b.cross(depth_.nhat_BA_B), between = tail_b - tail_a;
    const double speed = along_a.dot(across);
    if (speed == 0.0) return;
    depth_.p_BCa = tail_a + std::clamp(between.dot(across) / speed, 0.0, 1.0) * along_a;
    const Vec3 way = depth_.depth * depth_.nhat_BA_B;
    const double t = along_b.dot(depth_.p_BCa + way - tail_b), length_sq = along_b.squaredNorm();
    if (t >= 0.0 && t <= length_sq) return;
    const Vec3 end = (t < 0.0 ? tail_b : get_vertex_of_b(edge_b.head)) - way;
    depth_.p_BCa = tail_a + std::clamp(along_a.dot(end - tail_a) / along_a.squaredNorm(), 0.0, 1.0) * along_a;
  }

  // One witness point is exactly on its feature; depth and normal lead to the other.
  void finish() {
    if (depth_.feature_a.is_vertex()) depth_.p_BCa = get_vertex_of_a(depth_.feature_a.index());
    if (depth_.feature_b.is_vertex()) depth_.p_BCb = get_vertex_of_b(depth_.feature_b.index());
    // Edges of flush faces cross where the points have slid to, but for what the normal has changed since; parallel
    // edges without a normal of their own nowhere in particular.
    const bool is_flush = face_of_a_.is_face() || face_of_b_.is_face();
    if (is_pair(&PieceFeature::is_edge, &PieceFeature::is_edge) && (is_flush || is_own_normal_)) place_crossing();
    if (depth_.feature_b.is_vertex()) {
      depth_.p_BCa = depth_.p_BCb - depth_.depth * depth_.nhat_BA_B;
    } else {
      depth_.p_BCb = depth_.p_BCa + depth_.depth * depth_.nhat_BA_B;
    }
  }

  const PieceRef a_, b_;
  const RelativePose& pose_;
  const PieceDifference& difference_;
  const DepthTouch& touch_;
  PieceFeature face_of_a_, face_of_b_;  // all that touches; depth_ has what is reported
  bool is_own_normal_ = false;
  Depth depth_;
};

}  // namespace

Depth compute_depth_features(const PieceRef& a, const PieceRef& b, const RelativePose& pose,
                             const PieceDifference& difference, const DepthTouch& touch) {
  return DepthFeatures(a, b, pose, difference, touch).compute();
}

}  // namespace abut::proximity
