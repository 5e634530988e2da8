// What holds for the boundary representation of every mesh, found by looking at all of it.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "abut/geometry/brep.h"
#include "abut/geometry/triangle_adjacency.h"

namespace abut::geometry {

class BrepInvariants {
 public:
  BrepInvariants(const Mesh& mesh, const Brep& brep) : mesh_(mesh), brep_(brep) {}

  // One text for each fault.
  std::vector<std::string> check() {
    expect(brep_.vertices == mesh_.vertices && brep_.triangles == mesh_.triangles, "vertices or triangles changed");
    check_triangles();
    check_loops();
    check_edges();
    check_vertices();
    for (std::size_t f = 0; f < brep_.faces.size(); ++f) check_areas(FaceId(f));
    check_contact_faces();
    if (brep_.kind != BrepKind::kSoup) check_euler();
    return faults_;
  }

 private:
  template <class... Args>
  void expect(bool holds, fmt::format_string<Args...> format, Args&&... args) {
    if (!holds) faults_.push_back(fmt::format(format, std::forward<Args>(args)...));
  }

  const HalfEdge& at(HalfEdgeId h) const { return brep_.half_edges[h.index()]; }
  VertexId head(const HalfEdge& h) const { return at(h.next).origin; }

  void check_triangles() {
    std::vector<int> seen(mesh_.triangles.size(), 0);
    for (std::size_t f = 0; f < brep_.faces.size(); ++f) {
      const Face& face = brep_.faces[f];
      expect(face.num_triangles > 0, "face {} has no triangle", f);
      expect(face.shell.index() < brep_.shells.size(), "face {} has no shell", f);
      for (std::uint32_t i = 0; i < face.num_triangles; ++i) {
        const TriangleId t = brep_.face_triangles.at(face.first_triangle + i);
        ++seen[t.index()];
        expect(brep_.triangle_face[t.index()] == FaceId(f), "triangle {} does not know its face", t.value());
      }
    }
    for (std::size_t t = 0; t < seen.size(); ++t) {
      const bool collapsed = is_collapsed(mesh_.triangles[t]);
      expect(seen[t] == (collapsed ? 0 : 1), "triangle {} is in {} faces", t, seen[t]);
      expect(brep_.triangle_face[t].is_none() == collapsed, "triangle {} has a wrong face", t);
    }
  }

  void check_loops() {
    std::vector<int> seen(brep_.half_edges.size(), 0);
    for (std::size_t f = 0; f < brep_.faces.size(); ++f) {
      const Face& face = brep_.faces[f];
      expect(face.num_loops > 0, "face {} has no loop", f);
      for (std::uint32_t l = 0; l < face.num_loops; ++l) {
        const Loop& loop = brep_.loops.at(face.first_loop + l);
        expect(loop.face == FaceId(f), "loop {} of face {} does not know it", l, f);
        HalfEdgeId h = loop.half_edge;
        for (std::size_t i = 0; i < brep_.half_edges.size(); ++i) {
          ++seen[h.index()];
          expect(h.index() == loop.half_edge.index() + i, "loop {} of face {} is not consecutive", l, f);
          expect(at(h).face == FaceId(f), "half-edge {} does not know its face", h.value());
          expect(at(at(h).next).prev == h, "half-edge {}: prev is not the inverse of next", h.value());
          h = at(h).next;
          if (h == loop.half_edge) break;
        }
        expect(h == loop.half_edge, "loop {} of face {} is not closed", l, f);
      }
    }
    for (std::size_t h = 0; h < seen.size(); ++h) expect(seen[h] == 1, "half-edge {} is in {} loops", h, seen[h]);
  }

  void check_edges() {
    std::vector<int> seen(brep_.half_edges.size(), 0);
    for (std::size_t e = 0; e < brep_.edges.size(); ++e) {
      const Edge& edge = brep_.edges[e];
      expect(edge.half_edge.is_none() == (edge.kind == EdgeKind::kWire), "edge {}: a wire has no half-edge", e);
      if (edge.half_edge.is_none()) continue;
      expect(edge.tail == at(edge.half_edge).origin && edge.head == head(at(edge.half_edge)), "edge {}: wrong ends", e);
      std::size_t count = 0, forward = 0;
      HalfEdgeId h = edge.half_edge;
      do {
        ++seen[h.index()];
        ++count;
        forward += at(h).origin == edge.tail;
        const std::set<VertexId> ends = {at(h).origin, head(at(h))};
        expect(ends == std::set<VertexId>{edge.tail, edge.head}, "half-edge {} leaves edge {}", h.value(), e);
        expect(at(h).edge == EdgeId(e), "half-edge {} does not know its edge", h.value());
        h = at(h).mate;
      } while (h != edge.half_edge && count <= brep_.half_edges.size());
      const bool is_pair = count == 2 && forward == 1;
      expect((edge.kind == EdgeKind::kBorder) == (count == 1), "edge {} of {} half-edges: wrong kind", e, count);
      expect((edge.kind == EdgeKind::kNonManifold) == (count > 1 && !is_pair), "edge {}: wrong kind", e);
    }
    for (std::size_t h = 0; h < seen.size(); ++h) expect(seen[h] == 1, "half-edge {} is in {} edges", h, seen[h]);
  }

