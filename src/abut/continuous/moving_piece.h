// A convex piece on its way: its motion over s in [0, 1] with bounds for all its points, and where it is at one s.
//
// A pose at s is rounded; `error` bounds how far a point of the core, placed by it, is from where the motion says. With
// u = 2^-53, for step motions 0 < s < 1: 1 - s, a product and a sum make 3 u of (1-s) |p0| + s |p1| for the position,
// and as much for the quaternion, whose length is at least 0.7 of its ends' (q0 . q1 >= 0), so it is turned by at most
// 2 * 4.3 u; taken to unit length, by 2 * 4 u more. At s = 0 and 1 the pose is the recorded one, to the bit. For other
// motions the error is measured by intervals (uniform_motion.h).
#pragma once

#include <array>
#include <cstddef>

#include "abut/math/motion.h"
#include "abut/proximity/piece_pair.h"

namespace abut::continuous {

struct Placing {
  math::Pose X_WB;
  double error = 0.0;  // m, for points within the reach asked for
};

Placing compute_placing(const math::Motion& motion, double s, double reach);

// The placings of a body last asked for. Many pieces of it are placed at the same few s, and where a motion is not a
// step a placing takes microseconds.
class PlacingMemo {
 public:
  // The motion must outlive it.
  PlacingMemo(const math::Motion& motion, double reach) : motion_(motion), reach_(reach) {}

  const Placing& place(double s);  // until the next call

 private:
  struct Entry {
    double s = -1.0;  // of none
    Placing placing;
  };
  const math::Motion& motion_;
  double reach_;
  std::array<Entry, 256> entries_;  // each s has one place
};

struct MovingPiece {
  proximity::PieceRef piece;
  const math::Motion& motion;
  double turning_speed = 0.0;   // m: bound of |d(R v)/ds| over the core
  double acceleration = 0.0;    // m: bound of |d^2x/ds^2| over the core
  PlacingMemo* memo = nullptr;  // of the body that the piece is of; may be none

  Placing place(double s) const;
};

// The motion must outlive the answer. Bounds are infinite where the motion is not finite, or does not
// begin and end at valid poses.
MovingPiece make_moving_piece(const proximity::PieceRef& piece, const math::Motion& motion);
// With the motion's bounds over [0, 1], known for the body that the piece is of.
MovingPiece make_moving_piece(const proximity::PieceRef& piece, const math::Motion& motion,
                              const math::MotionBounds& bounds, PlacingMemo* memo = nullptr);

// Of a whole body: infinite where the motion is not finite, or does not begin and end at valid poses.
math::MotionBounds compute_body_bounds(const math::Motion& motion);

}  // namespace abut::continuous
