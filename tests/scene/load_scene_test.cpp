#include "abut/scene/load_scene.h"

#include <gtest/gtest.h>

#include <set>

#include "abut/base/input_error.h"
#include "abut/scene/catalogue.h"
#include "abut/scene/read_scene.h"

namespace abut::scene {
namespace {

using math::Vec3;

LoadedScene load(std::string_view text) {
  return load_scene(read_scene(text, "s.json"));
}

std::string find_message(std::string_view text) {
  try {
    load(text);
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

std::string with_body(std::string_view body) {
  return "{\"abut_scene\": 1, \"bodies\": [\n" + std::string(body) + "]}";
}

TEST(LoadScene, BodiesThatAskForTheSameShapeShareIt) {
  const LoadedScene scene = load(R"({"abut_scene": 1, "bodies": [
      {"shape": {"box": [1, 1, 1]}}, {"shape": {"box": [1, 1, 1]}, "density": 7}, {"shape": {"box": [1, 1, 2]}}]})");
  ASSERT_EQ(scene.bodies.size(), 3u);
  EXPECT_EQ(scene.bodies[0].shape, scene.bodies[1].shape);
  EXPECT_NE(scene.bodies[0].shape, scene.bodies[2].shape);
  EXPECT_DOUBLE_EQ(scene.bodies[0].mass.mass, 1000.0);
  EXPECT_DOUBLE_EQ(scene.bodies[1].mass.mass, 7.0);
  EXPECT_EQ(scene.bodies[2].name, "body 2");
  EXPECT_EQ(scene.bodies[2].source, 2u);
}

TEST(LoadScene, ASplitBodyBecomesSeveral) {
  const LoadedScene scene = load(with_body(R"({"name": "two", "split": true, "areal_density": 1, "shape": {"inline": {
      "vertices": [[0,0,0], [1,0,0], [0,1,0], [5,0,0], [6,0,0], [5,1,0]], "triangles": [[0,1,2], [3,4,5]]}}},
      {"shape": {"ball": 1}})"));
  ASSERT_EQ(scene.bodies.size(), 3u);
  EXPECT_EQ(scene.bodies[0].name, "two part 0");
  EXPECT_EQ(scene.bodies[1].name, "two part 1");
  EXPECT_EQ(scene.bodies[1].source, 0u);
  EXPECT_EQ(scene.bodies[2].source, 1u);
  EXPECT_DOUBLE_EQ(scene.bodies[1].mass.mass, 0.5);
}

TEST(LoadScene, FaultsNameTheScenesFileLineAndPointer) {
  EXPECT_EQ(
      find_message(with_body(R"({"shape": {"mesh": "none.stl"}})")),
      "s.json: line 2, /bodies/0/shape: the mesh \"none.stl\" is not there; a scene that is no file has no folder: "
      "give an absolute path");
  const std::string maker =
      find_message(with_body(R"({"shape": {"maker": "tetrahedron", "arguments": {"edge": -1}}})"));
  EXPECT_EQ(maker.find("s.json: line 2, /bodies/0/shape: tetrahedron: edge is -1, expected"), 0u) << maker;
  EXPECT_EQ(find_message(with_body(R"({"shape": {"inline": {"vertices": [[0,0,0]], "points": [0]}}})")),
            "s.json: line 2, /bodies/0: the body has no volume to weigh by density: its mesh is no closed surface that "
            "faces outward; give \"areal_density\" (kg/m^2) or \"mass\" (kg), or mend the mesh: abut info says what is "
            "wrong with it");
}

TEST(LoadScene, AMissingMeshOfAFileIsToldWithThePathTried) {
  SceneFile file = read_scene(with_body(R"({"shape": {"mesh": "none.stl"}})"), "dir/s.json");
  file.mesh_folders = {"dir"};
  try {
    load_scene(file);
    FAIL();
  } catch (const InputError& e) {
    EXPECT_STREQ(e.what(),
                 "dir/s.json: line 2, /bodies/0/shape: the mesh \"none.stl\" is not there: tried "
                 "dir/none.stl; check the path, which is relative to the scene's folder");
  }
}

TEST(LoadScene, MeshesCanComeFromElsewhereAndTheirNotesAreTold) {
  SceneFile file = read_scene(with_body(R"({"shape": {"mesh": "a.stl"}}, {"shape": {"mesh": "a.stl"}})"), "s.json");
  file.mesh_folders = {"dir"};
  int num_reads = 0;
  const LoadedScene scene = load_scene(file, [&](const std::filesystem::path& path, geometry::Units) {
    ++num_reads;
    EXPECT_EQ(path, "dir/a.stl");
    geometry::MeshFile mesh;
    mesh.mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    mesh.mesh.triangles = {{VertexId(0), VertexId(2), VertexId(1)},
                           {VertexId(0), VertexId(1), VertexId(3)},
                           {VertexId(0), VertexId(3), VertexId(2)},
                           {VertexId(1), VertexId(2), VertexId(3)}};
    mesh.notes = {"a note"};
    return std::optional(mesh);
  });
  EXPECT_EQ(num_reads, 1);
  EXPECT_EQ(scene.notes, std::vector<std::string>{"dir/a.stl: a note"});
  EXPECT_NEAR(scene.bodies[1].mass.mass, 1000.0 / 6.0, 1e-10);
}

TEST(LoadScene, EverySceneOfTheCatalogueLoads) {
  for (const CatalogueScene& entry : get_catalogue()) {
    const LoadedScene scene = load(entry.text);
    EXPECT_EQ(scene.bodies.size(), scene.scene.bodies.size()) << entry.name;
    for (const LoadedBody& body : scene.bodies) {
      if (scene.scene.bodies[body.source].type != BodyType::kDynamic) continue;
      EXPECT_TRUE(body.shape->is_solid) << entry.name << ": " << body.name;
      EXPECT_GT(body.mass.mass, 0.0) << entry.name << ": " << body.name;
    }
  }
}

TEST(LoadScene, EveryPublicSceneLoads) {
  const std::filesystem::path folder = std::filesystem::path(ABUT_DATA_DIR) / "rigid-ipc" / "fixtures";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no public scenes in " << ABUT_DATA_DIR;
  std::set<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".json") paths.insert(entry.path());
  }
  for (const std::filesystem::path& path : paths) {
    const LoadedScene scene = load_scene(read_scene(path));
    EXPECT_GE(scene.bodies.size(), 1u) << path;
    for (const LoadedBody& body : scene.bodies) {
      EXPECT_TRUE(body.mass.mass > 0.0 || scene.scene.bodies[body.source].type != BodyType::kDynamic) << path;
    }
  }
}

}  // namespace
}  // namespace abut::scene