  void check_vertices() {
    std::vector<HalfEdgeId> lowest(brep_.vertices.size());
    for (std::size_t h = brep_.half_edges.size(); h-- > 0;) lowest[brep_.half_edges[h].origin.index()] = HalfEdgeId(h);
    expect(brep_.vertex_half_edge == lowest, "vertex_half_edge is not the lowest half-edge that leaves");
  }

  // Twice the vector area inside a loop of points.
  math::Vec3 area_of_loop(const Loop& loop) const {
    const math::Vec3 origin = brep_.vertices[at(loop.half_edge).origin.index()];
    math::Vec3 area = math::Vec3::Zero();
    HalfEdgeId h = loop.half_edge;
    do {
      const math::Vec3 a = brep_.vertices[at(h).origin.index()] - origin;
      area += a.cross(brep_.vertices[head(at(h)).index()] - origin);
      h = at(h).next;
    } while (h != loop.half_edge);
    return area;
  }

  // Loops enclose what triangles cover; the outer one turns counter-clockwise about the normal, holes clockwise.
  void check_areas(FaceId f) {
    const Face& face = brep_.faces[f.index()];
    math::Vec3 from_triangles = math::Vec3::Zero(), from_loops = math::Vec3::Zero();
    for (std::uint32_t i = 0; i < face.num_triangles; ++i) {
      const Triangle& t = mesh_.triangles[brep_.face_triangles[face.first_triangle + i].index()];
      const math::Vec3& a = mesh_.vertices[t[0].index()];
      from_triangles += (mesh_.vertices[t[1].index()] - a).cross(mesh_.vertices[t[2].index()] - a);
    }
    double size = 0.0;
    for (std::uint32_t l = 0; l < face.num_loops; ++l) {
      const math::Vec3 area = area_of_loop(brep_.loops[face.first_loop + l]);
      from_loops += area;
      size += area.norm();
      const double along = face.normal.dot(area);
      if (face.num_loops > 1) expect(l == 0 ? along > 0 : along <= 0, "face {}: loop {} turns wrongly", f.value(), l);
    }
    const double bound = 1e-12 * size + 1e-300;
    expect((from_triangles - from_loops).norm() <= bound, "face {}: area is not preserved", f.value());
    if (face.normal != math::Vec3::Zero()) {
      expect(std::abs(face.normal.norm() - 1.0) < 1e-14, "face {}: normal is not unit", f.value());
      expect(face.normal.dot(from_triangles) > 0.0 || size < 1e-12, "face {}: normal points inward", f.value());
    }
  }

  void check_contact_faces() {
    std::vector<int> seen(brep_.faces.size(), 0);
    for (std::size_t c = 0; c < brep_.contact_faces.size(); ++c) {
      const ContactFace& contact_face = brep_.contact_faces[c];
      expect(contact_face.num_faces > 0, "contact face {} is empty", c);
      for (std::uint32_t i = 0; i < contact_face.num_faces; ++i) {
        const FaceId f = brep_.contact_face_faces.at(contact_face.first_face + i);
        ++seen[f.index()];
        expect(brep_.faces[f.index()].contact_face == ContactFaceId(c), "face {}: wrong contact face", f.value());
      }
    }
    expect(std::count(seen.begin(), seen.end(), 1) == static_cast<std::ptrdiff_t>(seen.size()),
           "a face is not in exactly one contact face");
  }

  // V - E + F is the same for triangles and for features, where a face with l loops counts 2 - l.
  void check_euler() {
    std::set<VertexId> vertices, corners;
    std::set<std::set<VertexId>> edges;
    std::ptrdiff_t num_triangles = 0;
    for (const Triangle& t : mesh_.triangles) {
      if (is_collapsed(t)) continue;
      ++num_triangles;
      for (int k = 0; k < 3; ++k) {
        vertices.insert(t[k]);
        edges.insert({t[k], t[(k + 1) % 3]});
      }
    }
    for (const HalfEdge& h : brep_.half_edges) corners.insert(h.origin);
    std::ptrdiff_t faces = 0;
    for (const Face& face : brep_.faces) faces += 2 - static_cast<std::ptrdiff_t>(face.num_loops);
    const std::ptrdiff_t of_mesh = std::ssize(vertices) - std::ssize(edges) + num_triangles;
    const std::ptrdiff_t of_brep = std::ssize(corners) - std::ssize(brep_.edges) + faces;
    expect(of_mesh == of_brep, "Euler characteristic {} became {}", of_mesh, of_brep);
  }

  const Mesh& mesh_;
  const Brep& brep_;
  std::vector<std::string> faults_;
};

inline std::vector<std::string> check_brep_invariants(const Mesh& mesh, const Brep& brep) {
  return BrepInvariants(mesh, brep).check();
}

}  // namespace abut::geometry
