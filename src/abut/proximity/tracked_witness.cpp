#include "abut/proximity/tracked_witness.h"

#include <algorithm>
#include <cmath>

namespace abut::proximity {
namespace {

using geometry::ConvexPieces;
using geometry::PieceEdge;
using geometry::PieceFace;
using geometry::PieceHalfEdge;
using geometry::PieceSpoke;
using math::Vec3;

// Below this share of the pieces' size the direction between two points is left to V-Clip.
constexpr double kClearGap = 1e-9;

enum class Tracking : std::uint8_t { kClosest, kMoved, kUnknown };

// The edge of a vertex that leads farthest in the direction d. If there is none, the plane through the vertex,
// perpendicular to d, is that of the whole piece.
struct RisingSpoke {
  const PieceSpoke* spoke = nullptr;
  double rise = 0.0;
};
RisingSpoke find_rising_spoke(const ConvexPieces& pieces, std::uint32_t vertex, const Vec3& d) {
  RisingSpoke best;
  for (const PieceSpoke& spoke : pieces.spokes_of(vertex)) {
    const double rise = d.dot(spoke.along);
    if (rise > best.rise) best = {&spoke, rise};
  }
  return best;
}

// What is nearest to a point at v + d, seen from v alone: the rising edge, or its other end.
PieceFeature follow_spoke(const RisingSpoke& rising) {
  const PieceSpoke& spoke = *rising.spoke;
  return rising.rise >= spoke.along.squaredNorm() ? PieceFeature::vertex(spoke.tip) : PieceFeature::edge(spoke.edge);
}

// The face that d, perpendicular to the edge, leads over; none if it points away from both.
std::uint32_t find_face_below(const ConvexPieces& pieces, const PieceEdge& edge, const Vec3& d) {
  double least = 0.0;
  std::uint32_t below = PieceEdge::kNone;
  for (const std::uint32_t h : {edge.left, edge.right}) {
    if (h == PieceEdge::kNone) continue;
    const double side = pieces.half_edges[h].side_normal.dot(d);
    if (side < least) least = side, below = pieces.half_edges[h].face;
  }
  return below;
}

// The edge of the face that x is farthest beyond; none if it is over the face.
std::uint32_t find_edge_beyond(const ConvexPieces& pieces, std::uint32_t face, const Vec3& x) {
  double largest = 0.0;
  std::uint32_t beyond = PieceEdge::kNone;
  for (const PieceHalfEdge& side : pieces.half_edges_of(face)) {
    const double d = side.side_normal.dot(x) - side.side_offset;
    if (d > largest) largest = d, beyond = side.edge;
  }
  return beyond;
}

// The face or, of a flat polygon, the one of its sides that x is on.
PieceFeature choose_face_side(const PieceRef& ref, std::uint32_t f, const Vec3& x) {
  if (ref.piece().kind != geometry::PieceKind::kPolygon) return PieceFeature::face(f);
  const PieceFace& face = ref.pieces.faces[f];
  return face.normal.dot(x) < face.offset ? PieceFeature::back_face(f) : PieceFeature::face(f);
}

// Two edges as p + s u and q + t w with r = p - q; their lines are nearest at s and t over the determinant.
struct EdgePair {
  double uu, ww, uw, ur, wr;

  double determinant() const { return uu * ww - uw * uw; }  // |u|^2 |w|^2 sin^2
  double s() const { return uw * wr - ww * ur; }
  double t() const { return uu * wr - uw * ur; }
};

// The feature of an edge at a length, of the whole, along it.
PieceFeature choose_end(const PieceEdge& edge, PieceFeature inside, double length, double whole) {
  if (length <= 0) return PieceFeature::vertex(edge.tail);
  return length >= whole ? PieceFeature::vertex(edge.head) : inside;
}

struct Tracker {
  const PieceRef& a;
  const PieceRef& b;
  const RelativePose& pose;
  ClosestFeatures& at;
  Witness& witness;

