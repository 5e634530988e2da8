// Repair of what can be repaired without guessing, and a report that says what was done and what is left.
//
// In this order:
// 1. Vertices that are not finite go, with all triangles, segments and points that use them.
// 2. Until nothing changes: vertices within the welding distance become one (weld.h says by which rule); faces of zero
//    area (exactly collinear, or naming a vertex twice) and segments from a vertex to itself go; of faces with the same
//    vertices the first stays; faces are cut at vertices inside their border edges where that closes the border
//    (t_junctions.h), which also closes the gap that a face of zero area leaves.
// 3. Neighbouring faces are wound alike (winding.h). One-sided surfaces are left as they are.
// 4. Closed shells are turned to face outward, cavities inward (shell_facing.h).
// 5. Vertices that nothing uses go.
// Vertices move by welding only, so by no more than the welding distance. Whatever stays keeps its order.
//
// Repairing again changes nothing. Cost: n log n in practice for each round of 2; three rounds are rare.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "abut/geometry/defects.h"
#include "abut/geometry/mesh.h"

namespace abut::geometry {

struct RepairOptions {
  // m. By default kWeldShare times the diagonal of the mesh: far above rounding, far below anything made. T-junctions
  // count within the same distance. Too large: fine detail collapses. Zero: only exact coincidence counts.
  std::optional<double> weld_distance;
};
inline constexpr double kWeldShare = 1e-9;

enum class RepairKind : std::uint8_t {
  kDroppedNonFinite,   // vertices
  kWeldedVertices,     // vertices that became one with another
  kDroppedZeroArea,    // triangles
  kDroppedSegments,    // loose segments from a vertex to itself
  kDroppedDuplicates,  // triangles
  kSplitTJunctions,    // vertices at which triangles were cut
  kTurnedTriangles,    // to agree with their neighbours
  kTurnedShells,       // closed shells turned over as a whole
  kDroppedUnused,      // vertices
};
inline constexpr std::size_t kNumRepairKinds = 9;

struct RepairAction {
  RepairKind kind = RepairKind::kWeldedVertices;
  std::size_t count = 0;  // of what RepairKind says, at least one

  friend bool operator==(const RepairAction&, const RepairAction&) = default;
};

struct RepairReport {
  double weld_distance = 0.0;         // m: the one used
  std::vector<RepairAction> actions;  // what was done; empty if the mesh is as it was
  std::vector<Defect> remaining;      // by check_mesh afterwards
  bool is_settled = true;             // false: step 2 still changed something in its last round, kMaxRounds

  static constexpr int kMaxRounds = 64;
};

// Throws InputError unless a given welding distance is finite and not negative.
RepairReport repair(Mesh& mesh, const RepairOptions& options = {});

// "welded 12 vertices within 1e-09 m".
std::string describe_action(const RepairAction& action, double weld_distance);

}  // namespace abut::geometry
