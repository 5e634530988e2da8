#include "abut/geometry/convex_partition.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <tuple>

#include "abut/geometry/pieces/face_view.h"
#include "abut/geometry/triangle_adjacency.h"

namespace abut::geometry {
namespace {

using math::Vec3;

void end_polygon(ConvexPolygons& polygons, FaceId face) {
  polygons.first_corner.push_back(static_cast<std::uint32_t>(polygons.corners.size()));
  polygons.faces.push_back(face);
}

// Cuts the faces that are not convex. Polygons are rings (next_, prev_) of half-edges of triangles, h = 3 t + k as in
// triangle_adjacency.h; to begin with, each triangle is one.
class FaceCutter {
 public:
  explicit FaceCutter(const Brep& brep)
      : brep_(brep),
        adjacency_(make_triangle_adjacency(brep.triangles, brep.vertices.size())),
        next_(adjacency_.mate.size()),
        prev_(adjacency_.mate.size()),
        side_(adjacency_.mate.size()),
        source_(brep.vertices.size()) {}

  void cut(FaceId face, const FaceView& view, ConvexPolygons& polygons) {
    start_from_triangles(face);
    label_border(face);
    merge_polygons(view);
    for (const HalfEdgeId h : sides_) add_polygon(h, face, view, polygons);
  }

 private:
  VertexId tail(HalfEdgeId h) const { return tail_of(brep_.triangles, h); }
  VertexId head(HalfEdgeId h) const { return head_of(brep_.triangles, h); }
  HalfEdgeId mate(HalfEdgeId h) const { return adjacency_.mate[h.index()]; }
  HalfEdgeId next(HalfEdgeId h) const { return next_[h.index()]; }
  HalfEdgeId prev(HalfEdgeId h) const { return prev_[h.index()]; }

  // Triangles of one face that share an edge with nothing else, wound alike, were merged across it (merge_faces.h).
  bool is_inside(FaceId face, HalfEdgeId h) const {
    return is_consistent(brep_.triangles, adjacency_, h) && brep_.triangle_face[triangle_of(mate(h)).index()] == face;
  }

  void start_from_triangles(FaceId face) {
    const Face& f = brep_.faces[face.index()];
    sides_.clear();
    for (std::uint32_t i = 0; i < f.num_triangles; ++i) {
      for (int k = 0; k < 3; ++k) {
        const HalfEdgeId h = half_edge_of(brep_.face_triangles[f.first_triangle + i], k);
        sides_.push_back(h);
        next_[h.index()] = next_in_triangle(h);
        prev_[h.index()] = prev_in_triangle(h);
        side_[h.index()] = Feature::cut();
        source_[tail(h).index()] = Feature(face);
      }
    }
  }

  // Gives each side on the border its edge, and each vertex there its vertex or edge.
  void label_border(FaceId face) {
    border_.clear();
    for (const HalfEdgeId h : sides_) {
      if (!is_inside(face, h)) border_.push_back(h);
    }
    std::sort(border_.begin(), border_.end(),
              [this](HalfEdgeId g, HalfEdgeId h) { return std::tuple(tail(g), g) < std::tuple(tail(h), h); });
    const std::vector<EdgeRun> runs = collect_runs(face);
    for (const EdgeRun& run : runs) source_[run.tail.index()] = Feature(run.tail);
    for (const HalfEdgeId h : border_) {
      if (source_[tail(h).index()].kind() == FeatureKind::kVertex) label_run(runs, h);
    }
  }

  // An edge of the face as the face runs along it, from corner to corner.
  struct EdgeRun {
    VertexId tail, head;
    EdgeId edge;
    auto operator<=>(const EdgeRun&) const = default;
  };

  std::vector<EdgeRun> collect_runs(FaceId face) const {
    std::vector<EdgeRun> runs;
    const Face& f = brep_.faces[face.index()];
    for (std::uint32_t i = 0; i < f.num_loops; ++i) {
      const HalfEdgeId first = brep_.loops[f.first_loop + i].half_edge;
      HalfEdgeId h = first;
      do {
        const HalfEdge& half_edge = brep_.half_edges[h.index()];
        h = half_edge.next;
        runs.push_back({half_edge.origin, brep_.half_edges[h.index()].origin, half_edge.edge});
      } while (h != first);
    }
    std::sort(runs.begin(), runs.end());
    return runs;
  }

