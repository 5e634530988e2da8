#include "abut/geometry/brep.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

#include "abut/base/input_error.h"
#include "abut/geometry/brep/contact_faces.h"
#include "abut/geometry/brep/corners.h"
#include "abut/geometry/brep/face_planes.h"
#include "abut/geometry/brep/half_edges.h"
#include "abut/geometry/brep/loose_parts.h"
#include "abut/geometry/brep/merge_faces.h"
#include "abut/geometry/brep/shells.h"
#include "abut/geometry/triangle_adjacency.h"
#include "abut/geometry/vertex_fans.h"

namespace abut::geometry {
namespace {

[[noreturn]] void refuse_mesh(std::string place, std::string fault, std::string remedy) {
  throw InputError({"", std::move(place), std::move(fault), std::move(remedy)});
}

template <class Element>
void require_vertices(const char* what, std::size_t index, const Element& element, std::size_t num_vertices) {
  for (const VertexId v : element) {
    if (v.index() < num_vertices) continue;
    refuse_mesh(fmt::format("{} {}", what, index),
                fmt::format("names vertex {}, but there are {} vertices", v.value(), num_vertices),
                "let it name vertices that exist, counted from 0");
  }
}

// The boundary representation is of real points; everything else about a mesh may be wrong.
void require_usable(const Mesh& mesh) {
  constexpr std::size_t kMostTriangles = std::numeric_limits<std::uint32_t>::max() / 3 - 1;
  if (mesh.triangles.size() > kMostTriangles) {
    refuse_mesh("", fmt::format("has {} triangles; at most {} can be numbered", mesh.triangles.size(), kMostTriangles),
                "split it into parts");
  }
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    const math::Vec3& p = mesh.vertices[v];
    if (p.allFinite()) continue;
    refuse_mesh(fmt::format("vertex {}", v), fmt::format("is at ({}, {}, {}), which is no point", p[0], p[1], p[2]),
                "give it finite coordinates, or remove it and what uses it");
  }
  const std::size_t num_vertices = mesh.vertices.size();
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    require_vertices("triangle", t, mesh.triangles[t], num_vertices);
  }
  for (std::size_t s = 0; s < mesh.segments.size(); ++s) {
    require_vertices("segment", s, mesh.segments[s], num_vertices);
  }
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    require_vertices("point", i, std::array{mesh.points[i]}, num_vertices);
  }
}

std::vector<Face> make_faces(const MergedFaces& merged, const HalfEdges& half_edges, const TriangleShells& shells) {
  std::vector<Face> faces(merged.num_faces());
  for (std::size_t f = 0; f < faces.size(); ++f) {
    Face& face = faces[f];
    face.first_loop = half_edges.face_to_loop[f];
    face.num_loops = half_edges.face_to_loop[f + 1] - face.first_loop;
    face.first_triangle = merged.face_begin[f];
    face.num_triangles = merged.face_begin[f + 1] - face.first_triangle;
    face.shell = shells.triangle_shell[merged.face_triangles[face.first_triangle].index()];
  }
  return faces;
}

std::vector<HalfEdgeId> make_vertex_half_edges(const std::vector<HalfEdge>& half_edges, std::size_t num_vertices) {
  std::vector<HalfEdgeId> result(num_vertices);
  for (std::size_t h = 0; h < half_edges.size(); ++h) {
    HalfEdgeId& leaving = result[half_edges[h].origin.index()];
    if (leaving.is_none()) leaving = HalfEdgeId(h);
  }
  return result;
}

bool has_edge(const Brep& brep, EdgeKind kind) {
  return std::any_of(brep.edges.begin(), brep.edges.end(), [&](const Edge& edge) { return edge.kind == kind; });
}

bool is_manifold(const Brep& brep, const TriangleAdjacency& adjacency) {
  if (brep.faces.empty() || !brep.points.empty()) return false;
  if (has_edge(brep, EdgeKind::kWire) || has_edge(brep, EdgeKind::kNonManifold)) return false;
  const std::vector<std::uint32_t> fans = compute_num_fans(brep.triangles, adjacency, brep.vertices.size());
  return std::all_of(fans.begin(), fans.end(), [](std::uint32_t n) { return n <= 1; });
}

BrepKind compute_kind(const Brep& brep, const TriangleAdjacency& adjacency, const TriangleShells& shells) {
  if (!is_manifold(brep, adjacency)) return BrepKind::kSoup;
  if (has_edge(brep, EdgeKind::kBorder)) return BrepKind::kSheet;
  return is_solid(brep.vertices, brep.triangles, shells, brep.shells) ? BrepKind::kSolid : BrepKind::kSoup;
}

}  // namespace

Brep make_brep(const Mesh& mesh, const ContactFaceTolerance& tolerance) {
  require_usable(mesh);
  Brep brep;
  brep.vertices = mesh.vertices;
  brep.triangles = mesh.triangles;

  // Which triangles meet, and which of them are one face.
  const TriangleAdjacency adjacency = make_triangle_adjacency(mesh);
  const TriangleShells shells = make_triangle_shells(mesh.triangles, adjacency, ShellBond::kAnyEdge);
  MergedFaces merged = make_merged_faces(mesh.vertices, mesh.triangles, adjacency);
  brep.shells = make_shells(mesh.vertices, mesh.triangles, adjacency, shells);

  // Features: corners, the half-edges between them, and what is loose.
  LooseParts loose = make_loose_parts(mesh, adjacency);
  HalfEdges traced = make_half_edges(mesh.vertices, mesh.triangles, adjacency, merged,
                                     compute_corners(mesh.vertices, mesh.triangles, adjacency, merged, loose));
  brep.faces = make_faces(merged, traced, shells);
  brep.triangle_face = std::move(merged.triangle_face);
  brep.face_triangles = std::move(merged.face_triangles);
  brep.vertex_half_edge = make_vertex_half_edges(traced.half_edges, mesh.vertices.size());
  brep.half_edges = std::move(traced.half_edges);
  brep.loops = std::move(traced.loops);
  brep.edges = std::move(traced.edges);
  for (const Segment& s : loose.wires) brep.edges.push_back({s[0], s[1], HalfEdgeId(), EdgeKind::kWire});
  brep.points = std::move(loose.points);

  // What it all amounts to.
  brep.kind = compute_kind(brep, adjacency, shells);
  if (brep.kind == BrepKind::kSolid) {
    for (Shell& shell : brep.shells) shell.is_cavity = shell.signed_volume < 0.0;
  }
  update_face_planes(brep);
  update_contact_faces(brep, tolerance);
  return brep;
}

}  // namespace abut::geometry
