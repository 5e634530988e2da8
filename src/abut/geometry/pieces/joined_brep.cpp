#include "abut/geometry/pieces/joined_brep.h"

#include <algorithm>

namespace abut::geometry {
namespace {

template <class AnyId>
AnyId shifted(AnyId id, std::uint32_t offset) {
  return id.is_none() ? id : AnyId(id.value() + offset);
}

// Appends a copy of each element, changed by shift(element&).
template <class Element, class Shift>
void append(std::vector<Element>& to, const std::vector<Element>& from, Shift&& shift) {
  to.reserve(to.size() + from.size());
  for (Element element : from) {
    shift(element);
    to.push_back(element);
  }
}

BrepOffsets compute_offsets(const Brep& brep) {
  const auto size = [](const auto& array) { return static_cast<std::uint32_t>(array.size()); };
  return {size(brep.vertices), size(brep.triangles), size(brep.half_edges), size(brep.edges),
          size(brep.loops),    size(brep.faces),     size(brep.shells),     size(brep.contact_faces)};
}

void append_part(Brep& to, const Brep& part, const BrepOffsets& at) {
  const auto at_face_triangles = static_cast<std::uint32_t>(to.face_triangles.size());
  const auto at_contact_face_faces = static_cast<std::uint32_t>(to.contact_face_faces.size());
  const auto shift_vertex = [&](VertexId& v) { v = shifted(v, at.vertices); };
  const auto shift_face = [&](FaceId& f) { f = shifted(f, at.faces); };
  const auto shift_half_edge = [&](HalfEdgeId& h) { h = shifted(h, at.half_edges); };

  append(to.vertices, part.vertices, [](math::Vec3&) {});
  append(to.triangles, part.triangles, [&](Triangle& t) { std::for_each(t.begin(), t.end(), shift_vertex); });
  append(to.triangle_face, part.triangle_face, shift_face);
  append(to.half_edges, part.half_edges, [&](HalfEdge& h) {
    shift_vertex(h.origin);
    shift_half_edge(h.next);
    shift_half_edge(h.prev);
    shift_half_edge(h.mate);
    h.edge = shifted(h.edge, at.edges);
    shift_face(h.face);
  });
  append(to.vertex_half_edge, part.vertex_half_edge, shift_half_edge);
  append(to.edges, part.edges, [&](Edge& e) {
    shift_vertex(e.tail);
    shift_vertex(e.head);
    shift_half_edge(e.half_edge);
  });
  append(to.loops, part.loops, [&](Loop& loop) {
    shift_half_edge(loop.half_edge);
    shift_face(loop.face);
  });
  append(to.faces, part.faces, [&](Face& f) {
    f.first_loop += at.loops;
    f.first_triangle += at_face_triangles;
    f.shell = shifted(f.shell, at.shells);
    f.contact_face = shifted(f.contact_face, at.contact_faces);
  });
  append(to.face_triangles, part.face_triangles, [&](TriangleId& t) { t = shifted(t, at.triangles); });
  append(to.shells, part.shells, [](Shell&) {});
  append(to.contact_faces, part.contact_faces, [&](ContactFace& f) { f.first_face += at_contact_face_faces; });
  append(to.contact_face_faces, part.contact_face_faces, shift_face);
  append(to.points, part.points, shift_vertex);
}

}  // namespace

JoinedBrep make_joined_brep(std::span<const Brep> parts) {
  JoinedBrep joined;
  for (const Brep& part : parts) {
    joined.offsets.push_back(compute_offsets(joined.brep));
    append_part(joined.brep, part, joined.offsets.back());
  }
  const auto all_are = [&](BrepKind kind) {
    return !parts.empty() &&
           std::all_of(parts.begin(), parts.end(), [&](const Brep& part) { return part.kind == kind; });
  };
  for (const BrepKind kind : {BrepKind::kSolid, BrepKind::kSheet}) {
    if (all_are(kind)) joined.brep.kind = kind;
  }
  return joined;
}

}  // namespace abut::geometry