  Tracking step();
  Tracking step_vertex_vertex(std::uint32_t v, std::uint32_t w);
  template <bool kIsAPoint>
  Tracking step_vertex_edge(std::uint32_t v, std::uint32_t e);
  template <bool kIsAPoint>
  Tracking step_vertex_face(std::uint32_t v, PieceFeature f);
  Tracking step_edge_edge(const PieceEdge& edge_a, const PieceEdge& edge_b);
  Tracking go_to_ends(const PieceEdge& edge_a, const PieceEdge& edge_b, const EdgePair& pair);

  // Two pieces of which one has the vertex and the other the edge or face; all in the frame of the latter.
  template <bool kIsAPoint>
  const PieceRef& mine() const {
    return kIsAPoint ? a : b;
  }
  template <bool kIsAPoint>
  const PieceRef& other() const {
    return kIsAPoint ? b : a;
  }
  template <bool kIsAPoint>
  Vec3 see(const Vec3& p) const {
    return kIsAPoint ? pose.to_b(p) : pose.to_a(p);
  }
  template <bool kIsAPoint>
  Vec3 turn_home(const Vec3& d) const {
    return kIsAPoint ? pose.turn_to_a(d) : pose.turn_to_b(d);
  }
  template <bool kIsAPoint>
  Tracking move_to(PieceFeature mine, PieceFeature other) {
    at = kIsAPoint ? ClosestFeatures{mine, other} : ClosestFeatures{other, mine};
    return Tracking::kMoved;
  }
  template <bool kIsAPoint>
  Tracking drop_to_face(const Vec3& tail, const Vec3& head, PieceFeature edge, PieceFeature tail_feature,
                        PieceFeature head_feature, std::uint32_t face);
  Tracking accept(const Vec3& x, const Vec3& y, const Vec3& d);

