#include "abut/geometry/pieces/face_view.h"

#include <gtest/gtest.h>

#include <cmath>

namespace abut::geometry {
namespace {

using math::Vec3;

// A sheet of one triangle fan round its first vertex; face 0.
Brep make_fan(const std::vector<Vec3>& points) {
  Mesh mesh;
  mesh.vertices = points;
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    mesh.triangles.push_back({VertexId(0), VertexId(i), VertexId(i + 1)});
  }
  return make_brep(mesh);
}

std::vector<VertexId> make_border(std::initializer_list<int> ids) {
  std::vector<VertexId> border;
  for (const int id : ids) border.emplace_back(id);
  return border;
}

TEST(FaceView, TurnsAreSeenFromOutsideWhicheverWayTheFaceLooks) {
  for (const double side : {1.0, -1.0}) {
    for (int axis = 0; axis < 3; ++axis) {
      std::vector<Vec3> points(3, Vec3::Constant(0.5));
      points[1][(axis + 1) % 3] += 1;
      points[2][(axis + 2) % 3] += side;
      const Brep brep = make_fan(points);
      const std::optional<FaceView> view = FaceView::make(brep, FaceId(0));
      ASSERT_TRUE(view.has_value());
      EXPECT_EQ(view->orient(VertexId(0), VertexId(1), VertexId(2)), 1);
      EXPECT_EQ(view->orient(VertexId(1), VertexId(0), VertexId(2)), -1);
      EXPECT_EQ(view->orient(VertexId(1), VertexId(0), VertexId(1)), 0);
    }
  }
}

TEST(FaceView, AFaceWithoutAreaHasNoView) {
  EXPECT_FALSE(FaceView::make(make_fan({{0, 0, 0}, {1, 2, 3}, {3, 6, 9}}), FaceId(0)).has_value());
  EXPECT_TRUE(FaceView::make(make_fan({{0, 0, 0}, {1, 2, 3}, {3, 6, std::nextafter(9, 10)}}), FaceId(0)).has_value());
}

TEST(FaceView, ABorderThatTurnsBackIsNotConvexAndOneThatGoesStraightIs) {
  const Brep brep = make_fan({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}});
  const FaceView view = *FaceView::make(brep, FaceId(1));
  EXPECT_TRUE(view.is_convex_turn(VertexId(0), VertexId(1), VertexId(2)));
  EXPECT_FALSE(view.is_convex_turn(VertexId(0), VertexId(2), VertexId(1)));
  EXPECT_FALSE(view.is_convex_turn(VertexId(0), VertexId(1), VertexId(0)));
  EXPECT_TRUE(view.is_convex(make_border({0, 1, 2, 3})));
  EXPECT_FALSE(view.is_convex(make_border({0, 2, 1, 3})));
  EXPECT_FALSE(view.is_convex(make_border({0, 3, 2, 1}))) << "clockwise";
}

TEST(FaceView, ABorderThatGoesRoundTwiceIsNotConvex) {
  const Brep brep = make_fan({{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}});
  const FaceView view = *FaceView::make(brep, FaceId(0));
  EXPECT_TRUE(view.is_convex(make_border({0, 1, 2, 3})));
  EXPECT_FALSE(view.is_convex(make_border({0, 1, 2, 3, 0, 1, 2, 3})));
}

TEST(FaceView, ACornerOnALineOrOneUlpBesideItIsDecidedExactly) {
  //  3
  //  |  2    on the line from 1 to 3 at (1, 1)
  //  0     1
  const double inside = std::nextafter(1.0, 0.0), outside = std::nextafter(1.0, 2.0);
  for (const auto& [x, is_convex] : {std::pair(1.0, true), std::pair(outside, true), std::pair(inside, false)}) {
    const Brep brep = make_fan({{0, 0, 0}, {2, 0, 0}, {x, 1, 0}, {0, 2, 0}});
    EXPECT_EQ(FaceView::make(brep, FaceId(0))->is_convex(make_border({0, 1, 2, 3})), is_convex) << x;
  }
}

}  // namespace
}  // namespace abut::geometry
