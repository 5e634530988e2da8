#include "abut/geometry/io/mesh_collector.h"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/io/message_of.h"

namespace abut::geometry {
namespace {

using math::Vec3;
using Corners = std::vector<std::uint32_t>;
constexpr Place kPlace{Place::Kind::kLine, 7};

MeshCollector make_square_vertices(Units units = Units::kMetres, double side = 1.0) {
  MeshCollector collector("a.obj", units);
  for (const Vec3& p : {Vec3(0, 0, 0), Vec3(side, 0, 0), Vec3(side, side, 0), Vec3(0, side, 0)})
    collector.add_vertex(p, kPlace);
  return collector;
}

TEST(MeshCollector, MakesTrianglesOfPolygonsInTheirOrder) {
  MeshCollector collector = make_square_vertices();
  collector.add_polygon(Corners{0, 1, 2}, kPlace);
  collector.add_polygon(Corners{0, 1, 2, 3}, kPlace);
  collector.add_polygon(Corners{3, 2, 1}, kPlace);
  const MeshFile file = collector.finish(MeshFormat::kObj);
  EXPECT_EQ(file.num_polygons, 3u);
  ASSERT_EQ(file.mesh.triangles.size(), 4u);
  EXPECT_EQ(file.mesh.triangles[2], (Triangle{VertexId(0), VertexId(2), VertexId(3)}));
  EXPECT_EQ(file.mesh.triangles[3], (Triangle{VertexId(3), VertexId(2), VertexId(1)}));
  EXPECT_TRUE(file.notes.empty());
  EXPECT_TRUE(file.mesh.triangle_component.empty());
  EXPECT_TRUE(file.mesh.component_names.empty());
}

TEST(MeshCollector, AConcavePolygonMayComeBeforeItsVertices) {
  MeshCollector collector("a.obj", Units::kMetres);
  collector.add_polygon(Corners{0, 1, 2, 3}, kPlace);
  for (const Vec3& p : {Vec3(0, 0, 0), Vec3(2, 0, 0), Vec3(0.5, 0.5, 0), Vec3(0, 2, 0)})
    collector.add_vertex(p, kPlace);
  for (const Triangle& t : collector.finish(MeshFormat::kObj).mesh.triangles) {
    EXPECT_NE(std::find(t.begin(), t.end(), VertexId(2)), t.end());  // the cut goes through the reflex corner
  }
}

TEST(MeshCollector, OneNamelessComponentIsLeftOut) {
  MeshCollector collector = make_square_vertices();
  collector.begin_component("");
  collector.add_polygon(Corners{0, 1, 2}, kPlace);
  EXPECT_TRUE(collector.finish(MeshFormat::kObj).mesh.component_names.empty());
}

TEST(MeshCollector, ComponentsBeginWithTheirFirstElementAndGoOn) {
  MeshCollector collector = make_square_vertices();
  collector.add_polygon(Corners{0, 1, 2, 3}, kPlace);
  collector.begin_component("empty");
  collector.begin_component("b");
  collector.add_polygon(Corners{0, 1, 2}, kPlace);
  collector.begin_component("c");
  collector.add_triangle({VertexId(0), VertexId(1), VertexId(2)}, kPlace);
  collector.begin_component("b");
  collector.add_polygon(Corners{0, 1, 2}, kPlace);
  collector.begin_new_component("b");
  collector.add_polygon(Corners{0, 1, 2}, kPlace);
  collector.begin_new_component("b");
  collector.add_polygon(Corners{0, 1, 2}, kPlace);
  const Mesh mesh = collector.finish(MeshFormat::kObj).mesh;
  EXPECT_EQ(mesh.component_names, (std::vector<std::string>{"", "b", "c", "b#2", "b#3"}));
  std::vector<std::size_t> components;
  for (const ComponentId c : mesh.triangle_component) components.push_back(c.index());
  EXPECT_EQ(components, (std::vector<std::size_t>{0, 0, 1, 2, 1, 3, 4}));
}

TEST(MeshCollector, OneNamedComponentIsKept) {
  MeshCollector collector = make_square_vertices();
  collector.begin_component("part");
  collector.add_polygon(Corners{0, 1, 2, 3}, kPlace);
  const Mesh mesh = collector.finish(MeshFormat::kObj).mesh;
  EXPECT_EQ(mesh.component_names, std::vector<std::string>{"part"});
  EXPECT_EQ(mesh.triangle_component, (std::vector<ComponentId>{ComponentId(0), ComponentId(0)}));
}

TEST(MeshCollector, VerticesAloneArePoints) {
  const Mesh mesh = make_square_vertices().finish(MeshFormat::kPly).mesh;
  EXPECT_EQ(mesh.points.size(), 4u);
  MeshCollector with_segment = make_square_vertices();
  with_segment.add_segment(0, 1, kPlace);
  EXPECT_TRUE(with_segment.finish(MeshFormat::kPly).mesh.points.empty());
}

TEST(MeshCollector, CoordinatesBecomeMetresOnce) {
  const Mesh mesh = make_square_vertices(Units::kMillimetres, 7.0).finish(MeshFormat::kObj).mesh;
  EXPECT_EQ(mesh.vertices[1].x(), 7.0 / 1000.0);
}

TEST(MeshCollector, SuspiciousSizesAreNoted) {
  const auto notes = [](Units units, double side) {
    return make_square_vertices(units, side).finish(MeshFormat::kObj).notes;
  };
  using Notes = std::vector<std::string>;
  EXPECT_EQ(notes(Units::kMetres, 25),
            Notes{"suspiciously large: 25 m, read in m; is it in millimetres? then use --units mm"});
  EXPECT_EQ(notes(Units::kMetres, 20), Notes{});
  EXPECT_EQ(notes(Units::kInches, 1000),
            Notes{"suspiciously large: 25.4 m, read in in; is it in a smaller unit? see --units"});
  EXPECT_EQ(notes(Units::kMillimetres, 0.05),
            Notes{"suspiciously small: 5e-05 m, read in mm; is it in metres? then use --units m"});
  EXPECT_EQ(notes(Units::kMetres, 5e-5), Notes{"suspiciously small: 5e-05 m, read in m; is it in a larger unit?"});
  EXPECT_EQ(notes(Units::kMetres, 1e-4), Notes{});
  EXPECT_EQ(notes(Units::kMetres, 0), Notes{});  // a point has no size to wonder at
}

TEST(MeshCollector, BentAndCrossedPolygonsAreNoted) {
  MeshCollector collector("a.obj", Units::kMetres);
  for (const Vec3& p : {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(1, 1, 1), Vec3(0, 1, 0), Vec3(1, 1, 0)})
    collector.add_vertex(p, kPlace);
  collector.add_polygon(Corners{0, 1, 2, 3}, kPlace);  // bent
  collector.add_polygon(Corners{0, 1, 4, 3}, kPlace);
  collector.add_polygon(Corners{0, 4, 1, 3}, kPlace);  // bow tie
  EXPECT_EQ(collector.finish(MeshFormat::kObj).notes,
            (std::vector<std::string>{
                "1 of 3 polygons are not planar; their surface is that of the triangles they were cut into",
                "1 of 3 polygons cross themselves or have no area and were cut into fans; check them"}));
}

TEST(MeshCollector, BadElementsAreRefused) {
  MeshCollector collector("a.obj", Units::kMetres);
  EXPECT_EQ(message_of([&] {
              collector.add_vertex({0, NAN, 0}, kPlace);
            }),
            "a.obj: line 7: the y coordinate is not finite; correct it, or export the file again");
  EXPECT_EQ(message_of([&] {
              collector.add_vertex({0, 0, -INFINITY}, kPlace);
            }),
            "a.obj: line 7: the z coordinate is not finite; correct it, or export the file again");
  EXPECT_EQ(message_of([&] {
              collector.add_vertex({2e60, 0, 0}, kPlace);
            }),
            "a.obj: line 7: the x coordinate is 2e+60 m, more than 1e+60; correct it, or export the file again");
  EXPECT_EQ(message_of([&] {
              collector.add_polygon(Corners{0, 1}, kPlace);
            }),
            "a.obj: line 7: a face has 2 corners, at least 3 are needed; remove the face, or give it as a line");
  EXPECT_EQ(
      message_of([&] { collector.finish(MeshFormat::kObj); }),
      "a.obj: the file holds no vertices, so it is no mesh; it was read as OBJ; check that it is the right file and "
      "that its name ends as its format does");
}

TEST(MeshCollector, AVastCoordinateInASmallUnitIsRefusedToo) {
  MeshCollector collector("a.obj", Units::kFeet);
  EXPECT_NE(message_of([&] { collector.add_vertex({1e308, 0, 0}, kPlace); }), "no error");
}

}  // namespace
}  // namespace abut::geometry
