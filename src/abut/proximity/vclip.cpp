#include "abut/proximity/vclip.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "abut/proximity/closest_points.h"

namespace abut::proximity {
namespace {

using geometry::ConvexPieces;
using geometry::PieceEdge;
using geometry::PieceFace;
using geometry::PieceHalfEdge;
using geometry::PieceSpoke;
using math::Mat3;
using math::Vec3;

// One of the two pieces, and how its points are seen from the other.
struct Side {
  const ConvexPieces& pieces;
  const geometry::Piece& piece;
  Mat3 R;
  Vec3 p;

  const Vec3& at(std::uint32_t vertex) const { return pieces.vertices[vertex].p; }
  Vec3 seen(std::uint32_t vertex) const { return R * at(vertex) + p; }
};

// What a state says to do next: done, or replace the feature of this side or the other.
enum class Move : std::uint8_t { kClosest, kPenetrating, kReplaceMine, kReplaceOther };
struct Step {
  Move move = Move::kClosest;
  PieceFeature mine, other;
};
Step replace_mine(PieceFeature f) {
  return {Move::kReplaceMine, f, {}};
}
Step replace_other(PieceFeature f) {
  return {Move::kReplaceOther, {}, f};
}

// An edge seen from the other piece, and the part of it that planes have left: e(lambda) = tail + lambda along.
//
// Two states that look at one plane must see the same sign, or rounding sends the walk to and fro between them. So each
// comparison is written once (beyond_vertex, side_distance, plane_distance, rise), and states differ in its sign only.
struct ClippedEdge {
  Vec3 tail, head, along;
  double low = 0.0, high = 1.0;
  PieceFeature at_low, at_high;  // whose plane clipped it there; meaningful if the flag is set
  bool is_cut_low = false, is_cut_high = false;

  Vec3 point(double lambda) const { return tail + lambda * along; }

