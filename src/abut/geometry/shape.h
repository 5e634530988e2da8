// A shape: everything that touches is a tree of convex pieces (ARCHITECTURE, "One shape").
//
//   a convex solid                       one solid piece
//   a body given as convex parts         one solid piece for each (make_shape_from_pieces)
//   any other solid, a sheet, a soup     flat pieces: convex polygons for every face, a segment for every edge that no
//                                        polygon has (a loose one, or one of faces without area only), a point for
//                                        every loose point
//   a ball, a capsule                    a point or segment piece with a radius
// Every feature of a piece knows the feature of `brep` it came from, or that it is only a cut.
#pragma once

#include <span>
#include <vector>

#include "abut/geometry/brep.h"
#include "abut/geometry/convex_pieces.h"
#include "abut/geometry/mesh.h"
#include "abut/geometry/piece_tree.h"
#include "abut/geometry/pieces/node_slabs.h"
#include "abut/math/aabb.h"
#include "abut/math/types.h"

namespace abut::geometry {

struct Shape {
  Brep brep;
  ConvexPieces pieces;  // in the order of the tree
  PieceTree tree;
  std::vector<NodeSlab> slabs;  // of the tree's nodes
  bool is_solid = false;   // it has an inside: closed surfaces that face outward, convex parts, a ball or a capsule
  bool is_convex = false;  // it is one piece
  math::Aabb bounds;       // radius included
  double diagonal = 0.0;   // of the bounds
  std::vector<math::Vec3> part_points;  // a vertex of every shell, loose segment and loose point: all that can be apart
};

struct ShapeOptions {
  ContactFaceTolerance contact_faces{};
  double radius = 0.0;  // every piece is thickened by it
};

// No coordinate may be larger, so that no product of three lengths overflows.
inline constexpr double kLargestCoordinate = 1e100;

// Throws InputError if there is nothing to touch, if a coordinate is not finite or larger than kLargestCoordinate, or
// if the radius is negative or not finite.
Shape make_shape(const Mesh& mesh, const ShapeOptions& options = {});

// A body made of convex parts, which may touch and overlap. Its boundary representation is that of the parts, one after
// another; where two parts lie exactly face against face there is a cut (pieces/part_cuts.h).
// Throws InputError, naming the part, also if one is not an exactly convex solid whose faces all have area.
Shape make_shape_from_pieces(std::span<const Mesh> parts, const ShapeOptions& options = {});

// Around the origin. Throws InputError unless the radius is positive and finite.
Shape make_ball(double radius);

// All points within `radius` of the segment from a to b, or of one along z of that length around the origin. Throws
// InputError unless radius and length are positive and finite.
Shape make_capsule(double radius, double length);
Shape make_capsule(double radius, const math::Vec3& a, const math::Vec3& b);

}  // namespace abut::geometry
