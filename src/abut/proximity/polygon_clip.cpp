#include "abut/proximity/polygon_clip.h"

#include <algorithm>
#include <cmath>

namespace abut::proximity {
namespace {

using math::Vec2;

double cross(const Vec2& a, const Vec2& b) {
  return a.x() * b.y() - a.y() * b.x();
}

// Half-plane: normal . (x - on) <= 0, with what a point on its line is on the clipping outline, and how far beyond the
// line a side that crosses it is cut.
struct ClipLine {
  Vec2 on, normal;
  OutlinePlace place;
  double level = 0.0;
};

std::uint32_t next_corner(const Outline& outline, std::uint32_t i) {
  return i + 1 == outline.corners.size() ? 0 : i + 1;
}

// The corner in which sides k and j of a polygon meet; its number of corners if they are not neighbours.
std::uint32_t find_common_corner(const Outline& outline, std::uint32_t k, std::uint32_t j) {
  if (next_corner(outline, k) == j) return j;
  if (next_corner(outline, j) == k) return k;
  return static_cast<std::uint32_t>(outline.corners.size());
}

// Where the side of the work from p to q is cut. Precondition: the line's level is between d_p and d_q.
ClipWork make_crossing(const Outline& clip, const ClipLine& line, const ClipWork& p, const ClipWork& q, double d_p,
                       double d_q) {
  ClipWork crossing;
  crossing.x = p.x + (d_p - line.level) / (d_p - d_q) * (q.x - p.x);
  crossing.on_clip = line.place;
  crossing.next_side = p.next_side;
  crossing.is_next_of_clip = p.is_next_of_clip;
  if (!p.is_next_of_clip) {
    crossing.on_subject = {OutlinePart::kSide, p.next_side};
  } else if (const std::uint32_t corner = find_common_corner(clip, p.next_side, line.place.index);
             corner < clip.corners.size()) {
    crossing.on_clip = {OutlinePart::kCorner, corner};
  }
  return crossing;
}

// Clips buffer.work by the line. An open work is a chain: no side leads from its last corner to its first.
void clip_by_line(const Outline& clip, const ClipLine& line, bool is_open, double tolerance, ClipBuffer& buffer) {
  const std::size_t n = buffer.work.size();
  buffer.beyond.resize(n);
  double farthest = -1.0;
  for (std::size_t i = 0; i < n; ++i) {
    const double d = line.normal.dot(buffer.work[i].x - line.on);
    buffer.beyond[i] = d;
    farthest = i == 0 ? d : std::max(farthest, d);
    if (std::abs(d) <= tolerance && buffer.work[i].on_clip.part == OutlinePart::kInside) {
      buffer.work[i].on_clip = line.place;
    }
  }
  if (farthest <= tolerance) return;

  buffer.cut.clear();
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t j = i + 1 == n ? 0 : i + 1;
    const ClipWork &p = buffer.work[i], &q = buffer.work[j];
    const double d_p = buffer.beyond[i], d_q = buffer.beyond[j];
    if (d_p <= tolerance) buffer.cut.push_back(p);
    if (is_open && j == 0) break;
    const bool is_leaving = d_p <= tolerance && d_q > tolerance, is_entering = d_p > tolerance && d_q <= tolerance;
    if (!is_leaving && !is_entering) continue;
    if (std::min(d_p, d_q) < line.level) buffer.cut.push_back(make_crossing(clip, line, p, q, d_p, d_q));
    if (is_leaving) {
      buffer.cut.back().next_side = line.place.index;
      buffer.cut.back().is_next_of_clip = true;
    }
  }
  std::swap(buffer.work, buffer.cut);
}

void clip_by_polygon(const Outline& clip, bool is_open, const ClipTolerance& tolerance, ClipBuffer& buffer) {
  const double level = tolerance.is_widened ? tolerance.distance : 0.0;
  for (std::uint32_t j = 0; j < clip.corners.size() && !buffer.work.empty(); ++j) {
    const Vec2 along = clip.corners[next_corner(clip, j)] - clip.corners[j];
    const double length = along.norm();
    if (length == 0) continue;
    const Vec2 out(along.y() / length, -along.x() / length);
    clip_by_line(clip, {clip.corners[j], out, {OutlinePart::kSide, j}, level}, is_open, tolerance.distance, buffer);
  }
}

void clip_by_chain(const Outline& clip, double tolerance, ClipBuffer& buffer) {
  const auto last = static_cast<std::uint32_t>(clip.corners.size() - 1);
  const Vec2 along = clip.chord().normalized();
  const Vec2 across(along.y(), -along.x());
  const ClipLine lines[] = {{clip.corners.front(), across, {OutlinePart::kSide, 0}, 0.0},
                            {clip.corners.front(), -across, {OutlinePart::kSide, 0}, 0.0},
                            {clip.corners.front(), -along, {OutlinePart::kCorner, 0}, 0.0},
                            {clip.corners.back(), along, {OutlinePart::kCorner, last}, 0.0}};
  for (const ClipLine& line : lines) clip_by_line(clip, line, true, tolerance, buffer);
}

void clip_by_point(const Outline& clip, double tolerance, ClipBuffer& buffer) {
  buffer.work.front().on_clip = {OutlinePart::kCorner, 0};
  if ((buffer.work.front().x - clip.corners.front()).norm() > tolerance) buffer.work.clear();
}

// Side j of the outline holds x, up to the tolerance: at one of its ends, or between them. Inside: neither.
OutlinePlace find_place_on_side(const Outline& outline, std::uint32_t j, const Vec2& x, double tolerance) {
  const std::uint32_t k = next_corner(outline, j);
  const Vec2 along = outline.corners[k] - outline.corners[j], from = x - outline.corners[j];
  if (from.norm() <= 2 * tolerance) return {OutlinePart::kCorner, j};
  if ((x - outline.corners[k]).norm() <= 2 * tolerance) return {OutlinePart::kCorner, k};
  const double t = from.dot(along);
  const double length_sq = along.squaredNorm();
  if (t < 0 || t > length_sq || std::abs(cross(along, from)) > 2 * tolerance * std::sqrt(length_sq)) return {};
  return {OutlinePart::kSide, j};
}

// A point known to lie on the line of a side may lie at a corner, or on a later side of the same line.
OutlinePlace resolve_place(const Outline& outline, OutlinePlace place, const Vec2& x, double tolerance) {
  if (place.part == OutlinePart::kInside || outline.corners.size() == 1) return place;
  if (place.part == OutlinePart::kSide) {
    const OutlinePlace here = find_place_on_side(outline, place.index, x, tolerance);
    if (here.part != OutlinePart::kInside) return here;
    const auto num_sides = static_cast<std::uint32_t>(outline.corners.size()) - (outline.is_polygon ? 0 : 1);
    for (std::uint32_t j = 0; j < num_sides; ++j) {
      const OutlinePlace there = find_place_on_side(outline, j, x, tolerance);
      if (there.part != OutlinePart::kInside) return there;
    }
  }
  return place;
}

// Both lie in one place: the least part that either names, on either outline.
void merge_into(ClipCorner& kept, const ClipCorner& other) {
  const auto has_corner = [](const ClipCorner& c) {
    return c.on_a.part == OutlinePart::kCorner || c.on_b.part == OutlinePart::kCorner;
  };
  if (has_corner(other) && !has_corner(kept)) kept.x = other.x;
  if (other.on_a.part > kept.on_a.part) kept.on_a = other.on_a;
  if (other.on_b.part > kept.on_b.part) kept.on_b = other.on_b;
}

void merge_equal_corners(std::vector<ClipCorner>& corners, double tolerance) {
  const auto is_same = [&](const ClipCorner& p, const ClipCorner& q) { return (p.x - q.x).norm() <= 2 * tolerance; };
  std::size_t count = 0;
  for (const ClipCorner& corner : corners) {
    if (count > 0 && is_same(corners[count - 1], corner)) {
      merge_into(corners[count - 1], corner);
    } else {
      corners[count++] = corner;
    }
  }
  while (count > 1 && is_same(corners[0], corners[count - 1])) merge_into(corners[0], corners[--count]);
  corners.resize(count);
}

std::size_t find_farthest_corner(const std::vector<ClipCorner>& corners, const Vec2& from) {
  std::size_t farthest = 0;
  double largest_sq = -1.0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const double distance_sq = (corners[i].x - from).squaredNorm();
    if (distance_sq > largest_sq) farthest = i, largest_sq = distance_sq;
  }
  return farthest;
}

