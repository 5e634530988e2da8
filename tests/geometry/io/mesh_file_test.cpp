#include "abut/geometry/io/mesh_file.h"

#include <gtest/gtest.h>

namespace abut::geometry {
namespace {

std::string make_binary_stl(std::string header, std::uint32_t num_triangles, std::size_t num_bytes) {
  header.resize(80, ' ');
  for (int shift = 0; shift < 32; shift += 8) header += static_cast<char>(num_triangles >> shift);
  header.resize(84 + num_bytes);
  return header;
}

TEST(MeshFile, TheEndOfTheNameGivesTheFormat) {
  EXPECT_EQ(find_format("a/b.obj"), MeshFormat::kObj);
  EXPECT_EQ(find_format("a.b.STL"), MeshFormat::kStl);
  EXPECT_EQ(find_format("x.Ply"), MeshFormat::kPly);
  EXPECT_EQ(find_format("x.off"), MeshFormat::kOff);
  for (const char* name : {"", "obj", "x.objx", "x.obj/y", "x"}) EXPECT_EQ(find_format(name), std::nullopt) << name;
}

TEST(MeshFile, TheBeginningGivesTheFormat) {
  EXPECT_EQ(find_format_of_bytes("ply\nformat ascii 1.0\n"), MeshFormat::kPly);
  EXPECT_EQ(find_format_of_bytes("# mine\nOFF\n1 0 0\n"), MeshFormat::kOff);
  EXPECT_EQ(find_format_of_bytes("CNOFF 1 0 0\n"), MeshFormat::kOff);
  EXPECT_EQ(find_format_of_bytes("\n  SOLID x\n"), MeshFormat::kStl);
  EXPECT_EQ(find_format_of_bytes(make_binary_stl("ply", 2, 100)), MeshFormat::kStl);
  for (const char* bytes : {"", "v 1 2 3\n", "polygon", "turnOFF"}) {
    EXPECT_EQ(find_format_of_bytes(bytes), std::nullopt) << bytes;
  }
}

TEST(MeshFile, ABinaryStlMayBeginWithSolid) {
  EXPECT_TRUE(is_binary_stl(make_binary_stl("solid part", 3, 150)));
  EXPECT_TRUE(is_binary_stl(make_binary_stl("solid part", 3, 149)));  // cut off
  EXPECT_TRUE(is_binary_stl(make_binary_stl("solid part", 3, 151)));
  EXPECT_TRUE(is_binary_stl(make_binary_stl("made by me", 3, 10)));
  EXPECT_FALSE(is_binary_stl("solid part\nendsolid part\n"));
  EXPECT_FALSE(is_binary_stl("SOLID " + std::string(600, 'x') + '\0'));
}

TEST(MeshFile, FormatsHaveNames) {
  EXPECT_EQ(get_name(MeshFormat::kObj), "OBJ");
  EXPECT_EQ(get_name(MeshFormat::kOff), "OFF");
}

}  // namespace
}  // namespace abut::geometry
