#include "abut/geometry/io/stl.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "geometry/io/message_of.h"

namespace abut::geometry {
namespace {

using math::Vec3;
using Facet = std::array<float, 9>;

MeshFile read(std::string_view bytes, Units units = Units::kMetres) {
  MeshCollector collector("a.stl", units);
  return read_stl(bytes, collector);
}

void put(std::string& bytes, std::uint32_t word) {
  for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(word >> shift);
}

std::string make_binary(const std::vector<Facet>& facets, std::string header = "") {
  header.resize(80);
  put(header, static_cast<std::uint32_t>(facets.size()));
  for (const Facet& facet : facets) {
    header.append(12, '\x55');  // normal
    for (const float x : facet) put(header, std::bit_cast<std::uint32_t>(x));
    header.append(2, '\x01');  // attributes
  }
  return header;
}

std::string make_facet(const Facet& f) {
  std::string text = "facet normal 0 0 nan\n outer loop\n";
  for (int k = 0; k < 9; k += 3) {
    text += "  vertex " + std::to_string(f[k]) + " " + std::to_string(f[k + 1]) + " " + std::to_string(f[k + 2]) + "\n";
  }
  return text + " endloop\nendfacet\n";
}

const std::vector<Facet> kSquare{{0, 0, 0, 1, 0, 0, 1, 1, 0}, {0, 0, -0.f, 1, 1, 0, 0, 1, 0}};

void expect_square(const Mesh& mesh) {
  EXPECT_EQ(mesh.vertices, (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}));
  EXPECT_EQ(mesh.triangles,
            (std::vector<Triangle>{{VertexId(0), VertexId(1), VertexId(2)}, {VertexId(0), VertexId(2), VertexId(3)}}));
  EXPECT_TRUE(mesh.triangle_component.empty());
}

TEST(Stl, BinaryCornersAreWeldedInOrderOfAppearance) {
  const MeshFile file = read(make_binary(kSquare));
  expect_square(file.mesh);
  EXPECT_EQ(file.num_polygons, 2u);
  EXPECT_EQ(file.num_welded, 2u);
  EXPECT_TRUE(file.notes.empty());
}

TEST(Stl, BinaryThatBeginsWithSolidIsBinary) {
  expect_square(read(make_binary(kSquare, "solid square")).mesh);
}

TEST(Stl, TextIsReadInAnyCaseAndLayout) {
  const std::string text = "solid\n" + make_facet(kSquare[0]) + make_facet(kSquare[1]) + "endsolid\n";
  std::string upper, crlf, one_line;
  for (const char c : text) {
    upper += c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
    crlf += c == '\n' ? "\r\n" : std::string(1, c);
  }
  for (const std::string& variant : {text, upper, crlf}) expect_square(read(variant).mesh);
}

TEST(Stl, EachSolidIsAComponentOfItsOwn) {
  const std::string solid = make_facet(kSquare[0]) + make_facet(kSquare[1]);
  const Mesh mesh = read("solid lid of box\n" + solid + "endsolid lid of box\nsolid\n" + solid + "endsolid\nsolid\n" +
                         solid + "endsolid\n")
                        .mesh;
  EXPECT_EQ(mesh.component_names, (std::vector<std::string>{"lid of box", "", "#2"}));
  EXPECT_EQ(mesh.vertices.size(), 12u);
  EXPECT_EQ(mesh.triangle_component[5], ComponentId(2));
}

TEST(Stl, UnitsAreAppliedBeforeWelding) {
  const Mesh mesh = read(make_binary(kSquare), Units::kMillimetres).mesh;
  EXPECT_EQ(mesh.vertices[2], Vec3(0.001, 0.001, 0));
  EXPECT_EQ(mesh.vertices.size(), 4u);
}

// As many triangles as several blocks of the reader and several growths of its table, against pairwise comparison.
TEST(Stl, WeldingAgreesWithComparingAllCorners) {
  std::mt19937 random(2);
  std::vector<Facet> facets(700);
  for (Facet& facet : facets) {
    for (float& x : facet) x = static_cast<float>(static_cast<int>(random() % 13) - 6) * 0.1f;
  }
  const Mesh mesh = read(make_binary(facets)).mesh;
  std::vector<Vec3> vertices;
  for (std::size_t t = 0; t < facets.size(); ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 p(facets[t][3 * k], facets[t][3 * k + 1], facets[t][3 * k + 2]);
      const auto found = std::find(vertices.begin(), vertices.end(), p);
      ASSERT_EQ(mesh.triangles[t][k].index(), static_cast<std::size_t>(found - vertices.begin()));
      if (found == vertices.end()) vertices.push_back(p);
    }
  }
  EXPECT_EQ(mesh.vertices, vertices);
}