  // From the side h, which leaves a corner, to the next corner. A vertex in between is inside an edge: exactly two
  // edges of triangles end there, so one side goes on, and at most one other, of a slit, goes back.
  void label_run(const std::vector<EdgeRun>& runs, HalfEdgeId h) {
    run_.assign(1, h);
    while (source_[head(h).index()].kind() != FeatureKind::kVertex) {
      const auto leaves_before = [this](HalfEdgeId g, VertexId v) { return tail(g) < v; };
      auto on = std::lower_bound(border_.begin(), border_.end(), head(h), leaves_before);
      if (head(*on) == tail(h)) ++on;
      h = *on;
      run_.push_back(h);
    }
    const EdgeRun wanted{tail(run_.front()), head(h), EdgeId(0)};
    const EdgeId edge = std::lower_bound(runs.begin(), runs.end(), wanted)->edge;
    for (const HalfEdgeId g : run_) {
      side_[g.index()] = Feature(edge);
      if (g != run_.front()) source_[tail(g).index()] = Feature(edge);
    }
  }

  const Vec3& point(VertexId v) const { return brep_.vertices[v.index()]; }

  // One half-edge of each inner edge; the longest first, equally long ones by their coordinates, so that the labels of
  // triangles and vertices do not matter.
  std::vector<HalfEdgeId> find_diagonals() const {
    struct Diagonal {
      double length_sq;
      HalfEdgeId h;
    };
    const auto is_less = [](const Vec3& a, const Vec3& b) {
      return std::lexicographical_compare(a.data(), a.data() + 3, b.data(), b.data() + 3);
    };
    std::vector<Diagonal> diagonals;
    for (const HalfEdgeId h : sides_) {
      const bool is_first = is_less(point(tail(h)), point(head(h)));
      if (is_first && side_[h.index()].is_cut())
        diagonals.push_back({(point(head(h)) - point(tail(h))).squaredNorm(), h});
    }
    const auto comes_first = [&](const Diagonal& a, const Diagonal& b) {
      if (a.length_sq != b.length_sq) return a.length_sq > b.length_sq;
      if (point(tail(a.h)) != point(tail(b.h))) return is_less(point(tail(a.h)), point(tail(b.h)));
      return is_less(point(head(a.h)), point(head(b.h)));
    };
    std::stable_sort(diagonals.begin(), diagonals.end(), comes_first);
    std::vector<HalfEdgeId> result;
    result.reserve(diagonals.size());
    for (const Diagonal& diagonal : diagonals) result.push_back(diagonal.h);
    return result;
  }

  // A diagonal that could not go may be able to once others in line with it are left, so all are tried again until
  // none goes; each round but the last removes one at least.
  void merge_polygons(const FaceView& view) {
    std::vector<HalfEdgeId> diagonals = find_diagonals();
    std::size_t num_before = 0;
    do {
      num_before = diagonals.size();
      for (const HalfEdgeId h : diagonals) {
        if (next(h).is_none()) continue;
        const Wall wall = find_wall(h);
        if (is_convex_without(wall, view)) remove(wall);
      }
      std::erase_if(diagonals, [this](HalfEdgeId h) { return next(h).is_none(); });
    } while (diagonals.size() < num_before);
  }

  // All that separates two polygons: one diagonal, or several in line where others have been removed.
  struct Wall {
    HalfEdgeId first, last;
  };

  Wall find_wall(HalfEdgeId h) const {
    Wall wall{h, h};
    const auto goes_on = [this](HalfEdgeId g, HalfEdgeId other) {
      return side_[g.index()].is_cut() && mate(g) == other;
    };
    while (goes_on(prev(wall.first), next(mate(wall.first)))) wall.first = prev(wall.first);
    while (goes_on(next(wall.last), prev(mate(wall.last)))) wall.last = next(wall.last);
    return wall;
  }

