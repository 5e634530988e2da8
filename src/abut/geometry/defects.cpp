#include "abut/geometry/defects.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "abut/geometry/duplicate_triangles.h"
#include "abut/geometry/id_table.h"
#include "abut/geometry/self_intersection.h"
#include "abut/geometry/shell_facing.h"
#include "abut/geometry/t_junctions.h"
#include "abut/geometry/triangle_adjacency.h"
#include "abut/geometry/vertex_fans.h"
#include "abut/geometry/weld.h"
#include "abut/geometry/winding.h"
#include "abut/math/aabb.h"
#include "abut/math/predicates.h"

namespace abut::geometry {
namespace {

using math::Vec3;

// The defects found so far, with their places.
class Findings {
 public:
  explicit Findings(const Mesh& mesh) : mesh_(mesh) {}

  void add_vertex(DefectKind kind, VertexId v) {
    add(kind, [&] { return DefectPlace{.vertex = v, .p = at(v)}; });
  }
  void add_edge(DefectKind kind, VertexId a, VertexId b, TriangleId t) {
    add(kind, [&] { return DefectPlace{.edge = {a, b}, .triangles = {t, {}}, .p = 0.5 * at(a) + 0.5 * at(b)}; });
  }
  void add_triangle(DefectKind kind, TriangleId t, TriangleId other = {}) {
    const Triangle& v = mesh_.triangles[t.index()];
    add(kind, [&] { return DefectPlace{.triangles = {t, other}, .p = at(v[0]) / 3 + at(v[1]) / 3 + at(v[2]) / 3}; });
  }
  void add_t_junction(const VertexOnEdge& j) {
    add(DefectKind::kTJunctions, [&] {
      return DefectPlace{j.vertex, {j.low, j.high}, {triangle_of(j.half_edge), {}}, at(j.vertex)};
    });
  }
  void add_pairs(DefectKind kind, const MeetingPairs& pairs, bool is_complete) {
    Defect& defect = defects_[static_cast<std::size_t>(kind)];
    defect.count = pairs.count;
    defect.is_complete = is_complete;
    for (const auto& [low, high] : pairs.first) {
      defect.places.push_back({.triangles = {low, high}, .p = compute_middle_of_overlap(low, high)});
    }
  }

  std::vector<Defect> take() {
    std::vector<Defect> result;
    for (std::size_t kind = 0; kind < kNumDefectKinds; ++kind) {
      if (defects_[kind].count == 0) continue;
      defects_[kind].kind = static_cast<DefectKind>(kind);
      result.push_back(std::move(defects_[kind]));
    }
    return result;
  }

 private:
  const Vec3& at(VertexId v) const { return mesh_.vertices[v.index()]; }

  template <class MakePlace>
  void add(DefectKind kind, const MakePlace& make_place) {
    Defect& defect = defects_[static_cast<std::size_t>(kind)];
    if (defect.count++ < Defect::kMaxPlaces) defect.places.push_back(make_place());
  }

  Vec3 compute_middle_of_overlap(TriangleId a, TriangleId b) const {
    math::Aabb box_a, box_b;
    for (int k = 0; k < 3; ++k) {
      box_a.grow(at(mesh_.triangles[a.index()][k]));
      box_b.grow(at(mesh_.triangles[b.index()][k]));
    }
    return math::Aabb{box_a.lower.cwiseMax(box_b.lower), box_a.upper.cwiseMin(box_b.upper)}.center();
  }

