#include "abut/geometry/repair.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "abut/geometry/duplicate_triangles.h"
#include "abut/geometry/shell_facing.h"
#include "abut/geometry/t_junctions.h"
#include "abut/geometry/triangle_adjacency.h"
#include "abut/geometry/weld.h"
#include "abut/geometry/winding.h"
#include "abut/math/predicates.h"

namespace abut::geometry {
namespace {

using Counts = std::array<std::size_t, kNumRepairKinds>;

std::size_t& count_of(Counts& counts, RepairKind kind) {
  return counts[static_cast<std::size_t>(kind)];
}

// Removes the triangles for which is_dropped(index) holds, with their entries in triangle_component. Returns how many.
template <class IsDropped>
std::size_t drop_triangles(Mesh& mesh, const IsDropped& is_dropped) {
  std::size_t num_kept = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (is_dropped(t)) continue;
    mesh.triangles[num_kept] = mesh.triangles[t];
    if (!mesh.triangle_component.empty()) mesh.triangle_component[num_kept] = mesh.triangle_component[t];
    ++num_kept;
  }
  const std::size_t num_dropped = mesh.triangles.size() - num_kept;
  mesh.triangles.resize(num_kept);
  if (!mesh.triangle_component.empty()) mesh.triangle_component.resize(num_kept);
  return num_dropped;
}

// Removes the vertices that are not kept. Precondition: nothing uses them.
std::size_t drop_vertices(Mesh& mesh, const std::vector<char>& is_kept) {
  std::vector<VertexId> new_id(mesh.vertices.size());
  std::size_t num_kept = 0;
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    if (!is_kept[v]) continue;
    mesh.vertices[num_kept] = mesh.vertices[v];
    new_id[v] = VertexId(num_kept++);
  }
  const std::size_t num_dropped = mesh.vertices.size() - num_kept;
  if (num_dropped == 0) return 0;
  mesh.vertices.resize(num_kept);
  const auto renumber = [&](VertexId& v) { v = new_id[v.index()]; };
  for (Triangle& t : mesh.triangles) std::for_each(t.begin(), t.end(), renumber);
  for (Segment& s : mesh.segments) std::for_each(s.begin(), s.end(), renumber);
  std::for_each(mesh.points.begin(), mesh.points.end(), renumber);
  return num_dropped;
}

std::size_t drop_non_finite(Mesh& mesh) {
  std::vector<char> is_finite(mesh.vertices.size());
  for (std::size_t v = 0; v < is_finite.size(); ++v) is_finite[v] = mesh.vertices[v].allFinite();
  const auto is_gone = [&](VertexId v) { return !is_finite[v.index()]; };
  const auto uses_one = [&](const auto& element) { return std::any_of(element.begin(), element.end(), is_gone); };
  drop_triangles(mesh, [&](std::size_t t) { return uses_one(mesh.triangles[t]); });
  std::erase_if(mesh.segments, uses_one);
  std::erase_if(mesh.points, is_gone);
  return drop_vertices(mesh, is_finite);
}

std::size_t drop_zero_area(Mesh& mesh) {
  return drop_triangles(mesh, [&](std::size_t i) {
    const auto& [a, b, c] = mesh.triangles[i];
    return math::is_collinear(mesh.vertices[a.index()], mesh.vertices[b.index()], mesh.vertices[c.index()]);
  });
}

std::size_t drop_duplicates(Mesh& mesh) {
  const std::vector<DuplicateTriangle> duplicates = find_duplicate_triangles(mesh.triangles, mesh.vertices.size());
  auto next = duplicates.begin();
  return drop_triangles(mesh, [&](std::size_t t) {
    if (next == duplicates.end() || next->triangle != TriangleId(t)) return false;
    ++next;
    return true;
  });
}

// Step 2, once. Returns whether it changed anything.
bool weld_drop_split(Mesh& mesh, double distance, Counts& counts) {
  const Counts before = counts;
  count_of(counts, RepairKind::kWeldedVertices) += weld_within(mesh, distance);
  count_of(counts, RepairKind::kDroppedZeroArea) += drop_zero_area(mesh);
  count_of(counts, RepairKind::kDroppedSegments) +=
      std::erase_if(mesh.segments, [](const Segment& s) { return s[0] == s[1]; });
  count_of(counts, RepairKind::kDroppedDuplicates) += drop_duplicates(mesh);
  count_of(counts, RepairKind::kSplitTJunctions) += split_at_t_junctions(mesh, distance);
  return counts != before;
}

