#include "abut/proximity/support.h"

#include <algorithm>

namespace abut::proximity {
namespace {

using geometry::PieceEdge;
using math::Vec2;

// Between the faces, the piece's boundary is where the first of their planes is met coming from the other piece's side.
SupportPoint compute_face_point(const Support& support, const Vec2& x) {
  SupportPoint point;
  bool is_first = true;
  for (const SupportFace& face : support.faces) {
    const double height = face.level + face.slope.dot(x);
    if (is_first || support.side * (height - point.height) < 0) point = {face.feature, height};
    is_first = false;
  }
  return point;
}

SupportPoint compute_side_point(const Support& support, std::uint32_t side, const Vec2& x) {
  if (support.edges[side] == PieceEdge::kNone) return compute_face_point(support, x);
  const std::size_t next = side + 1 == support.outline.size() ? 0 : side + 1;
  const Vec2 along = support.outline[next] - support.outline[side];
  const double t = std::clamp((x - support.outline[side]).dot(along) / along.squaredNorm(), 0.0, 1.0);
  return {PieceFeature::edge(support.edges[side]),
          support.heights[side] + t * (support.heights[next] - support.heights[side])};
}

}  // namespace

SupportPoint compute_support_point(const Support& support, const OutlinePlace& place, const Vec2& x) {
  SupportPoint point;
  switch (place.part) {
    case OutlinePart::kCorner:
      point = {PieceFeature::vertex(support.vertices[place.index]), support.heights[place.index]};
      break;
    case OutlinePart::kSide:
      point = compute_side_point(support, place.index, x);
      break;
    case OutlinePart::kInside:
      point = compute_face_point(support, x);
      break;
  }
  point.height += support.side * support.radius;
  return point;
}

}  // namespace abut::proximity