TEST(Stl, SurplusBytesAreNoted) {
  EXPECT_EQ(read(make_binary(kSquare) + "xyz").notes,
            std::vector<std::string>{"3 bytes after the last triangle were skipped"});
}

TEST(Stl, BadBinaryFilesAreRefused) {
  std::string huge(80, 'x');
  put(huge, 0x80000000u);
  const std::string whole = make_binary(kSquare);
  Facet bad = kSquare[1];
  bad[4] = std::numeric_limits<float>::quiet_NaN();
  const std::vector<std::pair<std::string, std::string>> cases{
      {huge,
       "byte 80: the header claims 2147483648 triangles, the file holds 0; it is cut off or no STL; copy or export it "
       "again"},
      {whole.substr(0, whole.size() - 1),
       "byte 80: the header claims 2 triangles, the file holds 1; it is cut off or no STL; copy or export it again"},
      {"solid" + std::string(75, ' ') + whole.substr(80, 60),
       "byte 80: the header claims 2 triangles, the file holds 1; it is cut off or no STL; copy or export it again"},
      {std::string(70, 'x'),
       "byte 0: the file ends here: 80 bytes were expected, 70 are left; it is cut off; copy or export it again"},
      {std::string(82, 'x'),
       "byte 80: the file ends here: 4 bytes were expected, 2 are left; it is cut off; copy or export it again"},
      {make_binary({}), "byte 80: the header claims 0 triangles; export it again, with its surface"},
      {make_binary({kSquare[0], bad}),
       "byte 158: the y coordinate is not finite; correct it, or export the file again"},
  };
  for (const auto& [bytes, message] : cases) EXPECT_EQ(message_of([&] { read(bytes); }), "a.stl: " + message);
}

TEST(Stl, BadTextFilesAreRefused) {
  const std::string facet = make_facet(kSquare[0]);
  const std::string rule = "; facets are triangles: three lines 'vertex x y z' between 'outer loop' and 'endloop'";
  const std::string again = "; it is cut off; copy or export it again";
  const std::vector<std::pair<std::string, std::string>> cases{
      {"solid\n" + facet, "line 8: the file ends before endsolid" + again},
      {"solid\n" + facet.substr(0, 33), "line 3: the file ends before vertex" + again},
      {"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nendloop\n",
       "line 6: expected vertex, found 'endloop'" + rule},
      {"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nvertex 0 1 0\nendloop\n",
       "line 7: expected endloop, found 'vertex'" + rule},
      {"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0\n",
       "line 4: the line ends where the z coordinate was expected; complete the line, or export the file again"},
      {"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 inf 0\n",
       "line 4: the y coordinate is not finite: 'inf'; correct the number, or export the file again"},
      {"solid\nhello\n", "line 2: expected facet, found 'hello'" + rule},
      {"solid x\nendsolid x\nrest\n", "line 3: expected solid, found 'rest'" + rule},
      {"solid x\nendsolid x\n",
       "the file holds no vertices, so it is no mesh; it was read as STL; check that it is the right file and that its "
       "name ends as its format does"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(message_of([&] { read(text); }), "a.stl: " + message) << text;
}

}  // namespace
}  // namespace abut::geometry
