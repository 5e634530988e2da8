#include "abut/proximity/require_input.h"

#include <fmt/format.h>

#include <algorithm>

#include "abut/base/input_error.h"

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

}  // namespace

void require_pose(const char* whose, const math::Pose& X) {
  if (!math::is_valid_pose(X) || !is_within_reach(X.p)) fail_pose(whose, X);
}

void require_shape(const char* whose, const geometry::Shape& shape) {
  if (!shape.pieces.pieces.empty() && !shape.tree.nodes.empty()) return;
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
  const auto vertices = ref.pieces.vertices_of(ref.id);
  if (vertices.empty())
    throw InputError({"", whose, "the piece has no vertices, so there is nothing to touch", "give it at least one"});
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Vec3& p = vertices[i].p;
    if (p.allFinite() && is_within_reach(p)) continue;
    throw InputError({"", fmt::format("{}: vertex {}", whose, i),
                      fmt::format("it is at ({}, {}, {}); coordinates are finite and at most {} in magnitude", p.x(),
                                  p.y(), p.z(), kLargestCoordinate),
                      "correct the vertex, or choose other units"});
  }
  if (ref.piece().kind != geometry::PieceKind::kSolid || ref.piece().num_faces >= 4) return;
  throw InputError(
      {"", whose,
       fmt::format("the piece is declared solid and has {} faces; a solid has at least 4", ref.piece().num_faces),
       "give it as a polygon"});
}

}  // namespace abut::proximity
