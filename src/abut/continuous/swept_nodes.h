// How near what lies in two nodes of trees of pieces can come over a part of a step, bounded from below along a
// direction that turns with them: the bound of certify.h, with all points of box and layer (node_slabs.h) for vertices.
//
//   n0 and n1   at either end the direction that parted the nodes above these; that between the layers' normals; that
//               between nearest points of the boxes, found by a few projections: the first pair that proves enough
//   h0 and h1   the gaps of the nodes along them
//   C           two points of the nodes move against each other as the boxes' middles do, but for what the boxes turn,
//               d times the rates times half the diagonals
//
// Where that does not part the nodes throughout, it may for a while: (1-u) h0 + u h1 - u (1-u) C falls to the level
// only after some time, and does so no more some time before the end. What is left between is where they may meet.
//
// At each end everything is seen from B. Rounding is inside, with u = 2^-53: a point of A seen from B is off by 206 u
// of its reach and 64 u of |p_BA| (piece_pair.h), a direction of B seen from A by 204 u, a reach along it by 40 u
// (node_slabs.h), a sum of products by 4 u; directions and middles taken to the world by 60 u of themselves.
// Nodes that no direction parts at an end have no bound.
#pragma once

#include <array>
#include <cstdint>

#include "abut/continuous/moving_piece.h"
#include "abut/geometry/shape.h"
#include "abut/math/motion.h"
#include "abut/math/padded_vector.h"

namespace abut::continuous {

struct MovingShape {
  const geometry::Shape& shape;
  const math::Motion& motion;
  math::MotionBounds bounds;  // over [0, 1]
  double reach;               // m: no point of the shape is farther from its origin
  PlacingMemo memo;           // for all points of the shape's bounds
};

MovingShape make_moving_shape(const geometry::Shape& shape, const math::Motion& motion);

// Where A is, seen from B, at an end of a part of a step.
struct SweptEnd {
  math::PaddedMat3 R_BA, R_AB, R_WB;
  math::PaddedVec3 p_BA;
  double error = 0.0;  // m: of a gap
};

// At both ends of a part of a step: unit vectors towards A, seen from B; zero for none.
using EndDirections = std::array<math::PaddedVec3, 2>;
inline const EndDirections kNoDirections{math::PaddedVec3::Zero(), math::PaddedVec3::Zero()};

// Two nodes at both ends.
struct SweptNodePair {
  geometry::NodeHull a, b;
  double reach_a, reach_b;                    // m: of the nodes, from the bodies' origins
  std::array<math::PaddedVec3, 2> middle_BA;  // from the middle of B's box to that of A's, seen from B
};

// Two nodes are farther apart than a level, but for s in [s_in, s_out].
struct SweptBound {
  bool is_apart = false;  // throughout
  bool is_apart_at_ends = false;
  double separation = 0.0;  // m: > level, proven where they are apart; infinity if that is nowhere
  double s_in = 0.0, s_out = 0.0;
  EndDirections n = kNoDirections;  // the best found
};

class SweptNodes {
 public:
  SweptNodes(MovingShape& a, MovingShape& b, double s_begin, double s_end);
  // A part of another.
  SweptNodes(const SweptNodes& whole, double s_begin, double s_end);

  SweptBound bound_separation(std::uint32_t node_a, std::uint32_t node_b, const EndDirections& guess,
                              double level) const;

  SweptNodePair make_pair(std::uint32_t node_a, std::uint32_t node_b) const;
  // C, for all points of the two nodes along these directions.
  double bound_curvature(const SweptNodePair& pair, const EndDirections& n) const;

  const std::array<SweptEnd, 2>& ends() const { return ends_; }
  double s_begin() const { return s_begin_; }
  double s_end() const { return s_end_; }

 private:
  SweptEnd make_end(double s) const;
  void narrow(const SweptNodePair& pair, const std::array<double, 2>& gap, double level, SweptBound& bound) const;

  MovingShape &a_, &b_;
  double s_begin_, s_end_;
  std::array<SweptEnd, 2> ends_;
};

// Between ends at which the gap is h0 and h1. -infinity if one of them is.
double bound_between(double h0, double h1, double curvature);

}  // namespace abut::continuous
