#include "abut/geometry/io/read_mesh.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <clocale>
#include <fstream>
#include <sstream>

#include "geometry/io/exercise_reader.h"
#include "geometry/io/message_of.h"

namespace abut::geometry {
namespace {

namespace fs = std::filesystem;

// A folder of its own, gone afterwards.
class ReadMesh : public testing::Test {
 protected:
  ReadMesh() : folder_(fs::temp_directory_path() / ("abut_read_mesh_" + std::to_string(getpid()))) {
    fs::create_directory(folder_);
  }
  ~ReadMesh() override { fs::remove_all(folder_); }

  fs::path write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return folder_ / name;
  }

  // The message for a file, with the folder cut from its name.
  std::string message(const fs::path& path) const {
    const std::string text = message_of([&] { read_mesh(path); });
    const std::string prefix = folder_.string() + "/";
    return text.starts_with(prefix) ? text.substr(prefix.size()) : text;
  }

  fs::path folder_;
};

const std::string kObj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
const std::string kOff = "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
const std::string kPly =
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n"
    "property list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
const std::string kStl =
    "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n";

TEST_F(ReadMesh, EveryFormatGivesTheSameMesh) {
  const std::vector<std::pair<fs::path, MeshFormat>> files{{write("a.obj", kObj), MeshFormat::kObj},
                                                           {write("a.OFF", kOff), MeshFormat::kOff},
                                                           {write("a.ply", kPly), MeshFormat::kPly},
                                                           {write("a.Stl", kStl), MeshFormat::kStl},
                                                           {write("no_ending", kPly), MeshFormat::kPly}};
  const Mesh expected = read_mesh(kObj, "", MeshFormat::kObj).mesh;
  for (const auto& [path, format] : files) {
    const MeshFile file = read_mesh(path);
    EXPECT_EQ(file.format, format);
    EXPECT_EQ(file.mesh.vertices, expected.vertices);
    EXPECT_EQ(file.mesh.triangles, expected.triangles);
    EXPECT_EQ(read_mesh(path, {Units::kInches}).mesh.vertices[1].x(), 0.0254);
  }
}

TEST_F(ReadMesh, WhatCannotBeReadIsSaidSo) {
  EXPECT_EQ(message(folder_ / "none.obj"), "none.obj: there is no such file; check the path");
  EXPECT_EQ(message(folder_ / "none" / "x.obj"), "none/x.obj: there is no such file; check the path");
  fs::create_directory(folder_ / "folder.obj");
  EXPECT_EQ(message(folder_ / "folder.obj"), "folder.obj: it is a directory; name a mesh file in it");
  EXPECT_EQ(message("/dev/null"), "/dev/null: it is not a regular file; save it to a file first");
  EXPECT_EQ(message(write("empty.stl", "")), "empty.stl: the file is empty; export it again");
  EXPECT_EQ(message(write("a.txt", "dear reader")),
            "a.txt: the format is not known, neither by the name nor by how the file begins; meshes are read from "
            ".obj, .stl, "
            ".ply and .off");
  EXPECT_EQ(message(write("a.obj", kPly)), "a.obj: the name says OBJ, but it begins like PLY; rename it to what it is");
  EXPECT_EQ(message(write("a.ply", kStl)), "a.ply: the name says PLY, but it begins like STL; rename it to what it is");
  EXPECT_EQ(
      message(write("b.obj", "v 1 2\n")),
      "b.obj: line 1: the line ends where the z coordinate was expected; complete the line, or export the file again");
}

TEST_F(ReadMesh, AFileThatMayNotBeReadIsSaidSo) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const fs::path path = write("locked.obj", kObj);
  fs::permissions(path, fs::perms::none);
  EXPECT_EQ(message(path), "locked.obj: the file cannot be opened; check that you may read it");
}

TEST_F(ReadMesh, AFileOfMoreThanTwoGibibytesIsRefused) {
  const fs::path path = write("vast.stl", "x");
  fs::resize_file(path, kMaxFileBytes + 1);  // a hole: takes no room
  EXPECT_EQ(message(path),
            "vast.stl: the file has 2147483649 bytes, more than 2147483648 (2 GiB); split it into parts");
}

TEST_F(ReadMesh, TheLocaleChangesNothing) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  for (const char* locale : {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "fr_FR"}) {
    if (std::setlocale(LC_ALL, locale)) break;
  }
  EXPECT_EQ(read_mesh("v 0.5 1.25 0\n", "", MeshFormat::kObj).mesh.vertices[0], math::Vec3(0.5, 1.25, 0));
  std::setlocale(LC_ALL, before.c_str());
}

// The seeds and past findings of the fuzz targets (fuzz/).
TEST(FuzzCorpora, AreReadSoundlyOrRefused) {
  const std::vector<std::pair<std::string, MeshFormat>> targets{{"read_obj_fuzz", MeshFormat::kObj},
                                                                {"read_stl_fuzz", MeshFormat::kStl},
                                                                {"read_ply_fuzz", MeshFormat::kPly},
                                                                {"read_off_fuzz", MeshFormat::kOff}};
  for (const auto& [target, format] : targets) {
    std::size_t num_files = 0;
    for (const auto& entry : fs::directory_iterator(fs::path(ABUT_SOURCE_DIR) / "fuzz/corpus" / target)) {
      std::ifstream in(entry.path(), std::ios::binary);
      const std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
      EXPECT_NO_THROW(exercise_reader(bytes, format)) << entry.path();
      ++num_files;
    }
    EXPECT_GE(num_files, 5u) << target;
  }
}

// Lines of an OBJ by keyword: faces, corners of faces, segments, vertices.
struct LineCount {
  std::size_t num_faces = 0, num_corners = 0, num_segments = 0, num_vertices = 0;
};
LineCount count_lines(const fs::path& path) {
  LineCount count;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string keyword, word;
    words >> keyword;
    std::size_t num_words = 0;
    while (words >> word) ++num_words;
    if (keyword == "v") ++count.num_vertices;
    if (keyword == "l") count.num_segments += num_words - 1;
    if (keyword != "f") continue;
    ++count.num_faces;
    count.num_corners += num_words;
  }
  return count;
}

TEST(PublicMeshes, AllAreReadWhole) {
  const fs::path folder = fs::path(ABUT_DATA_DIR) / "rigid-ipc/meshes";
  if (!fs::exists(folder)) GTEST_SKIP() << folder << " is absent";
  std::size_t num_files = 0, num_of_points = 0, num_of_segments = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".obj") continue;
    ++num_files;
    const LineCount count = count_lines(entry.path());
    const MeshFile file = read_mesh(entry.path());
    EXPECT_EQ(file.num_polygons, count.num_faces) << entry.path();
    EXPECT_EQ(file.mesh.triangles.size(), count.num_corners - 2 * count.num_faces) << entry.path();
    EXPECT_EQ(file.mesh.segments.size(), count.num_segments) << entry.path();
    EXPECT_EQ(file.mesh.vertices.size() + file.num_welded, count.num_vertices) << entry.path();
    EXPECT_TRUE(file.notes.empty()) << entry.path() << file.notes[0];
    num_of_segments += !file.mesh.segments.empty();
    if (count.num_faces + count.num_segments == 0) {
      EXPECT_EQ(file.mesh.points.size(), count.num_vertices);
      ++num_of_points;
    }
  }
  EXPECT_EQ(num_files, 50u);
  EXPECT_EQ(num_of_points, 1u);
  EXPECT_EQ(num_of_segments, 1u);
}

}  // namespace
}  // namespace abut::geometry
