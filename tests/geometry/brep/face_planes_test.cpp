#include "abut/geometry/brep/face_planes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/brep_samples.h"
#include "oracle/rational.h"

namespace abut::geometry {
namespace {

using namespace samples;

TEST(FacePlanes, EveryCornerIsOnThePlaneUpToItsRounding) {
  const Mesh mesh = make_moved(make_sheared(make_cells({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, 4)), {1000, -2000, 500});
  const Brep brep = make_brep(mesh);
  ASSERT_EQ(brep.faces.size(), 8u);
  for (const HalfEdge& h : brep.half_edges) {
    const Face& face = brep.faces[h.face.index()];
    const Vec3& p = brep.vertices[h.origin.index()];
    EXPECT_NEAR(face.normal.dot(p), face.offset, 8 * 0x1p-53 * p.norm());
  }
}

TEST(FacePlanes, TheNormalOfAFaceOfManyTrianglesIsAsGoodAsThatOfOne) {
  // A slanted square of 2 x 100 x 100 triangles. Its exact normal is that of (3, 1, 2) x (-1, 4, 1) = (-7, -5, 13).
  constexpr int kNum = 100;
  MeshBuilder builder;
  const auto p = [](int i, int j) { return Vec3(3 * i - j, i + 4 * j, 2 * i + j); };
  for (int i = 0; i < kNum; ++i) {
    for (int j = 0; j < kNum; ++j) builder.polygon({p(i, j), p(i + 1, j), p(i + 1, j + 1), p(i, j + 1)});
  }
  const Brep brep = make_brep(builder.mesh());
  ASSERT_EQ(brep.faces.size(), 1u);
  EXPECT_LT((brep.faces[0].normal - Vec3(-7, -5, 13) / std::sqrt(243.0)).norm(), 4 * 0x1p-53);
}

TEST(FacePlanes, AThinTriangleBesideALargeOneDoesNotSpoilTheNormal) {
  // Coplanar, in z = x + y: a sliver first, then a large triangle on its side.
  MeshBuilder builder;
  builder.polygon({{0, 0, 0}, {1, 1, 2}, {0.5, 0.5 + 0x1p-30, 1 + 0x1p-30}}).polygon({{0, 0, 0}, {2, 0, 2}, {1, 1, 2}});
  const Brep brep = make_brep(builder.mesh());
  ASSERT_EQ(brep.faces.size(), 1u);
  EXPECT_LT((brep.faces[0].normal - Vec3(-1, -1, 1) / std::sqrt(3.0)).norm(), 4 * 0x1p-53);
  EXPECT_EQ(brep.faces[0].offset, 0.0);
}

TEST(FacePlanes, AFaceWithoutAreaHasNone) {
  MeshBuilder builder;
  builder.polygon({{1, 1, 1}, {2, 2, 2}, {4, 4, 4}});
  Brep brep = make_brep(builder.mesh());
  brep.faces[0].offset = 7.0;
  update_face_planes(brep);
  EXPECT_EQ(brep.faces[0].normal, Vec3::Zero());
  EXPECT_EQ(brep.faces[0].offset, 0.0);
}

}  // namespace
}  // namespace abut::geometry
