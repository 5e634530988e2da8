#include "abut/view/drawn_shape.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "abut/geometry/makers/registry.h"
#include "abut/geometry/shape.h"
#include "view/read_packet.h"

namespace abut::view {
namespace {

using geometry::Mesh;

TEST(DrawnShape, ABoxHasItsTwelveEdgesAndSixFacesWhateverItsTriangles) {
  const DrawnShape drawn =
      make_drawn_shape(geometry::make_shape(geometry::make_mesh("box", {{"size", {1, 2, 3}}})).brep);
  EXPECT_EQ(drawn.vertices.size(), 3 * 8u);
  EXPECT_EQ(drawn.triangles.size(), 3 * 12u);
  EXPECT_EQ(drawn.edges.size(), 2 * 12u);
  EXPECT_EQ(drawn.edge_kind, std::vector<std::uint8_t>(12, static_cast<std::uint8_t>(geometry::EdgeKind::kConvex)));
  EXPECT_EQ(std::set(drawn.triangle_face.begin(), drawn.triangle_face.end()),
            (std::set<std::uint32_t>{0, 1, 2, 3, 4, 5}));
}

// What a contact calls face 4 must be the triangles that are lit for face 4.
TEST(DrawnShape, FacesEdgesAndVerticesHaveTheNumbersOfTheFeatures) {
  const geometry::Brep brep = geometry::make_shape(geometry::make_mesh("gear", {})).brep;
  const DrawnShape drawn = make_drawn_shape(brep);
  for (std::size_t i = 0; i < brep.triangles.size(); ++i) {
    const math::Vec3& normal = brep.faces[drawn.triangle_face[i]].normal;
    math::Vec3 p[3];
    for (std::size_t k = 0; k < 3; ++k) p[k] = math::Vec3(&drawn.vertices[3 * drawn.triangles[3 * i + k]]);
    ASSERT_GT((p[1] - p[0]).cross(p[2] - p[0]).normalized().dot(normal), 1 - 1e-9) << i;
  }
  for (std::size_t i = 0; i < brep.edges.size(); ++i) {
    ASSERT_EQ(drawn.edges[2 * i], brep.edges[i].tail.value());
    ASSERT_EQ(drawn.edges[2 * i + 1], brep.edges[i].head.value());
  }
}

TEST(DrawnShape, OfACapsuleItIsTheCoreOfABallItsCentre) {
  const DrawnShape capsule = make_drawn_shape(geometry::make_capsule(0.5, 2.0).brep);
  EXPECT_EQ(capsule.vertices, (std::vector<double>{0, 0, -1, 0, 0, 1}));
  EXPECT_EQ(capsule.edges.size(), 2u);
  EXPECT_EQ(make_drawn_shape(geometry::make_ball(1.0).brep).vertices, (std::vector<double>{0, 0, 0}));
}

TEST(DrawnShape, OfABrokenMeshWhatCanBeDrawnIsDrawn) {
  Mesh mesh;
  mesh.vertices = {
      {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {std::nan(""), 0, 0}, {0, std::numeric_limits<double>::infinity(), 0}};
  mesh.triangles = {{VertexId(0), VertexId(1), VertexId(2)},
                    {VertexId(0), VertexId(1), VertexId(3)},
                    {VertexId(0), VertexId(1), VertexId(99)}};
  mesh.segments = {{VertexId(1), VertexId(2)}, {VertexId(1), VertexId(4)}};
  mesh.points = {VertexId(2), VertexId(7)};
  const DrawnShape drawn = make_drawn_shape(mesh);
  EXPECT_EQ(drawn.triangles, (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(drawn.triangle_face, std::vector<std::uint32_t>{0xffffffffu});
  EXPECT_EQ(drawn.edges, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(drawn.points, std::vector<std::uint32_t>{2});
  for (const double x : drawn.vertices) EXPECT_TRUE(std::isfinite(x));
}

TEST(DrawnShape, APacketHasAllOfEveryShape) {
  const std::vector shapes{make_drawn_shape(geometry::make_shape(geometry::make_mesh("box", {})).brep),
                           make_drawn_shape(geometry::make_ball(1.0).brep)};
  const ReadPacket packet = read_packet(make_geometry_packet(shapes, 9));
  EXPECT_EQ(packet.type(), "geometry");
  EXPECT_EQ(packet.head["id"], 9);
  EXPECT_EQ(packet.head["arrays"].size(), 12u);
  EXPECT_EQ(packet.get<double>("0/vertices"), shapes[0].vertices);
  EXPECT_EQ(packet.get<std::uint32_t>("0/triangles"), shapes[0].triangles);
  EXPECT_EQ(packet.get<std::uint32_t>("0/triangle_face"), shapes[0].triangle_face);
  EXPECT_EQ(packet.get<std::uint32_t>("0/edges"), shapes[0].edges);
  EXPECT_EQ(packet.get<std::uint8_t>("0/edge_kind"), shapes[0].edge_kind);
  EXPECT_EQ(packet.get<std::uint32_t>("1/points"), shapes[1].points);
}

}  // namespace
}  // namespace abut::view
