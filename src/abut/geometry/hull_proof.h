// Proof that a triangle mesh is the convex hull of a set of points, by exact signs.
//
// With o, the rounded mean of the mesh's vertices, it is shown that
//   1. the surface is closed and consistently wound, and o is strictly inside of every triangle's plane;
//   2. the ray from o through the middle of triangle 0 meets no other triangle, so that, seen from o, the surface
//      covers every direction once: it is one sphere around o;
//   3. no edge is reflex. A closed surface that is convex everywhere is the boundary of a convex body (Tietze and
//      Nakajima). Without 2 it might wind twice, like a double pyramid over a pentagram;
//   4. at least three edges at each vertex are not flat: it is a corner;
//   5. every point lies in the tetrahedron of o and some triangle, found by walking towards it.
//
// Cost: linear in the triangles; for each point that is not a vertex, a walk over about the square root of their
// number.
#pragma once

#include <span>

#include "abut/geometry/mesh.h"
#include "abut/math/types.h"

namespace abut::geometry {

// True only if the triangles are the boundary of the hull of all points, outward, with only extreme points as vertices.
// False if not, and also if there is no proof of this kind: a solid so thin that o is not inside, rounded as it is.
bool is_proven_hull(std::span<const math::Vec3> points, std::span<const Triangle> triangles);

}  // namespace abut::geometry
