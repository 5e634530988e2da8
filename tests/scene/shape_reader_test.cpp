#include "abut/scene/shape_reader.h"

#include <gtest/gtest.h>

#include "scene/read_support.h"

namespace abut::scene {
namespace {

using math::Vec3;

template <class Source>
Source read_as(std::string_view text) {
  const JsonDocument document = read_json(text, "s.json");
  const ShapeSource shape = read_shape(document.root());
  return std::get<Source>(shape);
}

std::string message(std::string_view text) {
  return find_message(text, &read_shape);
}

TEST(ShapeReader, AMeshFileIsReadWithUnitsScaleAndSize) {
  const auto file = read_as<FileMesh>(R"({"mesh": "a/b.stl", "units": "mm", "scale": 2})");
  EXPECT_EQ(file.path, "a/b.stl");
  EXPECT_EQ(file.units, geometry::Units::kMillimetres);
  EXPECT_EQ(file.scaling.factors, Vec3(2, 2, 2));
  EXPECT_EQ(read_as<FileMesh>(R"({"mesh": "a", "scale": [1, -2, 3]})").scaling.factors, Vec3(1, -2, 3));
  EXPECT_EQ(read_as<FileMesh>(R"({"mesh": "a", "size": [1, 0, 3]})").scaling.size, Vec3(1, 0, 3));
}

TEST(ShapeReader, AMakerIsReadWithItsArguments) {
  const auto made = read_as<MadeMesh>(R"({"maker": "torus", "arguments": {"major_radius": 2, "minor_segments": 12}})");
  EXPECT_EQ(made.maker, "torus");
  EXPECT_EQ(made.arguments, (geometry::MakerArguments{{"major_radius", {2.0}}, {"minor_segments", {12.0}}}));
  EXPECT_EQ(read_as<MadeMesh>(R"({"maker": "box", "arguments": {"size": [1, 2, 3]}})").arguments.at("size"),
            (std::vector<double>{1, 2, 3}));
}

TEST(ShapeReader, AnInlineMeshIsReadWithAllItsParts) {
  const auto inlined = read_as<InlineMesh>(R"({"inline": {"vertices": [[0,0,0], [1,0,0], [0,1,0], [0,0,1.5]],
      "triangles": [[0, 1, 2]], "segments": [[2, 3]], "points": [3]}, "scale": 3})");
  EXPECT_EQ(inlined.mesh.vertices[3], Vec3(0, 0, 1.5));
  EXPECT_EQ(inlined.mesh.triangles[0], (geometry::Triangle{VertexId(0), VertexId(1), VertexId(2)}));
  EXPECT_EQ(inlined.mesh.segments[0], (geometry::Segment{VertexId(2), VertexId(3)}));
  EXPECT_EQ(inlined.mesh.points[0], VertexId(3));
  EXPECT_EQ(inlined.scaling.factors, Vec3(3, 3, 3));
}

TEST(ShapeReader, PrimitivesAndHullsAreRead) {
  EXPECT_EQ(read_as<Box>(R"({"box": [1, 2, 3]})").size, Vec3(1, 2, 3));
  EXPECT_EQ(read_as<Ball>(R"({"ball": 0.25})").radius, 0.25);
  const auto capsule = read_as<Capsule>(R"({"capsule": {"radius": 1, "length": 2}})");
  EXPECT_EQ(capsule.radius, 1.0);
  EXPECT_EQ(capsule.length, 2.0);
  EXPECT_EQ(read_as<Hull>(R"({"hull": [[0,0,0],[1,0,0]]})").points[1], Vec3(1, 0, 0));
}

TEST(ShapeReader, PiecesAreReadWithTheirPositions) {
  const auto pieces =
      read_as<Pieces>(R"({"pieces": [{"box": [1,1,1]}, {"hull": [[1, 2, 3]], "position": [0, 0, 3]}]})");
  ASSERT_EQ(pieces.pieces.size(), 2u);
  EXPECT_EQ(pieces.pieces[0].position, Vec3::Zero());
  EXPECT_EQ(pieces.pieces[1].position, Vec3(0, 0, 3));
  EXPECT_EQ(std::get<Hull>(pieces.pieces[1].source).points[0], Vec3(1, 2, 3));
}