  double reach() const { return a.piece().reach + b.piece().reach; }
};

Tracking Tracker::accept(const Vec3& x, const Vec3& y, const Vec3& d) {
  const double square = d.squaredNorm(), least = kClearGap * reach();
  if (!(square > least * least)) return Tracking::kUnknown;
  const double distance = std::sqrt(square);
  witness = {x, y, d / distance, distance, NormalOrigin::kWitness};
  return Tracking::kClosest;
}

Tracking Tracker::step_vertex_vertex(std::uint32_t v, std::uint32_t w) {
  const Vec3 x = pose.to_b(a.pieces.vertices[v].p);
  const Vec3& y = b.pieces.vertices[w].p;
  const Vec3 d = x - y;
  if (const RisingSpoke rising = find_rising_spoke(b.pieces, w, d); rising.spoke != nullptr)
    return move_to<true>(at.a, follow_spoke(rising));
  if (const RisingSpoke rising = find_rising_spoke(a.pieces, v, -pose.turn_to_a(d)); rising.spoke != nullptr)
    return move_to<true>(follow_spoke(rising), at.b);
  return accept(x, y, d);
}

template <bool kIsAPoint>
Tracking Tracker::step_vertex_edge(std::uint32_t v, std::uint32_t e) {
  const ConvexPieces &my = mine<kIsAPoint>().pieces, &its = other<kIsAPoint>().pieces;
  const PieceEdge& edge = its.edges[e];
  const Vec3 x = see<kIsAPoint>(my.vertices[v].p);
  const Vec3& tail = its.vertices[edge.tail].p;
  const Vec3 along = its.vertices[edge.head].p - tail;
  const double t = (x - tail).dot(along), length_sq = along.squaredNorm();
  const PieceFeature vertex = PieceFeature::vertex(v);
  if (t < 0) return move_to<kIsAPoint>(vertex, PieceFeature::vertex(edge.tail));
  if (t > length_sq) return move_to<kIsAPoint>(vertex, PieceFeature::vertex(edge.head));
  const Vec3 d = x - (tail + (t / length_sq) * along);
  if (const std::uint32_t face = find_face_below(its, edge, d); face != PieceEdge::kNone)
    return move_to<kIsAPoint>(vertex, choose_face_side(other<kIsAPoint>(), face, x));
  if (const RisingSpoke rising = find_rising_spoke(my, v, -turn_home<kIsAPoint>(d)); rising.spoke != nullptr)
    return move_to<kIsAPoint>(follow_spoke(rising), PieceFeature::edge(e));
  if constexpr (kIsAPoint) return accept(x, x - d, d);
  const Vec3 d_B = -pose.turn_to_b(d);
  return accept(my.vertices[v].p + d_B, my.vertices[v].p, d_B);
}

// An edge whose points nearest to the other piece are over a face of it: its lower end is over the face too, or the
// edge passes a side of the face on its way there.
template <bool kIsAPoint>
Tracking Tracker::drop_to_face(const Vec3& tail, const Vec3& head, PieceFeature edge, PieceFeature tail_feature,
                               PieceFeature head_feature, std::uint32_t face) {
  const PieceRef& ref = other<kIsAPoint>();
  const PieceFeature side = choose_face_side(ref, face, tail);
  const double sign = side.kind() == PieceFeatureKind::kBackFace ? -1.0 : 1.0;
  const bool is_tail_lower = sign * ref.pieces.faces[face].normal.dot(head - tail) > 0;
  const std::uint32_t beyond = find_edge_beyond(ref.pieces, face, is_tail_lower ? tail : head);
  if (beyond == PieceEdge::kNone) return move_to<kIsAPoint>(is_tail_lower ? tail_feature : head_feature, side);
  return move_to<kIsAPoint>(edge, PieceFeature::edge(beyond));
}

template <bool kIsAPoint>
Tracking Tracker::step_vertex_face(std::uint32_t v, PieceFeature f) {
  const ConvexPieces &my = mine<kIsAPoint>().pieces, &its = other<kIsAPoint>().pieces;
  const PieceFace& face = its.faces[f.index()];
  const Vec3 x = see<kIsAPoint>(my.vertices[v].p);
  const PieceFeature vertex = PieceFeature::vertex(v);
  if (const std::uint32_t beyond = find_edge_beyond(its, f.index(), x); beyond != PieceEdge::kNone)
    return move_to<kIsAPoint>(vertex, PieceFeature::edge(beyond));
  const double sign = f.kind() == PieceFeatureKind::kBackFace ? -1.0 : 1.0;
  const double height = sign * (face.normal.dot(x) - face.offset);
  if (!(height > kClearGap * reach())) return Tracking::kUnknown;
  const Vec3 up = sign * face.normal, up_mine = turn_home<kIsAPoint>(up);
  if (const RisingSpoke falling = find_rising_spoke(my, v, -up_mine); falling.spoke != nullptr) {
    const std::uint32_t tip = falling.spoke->tip;
    return drop_to_face<kIsAPoint>(x, see<kIsAPoint>(my.vertices[tip].p), PieceFeature::edge(falling.spoke->edge),
                                   vertex, PieceFeature::vertex(tip), f.index());
  }
  if constexpr (kIsAPoint) {
    witness = {x, x - height * up, up, height, NormalOrigin::kFace};
  } else {
    witness = {my.vertices[v].p - height * up_mine, my.vertices[v].p, -up_mine, height, NormalOrigin::kFace};
  }
  return Tracking::kClosest;
}

// Edges whose lines are nearest beyond an end of one. The point of A's edge nearest to B's line is nearest to B's edge
// too, unless its foot is beyond an end of that; then that end is, and its own foot on A's edge.
Tracking Tracker::go_to_ends(const PieceEdge& edge_a, const PieceEdge& edge_b, const EdgePair& pair) {
  const double determinant = pair.determinant(), s = std::clamp(pair.s(), 0.0, determinant);
  const double t = pair.wr * determinant + pair.uw * s, whole = pair.ww * determinant;
  const PieceFeature on_b = choose_end(edge_b, at.b, t, whole);
  if (t > 0 && t < whole) return move_to<true>(choose_end(edge_a, at.a, s, determinant), on_b);
  return move_to<true>(choose_end(edge_a, at.a, (t <= 0 ? 0.0 : pair.uw) - pair.ur, pair.uu), on_b);
}

// Inner points of both edges only; at an end a vertex is the closest feature.
Tracking Tracker::step_edge_edge(const PieceEdge& edge_a, const PieceEdge& edge_b) {
  constexpr double kLeastSine = 1e-4;
  const Vec3 &tail_A = a.pieces.vertices[edge_a.tail].p, &head_A = a.pieces.vertices[edge_a.head].p;
  const Vec3 &tail_B = b.pieces.vertices[edge_b.tail].p, &head_B = b.pieces.vertices[edge_b.head].p;
  const Vec3 p = pose.to_b(tail_A), u = pose.turn_to_b(head_A - tail_A), w = head_B - tail_B, r = p - tail_B;
  const EdgePair pair{u.squaredNorm(), w.squaredNorm(), u.dot(w), u.dot(r), w.dot(r)};
  const double determinant = pair.determinant(), s = pair.s(), t = pair.t();
  if (!(determinant > kLeastSine * kLeastSine * pair.uu * pair.ww)) return Tracking::kUnknown;
  if (s < 0 || s > determinant || t < 0 || t > determinant) return go_to_ends(edge_a, edge_b, pair);
  const double inverse = 1.0 / determinant;
  const Vec3 x = p + (s * inverse) * u, y = tail_B + (t * inverse) * w, d = x - y;
  if (const std::uint32_t face = find_face_below(b.pieces, edge_b, d); face != PieceEdge::kNone)
    return drop_to_face<true>(p, p + u, at.a, PieceFeature::vertex(edge_a.tail), PieceFeature::vertex(edge_a.head),
                              face);
  if (const std::uint32_t face = find_face_below(a.pieces, edge_a, -pose.turn_to_a(d)); face != PieceEdge::kNone)
    return drop_to_face<false>(pose.to_a(tail_B), pose.to_a(head_B), at.b, PieceFeature::vertex(edge_b.tail),
                               PieceFeature::vertex(edge_b.head), face);
  return accept(x, y, d);
}

Tracking Tracker::step() {
  const std::uint32_t i = at.a.index(), j = at.b.index();
  if (at.a.is_vertex()) {
    if (at.b.is_vertex()) return step_vertex_vertex(i, j);
    return at.b.is_edge() ? step_vertex_edge<true>(i, j) : step_vertex_face<true>(i, at.b);
  }
  if (at.a.is_edge()) {
    if (at.b.is_vertex()) return step_vertex_edge<false>(j, i);
    return at.b.is_edge() ? step_edge_edge(a.pieces.edges[i], b.pieces.edges[j]) : Tracking::kUnknown;
  }
  return at.b.is_vertex() ? step_vertex_face<false>(j, at.a) : Tracking::kUnknown;
}

}  // namespace

// Flattened, since g++ leaves a quarter of the time to calls of Eigen's operators and of the steps.
[[gnu::flatten]] TrackedWitness find_tracked_witness(const PieceRef& a, const PieceRef& b, const RelativePose& pose,
                                                     const ClosestFeatures& start, int max_steps) {
  TrackedWitness tracked;
  tracked.features = start;
  Tracker tracker{a, b, pose, tracked.features, tracked.witness};
  for (;; ++tracked.num_steps) {
    const ClosestFeatures here = tracked.features;
    const Tracking tracking = tracker.step();
    tracked.is_closest = tracking == Tracking::kClosest;
    // Where a face and an edge are parallel, rounding may lead from a pair to itself.
    if (tracking == Tracking::kMoved && tracked.num_steps < max_steps && tracked.features != here) continue;
    tracked.features = here;
    return tracked;
  }
}

}  // namespace abut::proximity
