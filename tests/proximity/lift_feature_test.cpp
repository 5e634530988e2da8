#include "abut/proximity/lift_feature.h"

#include <gtest/gtest.h>

#include <vector>

#include "abut/geometry/makers/primitives.h"
#include "abut/geometry/shape.h"

namespace abut::proximity {
namespace {

using geometry::Feature;
using geometry::FeatureKind;
using geometry::Shape;
using math::Vec3;

// An L of three unit cubes' outline, 1 high: its two L-shaped faces are cut into convex pieces.
Shape make_l_shape() {
  std::vector<geometry::Mesh> parts{geometry::make_box({2, 1, 1}), geometry::make_box({1, 1, 1})};
  for (Vec3& v : parts[0].vertices) v += Vec3(1, 0.5, 0.5);
  for (Vec3& v : parts[1].vertices) v += Vec3(0.5, 1.5, 0.5);
  return geometry::make_shape_from_pieces(parts);
}

TEST(LiftFeature, WhatIsNoCutIsItsOwnSource) {
  const Shape box = geometry::make_shape(geometry::make_box({1, 1, 1}));
  for (std::uint32_t e = 0; e < 12; ++e) {
    EXPECT_EQ(lift_feature(box.pieces, PieceFeature::edge(e)), box.pieces.edges[e].source);
  }
}

TEST(LiftFeature, ACutEdgeBecomesAFaceBesideItAndNothingElse) {
  const Shape shape = make_l_shape();
  int num_lifted = 0;
  for (std::uint32_t e = 0; e < shape.pieces.edges.size(); ++e) {
    const geometry::PieceEdge& edge = shape.pieces.edges[e];
    const Feature lifted = lift_feature(shape.pieces, PieceFeature::edge(e));
    if (!edge.source.is_cut()) {
      EXPECT_EQ(lifted, edge.source);
      continue;
    }
    if (lifted.is_cut()) continue;
    ++num_lifted;
    EXPECT_EQ(lifted.kind(), FeatureKind::kFace);
    const Feature left = shape.pieces.faces[shape.pieces.half_edges[edge.left].face].source;
    const Feature right = shape.pieces.faces[shape.pieces.half_edges[edge.right].face].source;
    EXPECT_TRUE(lifted == left || lifted == right);
  }
  for (std::uint32_t v = 0; v < shape.pieces.vertices.size(); ++v) {
    if (!shape.pieces.vertices[v].source.is_cut()) continue;
    EXPECT_FALSE(lift_feature(shape.pieces, PieceFeature::vertex(v)).is_cut());
  }
  EXPECT_GE(num_lifted, 0);
}

TEST(LiftFeature, TheCutsOfAFlatFaceAreThatFace) {
  // A square ring: its face with a hole is cut into convex pieces.
  geometry::Mesh ring;
  ring.vertices = {{-2, -2, 0}, {2, -2, 0}, {2, 2, 0}, {-2, 2, 0}, {-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::uint32_t j = (i + 1) % 4;
    ring.triangles.push_back({VertexId(i), VertexId(j), VertexId(4 + j)});
    ring.triangles.push_back({VertexId(i), VertexId(4 + j), VertexId(4 + i)});
  }
  const Shape shape = geometry::make_shape(ring);
  ASSERT_EQ(shape.brep.faces.size(), 1u);
  int num_cuts = 0;
  for (std::uint32_t e = 0; e < shape.pieces.edges.size(); ++e) {
    if (!shape.pieces.edges[e].source.is_cut()) continue;
    ++num_cuts;
    EXPECT_EQ(lift_feature(shape.pieces, PieceFeature::edge(e)), Feature(FaceId(0)));
  }
  EXPECT_GT(num_cuts, 3);
}

}  // namespace
}  // namespace abut::proximity
