// Convex bodies as the oracles of proximity see them, and two of them brought into one frame of whole numbers.
//
// A vertex of a posed body is the real point p + R(q/|q|) v, rational in the doubles. Measured from B's origin and
// multiplied by |qa|^2 |qb|^2 and a power of two, the vertices of both bodies are whole numbers.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "abut/geometry/mesh.h"
#include "abut/math/pose.h"
#include "oracle/integer.h"
#include "oracle/rational.h"

namespace abut::oracle {

// A convex polyhedron, polygon, segment or point. Faces may be cut: exactly coplanar ones beside each other.
struct Polyhedron {
  std::vector<math::Vec3> vertices;
  std::vector<std::vector<std::uint32_t>> faces;    // counter-clockwise from outside; a polygon's from either side
  std::vector<std::array<std::uint32_t, 2>> edges;  // each once; those inside a cut face may be missing
  bool is_solid = false;                            // it has an inside
};

// Edges are the sides of the faces, but for those between exactly coplanar ones, and `segments`.
// Precondition: the vertices are those of a convex body, all on its boundary; every face has area.
Polyhedron make_polyhedron(std::vector<math::Vec3> vertices, std::vector<std::vector<std::uint32_t>> faces,
                           const std::vector<std::array<std::uint32_t, 2>>& segments = {});
// Every triangle, segment and point of the mesh. The same precondition.
Polyhedron make_polyhedron(const geometry::Mesh& mesh);

// The convex hull of a few vertices of a body, such as a feature of it: one is a point, two a segment, more a polygon.
Polyhedron make_part(const Polyhedron& body, const std::vector<std::uint32_t>& vertices);

struct PlacedPair {
  std::vector<IVec3> a, b;  // the vertices
  Rational unit;            // the length of 1
};
PlacedPair place(const Polyhedron& a, const math::Pose& X_WA, const Polyhedron& b, const math::Pose& X_WB);

// The sum of the cross products around the loop: along the normal, twice the area long.
IVec3 compute_area_vector(const std::vector<IVec3>& vertices, const std::vector<std::uint32_t>& loop);

// min n . x over A - max n . x over B as real numbers, that is, |n| times how far they are apart along n; negative if
// they overlap there. Cost: linear in the vertices, without placing them.
Rational compute_separation(const Polyhedron& a, const math::Pose& X_WA, const Polyhedron& b, const math::Pose& X_WB,
                            const math::Vec3& n_W);

}  // namespace abut::oracle
