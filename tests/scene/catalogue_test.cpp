#include "abut/scene/catalogue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "abut/scene/read_scene.h"
#include "abut/scene/write_scene.h"

namespace abut::scene {
namespace {

TEST(Catalogue, ItHasTheScenesOfTheFolderByteForByte) {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(ABUT_SOURCE_DIR) / "scenes")) {
    if (entry.path().filename() == "scene.schema.json") continue;
    files.insert(entry.path().stem().string());
    const CatalogueScene* scene = find_catalogue_scene(entry.path().stem().string());
    ASSERT_TRUE(scene) << entry.path();
    std::ifstream stream(entry.path());
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    EXPECT_EQ(scene->text, text) << entry.path();
    EXPECT_LT(text.size(), 200'000u) << entry.path();
  }
  EXPECT_EQ(files.size(), get_catalogue().size());
  EXPECT_GE(files.size(), 12u);
}

TEST(Catalogue, NamesAreInOrderAndHyphensMayBeUnderscores) {
  const auto scenes = get_catalogue();
  EXPECT_TRUE(std::is_sorted(scenes.begin(), scenes.end(), [](auto& a, auto& b) { return a.name < b.name; }));
  EXPECT_EQ(find_catalogue_scene("card_tent"), find_catalogue_scene("card-tent"));
  EXPECT_TRUE(find_catalogue_scene("card-tent"));
  EXPECT_FALSE(find_catalogue_scene("card-castle"));
}

TEST(Catalogue, EverySceneIsReadAndSurvivesWriting) {
  for (const CatalogueScene& entry : get_catalogue()) {
    const Scene scene = read_scene(entry.text, std::string(entry.name)).scene;
    EXPECT_EQ(scene.description, entry.summary) << entry.name;
    EXPECT_GE(scene.bodies.size(), 2u) << entry.name;
    const std::string text = write_scene(scene);
    EXPECT_EQ(write_scene(read_scene(text, "t").scene), text) << entry.name;
  }
}

}  // namespace
}  // namespace abut::scene
