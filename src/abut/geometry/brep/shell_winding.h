// How closed shells lie in each other: for a point of each shell, how often all the others wind about it.
//
// A ray from the point along +x counts the triangles it passes, +1 where it leaves what they face away from and -1
// where it enters. All decisions are by exact predicates. The ray is taken as moved by infinitely little along y, and
// by infinitely less along z, so that it meets no edge or vertex and the count is the same whatever it grazes.
//
// The point is a vertex of the shell. If it lies exactly on another shell it says nothing, and another vertex is
// probed, at most kMaxProbes in all, spread over the shell.
//
// Cost for n triangles of k shells: n log k, plus the pairs of a triangle and a shell's point whose y it spans.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "abut/geometry/triangle_adjacency.h"
#include "abut/math/types.h"

namespace abut::geometry {

inline constexpr int kMaxProbes = 8;

// The winding number of all other shells about each shell; nothing where every probe lies on another shell.
// Precondition: every shell of `of` is closed.
std::vector<std::optional<int>> find_shell_windings(std::span<const math::Vec3> vertices,
                                                    std::span<const Triangle> triangles, const TriangleShells& of);

}  // namespace abut::geometry
