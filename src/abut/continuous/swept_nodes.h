// How near the boxes of two trees of pieces can come over a part of a step, bounded from below along a direction that
// turns with them: the bound of certify.h, with the boxes' corners for vertices.
//
// n0 and n1 point between nearest points of the boxes at either end, found by a few projections; h0 and h1 are the gaps
// of the boxes along them. Two points of the boxes move against each other as the middles do, but for what the boxes
// turn, d times the rates times half the diagonals. Rounding is inside, with the bounds of certify.h. Boxes that
// overlap at an end, or that no projection parts there, have no bound.
#pragma once

#include <array>

#include "abut/continuous/moving_piece.h"
#include "abut/geometry/shape.h"
#include "abut/math/aabb.h"
#include "abut/math/motion.h"

namespace abut::continuous {

struct MovingShape {
  const geometry::Shape& shape;
  const math::Motion& motion;
  math::MotionBounds bounds;  // over [0, 1]
  PlacingMemo memo;           // for all points of the shape's bounds
};

MovingShape make_moving_shape(const geometry::Shape& shape, const math::Motion& motion);

class SweptNodes {
 public:
  SweptNodes(MovingShape& a, MovingShape& b, double s_begin, double s_end);

  // Of all points of the two boxes, in the frames of A and B. -infinity where nothing is known.
  struct Bound {
    double throughout, at_ends;  // m
  };
  Bound bound_separation(const math::Aabb& box_A, const math::Aabb& box_B) const;

  double s_begin() const { return s_begin_; }
  double s_end() const { return s_end_; }

 private:
  struct End {
    math::Mat3 R_WA, R_WB;
    math::Vec3 p_BA_W;
    double error = 0.0;  // m
  };
  static End make_end(MovingShape& a, MovingShape& b, double s);
  // Two boxes at one end.
  struct Gap {
    math::Vec3 n = math::Vec3::Zero();          // unit, towards A; zero if there is none
    math::Vec3 middle_BA = math::Vec3::Zero();  // from the middle of B's box to that of A's, in the world
    double width = 0.0;                         // m: along n, from below
  };
  static Gap measure_gap(const End& end, const math::Aabb& box_A, const math::Aabb& box_B);

  std::array<End, 2> ends_;
  math::MotionBounds bounds_a_, bounds_b_;
  double s_begin_, s_end_;
};

}  // namespace abut::continuous
