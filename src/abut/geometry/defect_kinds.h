// What can be wrong with a mesh: each kind of defect with its name, how much it matters and why, and what to do.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace abut::geometry {

// In the order in which they are reported: the worst first.
enum class DefectKind : std::uint8_t {
  kNonFiniteCoordinates,  // vertices
  kOpenEdges,             // edges of one triangle
  kNonManifoldEdges,      // edges of more than two triangles
  kNonManifoldVertices,   // vertices whose triangles form more than one fan
  kInconsistentWinding,   // edges of two triangles that run along them in the same direction
  kOneSidedSurfaces,      // patches that cannot be wound consistently
  kInsideOutShells,       // closed shells that point inward, or cavities that point outward
  kZeroVolumeShells,      // closed shells
  kSelfIntersections,     // pairs of triangles that cross or overlap
  kTJunctions,            // border vertices inside border edges
  kDuplicateFaces,        // triangles with the vertices of an earlier one
  kZeroAreaFaces,         // triangles with exactly collinear vertices
  kSelfContacts,          // pairs of triangles that touch where they are no neighbours
  kCoincidentVertices,    // vertices with the coordinates of an earlier one
  kUnusedVertices,        // vertices of no triangle, segment or point
};
inline constexpr std::size_t kNumDefectKinds = 15;

enum class Severity : std::uint8_t {
  kNote,      // the mesh can be what it is meant to be all the same
  kNotSolid,  // the mesh is no solid; as a sheet or a soup it can be used
  kUnusable,  // nothing can be computed with it
};

struct DefectText {
  std::string_view key;   // for files: "open_edges"
  std::string_view name;  // for people, in the plural: "open edges"
  Severity severity = Severity::kNote;
  std::string_view why;     // it matters
  std::string_view remedy;  // what to do
};

const DefectText& text_of(DefectKind kind);

std::string_view name_of(Severity severity);  // "note", "not_solid", "unusable"

}  // namespace abut::geometry
