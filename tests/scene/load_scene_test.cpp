#include "abut/scene/load_scene.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>
#include <set>

#include "abut/base/input_error.h"
#include "abut/geometry/io/read_mesh.h"
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

std::set<std::filesystem::path> find_public_scenes() {
  const std::filesystem::path folder = std::filesystem::path(ABUT_DATA_DIR) / "rigid-ipc" / "fixtures";
  std::set<std::filesystem::path> paths;
  if (!std::filesystem::exists(folder)) return paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".json") paths.insert(entry.path());
  }
  return paths;
}

// Where rigid-ipc puts the vertices of a body, from the raw JSON by the words of its format: scaled about the model's
// origin, turned by Rz Ry Rx, moved.
Eigen::Affine3d make_placement(const nlohmann::json& body) {
  const auto vector = [&](const char* key) {
    const std::vector<double> v = body.value(key, std::vector<double>{0, 0, 0});
    return Vec3(v[0], v[1], v[2]);
  };
  const Vec3 radians = vector("rotation") * (std::numbers::pi / 180.0);
  Eigen::Affine3d placement = Eigen::Affine3d::Identity();
  placement.translate(vector("position"));
  placement.rotate(Eigen::AngleAxisd(radians.z(), Vec3::UnitZ()));
  placement.rotate(Eigen::AngleAxisd(radians.y(), Vec3::UnitY()));
  placement.rotate(Eigen::AngleAxisd(radians.x(), Vec3::UnitX()));
  return placement;
}

Vec3 find_scale(const nlohmann::json& body, const geometry::Mesh& mesh) {
  if (body.contains("dimensions")) {
    Vec3 low = mesh.vertices[0], high = low;
    for (const Vec3& v : mesh.vertices) {
      low = low.cwiseMin(v);
      high = high.cwiseMax(v);
    }
    const std::vector<double> d = body["dimensions"];
    Vec3 scale;
    for (int i = 0; i < 3; ++i) scale[i] = d[static_cast<std::size_t>(i)] / (high[i] > low[i] ? high[i] - low[i] : 1.0);
    return scale;
  }
  if (!body.contains("scale")) return Vec3::Ones();
  if (body["scale"].is_number()) return Vec3::Constant(body["scale"].get<double>());
  const std::vector<double> s = body["scale"];
  return {s[0], s[1], s[2]};
}

TEST(LoadScene, EveryVertexOfAPublicSceneIsWhereRigidIpcPutsIt) {
  const std::set<std::filesystem::path> paths = find_public_scenes();
  if (paths.empty()) GTEST_SKIP() << "no public scenes in " << ABUT_DATA_DIR;
  const std::filesystem::path meshes = std::filesystem::path(ABUT_DATA_DIR) / "rigid-ipc" / "meshes";
  for (const std::filesystem::path& path : paths) {
    const LoadedScene scene = load_scene(read_scene(path));
    std::ifstream stream(path);
    const nlohmann::json raw = nlohmann::json::parse(stream);
    std::size_t num_bodies = 0;
    for (const nlohmann::json& body : raw["rigid_body_problem"]["rigid_bodies"]) {
      if (!body.value("enabled", true)) continue;
      ASSERT_LT(num_bodies, scene.bodies.size()) << path;
      const LoadedBody& loaded = scene.bodies[num_bodies++];
      const math::Pose& X_WB = scene.scene.bodies[loaded.source].X_WB;
      const geometry::Mesh mesh = geometry::read_mesh(meshes / body["mesh"].get<std::string>()).mesh;
      const Eigen::Affine3d placement = make_placement(body);
      const Vec3 scale = find_scale(body, mesh);
      ASSERT_EQ(loaded.shape->brep.vertices.size(), mesh.vertices.size()) << path;
      double error = 0.0;
      for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
        const Vec3 expected = placement * Vec3(mesh.vertices[i].cwiseProduct(scale));
        error = std::max(error, (X_WB * loaded.shape->brep.vertices[i] - expected).norm() / (1.0 + expected.norm()));
      }
      EXPECT_LT(error, 1e-14) << path << ": " << loaded.name;
    }
    EXPECT_EQ(num_bodies, scene.bodies.size()) << path;
  }
}

TEST(LoadScene, PublicScenesWeighWhatTheirFormatSays) {
  const std::filesystem::path folder = std::filesystem::path(ABUT_DATA_DIR) / "rigid-ipc" / "fixtures" / "3D";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no public scenes in " << ABUT_DATA_DIR;
  // Cubes of 1 and 10 m of density 1000.
  const LoadedScene cubes = load_scene(read_scene(folder / "unit-tests" / "large-mass-ratio.json"));
  EXPECT_NEAR(cubes.bodies[1].mass.mass, 1e3, 1e-9);
  EXPECT_NEAR(cubes.bodies[2].mass.mass, 1e6, 1e-6);
  // A sheet of 10 m by 10 m, scaled by 1/4 and 1/8: density times area. The part of a right-angled triangle nearest to
  // its corner is half of it, to each of the others a quarter; so two of them leave a quarter at each of four corners.
  const LoadedScene cards = load_scene(read_scene(folder / "friction" / "card-house" / "card-tent.json"));
  const double mass = 1000.0 * 2.5 * 1.25;
  EXPECT_NEAR(cards.bodies[1].mass.mass, mass, 1e-9);
  EXPECT_NEAR(cards.bodies[1].mass.I_BBcm_B(0, 0), mass * 0.625 * 0.625, 1e-9);
}

}  // namespace
}  // namespace abut::scene
