#include "abut/scene/load_mesh.h"

#include <gtest/gtest.h>

#include <fstream>

#include "abut/base/input_error.h"
#include "abut/geometry/makers/primitives.h"
#include "scene/read_support.h"

namespace abut::scene {
namespace {

using math::Vec3;

geometry::MeshFile make_triangle(double size) {
  geometry::MeshFile file;
  file.mesh.vertices = {Vec3(0, 0, 0), Vec3(size, 0, 0), Vec3(0, size, 0)};
  file.mesh.triangles = {{VertexId(0), VertexId(1), VertexId(2)}};
  file.notes = {"it is very small"};
  return file;
}

// Two files, told from each other by their size.
std::optional<geometry::MeshFile> find_in_memory(const std::filesystem::path& path, geometry::Units units) {
  if (path == "a/part.obj") return make_triangle(geometry::to_metres(1.0, units));
  if (path == "b/part.obj" || path == "b/other.obj" || path == "/abs.obj") return make_triangle(2.0);
  return std::nullopt;
}

std::string find_message(const PolyhedronSource& source, const MeshSearch& search) {
  std::vector<std::string> notes;
  try {
    load_mesh(source, search, notes);
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

const MeshSearch kSearch{{"a", "b"}, &find_in_memory};

TEST(LoadMesh, TheFirstFolderThatHasTheFileGivesIt) {
  std::vector<std::string> notes;
  EXPECT_EQ(load_mesh(FileMesh{"part.obj", {}, {}}, kSearch, notes).vertices[1].x(), 1.0);
  EXPECT_EQ(load_mesh(FileMesh{"other.obj", {}, {}}, kSearch, notes).vertices[1].x(), 2.0);
  EXPECT_EQ(load_mesh(FileMesh{"/abs.obj", {}, {}}, kSearch, notes).vertices[1].x(), 2.0);
  EXPECT_EQ(notes, (std::vector<std::string>{"a/part.obj: it is very small", "b/other.obj: it is very small",
                                             "/abs.obj: it is very small"}));
}

TEST(LoadMesh, UnitsComeBeforeScale) {
  std::vector<std::string> notes;
  const geometry::Mesh mesh =
      load_mesh(FileMesh{"part.obj", geometry::Units::kMillimetres, {Vec3(3, 5, 7), {}}}, kSearch, notes);
  EXPECT_EQ(mesh.vertices[1], Vec3(0.001 * 3, 0, 0));
  EXPECT_EQ(mesh.vertices[2], Vec3(0, 0.001 * 5, 0));
}

TEST(LoadMesh, AMissingFileIsToldWithEveryPathTried) {
  EXPECT_EQ(
      find_message(FileMesh{"none.obj", {}, {}}, kSearch),
      "the mesh \"none.obj\" is not there: tried a/none.obj, b/none.obj; check the path, which is relative to the "
      "scene's folder");
  EXPECT_EQ(find_message(FileMesh{"none.obj", {}, {}}, {{}, &find_in_memory}),
            "the mesh \"none.obj\" is not there; a scene that is no file has no folder: give an absolute path");
}

TEST(LoadMesh, FilesAreReadFromDisk) {
  const std::filesystem::path path = make_temporary_path("mesh.obj");
  std::ofstream(path) << "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  const std::optional<geometry::MeshFile> file = find_mesh_file(path, geometry::Units::kCentimetres);
  std::filesystem::remove(path);
  ASSERT_TRUE(file);
  EXPECT_EQ(file->mesh.vertices[1], Vec3(0.01, 0, 0));
  EXPECT_FALSE(find_mesh_file(path, geometry::Units::kMetres));
}

TEST(LoadMesh, MakersBoxesHullsAndInlineMeshesNeedNoFile) {
  std::vector<std::string> notes;
  const PolyhedronSource box = Box{Vec3(1, 2, 3)};
  EXPECT_EQ(load_mesh(box, {}, notes).vertices, geometry::make_box({1, 2, 3}).vertices);
  const PolyhedronSource made = MadeMesh{"box", {{"size", {1, 2, 3}}}, {Vec3(2, 2, 2), {}}};
  EXPECT_EQ(load_mesh(made, {}, notes).vertices, geometry::make_box({2, 4, 6}).vertices);
  const PolyhedronSource hull = Hull{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.1, 0.1, 0.1}}};
  EXPECT_EQ(load_mesh(hull, {}, notes).triangles.size(), 4u);
  InlineMesh inlined;
  inlined.mesh = geometry::make_tetrahedron(1.0);
  inlined.scaling.factors = Vec3(2, 2, 2);
  EXPECT_EQ(load_mesh(PolyhedronSource(inlined), {}, notes).vertices, geometry::make_tetrahedron(2.0).vertices);
  EXPECT_TRUE(notes.empty());
}

TEST(LoadMesh, WhatCannotBeMadeIsRefused) {
  EXPECT_EQ(find_message(Hull{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, {}),
            "the hull of 3 points has no volume: they lie in a plane, line or point; give points of a solid, or an "
            "inline mesh");
  EXPECT_NE(find_message(MadeMesh{"tetrahedron", {{"edge", {-1.0}}}, {}}, {}).find("tetrahedron: edge is -1, expected"),
            std::string::npos);
}

}  // namespace
}  // namespace abut::scene