  const Mesh& mesh_;
  std::array<Defect, kNumDefectKinds> defects_;
};

// ---- Vertices -------------------------------------------------------------------------------------------------------

void check_vertices(const Mesh& mesh, Findings& findings) {
  const std::vector<ComponentId> components = compute_vertex_components(mesh);
  IdTable table(mesh.vertices.size());
  for (std::uint32_t v = 0; v < mesh.vertices.size(); ++v) {
    const Vec3& p = mesh.vertices[v];
    const bool is_finite = p.allFinite();
    if (!is_finite) findings.add_vertex(DefectKind::kNonFiniteCoordinates, VertexId(v));
    if (components[v].is_none()) findings.add_vertex(DefectKind::kUnusedVertices, VertexId(v));
    if (!is_finite || components[v].is_none()) continue;
    const auto is_same = [&](std::uint32_t w) { return mesh.vertices[w] == p && components[w] == components[v]; };
    if (table.find_or_insert(compute_hash(p), v, is_same) != v) {
      findings.add_vertex(DefectKind::kCoincidentVertices, VertexId(v));
    }
  }
}

// ---- Faces ----------------------------------------------------------------------------------------------------------

bool has_finite_vertices(const Mesh& mesh, const Triangle& t) {
  return std::all_of(t.begin(), t.end(), [&](VertexId v) { return mesh.vertices[v.index()].allFinite(); });
}

// A triangle that takes part in nothing, in the place of one to be left out.
Triangle make_collapsed(const Triangle& t) {
  return {t[0], t[0], t[0]};
}

std::vector<Triangle> make_distinct_faces(const Mesh& mesh, Findings& findings) {
  std::vector<Triangle> faces = mesh.triangles;
  for (const auto& [t, first] : find_duplicate_triangles(mesh.triangles, mesh.vertices.size())) {
    findings.add_triangle(DefectKind::kDuplicateFaces, t, first);
    faces[t.index()] = make_collapsed(faces[t.index()]);
  }
  return faces;
}

// The longest edge of a triangle without area, and the vertex inside it; none if two of its vertices coincide.
std::optional<VertexOnEdge> find_middle_on_edge(const Mesh& mesh, TriangleId t) {
  const Triangle& v = mesh.triangles[t.index()];
  const auto at = [&](int k) -> const Vec3& { return mesh.vertices[v[k % 3].index()]; };
  for (int k = 0; k < 3; ++k) {
    if (math::sign_of_dot(at(k), at(k + 2), at(k + 2), at(k + 1)) <= 0) continue;
    const auto [low, high] = std::minmax(v[k], v[(k + 1) % 3]);
    return VertexOnEdge{low, high, v[(k + 2) % 3], half_edge_of(t, k)};
  }
  return std::nullopt;
}

// Returns the middle vertices of those found, on their longest edges.
std::vector<VertexOnEdge> check_areas(const Mesh& mesh, std::span<const Triangle> faces, Findings& findings) {
  std::vector<VertexOnEdge> middles;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const Triangle& t = mesh.triangles[i];
    const auto at = [&](int k) -> const Vec3& { return mesh.vertices[t[k].index()]; };
    if (!is_collapsed(t)) {
      if (is_collapsed(faces[i]) || !has_finite_vertices(mesh, t)) continue;
      if (!math::is_collinear(at(0), at(1), at(2))) continue;
    }
    findings.add_triangle(DefectKind::kZeroAreaFaces, TriangleId(i));
    if (is_collapsed(t)) continue;
    if (const auto middle = find_middle_on_edge(mesh, TriangleId(i))) middles.push_back(*middle);
  }
  return middles;
}

// ---- Edges, fans and shells -----------------------------------------------------------------------------------------

void check_edges(std::span<const Triangle> faces, const TriangleAdjacency& adjacency, Findings& findings) {
  const ConsistentWinding winding = compute_consistent_winding(faces, adjacency);
  for (const TriangleId t : winding.one_sided) findings.add_triangle(DefectKind::kOneSidedSurfaces, t);
  for (const HalfEdgeId h : adjacency.edges) {
    const TriangleId t = triangle_of(h);
    const auto add = [&](DefectKind kind) { findings.add_edge(kind, tail_of(faces, h), head_of(faces, h), t); };
    if (is_border(adjacency, h)) {
      add(DefectKind::kOpenEdges);
    } else if (!is_manifold_edge(adjacency, h)) {
      add(DefectKind::kNonManifoldEdges);
    } else if (!is_consistent(faces, adjacency, h) && !winding.is_one_sided[t.index()]) {
      add(DefectKind::kInconsistentWinding);
    }
  }
}

void check_fans(std::span<const Triangle> faces, const TriangleAdjacency& adjacency, std::size_t num_vertices,
                Findings& findings) {
  const std::vector<std::uint32_t> num_fans = compute_num_fans(faces, adjacency, num_vertices);
  for (std::size_t v = 0; v < num_vertices; ++v) {
    if (num_fans[v] > 1) findings.add_vertex(DefectKind::kNonManifoldVertices, VertexId(v));
  }
}

// Precondition: finite vertices of triangles that are not collapsed.
void check_shells(const Mesh& mesh, std::span<const Triangle> faces, const TriangleAdjacency& adjacency,
                  Findings& findings) {
  const TriangleShells shells = make_triangle_shells(faces, adjacency);
  const std::vector<ShellFacing> facings = compute_shell_facings(mesh.vertices, faces, adjacency, shells);
  std::uint32_t next = 0;  // the lowest triangles of shells come in the order of the shells
  for (std::size_t t = 0; t < faces.size(); ++t) {
    if (shells.triangle_shell[t] != ShellId(next)) continue;
    const ShellFacing facing = facings[next++];
    if (facing == ShellFacing::kInsideOut) findings.add_triangle(DefectKind::kInsideOutShells, TriangleId(t));
    if (facing == ShellFacing::kZeroVolume) findings.add_triangle(DefectKind::kZeroVolumeShells, TriangleId(t));
  }
}

// ---- Where the surface meets itself ---------------------------------------------------------------------------------

// Precondition: finite vertices of triangles that are not collapsed.
void check_meetings(const Mesh& mesh, std::span<const Triangle> faces, const TriangleAdjacency& adjacency,
                    std::span<const VertexOnEdge> middles, double t_junction_distance, Findings& findings) {
  std::vector<VertexOnEdge> known = find_t_junctions(mesh, faces, adjacency, t_junction_distance);
  for (const VertexOnEdge& j : known) findings.add_t_junction(j);
  known.insert(known.end(), middles.begin(), middles.end());
  std::sort(known.begin(), known.end());
  const SelfIntersections found =
      find_self_intersections(mesh.vertices, faces, known, {.max_named = Defect::kMaxPlaces});
  findings.add_pairs(DefectKind::kSelfIntersections, found.intersections, found.is_complete);
  findings.add_pairs(DefectKind::kSelfContacts, found.contacts, found.is_complete);
}

}  // namespace

