#include "abut/scene/json_value.h"

#include <gtest/gtest.h>

#include "abut/base/input_error.h"
#include "abut/scene/json_reader.h"

namespace abut::scene {
namespace {

TEST(JsonValue, AValueOfEveryKindIsReadBack) {
  const JsonDocument document =
      read_json(R"({"n": null, "b": true, "x": -2.5e-3, "t": "a\u00e9", "a": [1, [], {}]})", "t");
  const std::vector<JsonValue> members = document.root().children();
  ASSERT_EQ(members.size(), 5u);
  EXPECT_TRUE(members[0].is(JsonKind::kNull));
  EXPECT_TRUE(members[1].boolean());
  EXPECT_EQ(members[2].number(), -2.5e-3);
  EXPECT_EQ(members[3].text(), "a\xC3\xA9");
  EXPECT_EQ(members[3].key(), "t");
  ASSERT_EQ(members[4].num_children(), 3u);
  EXPECT_EQ(members[4].children()[0].number(), 1.0);
  EXPECT_TRUE(members[4].children()[2].is(JsonKind::kObject));
}

TEST(JsonValue, OnlyAnObjectHasAKey) {
  const JsonDocument document = read_json(R"({"a": [1]})", "t");
  EXPECT_TRUE(document.root().has("a"));
  EXPECT_FALSE(document.root().has("b"));
  EXPECT_FALSE(document.root().children()[0].has("a"));
}

TEST(JsonValue, AValueKnowsItsLineWhateverFollowsIt) {
  // A number's end is known only from the character after it, here a newline, a comma and nothing.
  const JsonDocument document = read_json("[\n1\n,\n2,\n\"x\"\n,\ntrue\n,{\n}\n]", "t");
  const std::vector<JsonValue> values = document.root().children();
  ASSERT_EQ(values.size(), 5u);
  const std::size_t expected[] = {2, 4, 5, 7, 8};
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_EQ(values[i].line(), expected[i]) << i;
  EXPECT_EQ(read_json("\n\n7", "t").root().line(), 3u);
  EXPECT_EQ(read_json("\r\n\r\n7\r\n", "t").root().line(), 3u);
}

TEST(JsonValue, AValueKnowsItsPointer) {
  const JsonDocument document = read_json(R"({"bodies": [0, {"a/b~c": [5]}]})", "t");
  EXPECT_EQ(document.root().pointer(), "");
  EXPECT_EQ(document.root().place(), "line 1");
  const JsonValue five = document.root().children()[0].children()[1].children()[0].children()[0];
  EXPECT_EQ(five.number(), 5.0);
  EXPECT_EQ(five.pointer(), "/bodies/1/a~1b~0c/0");
  EXPECT_EQ(five.place(), "line 1, /bodies/1/a~1b~0c/0");
}

TEST(JsonValue, AFaultNamesFileAndPlace) {
  const JsonDocument document = read_json("{\n \"mass\": -1}", "scene.json");
  try {
    document.root().children()[0].fail("the mass is -1", "give a positive one");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_STREQ(e.what(), "scene.json: line 2, /mass: the mass is -1; give a positive one");
  }
}

TEST(JsonValue, AValueIsDescribedShortly) {
  const JsonDocument document = read_json(R"([null, false, 0.1, "steel", [1, 2], {"a": 1}])", "t");
  const char* expected[] = {"null", "false", "0.1", "\"steel\"", "an array of 2", "an object"};
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(document.root().children()[i].describe(), expected[i]);
}

TEST(JsonValue, AQuotedTextIsCutBetweenCharactersAndShowsNoControlCharacters) {
  EXPECT_EQ(quote_short("a\nb\x7f"), "\"a?b?\"");
  EXPECT_EQ(quote_short(std::string(40, 'x')), "\"" + std::string(40, 'x') + "\"");
  EXPECT_EQ(quote_short(std::string(41, 'x')), "\"" + std::string(40, 'x') + "...\"");
  // The fortieth byte is the first half of a two-byte character.
  const std::string most(39, 'x');
  EXPECT_EQ(quote_short(most + "\xC3\xA9z"), "\"" + most + "...\"");
}

}  // namespace
}  // namespace abut::scene