  // Algorithm 1 of 000, for one plane: keeps what has distance >= 0. False if the whole edge lies beyond this plane.
  bool clip(double d_tail, double d_head, PieceFeature neighbour) {
    if (d_tail < 0 && d_head < 0) return false;
    if (d_tail < 0) {
      const double lambda = d_tail / (d_tail - d_head);
      if (lambda >= low) low = lambda, at_low = neighbour, is_cut_low = true;
    } else if (d_head < 0) {
      const double lambda = d_tail / (d_tail - d_head);
      if (lambda <= high) high = lambda, at_high = neighbour, is_cut_high = true;
    }
    return true;
  }
  bool is_empty() const { return low > high; }
};

ClippedEdge see_edge(const Side& side, const PieceEdge& edge) {
  ClippedEdge result;
  result.tail = side.seen(edge.tail), result.head = side.seen(edge.head);
  result.along = result.head - result.tail;
  return result;
}

// How far x is beyond the plane that parts the vertex p from its edge to `tip`: positive on the edge's side.
double beyond_vertex(const Vec3& p, const Vec3& tip, const Vec3& x) {
  return (x - p).dot(tip - p);
}
double side_distance(const PieceHalfEdge& side, const Vec3& x) {
  return side.side_normal.dot(x) - side.side_offset;
}
double plane_distance(const PieceFace& face, const Vec3& x) {
  return face.normal.dot(x) - face.offset;
}

// A face or, of a flat polygon, the one of its two sides that x is on.
PieceFeature find_face(const Side& side, std::uint32_t face, const Vec3& x) {
  const bool is_behind =
      side.piece.kind == geometry::PieceKind::kPolygon && plane_distance(side.pieces.faces[face], x) < 0;
  return is_behind ? PieceFeature::back_face(face) : PieceFeature::face(face);
}

// V-V: do they coincide, or is each vertex in the other's region?
Step step_vertex_vertex(const Side& me, const Side& other, std::uint32_t v, std::uint32_t w) {
  const auto find_nearer_edge = [](const Side& side, std::uint32_t vertex, const Vec3& x) -> const PieceSpoke* {
    for (const PieceSpoke& spoke : side.pieces.spokes_of(vertex)) {
      if (beyond_vertex(side.at(vertex), side.at(spoke.tip), x) > 0) return &spoke;
    }
    return nullptr;
  };
  const Vec3 x = other.seen(w);
  if (x == me.at(v)) return {Move::kPenetrating, {}, {}};
  if (const PieceSpoke* spoke = find_nearer_edge(me, v, x)) return replace_mine(PieceFeature::edge(spoke->edge));
  if (const PieceSpoke* spoke = find_nearer_edge(other, w, me.seen(v)))
    return replace_other(PieceFeature::edge(spoke->edge));
  return {};
}

// The sign of the derivative of the distance from e(lambda) to a point.
double compute_slope(const ClippedEdge& edge, double lambda, const Vec3& p) {
  return (edge.point(lambda) - p).dot(edge.along);
}

// How my edge rises over the plane of the other's face, from tail to head.
double compute_rise(const Side& me, const Side& other, const PieceEdge& mine, const PieceFace& face) {
  return (other.R * face.normal).dot(me.at(mine.head) - me.at(mine.tail));
}

// V-E, my vertex and the other's edge.
Step step_vertex_edge(const Side& me, const Side& other, std::uint32_t v, std::uint32_t e) {
  const PieceEdge& edge = other.pieces.edges[e];
  const Vec3 x = me.seen(v);
  // Is the vertex in the edge's region? The plane it is farthest beyond tells where it is nearer.
  const Vec3 &tail = other.at(edge.tail), &head = other.at(edge.head);
  if (beyond_vertex(tail, head, x) < 0) return replace_other(PieceFeature::vertex(edge.tail));
  if (beyond_vertex(head, tail, x) < 0) return replace_other(PieceFeature::vertex(edge.head));
  double least = 0.0;
  std::uint32_t beyond = PieceEdge::kNone;
  for (const std::uint32_t h : {edge.left, edge.right}) {
    if (h == PieceEdge::kNone) continue;
    const double d = side_distance(other.pieces.half_edges[h], x);
    if (d < least) least = d, beyond = h;
  }
  if (beyond != PieceEdge::kNone) return replace_other(find_face(other, other.pieces.half_edges[beyond].face, x));
  // Is the edge's point nearest to the vertex in the vertex's region?
  ClippedEdge clipped = see_edge(other, edge);
  const Vec3& p = me.at(v);
  for (const PieceSpoke& spoke : me.pieces.spokes_of(v)) {
    const Vec3& tip = me.at(spoke.tip);
    const PieceFeature neighbour = PieceFeature::edge(spoke.edge);
    if (!clipped.clip(-beyond_vertex(p, tip, clipped.tail), -beyond_vertex(p, tip, clipped.head), neighbour))
      return replace_mine(neighbour);
  }
  if (clipped.is_cut_low && compute_slope(clipped, clipped.low, p) > 0) return replace_mine(clipped.at_low);
  if (clipped.is_cut_high && compute_slope(clipped, clipped.high, p) < 0) return replace_mine(clipped.at_high);
  return {};
}

// The same for the feature whose plane was crossed there.
double compute_slope(const Side& me, const Side& other, const PieceEdge& mine, const ClippedEdge& edge, double lambda,
                     PieceFeature feature) {
  if (feature.is_vertex()) return compute_slope(edge, lambda, other.at(feature.index()));
  const PieceFace& face = other.pieces.faces[feature.index()];
  const double rise = compute_rise(me, other, mine, face);
  return plane_distance(face, edge.point(lambda)) < 0 ? -rise : rise;
}

// E-E, one half: my edge e clipped by the region of the other's edge f. Replaces f where the point of e nearest to it
// is beyond its region.
Step clip_by_edge(const Side& me, const Side& other, std::uint32_t e, std::uint32_t f) {
  const PieceEdge &mine = me.pieces.edges[e], &edge = other.pieces.edges[f];
  ClippedEdge clipped = see_edge(me, mine);
  const auto slope = [&](double lambda, PieceFeature at) {
    return compute_slope(me, other, mine, clipped, lambda, at);
  };
  // Tail and head first: beyond them lie the vertices, and faces only beside the edge.
  for (const auto& [end, tip] : {std::pair(edge.tail, edge.head), std::pair(edge.head, edge.tail)}) {
    const Vec3 &p = other.at(end), &q = other.at(tip);
    const PieceFeature vertex = PieceFeature::vertex(end);
    if (!clipped.clip(beyond_vertex(p, q, clipped.tail), beyond_vertex(p, q, clipped.head), vertex))
      return replace_other(vertex);
  }
  if (clipped.is_cut_low && slope(clipped.low, clipped.at_low) > 0) return replace_other(clipped.at_low);
  if (clipped.is_cut_high && slope(clipped.high, clipped.at_high) < 0) return replace_other(clipped.at_high);
  for (const std::uint32_t h : {edge.left, edge.right}) {
    if (h == PieceEdge::kNone) continue;
    const PieceHalfEdge& side = other.pieces.half_edges[h];
    const double middle = 0.5 * (clipped.low + clipped.high);
    if (!clipped.clip(side_distance(side, clipped.tail), side_distance(side, clipped.head),
                      PieceFeature::face(side.face)))
      return replace_other(find_face(other, side.face, clipped.point(middle)));
  }
  if (clipped.is_cut_low && clipped.at_low.is_face() && slope(clipped.low, clipped.at_low) > 0)
    return replace_other(find_face(other, clipped.at_low.index(), clipped.point(clipped.low)));
  if (clipped.is_cut_high && clipped.at_high.is_face() && slope(clipped.high, clipped.at_high) < 0)
    return replace_other(find_face(other, clipped.at_high.index(), clipped.point(clipped.high)));
  return {};
}

Step step_edge_edge(const Side& me, const Side& other, std::uint32_t e, std::uint32_t f) {
  if (const Step step = clip_by_edge(me, other, e, f); step.move != Move::kClosest) return step;
  if (const Step step = clip_by_edge(other, me, f, e); step.move != Move::kClosest) return replace_mine(step.other);
  return {};
}

// A vertex behind a face, and no nearer to it along any of its edges: a local minimum. It is in the piece unless it is
// in front of some other face.
Step escape_from_behind(const Side& other, const Vec3& x) {
  double largest = 0.0;
  std::uint32_t in_front = PieceEdge::kNone;
  const std::uint32_t first = other.piece.first_face, end = first + other.piece.num_faces;
  for (std::uint32_t f = first; f < end; ++f) {
    const double d = plane_distance(other.pieces.faces[f], x);
    if (d > largest) largest = d, in_front = f;
  }
  if (in_front == PieceEdge::kNone) return {Move::kPenetrating, {}, {}};
  return replace_other(PieceFeature::face(in_front));
}

// V-F, my vertex and the other's face.
Step step_vertex_face(const Side& me, const Side& other, std::uint32_t v, PieceFeature f) {
  const PieceFace& face = other.pieces.faces[f.index()];
  const Vec3 x = me.seen(v);
  double largest = 0.0;
  std::uint32_t beyond = PieceEdge::kNone;
  for (const PieceHalfEdge& side : other.pieces.half_edges_of(f.index())) {
    const double d = side_distance(side, x);
    if (d > largest) largest = d, beyond = side.edge;
  }
  if (beyond != PieceEdge::kNone) return replace_other(PieceFeature::edge(beyond));
  const bool is_back = f.kind() == PieceFeatureKind::kBackFace;
  const double d = is_back ? -plane_distance(face, x) : plane_distance(face, x);
  if (d < 0 && other.piece.kind == geometry::PieceKind::kPolygon) {
    return replace_other(is_back ? PieceFeature::face(f.index()) : PieceFeature::back_face(f.index()));
  }
  if (d == 0) return {Move::kPenetrating, {}, {}};
  // Does an edge of the vertex lead towards the plane?
  const Vec3 normal_me = other.R * face.normal;  // in my frame, as in compute_rise
  const double sign = (d > 0) != is_back ? 1.0 : -1.0;
  for (const PieceSpoke& spoke : me.pieces.spokes_of(v)) {
    if (sign * normal_me.dot(me.at(spoke.tip) - me.at(v)) < 0) return replace_mine(PieceFeature::edge(spoke.edge));
  }
  return d > 0 ? Step{} : escape_from_behind(other, x);
}

// The edge of the face that is nearest to an edge which passes its region by.
PieceFeature find_nearest_side(const Side& other, const ClippedEdge& edge, std::uint32_t face) {
  double least = std::numeric_limits<double>::infinity();
  std::uint32_t nearest = 0;
  for (const PieceHalfEdge& side : other.pieces.half_edges_of(face)) {
    const PieceEdge& s = other.pieces.edges[side.edge];
    const SegmentPoints points =
        compute_closest_points(edge.tail, edge.along, other.at(s.tail), other.at(s.head) - other.at(s.tail));
    if (points.distance_sq < least) least = points.distance_sq, nearest = side.edge;
  }
  return PieceFeature::edge(nearest);
}

// E-F, my edge and the other's face. Never an answer, but for penetration.
Step step_edge_face(const Side& me, const Side& other, std::uint32_t e, PieceFeature f) {
  const PieceEdge& mine = me.pieces.edges[e];
  ClippedEdge edge = see_edge(me, mine);
  for (const PieceHalfEdge& side : other.pieces.half_edges_of(f.index())) {
    const bool is_beyond =
        !edge.clip(-side_distance(side, edge.tail), -side_distance(side, edge.head), PieceFeature::edge(side.edge));
    if (is_beyond || edge.is_empty()) return replace_other(find_nearest_side(other, edge, f.index()));
  }
  const PieceFace& face = other.pieces.faces[f.index()];
  const double d_low = plane_distance(face, edge.point(edge.low)), d_high = plane_distance(face, edge.point(edge.high));
  if (d_low == 0 || d_high == 0 || (d_low < 0) != (d_high < 0)) return {Move::kPenetrating, {}, {}};
  const double rise = compute_rise(me, other, mine, face);
  if (d_low < 0 ? rise <= 0 : rise >= 0) {
    return edge.is_cut_low ? replace_other(edge.at_low) : replace_mine(PieceFeature::vertex(mine.tail));
  }
  return edge.is_cut_high ? replace_other(edge.at_high) : replace_mine(PieceFeature::vertex(mine.head));
}

Step swap(Step step) {
  std::swap(step.mine, step.other);
  if (step.move == Move::kReplaceMine) {
    step.move = Move::kReplaceOther;
  } else if (step.move == Move::kReplaceOther) {
    step.move = Move::kReplaceMine;
  }
  return step;
}

Step take_step(const Side& a, const Side& b, const ClosestFeatures& at) {
  const std::uint32_t i = at.a.index(), j = at.b.index();
  if (at.a.is_vertex()) {
    if (at.b.is_vertex()) return step_vertex_vertex(a, b, i, j);
    return at.b.is_edge() ? step_vertex_edge(a, b, i, j) : step_vertex_face(a, b, i, at.b);
  }
  if (at.a.is_edge()) {
    if (at.b.is_vertex()) return swap(step_vertex_edge(b, a, j, i));
    return at.b.is_edge() ? step_edge_edge(a, b, i, j) : step_edge_face(a, b, i, at.b);
  }
  return at.b.is_vertex() ? swap(step_vertex_face(b, a, j, at.a)) : swap(step_edge_face(b, a, j, at.a));
}

}  // namespace

ClosestFeatures make_first_features(const PieceRef& a, const PieceRef& b) {
  return {PieceFeature::vertex(a.piece().first_vertex), PieceFeature::vertex(b.piece().first_vertex)};
}

Walk update_closest_features(const PieceRef& a, const PieceRef& b, const RelativePose& pose, ClosestFeatures start,
                             int max_steps) {
  const Mat3 R_BA = pose.R_BA.unpad(), R_AB = R_BA.transpose();
  const Side side_a{a.pieces, a.piece(), R_BA, pose.p_BA};
  const Side side_b{b.pieces, b.piece(), R_AB, -(R_AB * pose.p_BA)};
  Walk walk{start, WalkOutcome::kClosest, 0};
  if (start.a.is_face() && start.b.is_face()) walk.features = make_first_features(a, b);
  // Brent's method: a pair that comes back is met at the latest when as many steps have been taken since it was marked
  // as the circle is long.
  ClosestFeatures marked = walk.features;
  int next_mark = 8;
  for (;;) {
    const Step step = take_step(side_a, side_b, walk.features);
    switch (step.move) {
      case Move::kClosest:
        return walk;
      case Move::kPenetrating:
        walk.outcome = WalkOutcome::kPenetrating;
        return walk;
      case Move::kReplaceMine:
        walk.features.a = step.mine;
        break;
      default:
        walk.features.b = step.other;
    }
    ++walk.num_steps;
    if (walk.features == marked || walk.num_steps == max_steps) {
      walk.outcome = walk.features == marked ? WalkOutcome::kCycled : WalkOutcome::kStopped;
      return walk;
    }
    if (walk.num_steps == next_mark) marked = walk.features, next_mark *= 2;
  }
}

}  // namespace abut::proximity
