#include "abut/scene/read_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>

#include "abut/base/input_error.h"
#include "abut/scene/write_scene.h"
#include "scene/exercise_scene.h"
#include "scene/read_support.h"

namespace abut::scene {
namespace {

TEST(ReadScene, AFileIsReadAndItsFolderRemembered) {
  const std::filesystem::path path = make_temporary_path("scene.json");
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

std::string find_message(std::string_view text) {
  try {
    read_scene(text, "scene.json");
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

TEST(ReadScene, EveryMalformedSceneOfTheCorpusGetsItsMessage) {
  // === name: what the schema says / the scene, in lines / --- the message.
  std::ifstream corpus(std::filesystem::path(ABUT_SOURCE_DIR) / "tests" / "scene" / "malformed.txt");
  std::string line, name, text;
  int num_cases = 0;
  while (std::getline(corpus, line)) {
    if (line.starts_with("=== ")) {
      name = line.substr(4);
      text.clear();
    } else if (line.starts_with("--- ")) {
      if (!text.empty()) text.pop_back();
      EXPECT_EQ(find_message(text), line.substr(4)) << name;
      ++num_cases;
    } else {
      text += line + "\n";
    }
  }
  EXPECT_GE(num_cases, 50);
}

TEST(ReadScene, JsonNestedTenThousandDeepIsAnAnswer) {
  EXPECT_EQ(
      find_message("{\"bodies\": " + std::string(10000, '[')),
      "scene.json: line 1: arrays and objects are nested more than 64 deep; no scene needs that: look for brackets "
      "that are never closed");
}

TEST(ReadScene, ASceneWithEveryKeyIsReadAndSurvivesWriting) {
  const SceneFile file = read_scene(std::filesystem::path(ABUT_SOURCE_DIR) / "tests" / "scene" / "everything.json");
  EXPECT_EQ(file.scene.bodies.size(), 9u);
  const std::string text = write_scene(file.scene);
  EXPECT_EQ(write_scene(read_scene(text, "t").scene), text);
}

std::vector<std::string> read_corpus() {
  std::vector<std::string> texts;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(ABUT_SOURCE_DIR) / "fuzz" /
                                                               "corpus" / "read_scene_fuzz")) {
    texts.push_back(read_text_file(entry.path(), kMaxJsonBytes));
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

TEST(ReadScene, TheSeedsOfTheFuzzerKeepTheirPromises) {
  const std::vector<std::string> texts = read_corpus();
  EXPECT_GE(texts.size(), 5u);
  for (const std::string& text : texts) EXPECT_NO_THROW(exercise_scene(text)) << text.substr(0, 200);
}

TEST(ReadScene, DamagedScenesAreReadOrRefused) {
  // Bytes changed, dropped and doubled at random places of the seeds.
  std::mt19937 random(3);
  const std::vector<std::string> texts = read_corpus();
  for (int i = 0; i < 2000; ++i) {
    std::string text = texts[random() % texts.size()];
    for (unsigned k = 1 + random() % 4; k > 0; --k) {
      const std::size_t at = random() % text.size();
      const std::size_t length = std::min<std::size_t>(1 + random() % 20, text.size() - at);
      switch (random() % 4) {
        case 0:
          text[at] = "0123456789-e.,[]{}\"n"[random() % 20];
          break;
        case 1:
          text.erase(at, length);
          break;
        case 2:
          text.insert(random() % text.size(), text.substr(at, length));
          break;
        default:
          text[at] = static_cast<char>(random());
          break;
      }
      if (text.empty()) text = "{}";
    }
    EXPECT_NO_THROW(exercise_scene(text)) << text;
  }
}

}  // namespace
}  // namespace abut::scene
