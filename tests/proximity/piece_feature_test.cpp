#include "abut/proximity/piece_feature.h"

#include <gtest/gtest.h>

#include "abut/geometry/makers/primitives.h"
#include "abut/geometry/shape.h"

namespace abut::proximity {
namespace {

TEST(PieceFeature, KeepsItsKindAndIndex) {
  const std::uint32_t largest = (1u << 30) - 1;
  for (const std::uint32_t index : {0u, 1u, 77u, largest}) {
    EXPECT_TRUE(PieceFeature::vertex(index).is_vertex());
    EXPECT_TRUE(PieceFeature::edge(index).is_edge());
    EXPECT_TRUE(PieceFeature::face(index).is_face());
    EXPECT_TRUE(PieceFeature::back_face(index).is_face());
    EXPECT_FALSE(PieceFeature::edge(index).is_face());
    EXPECT_FALSE(PieceFeature::vertex(index).is_edge());
    for (const PieceFeature f : {PieceFeature::vertex(index), PieceFeature::edge(index), PieceFeature::face(index),
                                 PieceFeature::back_face(index)}) {
      EXPECT_EQ(f.index(), index);
      EXPECT_EQ(PieceFeature(f.kind(), f.index()), f);
    }
  }
  EXPECT_NE(PieceFeature::face(3), PieceFeature::back_face(3));
}

TEST(PieceFeature, OfABoxComeFromItsVerticesEdgesAndFaces) {
  const geometry::Shape box = geometry::make_shape(geometry::make_box({1, 2, 3}));
  for (std::uint32_t v = 0; v < 8; ++v) {
    const geometry::Feature source = get_source(box.pieces, PieceFeature::vertex(v));
    ASSERT_EQ(source.kind(), geometry::FeatureKind::kVertex);
    EXPECT_EQ(box.brep.vertices[source.vertex().index()], box.pieces.vertices[v].p);
  }
  for (std::uint32_t e = 0; e < 12; ++e) {
    EXPECT_EQ(get_source(box.pieces, PieceFeature::edge(e)).kind(), geometry::FeatureKind::kEdge);
  }
  for (std::uint32_t f = 0; f < 6; ++f) {
    EXPECT_EQ(get_source(box.pieces, PieceFeature::face(f)).kind(), geometry::FeatureKind::kFace);
  }
}

TEST(PieceFeature, AnyVertexIsOneOfTheFeature) {
  const geometry::Shape box = geometry::make_shape(geometry::make_box({2, 2, 2}));
  EXPECT_EQ(find_any_vertex(box.pieces, PieceFeature::vertex(5)), 5u);
  for (std::uint32_t e = 0; e < 12; ++e) {
    EXPECT_EQ(find_any_vertex(box.pieces, PieceFeature::edge(e)), box.pieces.edges[e].tail);
  }
  for (std::uint32_t f = 0; f < 6; ++f) {
    const geometry::PieceFace& face = box.pieces.faces[f];
    const math::Vec3& p = box.pieces.vertices[find_any_vertex(box.pieces, PieceFeature::face(f))].p;
    EXPECT_DOUBLE_EQ(face.normal.dot(p), face.offset);
  }
}

}  // namespace
}  // namespace abut::proximity
