#include "abut/scene/load_shape.h"

#include <gtest/gtest.h>

#include "abut/base/input_error.h"
#include "abut/geometry/makers/primitives.h"

namespace abut::scene {
namespace {

using math::Mat3;
using math::Vec3;

std::vector<LoadedShape> load(const ShapeSource& source, bool split = false) {
  std::vector<std::string> notes;
  return load_shape(source, split, Tolerances(), {}, notes);
}

// Two unit boxes in one mesh, two metres apart.
InlineMesh make_two_boxes() {
  InlineMesh two;
  two.mesh = geometry::make_box({1, 1, 1});
  const std::size_t n = two.mesh.vertices.size(), m = two.mesh.triangles.size();
  for (std::size_t i = 0; i < n; ++i) two.mesh.vertices.push_back(two.mesh.vertices[i] + Vec3(2, 0, 0));
  for (std::size_t i = 0; i < m; ++i) {
    geometry::Triangle t = two.mesh.triangles[i];
    for (VertexId& v : t) v = VertexId(v.index() + n);
    two.mesh.triangles.push_back(t);
  }
  return two;
}

TEST(LoadShape, ABoxIsOneConvexPieceWithItsVolume) {
  const LoadedShape box = load(Box{Vec3(1, 2, 3)}).at(0);
  EXPECT_TRUE(box.shape->is_convex);
  EXPECT_TRUE(box.shape->is_solid);
  EXPECT_DOUBLE_EQ(box.solid.mass, 6.0);
  EXPECT_EQ(box.meshes.size(), 1u);
}

TEST(LoadShape, RoundThingsHaveNoMeshes) {
  const LoadedShape ball = load(Ball{0.5}).at(0);
  EXPECT_TRUE(ball.shape->is_solid);
  EXPECT_TRUE(ball.meshes.empty());
  EXPECT_DOUBLE_EQ(ball.shape->bounds.upper.z(), 0.5);
  const LoadedShape capsule = load(Capsule{0.5, 2.0}).at(0);
  EXPECT_DOUBLE_EQ(capsule.shape->bounds.upper.z(), 1.5);
  EXPECT_GT(capsule.solid.mass, ball.solid.mass);
}

TEST(LoadShape, ASheetIsNoSolidAndWeighsNothingByVolume) {
  InlineMesh sheet;
  sheet.mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  sheet.mesh.triangles = {{VertexId(0), VertexId(1), VertexId(2)}};
  const LoadedShape loaded = load(sheet).at(0);
  EXPECT_FALSE(loaded.shape->is_solid);
  EXPECT_EQ(loaded.solid.mass, 0.0);
}

TEST(LoadShape, PiecesAreOneBodyOfAllTheirMass) {
  // A dumb-bell: two unit cubes, 2 m apart, and by the parallel axis theorem 2 (1/6 + 1) about y and z.
  const Pieces pieces{{{Box{Vec3(1, 1, 1)}, Vec3(-1, 0, 0)}, {Box{Vec3(1, 1, 1)}, Vec3(1, 0, 0)}}};
  const LoadedShape body = load(pieces).at(0);
  EXPECT_TRUE(body.shape->is_solid);
  EXPECT_EQ(body.shape->pieces.pieces.size(), 2u);
  EXPECT_DOUBLE_EQ(body.solid.mass, 2.0);
  EXPECT_EQ(body.solid.p_BBcm, Vec3::Zero());
  const Mat3 expected = Vec3(2.0 / 6.0, 2.0 / 6.0 + 2.0, 2.0 / 6.0 + 2.0).asDiagonal();
  EXPECT_LT((body.solid.I_BBcm_B - expected).norm(), 1e-15);
}

TEST(LoadShape, ASplitMeshIsAShapeForEachPart) {
  EXPECT_EQ(load(make_two_boxes(), false).size(), 1u);
  const std::vector<LoadedShape> parts = load(make_two_boxes(), true);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_TRUE(parts[0].shape->is_convex);
  EXPECT_DOUBLE_EQ(parts[1].solid.mass, 1.0);
  EXPECT_EQ(parts[1].solid.p_BBcm, Vec3(2, 0, 0));
}

TEST(LoadShape, APieceThatIsNotConvexIsRefused) {
  const Pieces pieces{{{MadeMesh{"torus", {}, {}}, Vec3::Zero()}}};
  EXPECT_THROW(load(pieces), InputError);
}

TEST(JoinMasses, NothingWeighsNothing) {
  EXPECT_EQ(join_masses({}).mass, 0.0);
}

}  // namespace
}  // namespace abut::scene
