#include "abut/scene/rigid_ipc.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "abut/base/input_error.h"
#include "abut/scene/json_reader.h"
#include "abut/scene/read_scene.h"
#include "abut/scene/write_scene.h"
#include "scene/read_support.h"

namespace abut::scene {
namespace {

SceneFile read(std::string_view text) {
  return read_rigid_ipc_scene(read_json(text, "s.json"));
}

// Scenes with further members: of the whole, of its rigid body problem, of its constraint.
SceneFile read_with(std::string_view members) {
  return read("{\"rigid_body_problem\": {}, " + std::string(members) + "}");
}
SceneFile read_with_problem(std::string_view members) {
  return read("{\"rigid_body_problem\": {" + std::string(members) + "}}");
}

TEST(RigidIpc, ItIsRecognisedByItsContent) {
  for (const char* text : {R"({"scene_type": "x"})", R"({"rigid_body_problem": {}})"}) {
    const JsonDocument document = read_json(text, "t");
    EXPECT_TRUE(is_rigid_ipc_scene(document.root()));
  }
  const JsonDocument native = read_json(R"({"abut_scene": 1, "bodies": []})", "t");
  EXPECT_FALSE(is_rigid_ipc_scene(native.root()));
  EXPECT_EQ(read_scene(R"({"rigid_body_problem": {}})", "t").format, SceneFormat::kRigidIpc);
  EXPECT_EQ(read_scene(R"({"abut_scene": 1, "bodies": []})", "t").format, SceneFormat::kNative);
}

TEST(RigidIpc, TheDefaultsAreThoseOfItsFormat) {
  const Scene scene = read(R"({"rigid_body_problem": {}})").scene;
  EXPECT_EQ(scene.step, 0.01);
  EXPECT_EQ(scene.duration, 1000 * 0.01);
  EXPECT_EQ(scene.gravity, math::Vec3::Zero());
  EXPECT_EQ(scene.contact_margin, 1e-3);
  EXPECT_EQ(scene.minimum_separation, 0.0);
  ASSERT_EQ(scene.materials.size(), 1u);
  EXPECT_EQ(scene.materials[0].friction, 0.0);
  EXPECT_EQ(scene.materials[0].restitution, 0.0);
}

TEST(RigidIpc, EveryKeyOfASceneIsRead) {
  EXPECT_EQ(read_with(R"("timestep": 0.25)").scene.step, 0.25);
  EXPECT_EQ(read_with(R"("timestep": 0.25)").scene.duration, 250.0);
  EXPECT_EQ(read_with(R"("max_time": 7)").scene.duration, 7.0);
  EXPECT_EQ(read_with(R"("max_iterations": 7)").scene.duration, 7 * 0.01);
  EXPECT_EQ(read_with(R"("max_iterations": 7, "max_time": 3)").scene.duration, 3.0);
  EXPECT_EQ(read_with(R"("max_time": -1)").scene.duration, 10.0);
  EXPECT_EQ(read_with(R"("max_iterations": 0)").scene.duration, 10.0);
  EXPECT_EQ(read_with_problem(R"("gravity": [0, -9.8, 0])").scene.gravity, math::Vec3(0, -9.8, 0));
  EXPECT_EQ(read_with_problem(R"("coefficient_friction": 0.3)").scene.materials[0].friction, 0.3);
  EXPECT_EQ(read_with_problem(R"("coefficient_restitution": 0.3)").scene.materials[0].restitution, 0.3);
  EXPECT_EQ(read_with_problem(R"("coefficient_restitution": -1)").scene.materials[0].restitution, 0.0);
  const Scene scene = read_with(R"("distance_barrier_constraint":
      {"initial_barrier_activation_distance": 0.5, "minimum_separation_distance": 0.25})")
                          .scene;
  EXPECT_EQ(scene.contact_margin, 0.5);
  EXPECT_EQ(scene.minimum_separation, 0.25);
}

TEST(RigidIpc, SettingsOfItsSolversAreSetAsideByNameAndValue) {
  const std::pair<const char*, const char*> cases[] = {
      {R"("scene_type": "volume_rb_problem")",
       "line 1, /scene_type: \"volume_rb_problem\" is another method of "
       "rigid-ipc; the bodies are read all the same"},
      {R"("solver": "ipc_solver")", "line 1, /solver: a setting of rigid-ipc, \"ipc_solver\", is set aside"},
      {R"("ipc_solver": {"velocity_conv_tol": 0.001})",
       "line 1, /ipc_solver/velocity_conv_tol: a setting of rigid-ipc, 0.001, is set aside"},
      {R"("newton_solver": {"max_iterations": 5})",
       "line 1, /newton_solver/max_iterations: a setting of rigid-ipc, 5, is set aside"},
      {R"("friction_constraints": {"iterations": -1})",
       "line 1, /friction_constraints/iterations: a setting of rigid-ipc, -1, is set aside"},
      {R"("distance_barrier_constraint": {"detection_method": "bvh"})",
       "line 1, /distance_barrier_constraint/detection_method: a setting of rigid-ipc, \"bvh\", is set aside"},
  };
  for (const auto& [members, note] : cases) {
    EXPECT_EQ(read_with(members).notes, std::vector<std::string>{note});
  }
  EXPECT_TRUE(read_with(R"("scene_type": "distance_barrier_rb_problem")").notes.empty());
}

TEST(RigidIpc, KeysThatNobodyKnowsAreNotedWithASuggestionAndCommentsAreNot) {
  EXPECT_EQ(read_with_problem(R"("gravty": [0, -9.8, 0])").notes,
            std::vector<std::string>{"line 1, /rigid_body_problem/gravty: the unknown key \"gravty\" is set aside; did "
                                     "you mean \"gravity\"?"});
  EXPECT_TRUE(read_with(R"("#max_time": 3, "ipc_solver": {"#velocity_conv_tol": 1},
      "distance_barrier_constraint": {"#x": 1})")
                  .notes.empty());
  EXPECT_EQ(read_with(R"("#max_time": 3)").scene.duration, 10.0);
}

TEST(RigidIpc, BodiesThatAreNotDynamicShareAGroupAndSoDoTheirGroups) {
  const Scene scene = read_with_problem(R"("rigid_bodies": [
      {"mesh": "a.obj"}, {"mesh": "a.obj", "group_id": 2}, {"mesh": "a.obj", "group_id": 5},
      {"mesh": "a.obj", "type": "static"}, {"mesh": "a.obj", "type": "kinematic", "group_id": 5},
      {"mesh": "a.obj", "is_dof_fixed": true}])")
                          .scene;
  const std::vector<std::string> expected = {"", "group 2", "fixed", "fixed", "fixed", "fixed"};
  ASSERT_EQ(scene.bodies.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(scene.bodies[i].group, expected[i]) << i;
}

TEST(RigidIpc, BodiesThatAreNotEnabledAreLeftOut) {
  const SceneFile file =
      read_with_problem(R"("rigid_bodies": [{"mesh": "a.obj", "enabled": false}, {"mesh": "b.obj"}])");
  ASSERT_EQ(file.scene.bodies.size(), 1u);
  EXPECT_EQ(file.scene.bodies[0].name, "b-1");
  EXPECT_EQ(file.places[0].body, "line 1, /rigid_body_problem/rigid_bodies/1");
}

TEST(RigidIpc, MeshesAreLookedForInFoldersCalledMeshesFromTheSceneUpwards) {
  namespace fs = std::filesystem;
  const fs::path root = make_temporary_path("rigid_ipc");
  fs::create_directories(root / "meshes");
  fs::create_directories(root / "fixtures" / "3D" / "meshes");
  fs::create_directories(root / "fixtures" / "3D" / "chain");
  const fs::path scene = root / "fixtures" / "3D" / "chain" / "s.json";
  std::ofstream(scene) << R"({"rigid_body_problem": {}})";
  const std::vector<fs::path> folders = read_scene(scene).mesh_folders;
  fs::remove_all(root);
  ASSERT_GE(folders.size(), 3u);
  EXPECT_EQ(folders[0], root / "fixtures" / "3D" / "meshes");
  EXPECT_EQ(folders[1], root / "meshes");
  EXPECT_EQ(folders.back(), scene.parent_path());
}

TEST(RigidIpc, FaultsNameFileLineAndPointer) {
  const auto message = [](std::string_view text) {
    try {
      read(text);
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string("no error");
  };
  EXPECT_EQ(message(R"({"scene_type": "x"})"),
            "s.json: line 1: a scene of rigid-ipc lacks the key "
            "\"rigid_body_problem\"; add \"rigid_body_problem\": ...");
  EXPECT_EQ(message(R"({"timestep": 0, "rigid_body_problem": {}})"),
            "s.json: line 1, /timestep: found 0, expected a positive number (s)");
  EXPECT_EQ(
      message(R"({"rigid_body_problem": {"gravity": [0, 9]}})"),
      "s.json: line 1, /rigid_body_problem/gravity: found an array of 2, expected three numbers (m/s^2); write [x, "
      "y, z]");
  EXPECT_EQ(message(R"({"timestep": 1e-9, "max_time": 10, "rigid_body_problem": {}})"),
            "s.json: line 1: 10 s in steps of 1e-09 s are more than 1e+09 steps; lengthen the step or shorten the "
            "duration");
}

// The public scenes, where they are at hand.
std::vector<std::filesystem::path> find_public_scenes() {
  std::set<std::filesystem::path> scenes;
  const std::filesystem::path folder = std::filesystem::path(ABUT_DATA_DIR) / "rigid-ipc" / "fixtures";
  if (!std::filesystem::exists(folder)) return {};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".json") scenes.insert(entry.path());
  }
  return {scenes.begin(), scenes.end()};
}

TEST(RigidIpc, EveryPublicSceneIsReadAndSurvivesConversion) {
  const std::vector<std::filesystem::path> scenes = find_public_scenes();
  if (scenes.empty()) GTEST_SKIP() << "no public scenes in " << ABUT_DATA_DIR;
  EXPECT_EQ(scenes.size(), 38u);
  for (const std::filesystem::path& path : scenes) {
    const SceneFile file = read_scene(path);
    EXPECT_EQ(file.format, SceneFormat::kRigidIpc) << path;
    EXPECT_FALSE(file.scene.bodies.empty()) << path;
    const std::string text = write_scene(file.scene);
    EXPECT_EQ(write_scene(read_scene(text, "t").scene), text) << path;
    for (const std::string& note : file.notes) {
      const bool is_known_setting = note.find("a setting of rigid-ipc") != std::string::npos ||
                                    note.find("ipc_comparison_enabled") != std::string::npos ||
                                    note.find("velocities along fixed axes") != std::string::npos;
      EXPECT_TRUE(is_known_setting) << path << ": " << note;
    }
  }
}

}  // namespace
}  // namespace abut::scene
