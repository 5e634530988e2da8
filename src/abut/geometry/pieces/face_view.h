// A face seen along a coordinate axis in which it has area: exact turns of its exactly coplanar vertices by predicates
// in the plane.
#pragma once

#include <optional>
#include <span>

#include "abut/geometry/brep.h"
#include "abut/math/types.h"

namespace abut::geometry {

class FaceView {
 public:
  // Along the axis in which the normal is longest. Nothing if the face has no area.
  static std::optional<FaceView> make(const Brep& brep, FaceId face);

  // +1 if a, b, c turn counter-clockwise seen from outside, 0 if they are collinear. Exact.
  int orient(VertexId a, VertexId b, VertexId c) const;

  // True if the border that runs from a to b to c turns left or goes straight on: not right, and not back.
  bool is_convex_turn(VertexId a, VertexId b, VertexId c) const;

  // True if the closed border runs once round a convex polygon. At least three corners.
  bool is_convex(std::span<const VertexId> border) const;

 private:
  FaceView(std::span<const math::Vec3> vertices, int axis)
      : vertices_(vertices), x_((axis + 1) % 3), y_((axis + 2) % 3) {}
  math::Vec2 see(VertexId v) const { return {vertices_[v.index()][x_], vertices_[v.index()][y_]}; }

  std::span<const math::Vec3> vertices_;
  int x_ = 0, y_ = 1;  // the coordinates seen
  int sign_ = 1;       // -1 where the face is seen from inside
};

}  // namespace abut::geometry
