// What triangles amount to, by definition and in rational arithmetic: the angle at each edge, the faces that coplanar
// neighbours form, the volume. Quadratic, and by plane equations instead of orientation signs.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "abut/geometry/mesh.h"
#include "oracle/rational.h"

namespace abut::oracle {

enum class Angle { kInsideFace, kConvex, kReflex, kFlat, kBorder, kNonManifold };

using EdgeEnds = std::pair<VertexId, VertexId>;  // the lower vertex first

// Of every edge of the triangles. Precondition: no triangle names a vertex twice.
std::map<EdgeEnds, Angle> classify_edges(const geometry::Mesh& mesh);

// For each triangle the lowest triangle of its face.
std::vector<std::size_t> group_faces(const geometry::Mesh& mesh);

// Vertices where the outlines of faces end, branch or turn: all corners of faces.
std::vector<VertexId> find_corners(const geometry::Mesh& mesh);

// The sum of det(a, b, c) / 6.
Rational compute_volume(const geometry::Mesh& mesh);

}  // namespace abut::oracle
