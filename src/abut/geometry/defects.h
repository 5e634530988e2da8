// What is wrong with a mesh: a list of defects, never a yes or no.
//
// Each kind is looked for on its own, so that one fault is reported once:
// - Triangles that name a vertex twice are of zero area and take part in nothing else. Of triangles with the same
//   vertices, only the first takes part in anything but the count of duplicates; so where copies are wound differently
//   it is the first that agrees with its neighbours or not.
// - Triangles with a vertex that is not finite count as faces (their edges are not open) but in no check of shape.
// - Winding is a matter of edges of exactly two triangles; the edges of a one-sided patch are not counted again as
//   inconsistent. Only shells whose edges all have two triangles, consistently wound, have a volume and can be inside
//   out.
// - Which shells are cavities follows from how they lie in each other, not from their winding: an odd number of others
//   around it makes a shell a cavity. A shell that touches others wherever it is probed is not judged
//   (brep/shell_winding.h).
// - A T-junction or a face of zero area explains the contacts around it, which are not counted again.
// - Loose segments and points are no defects and have none.
// All decisions are exact, except that a T-junction counts within CheckOptions::t_junction_distance.
//
// Cost: n log n in practice; bench/defects_bench.cpp gives figures.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "abut/base/ids.h"
#include "abut/geometry/defect_kinds.h"
#include "abut/geometry/mesh.h"
#include "abut/math/types.h"

namespace abut::geometry {

// Where a defect is. What does not apply is none.
struct DefectPlace {
  VertexId vertex = {};
  std::array<VertexId, 2> edge = {};
  std::array<TriangleId, 2> triangles = {};  // one, or a pair
  math::Vec3 p = math::Vec3::Zero();         // a point there, for finding it
};

struct Defect {
  DefectKind kind = DefectKind::kOpenEdges;
  std::size_t count = 0;            // of what DefectKind says, at least one
  std::vector<DefectPlace> places;  // the first kMaxPlaces, ascending
  bool is_complete = true;          // false: the search was ended by its bound, there may be more

  static constexpr std::size_t kMaxPlaces = 10;
};

struct CheckOptions {
  // m. By default kTJunctionShare times the diagonal of the mesh: far above rounding, far below anything made.
  std::optional<double> t_junction_distance;
};
inline constexpr double kTJunctionShare = 1e-9;

// One entry for each kind that occurs, in the order of DefectKind.
std::vector<Defect> check_mesh(const Mesh& mesh, const CheckOptions& options = {});

// "triangles 4 and 17 near (0.5, 0, 1)"; numbers as in the mesh, from 0.
std::string describe_place(const DefectPlace& place);

// `share` of the diagonal of the box around all finite vertices. Always finite.
double compute_diagonal_share(const Mesh& mesh, double share);

}  // namespace abut::geometry