  // Both polygons are convex, so their union is if it is at both ends of the wall.
  bool is_convex_without(const Wall& wall, const FaceView& view) const {
    const HalfEdgeId first = wall.first, last = wall.last;
    return view.is_convex_turn(tail(prev(first)), tail(first), head(next(mate(first)))) &&
           view.is_convex_turn(tail(prev(mate(last))), head(last), head(next(last)));
  }

  void remove(const Wall& wall) {
    const HalfEdgeId before = prev(wall.first), after = next(wall.last);
    link(before, next(mate(wall.first)));
    link(prev(mate(wall.last)), after);
    for (HalfEdgeId h = wall.first; h != after;) {
      const HalfEdgeId gone = h;
      h = next(h);
      next_[gone.index()] = next_[mate(gone).index()] = HalfEdgeId::none();
    }
  }

  void link(HalfEdgeId from, HalfEdgeId to) {
    next_[from.index()] = to;
    prev_[to.index()] = from;
  }

  // A corner of 180 degrees that is no feature, and not where one side ends and another begins.
  bool is_superfluous(HalfEdgeId h, const FaceView& view) const {
    const HalfEdgeId before = prev(h);
    return source_[tail(h).index()].kind() != FeatureKind::kVertex && side_[before.index()] == side_[h.index()] &&
           view.orient(tail(before), tail(h), head(h)) == 0;
  }

  // The polygon of h, unless it was added before; leaves no half-edge of it.
  void add_polygon(HalfEdgeId h, FaceId face, const FaceView& view, ConvexPolygons& polygons) {
    if (next(h).is_none()) return;
    ring_.clear();
    for (HalfEdgeId g = h; ring_.empty() || g != h; g = next(g)) {
      ring_.push_back(g);
    }
    for (const HalfEdgeId g : ring_) {
      if (is_superfluous(g, view)) continue;
      polygons.corners.push_back({tail(g), source_[tail(g).index()], side_[g.index()]});
    }
    for (const HalfEdgeId g : ring_) next_[g.index()] = HalfEdgeId::none();
    end_polygon(polygons, face);
  }

  const Brep& brep_;
  const TriangleAdjacency adjacency_;
  std::vector<HalfEdgeId> next_, prev_;  // along the polygon; next_ none once a half-edge is gone
  std::vector<Feature> side_;            // of half-edges: the edge they lie on, or a cut
  std::vector<Feature> source_;          // of vertices, as the face at hand sees them

  // Of the face at hand.
  std::vector<HalfEdgeId> sides_;   // of all its triangles
  std::vector<HalfEdgeId> border_;  // those on edges, by the vertex they leave
  std::vector<HalfEdgeId> run_, ring_;
};

}  // namespace

ConvexPolygons make_convex_polygons(const Brep& brep) {
  ConvexPolygons polygons;
  polygons.corners.reserve(brep.half_edges.size());
  polygons.first_corner.reserve(brep.faces.size() + 1);
  polygons.faces.reserve(brep.faces.size());
  std::optional<FaceCutter> cutter;  // made when first needed
  std::vector<VertexId> border;
  for (std::size_t i = 0; i < brep.faces.size(); ++i) {
    const FaceId face(i);
    const std::optional<FaceView> view = FaceView::make(brep, face);
    if (!view) continue;

    border.clear();
    const HalfEdgeId first = brep.loops[brep.faces[i].first_loop].half_edge;
    HalfEdgeId h = first;
    do {
      border.push_back(brep.half_edges[h.index()].origin);
      h = brep.half_edges[h.index()].next;
    } while (h != first);

    if (brep.faces[i].num_loops == 1 && view->is_convex(border)) {
      do {
        const HalfEdge& half_edge = brep.half_edges[h.index()];
        polygons.corners.push_back({half_edge.origin, Feature(half_edge.origin), Feature(half_edge.edge)});
        h = half_edge.next;
      } while (h != first);
      end_polygon(polygons, face);
    } else {
      if (!cutter) cutter.emplace(brep);
      cutter->cut(face, *view, polygons);
    }
  }
  return polygons;
}

}  // namespace abut::geometry
