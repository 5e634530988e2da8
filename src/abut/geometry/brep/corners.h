// Which vertices are corners, that is, features.
//
// A vertex inside a face is none. Nor is one inside an edge: exactly two edges end there, no loose part does, and every
// border that passes goes straight on from one to the other (exactly collinear, forward). Then the half-edges of the
// two edges correspond one to one, face by face, so the two have the same faces and are one edge; that holds for
// borders and where many sheets meet as well. A closed border turns at least twice, so every border has a corner.
//
// Loose segments are not joined: the ends of each are corners. Cost: linear.
#pragma once

#include <span>
#include <vector>

#include "abut/geometry/brep/loose_parts.h"
#include "abut/geometry/brep/merge_faces.h"
#include "abut/geometry/triangle_adjacency.h"
#include "abut/math/types.h"

namespace abut::geometry {

// One flag for each vertex.
std::vector<char> compute_corners(std::span<const math::Vec3> vertices, std::span<const Triangle> triangles,
                                  const TriangleAdjacency& adjacency, const MergedFaces& merged,
                                  const LooseParts& loose);

}  // namespace abut::geometry
