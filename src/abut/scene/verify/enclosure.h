// Is a body, or a connected part of it, wholly inside another? Boundaries that are apart and stay apart leave that as
// it is, so it is asked once, at the start.
//
// One vertex of each connected part is seen from the solid's frame, rounded to doubles, and the solid's triangles wind
// about it or not (brep/ray_crossing.h: exact predicates). The rounding moves it by less than it is away from the
// boundary, which is known from the proof that the boundaries are apart; so it does not move it across, and the answer
// is that of the unrounded point. A cavity is outside: the triangles do not wind about what is in it.
//
// Cost: linear in the triangles of the solid for each part that lies in its box.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/geometry/mesh.h"
#include "abut/math/pose.h"
#include "abut/math/types.h"

namespace abut::scene {

// One vertex of each part: features that share a vertex, or have vertices at the same place, belong to one.
std::vector<math::Vec3> find_part_vertices(const geometry::Mesh& mesh);

enum class Enclosure : std::uint8_t { kOutside, kInside, kUndecided };

// Whether one of A's parts, given by `part_vertices`, is inside the solid B. `separation` is proven between the
// boundaries, positive. Undecided if that is less than the rounding.
Enclosure find_enclosure(const std::vector<math::Vec3>& part_vertices, const math::Pose& X_WA, const geometry::Mesh& b,
                         const math::Pose& X_WB, double separation);

}  // namespace abut::scene
