#include "abut/proximity/require_input.h"

#include <fmt/format.h>

#include <algorithm>

#include "abut/base/input_error.h"
#include "abut/math/predicates.h"

namespace abut::proximity {
namespace {

using geometry::kLargestCoordinate;
using math::Vec3;

bool is_within_reach(const Vec3& p) {
  return p.cwiseAbs().maxCoeff() <= kLargestCoordinate;
}

[[noreturn]] void fail_pose(const char* whose, const math::Pose& X) {
  const Vec3& p = X.p;
  if (!p.allFinite() || !X.q.coeffs().allFinite()) {
    throw InputError({"", whose,
                      fmt::format("({}, {}, {}) turned by ({}, {}, {}, {}) has a number that is not finite", p.x(),
                                  p.y(), p.z(), X.q.w(), X.q.x(), X.q.y(), X.q.z()),
                      "give finite numbers"});
  }
  if (!math::is_valid_pose(X)) {
    throw InputError({"", whose,
                      fmt::format("the quaternion ({}, {}, {}, {}) has length {}, expected 1: it is no rotation",
                                  X.q.w(), X.q.x(), X.q.y(), X.q.z(), X.q.norm()),
                      "take it to unit length"});
  }
  throw InputError({"", whose,
                    fmt::format("({}, {}, {}) is farther away than {} m", p.x(), p.y(), p.z(), kLargestCoordinate),
                    "choose an origin that is nearer, or other units"});
}

void require_vertices(const char* whose, const PieceRef& ref) {
  const auto vertices = ref.pieces.vertices_of(ref.id);
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Vec3& p = vertices[i].p;
    if (p.allFinite() && is_within_reach(p)) continue;
    throw InputError({"", fmt::format("{}: vertex {}", whose, i),
                      fmt::format("it is at ({}, {}, {}); coordinates are finite and at most {} in magnitude", p.x(),
                                  p.y(), p.z(), kLargestCoordinate),
                      "correct the vertex, or choose other units"});
  }
}

// The corner of its face that comes `steps` after the one where the half-edge starts.
const Vec3& corner_after(const geometry::ConvexPieces& pieces, std::uint32_t half_edge, std::uint32_t steps) {
  const geometry::PieceFace& face = pieces.faces[pieces.half_edges[half_edge].face];
  const std::uint32_t at = (half_edge - face.first_half_edge + steps) % face.num_half_edges;
  return pieces.vertices[pieces.origin_of(face.first_half_edge + at)].p;
}

// The face on the right goes exactly below the plane of the one on the left.
bool is_convex_edge(const geometry::ConvexPieces& pieces, const geometry::PieceEdge& edge) {
  if (edge.left == geometry::PieceEdge::kNone || edge.right == geometry::PieceEdge::kNone) return false;
  return math::orient3d(corner_after(pieces, edge.left, 0), corner_after(pieces, edge.left, 1),
                        corner_after(pieces, edge.left, 2), corner_after(pieces, edge.right, 2)) < 0;
}

}  // namespace

void require_pose(const char* whose, const math::Pose& X) {
  if (!math::is_valid_pose(X) || !is_within_reach(X.p)) fail_pose(whose, X);
}

void require_shape(const char* whose, const geometry::Shape& shape) {
  const std::size_t num_nodes = shape.tree.nodes.size();
  if (!shape.pieces.pieces.empty() && num_nodes > 0 && shape.slabs.size() == num_nodes) return;
  throw InputError({"", whose, "the shape is empty, so there is nothing to touch", "make it with make_shape"});
}

void require_piece(const char* whose, const PieceRef& ref) {
  const std::size_t num_pieces = ref.pieces.pieces.size();
  if (ref.id.is_none() || ref.id.index() >= num_pieces) {
    throw InputError({"", whose,
                      fmt::format("there is no piece {} among {}",
                                  ref.id.is_none() ? "none" : std::to_string(ref.id.index()), num_pieces),
                      "name one that there is"});
  }
  geometry::require_radius(ref.piece().radius);
  if (ref.piece().num_vertices > 0) return;
  throw InputError({"", whose, "the piece has no vertices, so there is nothing to touch", "give it at least one"});
}

void require_sound_piece(const char* whose, const PieceRef& ref) {
  require_piece(whose, ref);
  require_vertices(whose, ref);
  if (ref.piece().kind != geometry::PieceKind::kSolid) return;
  const auto edges = ref.pieces.edges_of(ref.id);
  const auto num_faulty = std::count_if(
      edges.begin(), edges.end(), [&](const geometry::PieceEdge& edge) { return !is_convex_edge(ref.pieces, edge); });
  if (num_faulty == 0 && !edges.empty()) return;
  throw InputError({"", whose,
                    fmt::format("the piece is declared solid, but is flat or not convex at {} of its {} edges",
                                num_faulty, edges.size()),
                    "give the body as a mesh to make_shape, which takes any"});
}

}  // namespace abut::proximity