std::vector<Defect> check_mesh(const Mesh& mesh, const CheckOptions& options) {
  Findings findings(mesh);
  check_vertices(mesh, findings);
  std::vector<Triangle> faces = make_distinct_faces(mesh, findings);
  const std::vector<VertexOnEdge> middles = check_areas(mesh, faces, findings);
  TriangleAdjacency adjacency = make_triangle_adjacency(faces, mesh.vertices.size());
  check_edges(faces, adjacency, findings);
  check_fans(faces, adjacency, mesh.vertices.size(), findings);

  // From here on shape counts: triangles that have none are left out.
  bool has_left_out = false;
  for (Triangle& t : faces) {
    if (is_collapsed(t) || has_finite_vertices(mesh, t)) continue;
    t = make_collapsed(t);
    has_left_out = true;
  }
  if (has_left_out) adjacency = make_triangle_adjacency(faces, mesh.vertices.size());
  check_shells(mesh, faces, adjacency, findings);
  check_meetings(mesh, faces, adjacency, middles,
                 options.t_junction_distance.value_or(compute_diagonal_share(mesh, kTJunctionShare)), findings);
  return findings.take();
}

std::string describe_place(const DefectPlace& place) {
  std::string what;
  const auto append = [&](std::string_view text) { what += (what.empty() ? "" : ", ") + std::string(text); };
  if (!place.vertex.is_none()) append(fmt::format("vertex {}", place.vertex.index()));
  if (!place.edge[0].is_none()) append(fmt::format("edge {}-{}", place.edge[0].index(), place.edge[1].index()));
  if (!place.triangles[1].is_none()) {
    append(fmt::format("triangles {} and {}", place.triangles[0].index(), place.triangles[1].index()));
  } else if (!place.triangles[0].is_none()) {
    append(fmt::format("triangle {}", place.triangles[0].index()));
  }
  return what + fmt::format(" near ({:.6g}, {:.6g}, {:.6g})", place.p[0], place.p[1], place.p[2]);
}

double compute_diagonal_share(const Mesh& mesh, double share) {
  const std::vector<ComponentId> components = compute_vertex_components(mesh);
  math::Aabb box;
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    if (!components[v].is_none() && mesh.vertices[v].allFinite()) box.grow(mesh.vertices[v]);
  }
  if (box.is_empty()) return 0.0;
  return (share * box.upper - share * box.lower).stableNorm();  // the diagonal itself may overflow
}

}  // namespace abut::geometry
