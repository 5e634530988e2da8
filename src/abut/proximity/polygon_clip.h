// The intersection of two convex outlines in a plane, each corner traced back to both: paper 002, section IV F.
//
// An outline is a point, a straight chain of corners (a segment), or a convex polygon, counter-clockwise. All are
// closed sets, and what touches meets: points within `tolerance` of a side count as on it. With d the distance beyond
// the line of a side, corners with d <= tolerance stay, and a side that runs from d < 0 to d > tolerance is cut at d =
// 0. So the result contains the true intersection and is contained in what is left when every side is moved outward by
// the tolerance, both up to the rounding of d; and outlines that share only a side give a segment, those that share
// only a corner a point, whatever the rounding. Precondition: the tolerance is at least the rounding error of d, that
// is, some units in the last place of the coordinates.
//
// With `is_widened`, for outlines that only touch, sides of a polygon cut at d = tolerance instead: sides that part at
// a small angle then share what is within the tolerance of both, more and more as the angle falls.
//
// Corners of the result nearer to each other than twice the tolerance are merged, and corners nearer than it to the
// line through their neighbours dropped, so corners in the middle of straight sides leave no trace.
//
// Method: Sutherland and Hodgman's reentrant clipping (Communications of the ACM 17, 1974) of the outline of the lower
// dimension, or of the shorter of two chains, by the half-planes of the other; a chain is the meeting of the two
// half-planes of its line and of those that end it. Cost: the product of the numbers of corners.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/math/types.h"

namespace abut::proximity {

struct Outline {
  std::span<const math::Vec2> corners;
  bool is_polygon = false;  // at least three corners; otherwise a chain, or a point if it has one corner

  bool is_chain() const { return !is_polygon && corners.size() > 1; }
  math::Vec2 chord() const { return corners.back() - corners.front(); }  // of a chain
};

// Up to rounding. Precondition: a polygon.
bool contains(const Outline& polygon, const math::Vec2& x);

// Where a point lies on an outline. Side i runs from corner i to the next.
enum class OutlinePart : std::uint8_t { kInside, kSide, kCorner };
struct OutlinePlace {
  OutlinePart part = OutlinePart::kInside;
  std::uint32_t index = 0;
  bool operator==(const OutlinePlace&) const = default;
};

struct ClipCorner {
  math::Vec2 x;
  OutlinePlace on_a, on_b;  // the least part that contains it, up to the tolerance
};

// Corners while clipping: also which line the side that follows lies on.
struct ClipWork {
  math::Vec2 x;
  OutlinePlace on_subject, on_clip;
  std::uint32_t next_side = 0;
  bool is_next_of_clip = false;
};

// Memory that intersections reuse; the last result lies in `corners`.
struct ClipBuffer {
  std::vector<ClipCorner> corners;
  std::vector<ClipWork> work, cut;
  std::vector<double> beyond;
};

struct ClipTolerance {
  double distance = 0.0;
  bool is_widened = false;
};

// One corner: a point. Two: a segment. More: a polygon, counter-clockwise. None: they do not meet. The result is valid
// until the buffer is used again.
std::span<const ClipCorner> intersect_outlines(const Outline& a, const Outline& b, const ClipTolerance& tolerance,
                                               ClipBuffer& buffer);

}  // namespace abut::proximity