void turn_triangles(Mesh& mesh, const TriangleAdjacency& adjacency, Counts& counts) {
  const ConsistentWinding winding = compute_consistent_winding(mesh.triangles, adjacency);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (winding.is_turned[t]) mesh.triangles[t] = make_turned(mesh.triangles[t]);
  }
  count_of(counts, RepairKind::kTurnedTriangles) += winding.num_turned;
}

void turn_shells(Mesh& mesh, const TriangleAdjacency& adjacency, Counts& counts) {
  const TriangleShells shells = make_triangle_shells(mesh.triangles, adjacency);
  const std::vector<ShellFacing> facings = compute_shell_facings(mesh.vertices, mesh.triangles, adjacency, shells);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const ShellId s = shells.triangle_shell[t];
    if (s.is_none() || facings[s.index()] != ShellFacing::kInsideOut) continue;
    mesh.triangles[t] = make_turned(mesh.triangles[t]);
  }
  count_of(counts, RepairKind::kTurnedShells) +=
      static_cast<std::size_t>(std::count(facings.begin(), facings.end(), ShellFacing::kInsideOut));
}

std::size_t drop_unused(Mesh& mesh) {
  std::vector<char> is_used(mesh.vertices.size(), 0);
  for (const Triangle& t : mesh.triangles) {
    for (const VertexId v : t) is_used[v.index()] = 1;
  }
  for (const Segment& s : mesh.segments) {
    for (const VertexId v : s) is_used[v.index()] = 1;
  }
  for (const VertexId v : mesh.points) is_used[v.index()] = 1;
  return drop_vertices(mesh, is_used);
}

}  // namespace

RepairReport repair(Mesh& mesh, const RepairOptions& options) {
  RepairReport report;
  Counts counts{};
  count_of(counts, RepairKind::kDroppedNonFinite) = drop_non_finite(mesh);
  report.weld_distance = options.weld_distance.value_or(compute_diagonal_share(mesh, kWeldShare));
  int round = 0;
  while (weld_drop_split(mesh, report.weld_distance, counts) && ++round < RepairReport::kMaxRounds) {
  }
  report.is_settled = round < RepairReport::kMaxRounds;

  // Half-edges of a triangle that is turned change places: the second table is not the first.
  turn_triangles(mesh, make_triangle_adjacency(mesh), counts);
  turn_shells(mesh, make_triangle_adjacency(mesh), counts);
  count_of(counts, RepairKind::kDroppedUnused) = drop_unused(mesh);

  for (std::size_t kind = 0; kind < kNumRepairKinds; ++kind) {
    if (counts[kind] > 0) report.actions.push_back({static_cast<RepairKind>(kind), counts[kind]});
  }
  report.remaining = check_mesh(mesh, {.t_junction_distance = report.weld_distance});
  return report;
}

std::string describe_action(const RepairAction& action, double weld_distance) {
  const std::size_t n = action.count;
  const auto plural = [n](const char* one, const char* many) { return n == 1 ? one : many; };
  const char* triangles = plural("triangle", "triangles");
  const char* vertices = plural("vertex", "vertices");
  switch (action.kind) {
    case RepairKind::kDroppedNonFinite:
      return fmt::format("dropped {} {} that {} not finite, and all that used {}", n, vertices, plural("was", "were"),
                         plural("it", "them"));
    case RepairKind::kWeldedVertices:
      return fmt::format("welded {} {} to others within {:.3g} m", n, vertices, weld_distance);
    case RepairKind::kDroppedZeroArea:
      return fmt::format("dropped {} {} of zero area", n, triangles);
    case RepairKind::kDroppedSegments:
      return fmt::format("dropped {} {} of zero length", n, plural("segment", "segments"));
    case RepairKind::kDroppedDuplicates:
      return fmt::format("dropped {} duplicate {}", n, triangles);
    case RepairKind::kSplitTJunctions:
      return fmt::format("cut triangles at {} {}", n, plural("T-junction", "T-junctions"));
    case RepairKind::kTurnedTriangles:
      return fmt::format("turned {} {} over to agree with {} neighbours", n, triangles, plural("its", "their"));
    case RepairKind::kTurnedShells:
      return fmt::format("turned {} {} over", n, plural("inside-out shell", "inside-out shells"));
    case RepairKind::kDroppedUnused:
      return fmt::format("dropped {} unused {}", n, vertices);
  }
  return {};
}

}  // namespace abut::geometry