TEST(ShapeReader, EachFaultIsNamed) {
  const std::pair<const char*, const char*> cases[] = {
      {R"({})",
       "s.json: line 1: a shape has none of the keys \"mesh\", \"maker\", \"inline\", \"box\", \"hull\", "
       "\"ball\", \"capsule\", \"pieces\"; give one of them"},
      {R"({"box": [1,1,1], "ball": 1})",
       "s.json: line 1, /ball: a shape has both \"box\" and \"ball\"; keep one of them"},
      {R"({"box": [1, 0, 1]})", "s.json: line 1, /box/1: found 0, expected a positive number (m)"},
      {R"({"ball": -1})", "s.json: line 1, /ball: found -1, expected a positive number (m)"},
      {R"({"ball": 1, "scale": 2})",
       "s.json: line 1, /scale: unknown key \"scale\" in a shape; known are \"mesh\", "
       "\"maker\", \"inline\", \"box\", \"hull\", \"ball\", \"capsule\", \"pieces\""},
      {R"({"mesh": "a", "units": "furlong"})",
       "s.json: line 1, /units: found \"furlong\", expected one of \"m\", \"cm\", \"mm\", \"um\", \"in\", \"ft\""},
      {R"({"mesh": "a", "scale": 0})",
       "s.json: line 1, /scale: a scale of 0 leaves nothing of a mesh; give one factor other than 0, or three"},
      {R"({"mesh": "a", "scale": 1, "size": [1,1,1]})",
       "s.json: line 1, /size: a shape has both \"scale\" and \"size\"; keep one of them"},
      {R"({"maker": "torus", "arguments": {"radios": 1}})",
       "s.json: line 1, /arguments/radios: unknown key \"radios\" in the arguments of torus; known are "
       "\"major_radius\", \"minor_radius\", \"major_segments\", \"minor_segments\""},
      {R"({"maker": "box", "arguments": {"size": "big"}})",
       "s.json: line 1, /arguments/size: found \"big\", expected a number; numbers stand without quotes"},
      {R"({"inline": {"vertices": [[0,0,0]]}})",
       "s.json: line 1, /inline: the mesh has vertices, but no triangles, segments or points between them; add "
       "\"triangles\": [[0, 1, 2], ...]"},
      {R"({"inline": {"vertices": [[0,0,0]], "triangles": [[0, 0, 1]]}})",
       "s.json: line 1, /inline/triangles/0/2: found 1, expected a whole number from 0 to 0"},
      {R"({"inline": {"vertices": [[0,0,0]], "segments": [[0]]}})",
       "s.json: line 1, /inline/segments/0: found an array of 1, expected an array of 2"},
      {R"({"inline": {"vertices": [[0,0,0]], "points": [-1]}})",
       "s.json: line 1, /inline/points/0: found -1, expected a whole number from 0 to 0"},
      {R"({"hull": []})", "s.json: line 1, /hull: found an array of 0, expected an array of at least 1"},
      {R"({"pieces": [{"pieces": []}]})",
       "s.json: line 1, /pieces/0: a piece has none of the keys \"mesh\", \"maker\", \"inline\", \"box\", "
       "\"hull\"; give one of them"},
      {R"({"capsule": {"radius": 1}})",
       "s.json: line 1, /capsule: a capsule lacks the key \"length\"; add \"length\": ..."},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(message(text), expected);
}

TEST(ShapeReader, AnUnknownMakerIsRefusedWithTheNearest) {
  const std::string text = message(R"({"maker": "tourus"})");
  EXPECT_EQ(text.find("s.json: line 1, /maker: found \"tourus\", expected one of \""), 0u) << text;
  EXPECT_NE(text.find("; did you mean \"torus\"?"), std::string::npos) << text;
}

}  // namespace
}  // namespace abut::scene
