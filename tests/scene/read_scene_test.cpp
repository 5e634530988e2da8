#include "abut/scene/read_scene.h"

#include <gtest/gtest.h>

#include <fstream>

#include "abut/base/input_error.h"

namespace abut::scene {
namespace {

TEST(ReadScene, AFileIsReadAndItsFolderRemembered) {
  const std::filesystem::path path = std::filesystem::temp_directory_path() / "abut_read_scene_test.json";
  std::ofstream(path) << R"({"abut_scene": 1, "bodies": [], "step": 0.5})";
  const SceneFile file = read_scene(path);
  std::filesystem::remove(path);
  EXPECT_EQ(file.scene.step, 0.5);
  EXPECT_EQ(file.name, path.string());
  ASSERT_EQ(file.mesh_folders.size(), 1u);
  EXPECT_EQ(file.mesh_folders[0], path.parent_path());
}

TEST(ReadScene, ATextIsReadWithoutTouchingAnyFile) {
  EXPECT_TRUE(read_scene(R"({"abut_scene": 1, "bodies": []})", "t").mesh_folders.empty());
}

TEST(ReadScene, AMissingFileIsNamed) {
  try {
    read_scene(std::filesystem::path("no/such.json"));
    FAIL();
  } catch (const InputError& e) {
    EXPECT_STREQ(e.what(), "no/such.json: there is no such file; check the path");
  }
}

}  // namespace
}  // namespace abut::scene
