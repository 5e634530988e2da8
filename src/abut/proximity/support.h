// What a piece shows to the contact plane, as a record: an outline in the plane, and the piece's boundary over it, as
// features and heights along the normal. support_walk.h finds it.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/math/types.h"
#include "abut/proximity/piece_feature.h"
#include "abut/proximity/polygon_clip.h"

namespace abut::proximity {

// h = level + slope . x
struct SupportFace {
  PieceFeature feature;
  bool is_near = false;  // otherwise only beside one that is, for heights between the corners
  math::Vec2 slope;
  double level = 0.0;
};

// Where near faces bend: a vertex that may be higher than the outline's corners around it.
struct SupportBend {
  std::uint32_t vertex = 0;
  math::Vec2 x;
  double height = 0.0;
};

struct FaceCorner {
  std::uint32_t vertex = 0, face = 0;  // the latter of Support::faces
  auto operator<=>(const FaceCorner&) const = default;
};

struct Support {
  bool is_polygon = false;
  std::vector<math::Vec2> outline;      // as in polygon_clip.h
  std::vector<double> heights;          // of the outline's corners
  std::vector<std::uint32_t> vertices;  // of the piece, at the outline's corners
  std::vector<std::uint32_t> edges;     // of the piece, along the outline's sides; PieceEdge::kNone where there is none
  std::vector<SupportFace> faces;       // none of a chain and a vertex
  std::vector<SupportBend> bends;       // of several faces
  double side = 1.0;
  double radius = 0.0;

  // Scratch.
  std::vector<std::uint32_t> visited_faces;  // by face of the piece: the visit at which it was last seen
  std::uint32_t visit = 0;
  std::vector<std::uint32_t> order;
  std::vector<FaceCorner> face_corners;

  Outline get_outline() const { return {outline, is_polygon}; }
};

// The piece's boundary over a point of its outline: which feature, and how high, radius included.
struct SupportPoint {
  PieceFeature feature;
  double height = 0.0;
};
SupportPoint compute_support_point(const Support& support, const OutlinePlace& place, const math::Vec2& x);

}  // namespace abut::proximity
