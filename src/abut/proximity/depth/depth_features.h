// From the facet of the Minkowski difference that is nearest the origin to the features of the two pieces that it
// stands for, and the points where these touch once A is moved by the depth.
//
// A facet of M = B - A is the sum of a face of one and a vertex of the other, or of two edges; where faces or edges are
// parallel, of a face and an edge or of two faces. The vertices of the triangle found tell which. A flush pair is
// narrowed to a corner of its overlap: from the touching points straight to a corner of the face, or to where the
// border of the other stops the way; then along that border to its end, or to where it leaves the face.
//
// The normal is that of the face as the piece has it, or the cross product of the edges: so it does not depend on which
// of the facet's triangles was found. Where that is not the better axis to rounding (edges parallel to rounding, faces
// nearly coplanar), the triangle's own normal is kept.
#pragma once

#include <array>

#include "abut/math/types.h"
#include "abut/proximity/depth/piece_difference.h"
#include "abut/proximity/penetration.h"
#include "abut/proximity/piece_pair.h"

namespace abut::proximity {

// A triangle of a facet of M, whose plane is next to the origin within the triangle.
struct DepthTouch {
  math::Vec3 normal = math::Vec3::Zero();
  double offset = 0.0;  // scaled, as the points
  std::array<DifferencePoint, 3> points;
};

Depth compute_depth_features(const PieceRef& a, const PieceRef& b, const RelativePose& pose,
                             const PieceDifference& difference, const DepthTouch& touch);

}  // namespace abut::proximity
