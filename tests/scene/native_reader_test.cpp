#include "abut/scene/native_reader.h"

#include <gtest/gtest.h>

#include "abut/scene/json_reader.h"
#include "scene/read_support.h"

namespace abut::scene {
namespace {

SceneFile read(std::string_view text) {
  return read_native_scene(read_json(text, "s.json"));
}

// A scene of no bodies with further members.
std::string with(std::string_view members) {
  return R"({"abut_scene": 1, "bodies": [], )" + std::string(members) + "}";
}

std::string message(const std::string& text) {
  try {
    read(text);
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

TEST(NativeReader, TheSmallestSceneHasOnlyDefaults) {
  const SceneFile file = read(R"({"abut_scene": 1, "bodies": []})");
  EXPECT_EQ(file.name, "s.json");
  EXPECT_EQ(file.scene.gravity, math::Vec3(0, 0, -9.81));
  EXPECT_EQ(file.scene.step, 1.0 / 240.0);
  EXPECT_EQ(file.scene.law, "cone");
  EXPECT_TRUE(file.scene.materials.empty());
  EXPECT_TRUE(file.scene.bodies.empty());
}

TEST(NativeReader, EverySettingOfASceneIsRead) {
  const Scene scene =
      read(with(R"("$schema": "x", "description": "d", "gravity": [0, -1, 0], "step": 0.5, "duration": 2,
      "law": "lcp", "impact_law": "newton", "impact_order": "sequential", "contact_margin": 0.25, "minimum_separation": 0.125, "sleep": true,
      "tolerances": {"resting_speed": 0.75},
      "outputs": {"contacts": false, "forces": false, "certificates": false, "every": 5})"))
          .scene;
  EXPECT_EQ(scene.description, "d");
  EXPECT_EQ(scene.gravity, math::Vec3(0, -1, 0));
  EXPECT_EQ(scene.step, 0.5);
  EXPECT_EQ(scene.duration, 2.0);
  EXPECT_EQ(scene.law, "lcp");
  EXPECT_EQ(scene.impact_law, "newton");
  EXPECT_EQ(scene.impact_order, "sequential");
  EXPECT_EQ(scene.contact_margin, 0.25);
  EXPECT_EQ(scene.minimum_separation, 0.125);
  EXPECT_TRUE(scene.sleep);
  EXPECT_EQ(scene.tolerances.resting_speed, 0.75);
  EXPECT_FALSE(scene.outputs.contacts || scene.outputs.forces || scene.outputs.certificates);
  EXPECT_EQ(scene.outputs.every, 5);
}

TEST(NativeReader, MaterialsAndPairsAreReadWhereverTheyStand) {
  const Scene scene = read(R"({"abut_scene": 1, "bodies": [{"shape": {"ball": 1}, "material": "ice"}],
      "pairs": [{"materials": ["ice", "wood"], "friction": 0.02}],
      "materials": [{"name": "wood", "friction": 0.4, "restitution": 0.5, "density": 700}, {"name": "ice"}]})")
                          .scene;
  EXPECT_EQ(scene.bodies[0].material, MaterialId(1));
  EXPECT_EQ(scene.materials[0].density, 700.0);
  ASSERT_EQ(scene.pairs.size(), 1u);
  EXPECT_EQ(scene.pairs[0].friction, 0.02);
  // What a pair does not say follows the rule for pairs that are not listed.
  EXPECT_EQ(scene.pairs[0].restitution, 0.5);
}

TEST(NativeReader, ABodyWithoutAMaterialHasTheOneCalledDefault) {
  const Scene built_in = read(R"({"abut_scene": 1, "bodies": [{"shape": {"ball": 1}}]})").scene;
  ASSERT_EQ(built_in.materials.size(), 1u);
  EXPECT_EQ(built_in.materials[0].name, "default");
  EXPECT_EQ(built_in.materials[0].friction, 0.5);
  const Scene own = read(R"({"abut_scene": 1, "bodies": [{"shape": {"ball": 1}}],
      "materials": [{"name": "a"}, {"name": "default", "friction": 0.9}]})")
                        .scene;
  ASSERT_EQ(own.materials.size(), 2u);
  EXPECT_EQ(own.bodies[0].material, MaterialId(1));
}

TEST(NativeReader, TheFileRemembersWhereItsBodiesStand) {
  const SceneFile file = read("{\"abut_scene\": 1, \"bodies\": [\n{\n\"shape\": {\"ball\": 1}}]}");
  ASSERT_EQ(file.places.size(), 1u);
  EXPECT_EQ(file.places[0].body, "line 2, /bodies/0");
  EXPECT_EQ(file.places[0].shape, "line 3, /bodies/0/shape");
}

TEST(NativeReader, EachFaultIsNamed) {
  const std::string two_balls = R"("bodies": [{"shape": {"ball": 1}, "name": "a"},)";
  const std::pair<std::string, std::string> cases[] = {
      {"[]", "s.json: line 1: found an array of 0, expected a scene, an object in braces"},
      {R"({"bodies": []})", "s.json: line 1: a scene lacks the key \"abut_scene\"; add \"abut_scene\": ..."},
      {R"({"abut_scene": 2})", "s.json: line 1, /abut_scene: found 2, expected a whole number from 1 to 1"},
      {R"({"abut_scene": 1})", "s.json: line 1: a scene lacks the key \"bodies\"; add \"bodies\": ..."},
      {with(R"("gravty": [0, 0, 0])"),
       "s.json: line 1, /gravty: unknown key \"gravty\" in a scene; did you mean "
       "\"gravity\"?"},
      {with(R"("step": 0)"), "s.json: line 1, /step: found 0, expected a positive number (s)"},
      {with(R"("step": 1e-9, "duration": 10)"),
       "s.json: line 1: 10 s in steps of 1e-09 s are more than 1e+09 steps; lengthen the step or shorten the duration"},
      {with(R"("law": "con")"),
       "s.json: line 1, /law: found \"con\", expected one of \"cone\", \"lcp\", \"svd\", \"gauss\"; did "
       "you mean \"cone\"?"},
      {with(R"("materials": [{"name": "a", "friction": -0.1}])"),
       "s.json: line 1, /materials/0/friction: found -0.1, expected a number of at least 0"},
      {with(R"("materials": [{"name": "a", "restitution": 1.5}])"),
       "s.json: line 1, /materials/0/restitution: found 1.5, expected a number from 0 to 1"},
      {with("\"materials\": [{\"name\": \"a\"},\n{\"name\": \"a\"}]"),
       "s.json: line 2, /materials/1: a material \"a\" exists already, on line 1; give each a name of its own"},
      {with(R"("materials": [{"name": "wood"}], "pairs": [{"materials": ["wood", "woood"]}])"),
       "s.json: line 1, /pairs/0/materials/1: there is no material \"woood\"; did you mean \"wood\"?"},
      {with(R"("materials": [{"name": "a"}, {"name": "b"}],
               "pairs": [{"materials": ["a", "b"]}, {"materials": ["b", "a"]}])"),
       "s.json: line 2, /pairs/1: the pair \"a, b\" exists already, on line 2; give each a name of its own"},
      {R"({"abut_scene": 1, )" + two_balls + R"({"shape": {"ball": 1}, "name": "a"}]})",
       "s.json: line 1, /bodies/1: a body \"a\" exists already, on line 1; give each a name of its own"},
      {R"({"abut_scene": 1, )" + two_balls + R"({"shape": {"ball": 1}, "material": "gold"}]})",
       "s.json: line 1, /bodies/1: there is no material \"gold\"; add it to \"materials\""},
      {with(R"("tolerances": {"resting_sped": 1})"),
       "s.json: line 1, /tolerances/resting_sped: unknown key \"resting_sped\" in the tolerances; did you mean "
       "\"resting_speed\"?"},
      {with(R"("outputs": {"every": 0})"),
       "s.json: line 1, /outputs/every: found 0, expected a whole number from 1 to 1000000"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(message(text), expected);
}

TEST(NativeReader, TolerancesOutOfOrderAreRefusedAtTheirPlace) {
  EXPECT_EQ(
      message(with(R"("tolerances": {"breaking_ratio": 0.5})")).find("s.json: line 1, /tolerances/breaking_ratio: "),
      0u);
  EXPECT_EQ(message(with(R"("tolerances": {"d_min_share": 1})")).find("s.json: line 1, /tolerances/d_min_share: "), 0u);
}

}  // namespace
}  // namespace abut::scene