// x within the tolerance of the line through p and q.
bool is_on_line(const Vec2& p, const Vec2& q, const Vec2& x, double tolerance) {
  const Vec2 along = q - p;
  return std::abs(cross(along, x - p)) <= tolerance * along.norm();
}

// Leaves the ends of a segment, or the corners of a polygon without those in the middle of its sides.
void drop_straight_corners(std::vector<ClipCorner>& corners, double tolerance) {
  if (corners.size() < 3) return;
  const std::size_t first = find_farthest_corner(corners, corners[0].x);
  std::rotate(corners.begin(), corners.begin() + static_cast<std::ptrdiff_t>(first), corners.end());
  const std::size_t opposite = find_farthest_corner(corners, corners[0].x);
  if (std::all_of(corners.begin(), corners.end(), [&](const ClipCorner& corner) {
        return is_on_line(corners[0].x, corners[opposite].x, corner.x, tolerance);
      })) {
    corners[1] = corners[opposite];
    corners.resize(2);
    return;
  }
  std::size_t count = 1;
  const Vec2 start = corners[0].x;
  for (std::size_t i = 1; i < corners.size(); ++i) {
    const Vec2& next = i + 1 < corners.size() ? corners[i + 1].x : start;
    if (!is_on_line(corners[count - 1].x, next, corners[i].x, tolerance)) corners[count++] = corners[i];
  }
  corners.resize(count);
}

