#include "abut/proximity/facing_face.h"

#include <gtest/gtest.h>

#include "abut/math/random.h"
#include "proximity/sample_shapes.h"

namespace abut::proximity {
namespace {

using math::Vec3;

// Whether the face has the feature on its border, by its corners.
bool is_at(const geometry::ConvexPieces& pieces, std::uint32_t face, PieceFeature feature) {
  const geometry::PieceFace& f = pieces.faces[face];
  for (std::uint32_t i = 0; i < f.num_half_edges; ++i) {
    const std::uint32_t half_edge = f.first_half_edge + i;
    if (feature.is_vertex() && pieces.origin_of(half_edge) == feature.index()) return true;
    if (feature.is_edge() && pieces.half_edges[half_edge].edge == feature.index()) return true;
  }
  return feature.is_face() && feature.index() == face;
}

TEST(FacingFace, IsTheBestOfAllFacesAtTheFeature) {
  math::Random random(3);
  for (const NamedShape& sample : make_sample_shapes()) {
    const PieceRef ref = only_piece(sample.shape);
    const geometry::Piece& piece = ref.piece();
    if (piece.kind != geometry::PieceKind::kSolid) continue;
    std::vector<PieceFeature> features;
    for (std::uint32_t v = 0; v < piece.num_vertices; ++v) features.push_back(PieceFeature::vertex(v));
    for (std::uint32_t e = 0; e < piece.num_edges; ++e) features.push_back(PieceFeature::edge(e));
    for (std::uint32_t f = 0; f < piece.num_faces; ++f) features.push_back(PieceFeature::face(f));
    for (const PieceFeature feature : features) {
      const Vec3 direction = random.next_direction();
      double best = -2;
      for (std::uint32_t f = 0; f < piece.num_faces; ++f) {
        if (is_at(ref.pieces, f, feature)) best = std::max(best, ref.pieces.faces[f].normal.dot(direction));
      }
      const FacingFace found = find_facing_face(ref, feature, direction);
      ASSERT_TRUE(found.exists);
      EXPECT_EQ(found.facing, best) << sample.name;
      EXPECT_TRUE(is_at(ref.pieces, found.feature.index(), feature));
      EXPECT_EQ(compute_outward_normal(ref, found.feature).dot(direction), found.facing);
    }
  }
}

TEST(FacingFace, OfAPolygonIsTheSideThatLooksThere) {
  const geometry::Shape triangle = make_polygon_shape({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
  const PieceRef ref = only_piece(triangle);
  for (const PieceFeature feature : {PieceFeature::vertex(1), PieceFeature::edge(2), PieceFeature::back_face(0)}) {
    EXPECT_EQ(find_facing_face(ref, feature, Vec3(0, 0.6, 0.8)).feature, PieceFeature::face(0));
    const FacingFace below = find_facing_face(ref, feature, Vec3(0, 0.6, -0.8));
    EXPECT_EQ(below.feature, PieceFeature::back_face(0));
    EXPECT_EQ(below.facing, 0.8);
    EXPECT_EQ(compute_outward_normal(ref, below.feature), Vec3(0, 0, -1));
  }
}

TEST(FacingFace, IsMissingAtSegmentsAndPoints) {
  const geometry::Shape capsule = geometry::make_capsule(0.1, 1.0), ball = geometry::make_ball(1.0);
  EXPECT_FALSE(find_facing_face(only_piece(capsule), PieceFeature::edge(0), Vec3::UnitX()).exists);
  EXPECT_FALSE(find_facing_face(only_piece(capsule), PieceFeature::vertex(1), Vec3::UnitX()).exists);
  EXPECT_FALSE(find_facing_face(only_piece(ball), PieceFeature::vertex(0), Vec3::UnitX()).exists);
}

}  // namespace
}  // namespace abut::proximity
