#include "abut/geometry/io/off.h"

#include <gtest/gtest.h>

#include "geometry/io/message_of.h"

namespace abut::geometry {
namespace {

MeshFile read(std::string_view bytes) {
  MeshCollector collector("a.off", Units::kMetres);
  return read_off(bytes, collector);
}

const std::string kSquare = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n";

TEST(Off, TheHeaderMayBeWrittenInSeveralWays) {
  for (const char* header :
       {"OFF\n4 1 0\n", "OFF 4 1 0\n", "OFF4 1 0\n", "# me\n\nOFF # it\n# counts\n4 1\n", "OFF\r\n4 1 0\r\n"}) {
    const MeshFile file = read(header + kSquare);
    EXPECT_EQ(file.mesh.vertices.size(), 4u) << header;
    EXPECT_EQ(file.mesh.vertices[2], math::Vec3(1, 1, 0));
    EXPECT_EQ(file.mesh.triangles.size(), 2u);
    EXPECT_EQ(file.num_polygons, 1u);
    EXPECT_TRUE(file.notes.empty());
  }
}

TEST(Off, NormalsColoursAndCommentsAreSetAside) {
  const MeshFile file =
      read("STCNOFF\n3 1 3\n0 0 0 0 0 1 255 0 0 255\n1 0 0 0 0 1 # b\n\n0 1 0\n3 0 1 2 0.5 0.5 0.5\n");
  EXPECT_EQ(file.mesh.vertices[1], math::Vec3(1, 0, 0));
  EXPECT_EQ(file.mesh.triangles, (std::vector<Triangle>{{VertexId(0), VertexId(1), VertexId(2)}}));
}

TEST(Off, VerticesAloneArePoints) {
  EXPECT_EQ(read("OFF 2 0 0\n0 0 0\n1 0 0").mesh.points.size(), 2u);
}

TEST(Off, WhatFollowsIsNoted) {
  EXPECT_EQ(read("OFF 4 1 0\n" + kSquare + "3 0 1 2\n").notes,
            std::vector<std::string>{"what follows the last face, from line 7 on, was skipped"});
}

TEST(Off, BadFilesAreRefused) {
  const std::string again = "it is cut off; copy or export it again";
  const std::vector<std::pair<std::string, std::string>> cases{
      {"hello\n", "line 1: expected OFF, found 'hello'; an OFF file begins with the word OFF"},
      {"\n\n", "line 2: expected OFF, found ''; an OFF file begins with the word OFF"},
      {"4OFF\n1 0 0\n",
       "line 1: '4OFF' is not read: its points may have more than three coordinates; export it as plain OFF"},
      {"nOFF\n3\n1 0 0\n",
       "line 1: 'nOFF' is not read: its points may have more than three coordinates; export it as plain OFF"},
      {"OFF BINARY\n", "line 1: binary OFF is not read; export it as text, or as PLY"},
      {"OFFICE\n", "line 1: expected OFF, found 'OFFICE'; an OFF file begins with the word OFF"},
      {"OFF\n", "line 1: expected the number of vertices, found ''; export the file again"},
      {"OFF\nx 1\n", "line 2: expected the number of vertices, found 'x'; export the file again"},
      {"OFF\n4\n",
       "line 2: the line ends where the number of faces was expected; complete the line, or export the file again"},
      {"OFF\n-1 2 0\n",
       "line 2: the header claims -1 vertices; 0 to 1073741823 are possible; correct the header, or export the file "
       "again"},
      {"OFF\n1 2147483648 0\n",
       "line 2: the header claims 2147483648 faces; 0 to 1073741823 are possible; correct the header, or export the "
       "file again"},
      {"OFF\n1000000000 1 0\n0 0 0\n",
       "line 2: the header claims 1000000000 vertices and 1 faces, which need 6000000008 bytes at least; 6 are left; "
       "the file is cut off or its header is wrong; copy or export it again"},
      {"OFF\n2 0 0\n0.0000000 0 0\n", "line 3: the file ends after 1 of 2 vertices; " + again},
      {"OFF\n1 1 0\n0.0000000000000000000 0 0\n", "line 3: the file ends after 0 of 1 faces; " + again},
      {"OFF\n1 0 0\n0 nan 0\n",
       "line 3: the y coordinate is not finite: 'nan'; correct the number, or export the file again"},
      {"OFF 4 1 0\n" + kSquare.substr(0, 24) + "2 0 1 2 3\n",
       "line 6: a face has 2 corners, at least 3 are needed; remove the face, or give it as a line"},
      {"OFF 4 1 0\n" + kSquare.substr(0, 24) + "-3 0 1 2\n",
       "line 6: a face has 0 corners, at least 3 are needed; remove the face, or give it as a line"},
      {"OFF 4 1 0\n" + kSquare.substr(0, 24) + "3 0 1 4\n",
       "line 6: vertex 4 does not exist: the file has 4 vertices, counted from 0; correct the number, or export the "
       "file again"},
      {"OFF 4 1 0\n" + kSquare.substr(0, 24) + "3 0 1 -1\n",
       "line 6: vertex -1 does not exist: the file has 4 vertices, counted from 0; correct the number, or export the "
       "file again"},
      {"OFF 4 1 0\n" + kSquare.substr(0, 24) + "2000000000 0 1 2 3\n",
       "line 6: the line ends where a vertex number was expected; complete the line, or export the file again"},
      {"OFF 0 0 0\n",
       "the file holds no vertices, so it is no mesh; it was read as OFF; check that it is the right file and that its "
       "name ends as its format does"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(message_of([&] { read(text); }), "a.off: " + message) << text;
}

}  // namespace
}  // namespace abut::geometry