void clip(const Outline& subject, const Outline& clip, const ClipTolerance& tolerance, ClipBuffer& buffer) {
  buffer.work.resize(subject.corners.size());
  for (std::uint32_t i = 0; i < subject.corners.size(); ++i) {
    buffer.work[i] = {subject.corners[i], {OutlinePart::kCorner, i}, {}, i, false};
  }
  if (clip.is_polygon) {
    clip_by_polygon(clip, !subject.is_polygon, tolerance, buffer);
  } else if (clip.is_chain()) {
    clip_by_chain(clip, tolerance.distance, buffer);
  } else {
    clip_by_point(clip, tolerance.distance, buffer);
  }
}

bool is_first_clipped(const Outline& a, const Outline& b) {
  if (a.is_chain() && b.is_chain()) return a.chord().squaredNorm() <= b.chord().squaredNorm();
  const auto get_dimension = [](const Outline& outline) { return outline.is_polygon ? 2 : outline.is_chain() ? 1 : 0; };
  return get_dimension(a) <= get_dimension(b);
}

}  // namespace

bool contains(const Outline& polygon, const Vec2& x) {
  for (std::size_t i = 0; i < polygon.corners.size(); ++i) {
    const Vec2& from = polygon.corners[i];
    const Vec2 along = polygon.corners[i + 1 == polygon.corners.size() ? 0 : i + 1] - from, beyond = x - from;
    if (along.x() * beyond.y() - along.y() * beyond.x() < 0) return false;
  }
  return true;
}

std::span<const ClipCorner> intersect_outlines(const Outline& a, const Outline& b, const ClipTolerance& tolerance,
                                               ClipBuffer& buffer) {
  const bool is_a_subject = is_first_clipped(a, b);
  const Outline &subject = is_a_subject ? a : b, &other = is_a_subject ? b : a;
  clip(subject, other, tolerance, buffer);
  buffer.corners.clear();
  for (const ClipWork& work : buffer.work) {
    const OutlinePlace on_subject = resolve_place(subject, work.on_subject, work.x, tolerance.distance);
    const OutlinePlace on_other = resolve_place(other, work.on_clip, work.x, tolerance.distance);
    const Vec2 x = on_subject.part == OutlinePart::kCorner ? subject.corners[on_subject.index]
                   : on_other.part == OutlinePart::kCorner ? other.corners[on_other.index]
                                                           : work.x;
    buffer.corners.push_back({x, is_a_subject ? on_subject : on_other, is_a_subject ? on_other : on_subject});
  }
  if (subject.is_chain() && buffer.corners.size() > 2) {
    buffer.corners[1] = buffer.corners.back();
    buffer.corners.resize(2);
  }
  merge_equal_corners(buffer.corners, tolerance.distance);
  drop_straight_corners(buffer.corners, tolerance.distance);
  return buffer.corners;
}

}  // namespace abut::proximity
