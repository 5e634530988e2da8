#include "abut/geometry/io/ply.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "geometry/io/message_of.h"

namespace abut::geometry {
namespace {

using math::Vec3;

MeshFile read(std::string_view bytes) {
  MeshCollector collector("a.ply", Units::kMetres);
  return read_ply(bytes, collector);
}

const std::string kHeader =
    "element vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n"
    "property list uchar int vertex_indices\nend_header\n";
const std::string kText = "ply\nformat ascii 1.0\n" + kHeader;
const std::string kCorners = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n";

void expect_square(const Mesh& mesh) {
  EXPECT_EQ(mesh.vertices, (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}));
  EXPECT_EQ(mesh.triangles,
            (std::vector<Triangle>{{VertexId(0), VertexId(1), VertexId(2)}, {VertexId(0), VertexId(2), VertexId(3)}}));
}

// Numbers as bytes of either order.
class Bytes {
 public:
  explicit Bytes(bool is_big) : is_big_(is_big) {}
  template <class T>
  Bytes& put(T value) {
    auto raw = std::bit_cast<std::array<char, sizeof(T)>>(value);
    if (is_big_) std::reverse(raw.begin(), raw.end());
    bytes.append(raw.data(), raw.size());
    return *this;
  }
  std::string bytes;

 private:
  bool is_big_;
};

TEST(Ply, TextIsRead) {
  const MeshFile file = read(kText + kCorners + "4 0 1 2 3\n");
  expect_square(file.mesh);
  EXPECT_EQ(file.num_polygons, 1u);
  EXPECT_TRUE(file.notes.empty());
  std::string crlf;
  for (const char c : kText + kCorners + "4 0 1 2 3") crlf += c == '\n' ? "\r\n" : std::string(1, c);
  expect_square(read(crlf).mesh);
}

TEST(Ply, BothBinaryFormsAreRead) {
  for (const bool is_big : {false, true}) {
    Bytes body(is_big);
    for (const float x : {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}) body.put(x);
    body.put(std::uint8_t{4}).put(0).put(1).put(2).put(3);
    const std::string format = is_big ? "binary_big_endian" : "binary_little_endian";
    expect_square(read("ply\nformat " + format + " 1.0\n" + kHeader + body.bytes).mesh);
    EXPECT_EQ(read("ply\nformat " + format + " 1.0\n" + kHeader + body.bytes + "\n").notes,
              std::vector<std::string>{"what follows the last element was skipped"});
  }
}

TEST(Ply, WhatIsNotNeededIsPassedOver) {
  const std::string header =
      "element camera 2\nproperty list uchar float view\nproperty int id\nelement vertex 3\nproperty uchar "
      "red\nproperty double z\n"
      "property list ushort short weights\nproperty short y\nproperty double x\nelement nothing 1000000000\nelement "
      "face 1\n"
      "property list uchar float uv\nproperty list int uint vertex_index\nproperty int flags\nelement edge 1\nproperty "
      "int vertex1\n"
      "property int vertex2\nproperty uchar crease\nend_header\n";
  Bytes body(false);
  body.put(std::uint8_t{2}).put(1.f).put(2.f).put(7).put(std::uint8_t{0}).put(8);
  for (int v = 0; v < 3; ++v) {
    body.put(std::uint8_t{9}).put(double(v)).put(std::uint16_t(v));
    for (int i = 0; i < v; ++i) body.put(std::int16_t{5});
    body.put(std::int16_t(v * v)).put(-0.5);
  }
  body.put(std::uint8_t{1}).put(0.5f).put(3).put(2).put(1).put(0).put(77);
  body.put(0).put(2).put(std::uint8_t{1});
  const std::string text =
      "2 1.0 2.0 7\n0 8\n9 0 0 0 -0.5\n9 1 1 5 1 -0.5\n9 2 2 5 5 4 -0.5\n1 0.5 3 2 1 0 77\n0 2 1\n";
  for (const MeshFile& file : {read("ply\nformat binary_little_endian 1.0\n" + header + body.bytes),
                               read("ply\nformat ascii 1.0\n" + header + text)}) {
    EXPECT_EQ(file.mesh.vertices, (std::vector<Vec3>{{-0.5, 0, 0}, {-0.5, 1, 1}, {-0.5, 4, 2}}));
    EXPECT_EQ(file.mesh.triangles, (std::vector<Triangle>{{VertexId(2), VertexId(1), VertexId(0)}}));
    EXPECT_EQ(file.mesh.segments, (std::vector<Segment>{{VertexId(0), VertexId(2)}}));
    EXPECT_EQ(file.notes, std::vector<std::string>{"2 elements 'camera' were skipped"});
  }
}

TEST(Ply, VerticesAloneArePoints) {
  EXPECT_EQ(read("ply\nformat ascii 1.0\nelement vertex 2\nproperty int x\nproperty int y\nproperty int "
                 "z\nend_header\n0 0 0\n1 0 0")
                .mesh.points.size(),
            2u);
}

TEST(Ply, BadFilesAreRefused) {
  const std::string again = "correct the number, or export the file again";
  const std::string cut = "it is cut off; copy or export it again";
  const auto with_header = [](const std::string& header) {
    return "ply\nformat ascii 1.0\n" + header + "end_header\n0 0 0\n0 0 0\n0 0 0\n";
  };
  Bytes negative(false);
  negative.put(0.f).put(0.f).put(0.f).put(std::int8_t{-1}).put(std::int32_t{0});
  const std::string one_vertex = "element vertex 1\nproperty float x\nproperty float y\nproperty float z\n";
  const std::string binary = "ply\nformat binary_little_endian 1.0\n" + one_vertex +
                             "element face 1\nproperty list char int vertex_indices\nend_header\n";
  const auto at_byte = [&](std::size_t i) { return "byte " + std::to_string(binary.size() + i) + ": "; };
  const std::vector<std::pair<std::string, std::string>> cases{
      {kText + kCorners + "2 0 1\n",
       "line 14: a face has 2 corners, at least 3 are needed; remove the face, or give it as a line"},
      {kText + kCorners + "3 0 1 4\n",
       "line 14: vertex 4 does not exist: the file has 4 vertices, counted from 0; " + again},
      {kText + kCorners + "3 0 1 -1\n",
       "line 14: vertex -1 does not exist: the file has 4 vertices, counted from 0; " + again},
      {kText + kCorners + "3 0 1\n",
       "line 14: the line ends where an integer was expected; complete the line, or export the file again"},
      {kText + kCorners + "3 0 1 2 3\n",
       "line 14: '3' is more than the header promises for this line; each element stands on a line of its own; export "
       "the file again"},
      {kText + kCorners + "-3 0 1 2\n", "line 14: a list of -3 items; export the file again"},
      {kText + kCorners + "\n\n\n", "line 16: the file ends after 0 of 1 elements 'face'; " + cut},
      {kText + "0 0 0\n1 0 0\n0.0000000000000 0 0\n", "line 12: the file ends after 3 of 4 elements 'vertex'; " + cut},
      {kText + "0 0 nan\n" + kCorners + "3 0 1 2\n", "line 10: a number is not finite: 'nan'; " + again},
      {kText + "0 0 1e70\n" + kCorners + "3 0 1 2\n",
       "line 10: the z coordinate is 1e+70 m, more than 1e+60; correct it, or export the file again"},
      {with_header("element vertex 1\nproperty float x\nproperty float y\n"),
       "line 3: an element vertex needs numbers x, y, z, once each; export the file again, with positions and faces"},
      {with_header("element vertex 1\nproperty float x\nproperty float y\nproperty float z\nproperty float x\n"),
       "line 3: an element vertex needs numbers x, y, z, once each; export the file again, with positions and faces"},
      {with_header("element vertex 1\nproperty float x\nproperty float y\nproperty list uchar float z\n"),
       "line 3: an element vertex needs numbers x, y, z, once each; export the file again, with positions and faces"},
      {with_header(one_vertex + "element face 1\nproperty int vertex_indices\n"),
       "line 7: an element face needs a list vertex_indices or vertex_index, once each; export the file again, with "
       "positions and faces"},
      {with_header(one_vertex + "element edge 1\nproperty int vertex1\n"),
       "line 7: an element edge needs integers vertex1, vertex2, once each; export the file again, with positions and "
       "faces"},
      {"ply\nformat ascii 1.0\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n3 0 0 0\n",
       "line 6: vertex 0 does not exist: the file has 0 vertices, counted from 0; " + again},
      {binary + negative.bytes, at_byte(12) + "a list of -1 items; export the file again"},
      {binary + std::string(12, '\0') + "\x7f" + std::string(20, '\0'),
       at_byte(33) + "the file ends here: 4 bytes were expected, 0 are left; " + cut},
      {binary + std::string(12, '\xff') + "\x7f" + std::string(20, '\0'),
       at_byte(0) + "the x coordinate is not finite; correct it, or export the file again"},
      {"ply\nformat ascii 1.0\nend_header\n",
       "the file holds no vertices, so it is no mesh; it was read as PLY; check that it is the right file and that its "
       "name ends as its format does"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(message_of([&] { read(text); }), "a.ply: " + message) << text;
}

}  // namespace
}  // namespace abut::geometry
