#include "abut/proximity/support_walk.h"

#include <algorithm>
#include <cmath>

#include "abut/proximity/facing_face.h"

namespace abut::proximity {
namespace {

using geometry::ConvexPieces;
using geometry::PieceEdge;
using math::Vec2;
using math::Vec3;

// The walk of one query: which corners are near, and what has been found.
class SupportWalk {
 public:
  SupportWalk(const SupportQuery& query, Support& support)
      : query_(query), pieces_(query.ref.pieces), support_(support), outward_(query.side * query.view.normal()) {
    find_top();
  }

  bool find_faces();
  bool find_chain();
  void take_vertex() { add_corner(top_vertex_, top_); }

 private:
  Vec3 see(std::uint32_t v) const { return query_.view.see(pieces_.vertices[v].p); }
  bool is_near(const Vec3& seen) const {
    const double drop = query_.side * (top_.z() - seen.z());
    if (drop <= query_.breaking) return true;
    return drop * query_.reach <= query_.breaking * (seen.head<2>() - query_.witness).norm();
  }
  bool is_shallow(const Vec3& from, const Vec3& to) const {
    return (to - from).head<2>().norm() >= kLeastFacing * (to - from).norm();
  }

  void find_top();
  bool is_face_near(std::uint32_t face) const;
  void add_face(const FacingFace& face, bool is_near);
  void add_neighbours(std::uint32_t face);
  void make_face_outline();
  void list_face_corners();
  void find_bends();
  void make_hull_outline();
  std::uint32_t find_edge_between(std::uint32_t v, std::uint32_t w) const;

  std::uint32_t find_first_edge() const;
  void extend_chain(std::uint32_t from, std::uint32_t to);
  void add_corner(std::uint32_t v, const Vec3& seen);

