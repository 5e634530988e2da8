#include "abut/geometry/brep/loose_parts.h"

#include <gtest/gtest.h>

namespace abut::geometry {
namespace {

Triangle tri(int a, int b, int c) {
  return {VertexId(a), VertexId(b), VertexId(c)};
}
Segment seg(int a, int b) {
  return {VertexId(a), VertexId(b)};
}

Mesh make_mesh(std::vector<Triangle> triangles, std::vector<Segment> segments = {}, std::vector<VertexId> points = {}) {
  Mesh mesh;
  mesh.vertices.resize(10, math::Vec3::Zero());
  mesh.triangles = std::move(triangles);
  mesh.segments = std::move(segments);
  mesh.points = std::move(points);
  return mesh;
}

LooseParts loose_parts_of(const Mesh& mesh) {
  return make_loose_parts(mesh, make_triangle_adjacency(mesh));
}

TEST(LooseParts, SegmentsAndPointsOfTheMeshComeInTheirOrder) {
  const LooseParts loose = loose_parts_of(make_mesh({}, {seg(5, 4), seg(1, 2)}, {VertexId(7), VertexId(3)}));
  EXPECT_EQ(loose.wires, (std::vector{seg(5, 4), seg(1, 2)}));
  EXPECT_EQ(loose.points, (std::vector{VertexId(7), VertexId(3)}));
}

TEST(LooseParts, ASegmentFromAVertexToItselfIsAPoint) {
  const LooseParts loose = loose_parts_of(make_mesh({}, {seg(5, 5)}));
  EXPECT_TRUE(loose.wires.empty());
  EXPECT_EQ(loose.points, std::vector{VertexId(5)});
}

TEST(LooseParts, ACollapsedTriangleAlongAnEdgeOrASegmentAddsNothing) {
  const LooseParts loose =
      loose_parts_of(make_mesh({tri(0, 1, 2), tri(2, 2, 1), tri(1, 0, 1), tri(4, 5, 5), tri(0, 0, 0)}, {seg(5, 4)}));
  EXPECT_EQ(loose.wires, std::vector{seg(5, 4)});
  EXPECT_TRUE(loose.points.empty());
}

TEST(LooseParts, ACollapsedTriangleElsewhereAddsItsSegmentOnce) {
  const LooseParts loose = loose_parts_of(make_mesh({tri(0, 1, 2), tri(7, 7, 1), tri(1, 7, 7), tri(8, 9, 8)}));
  EXPECT_EQ(loose.wires, (std::vector{seg(1, 7), seg(8, 9)}));
  EXPECT_TRUE(loose.points.empty());
}

TEST(LooseParts, ATriangleThatIsOneVertexAddsAPointUnlessSomethingIsThere) {
  const std::vector<Triangle> triangles = {tri(0, 1, 2), tri(2, 2, 2), tri(5, 5, 5),
                                           tri(6, 6, 6), tri(7, 7, 7), tri(7, 7, 8)};
  const LooseParts loose = loose_parts_of(make_mesh(triangles, {}, {VertexId(6)}));
  EXPECT_EQ(loose.points, (std::vector{VertexId(6), VertexId(5)}));
  EXPECT_EQ(loose.wires, std::vector{seg(7, 8)});
}

}  // namespace
}  // namespace abut::geometry
