#include "abut/geometry/io/obj.h"

#include <gtest/gtest.h>

#include "geometry/io/message_of.h"

namespace abut::geometry {
namespace {

using math::Vec3;

MeshFile read(std::string_view bytes) {
  MeshCollector collector("a.obj", Units::kMetres);
  return read_obj(bytes, collector);
}

Triangle triangle(int a, int b, int c) {
  return {VertexId(a), VertexId(b), VertexId(c)};
}

const std::string kCorners = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

TEST(Obj, CornersAreGivenInFourWays) {
  for (const char* face : {"f 1 2 3", "f 1/7 2/8 3/9", "f 1//7 2//8 3//9", "f 1/7/1 2/8/-1 3/9/3", "f -4 -3 -2"}) {
    EXPECT_EQ(read(kCorners + face).mesh.triangles, std::vector<Triangle>{triangle(0, 1, 2)}) << face;
  }
}

TEST(Obj, NegativeNumbersCountBackFromTheirLine) {
  const MeshFile file = read("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 0 0 1\nf -3 -2 -1\n");
  EXPECT_EQ(file.mesh.triangles, (std::vector<Triangle>{triangle(0, 1, 2), triangle(1, 2, 3)}));
}

TEST(Obj, AFaceMayComeBeforeItsVertices) {
  EXPECT_EQ(read("f 1 2 3\n" + kCorners).mesh.triangles, std::vector<Triangle>{triangle(0, 1, 2)});
}

TEST(Obj, PolygonsLinesAndPointsAreRead) {
  const MeshFile file = read(kCorners + "f 1 2 3 4\nl 1 2/1 3\np 4 2\n");
  EXPECT_EQ(file.mesh.triangles.size(), 2u);
  EXPECT_EQ(file.num_polygons, 1u);
  EXPECT_EQ(file.mesh.segments, (std::vector<Segment>{{VertexId(0), VertexId(1)}, {VertexId(1), VertexId(2)}}));
  EXPECT_EQ(file.mesh.points, (std::vector<VertexId>{VertexId(3), VertexId(1)}));
}

TEST(Obj, WeightsAndColoursAreSetAside) {
  const MeshFile file = read("v 1 2 3 1.0\nv 4 5 6 0.1 0.2 0.3\nv 7 8 9 .1 .2 .3 .4 # red\n");
  EXPECT_EQ(file.mesh.vertices, (std::vector<Vec3>{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}));
}

TEST(Obj, LineEndingsCommentsAndContinuationsDoNotMatter) {
  const Mesh plain = read(kCorners + "f 1 2 3 4\n").mesh;
  std::string crlf = "# by hand\\\r\n", cr;
  for (const char c : kCorners + "f 1 2 \\\n3 \\\n4 # last\n") {
    if (c == '\n') crlf += '\r';
    crlf += c;
    cr += c == '\n' ? '\r' : c;
  }
  for (const std::string& text : {crlf, cr, "\t" + kCorners + "\n\n  f\t1 2 3 4"}) {
    const Mesh mesh = read(text).mesh;
    EXPECT_EQ(mesh.vertices, plain.vertices);
    EXPECT_EQ(mesh.triangles, plain.triangles);
  }
}

TEST(Obj, ObjectsAndGroupsAreComponents) {
  const Mesh mesh = read(kCorners +
                         "f 1 2 3\no body\nf 1 2 3\ng left arm\nf 1 2 3\nf 1 2 3\no hat\nf 1 2 3\ng\nf 1 2 3\no body\n"
                         "g left arm\nf 1 2 3\n")
                        .mesh;
  EXPECT_EQ(mesh.component_names, (std::vector<std::string>{"", "body", "body/left arm", "hat"}));
  std::vector<std::size_t> components;
  for (const ComponentId c : mesh.triangle_component) components.push_back(c.index());
  EXPECT_EQ(components, (std::vector<std::size_t>{0, 1, 2, 2, 3, 3, 2}));
  EXPECT_EQ(read(kCorners + "g #1\nf 1 2 3\n").mesh.component_names, std::vector<std::string>{"#1"});
}

TEST(Obj, EqualVerticesOfOneComponentBecomeOne) {
  const std::string twice = kCorners + kCorners;
  EXPECT_EQ(read(twice + "f 1 2 3\nf 5 7 8\n").mesh.triangles,
            (std::vector<Triangle>{triangle(0, 1, 2), triangle(0, 2, 5)}));
  EXPECT_EQ(read(twice + "o a\nf 1 2 3\no b\nf 5 7 8\n").num_welded, 0u);
}

TEST(Obj, WhatOnlyConcernsLooksIsSkippedAndTheUnknownNoted) {
  EXPECT_TRUE(read("mtllib a.mtl\n" + kCorners + "vt 0 0\nvn 0 0 1\nusemtl x\ns off\nf 1 2 3\n").notes.empty());
  EXPECT_EQ(read(kCorners + "f 1 2 3\nsurf 0 1\ncurv 2\n").notes,
            std::vector<std::string>{"2 lines with unknown keywords were skipped; the first: line 6, 'surf'"});
}

TEST(Obj, VerticesAloneArePoints) {
  EXPECT_EQ(read(kCorners).mesh.points.size(), 4u);
}

TEST(Obj, BadFilesAreRefused) {
  constexpr std::string_view kNumber = "; correct the number, or export the file again";
  const std::vector<std::pair<std::string, std::string>> cases{
      {"v 1 2\n",
       "line 1: the line ends where the z coordinate was expected; complete the line, or export the file again"},
      {"\nv 1 2 abc\n", "line 2: expected the z coordinate, found 'abc'" + std::string(kNumber)},
      {"v 1 nan 3\n", "line 1: the y coordinate is not finite: 'nan'" + std::string(kNumber)},
      {"v inf 2 3\n", "line 1: the x coordinate is not finite: 'inf'" + std::string(kNumber)},
      {"v 1e999 2 3\n", "line 1: the x coordinate is not finite: '1e999'" + std::string(kNumber)},
      {"v 1e99 2 3\n", "line 1: the x coordinate is 1e+99 m, more than 1e+60; correct it, or export the file again"},
      {"v 1,5 2,5 3,5\n", "line 1: expected the x coordinate, found '1,5'" + std::string(kNumber)},
      {"v 1 2 3 x\n",
       "line 1: 'x' after the coordinates of a vertex; a vertex is x y z, with a weight or a colour at most"},
      {"v 1 2 3 4 5 6 7 8 9\n",
       "line 1: '9' after the coordinates of a vertex; a vertex is x y z, with a weight or a colour at most"},
      {kCorners + "f 1 2\n",
       "line 5: a face has 2 corners, at least 3 are needed; remove the face, or give it as a line"},
      {kCorners + "f\n", "line 5: a face has 0 corners, at least 3 are needed; remove the face, or give it as a line"},
      {kCorners + "l 1\n", "line 5: a line has 1 points, at least 2 are needed; remove it, or give it as a point (p)"},
      {kCorners + "f 1 2 0\n", "line 5: vertex 0 does not exist: numbers count from 1; export the file again"},
      {kCorners + "f 1 2 5\nf 1 2 3\n",
       "line 5: vertex 5 does not exist: the file has 4 vertices; correct the number; if the file is cut off, copy or "
       "export it again"},
      {kCorners + "f 1 2 -5\n",
       "line 5: vertex -5 does not exist: there are 4 vertices before this line" + std::string(kNumber)},
      {kCorners + "f 1 2 4294967297\n",
       "line 5: vertex 4294967297 does not exist: a mesh has at most 1073741823" + std::string(kNumber)},
      {kCorners + "f 1 2 99999999999999999999\n",
       "line 5: expected a vertex number, found '99999999999999999999'; a corner is v, v/vt, v//vn or v/vt/vn"},
      {kCorners + "f 1 2 x\n", "line 5: expected a vertex number, found 'x'; a corner is v, v/vt, v//vn or v/vt/vn"},
      {kCorners + "f 1 2 3.5\n",
       "line 5: expected a vertex number, found '3.5'; a corner is v, v/vt, v//vn or v/vt/vn"},
      {kCorners + "f 1 2 /3\n", "line 5: expected a vertex number, found '/3'; a corner is v, v/vt, v//vn or v/vt/vn"},
      {kCorners + "f 1 2 3/a\n",
       "line 5: expected a vertex number, found '3/a'; a corner is v, v/vt, v//vn or v/vt/vn"},
      {"dear reader,\n",
       "the file holds no vertices, so it is no mesh; it was read as OBJ; check that it is the right file and that its "
       "name ends as its format does"},
      {"# nothing\n",
       "the file holds no vertices, so it is no mesh; it was read as OBJ; check that it is the right file and that its "
       "name ends as its format does"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(message_of([&] { read(text); }), "a.obj: " + message) << text;
}

}  // namespace
}  // namespace abut::geometry