  const SupportQuery& query_;
  const ConvexPieces& pieces_;
  Support& support_;
  Vec3 outward_;  // in the piece's frame, towards the plane
  Vec3 top_ = Vec3::Zero();
  std::uint32_t top_vertex_ = 0;
};

// The feature's vertex that reaches farthest towards the plane: all of the feature does, up to rounding.
void SupportWalk::find_top() {
  const PieceFeature feature = query_.feature;
  bool is_first = true;
  const auto consider = [&](std::uint32_t v) {
    const Vec3 seen = see(v);
    if (is_first || query_.side * (seen.z() - top_.z()) > 0) top_ = seen, top_vertex_ = v;
    is_first = false;
  };
  if (feature.is_vertex()) {
    consider(feature.index());
  } else if (feature.is_edge()) {
    consider(pieces_.edges[feature.index()].tail);
    consider(pieces_.edges[feature.index()].head);
  } else {
    const geometry::PieceFace& face = pieces_.faces[feature.index()];
    for (std::uint32_t i = 0; i < face.num_half_edges; ++i) consider(pieces_.origin_of(face.first_half_edge + i));
  }
}

void SupportWalk::add_corner(std::uint32_t v, const Vec3& seen) {
  support_.outline.push_back(seen.head<2>());
  support_.heights.push_back(seen.z());
  support_.vertices.push_back(v);
}

bool SupportWalk::is_face_near(std::uint32_t face) const {
  const geometry::PieceFace& f = pieces_.faces[face];
  for (std::uint32_t i = 0; i < f.num_half_edges; ++i) {
    if (!is_near(see(pieces_.origin_of(f.first_half_edge + i)))) return false;
  }
  return true;
}

// Its plane n . p = offset is N . (q - c) = offset in the view's coordinates q, with N = M n.
void SupportWalk::add_face(const FacingFace& face, bool is_near) {
  const geometry::PieceFace& stored = pieces_.faces[face.feature.index()];
  const Vec3 N = query_.view.M * stored.normal;
  SupportFace added{face.feature, is_near, -N.head<2>() / N.z(), 0.0};
  added.level = (stored.offset + N.dot(query_.view.c)) / N.z();
  support_.faces.push_back(added);
}

void SupportWalk::add_neighbours(std::uint32_t face) {
  const geometry::PieceFace& f = pieces_.faces[face];
  const std::uint32_t first_face = query_.ref.piece().first_face;
  for (std::uint32_t i = 0; i < f.num_half_edges; ++i) {
    const std::uint32_t mate = pieces_.mate_of(f.first_half_edge + i);
    if (mate == PieceEdge::kNone) continue;
    const std::uint32_t neighbour = pieces_.half_edges[mate].face;
    const FacingFace seen = look_at_face(query_.ref, neighbour, outward_);
    if (seen.facing < kLeastFacing) continue;
    std::uint32_t& last_visit = support_.visited_faces[neighbour - first_face];
    if (last_visit == support_.visit) continue;
    last_visit = support_.visit;
    add_face(seen, is_face_near(neighbour));
  }
}

bool SupportWalk::find_faces() {
  const FacingFace start = find_facing_face(query_.ref, query_.feature, outward_);
  if (!start.exists || start.facing < kLeastFacing || !is_face_near(start.feature.index())) return false;
  const geometry::Piece& piece = query_.ref.piece();
  if (support_.visited_faces.size() < piece.num_faces) support_.visited_faces.resize(piece.num_faces, 0);
  if (++support_.visit == 0) {  // after 2^32 queries the marks start anew
    std::fill(support_.visited_faces.begin(), support_.visited_faces.end(), 0);
    support_.visit = 1;
  }
  support_.visited_faces[start.feature.index() - piece.first_face] = support_.visit;
  add_face(start, true);
  std::size_t num_near = 0;
  for (std::size_t i = 0; i < support_.faces.size(); ++i) {
    if (!support_.faces[i].is_near) continue;
    ++num_near;
    add_neighbours(support_.faces[i].feature.index());
  }
  support_.is_polygon = true;
  if (num_near == 1) {
    make_face_outline();
  } else {
    list_face_corners();
    find_bends();
    make_hull_outline();
  }
  return true;
}

// Counter-clockwise seen from the tip of the normal: against the face's own order where it looks the other way.
void SupportWalk::make_face_outline() {
  const geometry::PieceFace& face = pieces_.faces[support_.faces[0].feature.index()];
  const std::uint32_t n = face.num_half_edges;
  const bool is_reversed = face.normal.dot(query_.view.normal()) < 0;
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t half_edge = face.first_half_edge + (is_reversed ? n - 1 - i : i);
    const std::uint32_t v = pieces_.origin_of(half_edge);
    add_corner(v, see(v));
    // Going back, the side that follows a corner is the one that leads to it.
    const std::uint32_t before = half_edge == face.first_half_edge ? half_edge + n - 1 : half_edge - 1;
    support_.edges.push_back(pieces_.half_edges[is_reversed ? before : half_edge].edge);
  }
}

std::uint32_t SupportWalk::find_edge_between(std::uint32_t v, std::uint32_t w) const {
  for (const geometry::PieceSpoke& spoke : pieces_.spokes_of(v)) {
    if (spoke.tip == w) return spoke.edge;
  }
  return PieceEdge::kNone;
}

// Each vertex with the near faces that it is a corner of.
void SupportWalk::list_face_corners() {
  support_.face_corners.clear();
  for (std::uint32_t i = 0; i < support_.faces.size(); ++i) {
    if (!support_.faces[i].is_near) continue;
    const geometry::PieceFace& f = pieces_.faces[support_.faces[i].feature.index()];
    for (std::uint32_t k = 0; k < f.num_half_edges; ++k)
      support_.face_corners.push_back({pieces_.origin_of(f.first_half_edge + k), i});
  }
  std::ranges::sort(support_.face_corners);
}

void SupportWalk::find_bends() {
  const auto& corners = support_.face_corners;
  for (std::size_t i = 0, end = 0; i < corners.size(); i = end) {
    const Vec2& first = support_.faces[corners[i].face].slope;
    bool is_bend = false;
    for (end = i; end < corners.size() && corners[end].vertex == corners[i].vertex; ++end)
      is_bend |= (support_.faces[corners[end].face].slope - first).norm() > kFlatBound;
    if (!is_bend) continue;
    const Vec3 seen = see(corners[i].vertex);
    support_.bends.push_back({corners[i].vertex, seen.head<2>(), seen.z()});
  }
}

// Andrew's monotone chain over the corners of all near faces; corners in the middle of a side stay.
void SupportWalk::make_hull_outline() {
  std::vector<std::uint32_t>& order = support_.order;
  order.clear();
  for (const FaceCorner& corner : support_.face_corners)
    if (order.empty() || order.back() != corner.vertex) order.push_back(corner.vertex);
  const auto place = [&](std::uint32_t v) -> Vec2 { return see(v).head<2>(); };
  std::sort(order.begin(), order.end(), [&](std::uint32_t v, std::uint32_t w) {
    const Vec2 p = place(v), q = place(w);
    return p.x() != q.x() ? p.x() < q.x() : p.y() < q.y();
  });
  const auto add = [&](std::uint32_t v, std::size_t floor) {
    const Vec3 seen = see(v);
    while (support_.outline.size() >= floor + 2) {
      const Vec2 last = support_.outline.back() - support_.outline[support_.outline.size() - 2];
      const Vec2 next = seen.head<2>() - support_.outline.back();
      if (last.x() * next.y() - last.y() * next.x() >= 0) break;
      support_.outline.pop_back(), support_.heights.pop_back(), support_.vertices.pop_back();
    }
    add_corner(v, seen);
  };
  for (const std::uint32_t v : order) add(v, 0);
  const std::size_t floor = support_.outline.size() - 1;
  for (std::size_t i = order.size() - 1; i-- > 0;) add(order[i], floor);
  support_.outline.pop_back(), support_.heights.pop_back(), support_.vertices.pop_back();
  const std::size_t n = support_.vertices.size();
  for (std::size_t i = 0; i < n; ++i) {
    support_.edges.push_back(find_edge_between(support_.vertices[i], support_.vertices[i + 1 == n ? 0 : i + 1]));
  }
}

// The feature's own edge, or the one from its vertex that falls least.
std::uint32_t SupportWalk::find_first_edge() const {
  if (query_.feature.is_edge()) {
    const PieceEdge& edge = pieces_.edges[query_.feature.index()];
    const Vec3 tail = see(edge.tail), head = see(edge.head);
    return is_near(tail) && is_near(head) && is_shallow(tail, head) ? query_.feature.index() : PieceEdge::kNone;
  }
  std::uint32_t best = PieceEdge::kNone;
  double least_slope = 0.0;
  for (const geometry::PieceSpoke& spoke : pieces_.spokes_of(top_vertex_)) {
    const Vec3 tip = see(spoke.tip);
    if (!is_near(tip) || !is_shallow(top_, tip)) continue;
    const double slope = std::abs(tip.z() - top_.z()) / (tip - top_).head<2>().norm();
    if (best == PieceEdge::kNone || slope < least_slope) best = spoke.edge, least_slope = slope;
  }
  return best;
}

// On from the edge from -> to, along edges that stay near the plane and do not bend away from its line.
void SupportWalk::extend_chain(std::uint32_t from, std::uint32_t to) {
  const Vec3 start = see(from);
  const Vec2 along = (see(to) - start).head<2>().normalized();
  const auto goes_on = [&](const Vec3& seen, const Vec3& tip) {
    const Vec2 off = (tip - start).head<2>();
    return is_near(tip) && is_shallow(seen, tip) && (tip - seen).head<2>().dot(along) > 0 &&
           std::abs(along.x() * off.y() - along.y() * off.x()) <= kStraightBound * off.dot(along);
  };
  for (std::uint32_t step = 0; step < query_.ref.piece().num_vertices; ++step) {
    const Vec3 seen = see(to);
    const auto spokes = pieces_.spokes_of(to);
    const auto next = std::find_if(spokes.begin(), spokes.end(),
                                   [&](const geometry::PieceSpoke& spoke) { return goes_on(seen, see(spoke.tip)); });
    if (next == spokes.end()) return;
    to = next->tip;
    add_corner(to, see(to));
    support_.edges.push_back(next->edge);
  }
}

bool SupportWalk::find_chain() {
  if (query_.feature.is_face()) return false;
  const std::uint32_t first = find_first_edge();
  if (first == PieceEdge::kNone) return false;
  const PieceEdge& edge = pieces_.edges[first];
  add_corner(edge.tail, see(edge.tail));
  extend_chain(edge.head, edge.tail);
  std::reverse(support_.outline.begin(), support_.outline.end());
  std::reverse(support_.heights.begin(), support_.heights.end());
  std::reverse(support_.vertices.begin(), support_.vertices.end());
  std::reverse(support_.edges.begin(), support_.edges.end());
  add_corner(edge.head, see(edge.head));
  support_.edges.push_back(first);
  extend_chain(edge.tail, edge.head);
  return true;
}

}  // namespace

void update_support(const SupportQuery& query, Support& support) {
  support.is_polygon = false;
  support.outline.clear();
  support.heights.clear();
  support.vertices.clear();
  support.edges.clear();
  support.faces.clear();
  support.bends.clear();
  support.side = query.side;
  support.radius = query.ref.piece().radius;
  SupportWalk walk(query, support);
  if (walk.find_faces() || walk.find_chain()) return;
  walk.take_vertex();
}

}  // namespace abut::proximity
