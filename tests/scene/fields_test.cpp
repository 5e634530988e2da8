#include "abut/scene/fields.h"

#include <gtest/gtest.h>

#include <functional>

#include "abut/base/input_error.h"
#include "abut/scene/json_reader.h"

namespace abut::scene {
namespace {

std::string find_message(std::string_view text, const std::function<void(JsonValue)>& read) {
  const JsonDocument document = read_json(text, "s.json");
  try {
    read(document.root());
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

std::string find_message_of_member(std::string_view text, const std::function<void(JsonValue)>& read) {
  return find_message("{\"key\": " + std::string(text) + "}", [&](JsonValue v) { read(v.children()[0]); });
}

struct Record {
  std::string name;
  double mass = 7.0;
  math::Vec3 p = math::Vec3::Zero();
};

Record read_record(JsonValue value) {
  Record record;
  Fields fields(value, "a record");
  fields.required("name", record.name, text());
  fields.optional("mass", record.mass, number(positive("kg")));
  fields.optional("position", record.p, vector3(any("m")));
  fields.finish();
  return record;
}

TEST(Fields, ARecordIsReadByKeysInAnyOrder) {
  const JsonDocument document = read_json(R"({"position": [1, 2, 3.5], "name": "a"})", "t");
  const Record record = read_record(document.root());
  EXPECT_EQ(record.name, "a");
  EXPECT_EQ(record.mass, 7.0);
  EXPECT_EQ(record.p, math::Vec3(1, 2, 3.5));
}

TEST(Fields, AMissingKeyIsNamed) {
  EXPECT_EQ(find_message("{}", read_record), "s.json: line 1: a record lacks the key \"name\"; add \"name\": ...");
}

TEST(Fields, AnUnknownKeyIsRefusedWithASuggestion) {
  EXPECT_EQ(find_message("{\"name\": \"a\",\n\"mas\": 1}", read_record),
            "s.json: line 2, /mas: unknown key \"mas\" in a record; did you mean \"mass\"?");
  EXPECT_EQ(find_message(R"({"name": "a", "colour": 1})", read_record),
            "s.json: line 1, /colour: unknown key \"colour\" in a record; known are \"name\", \"mass\", \"position\"");
}

TEST(Fields, AMisspeltRequiredKeyIsRecognised) {
  EXPECT_EQ(find_message(R"({"nmae": "a"})", read_record),
            "s.json: line 1, /nmae: unknown key \"nmae\" in a record; did you mean \"name\"?");
}

TEST(Fields, ARecordMustBeAnObject) {
  EXPECT_EQ(find_message("[1]", read_record),
            "s.json: line 1: found an array of 1, expected a record, an object in braces");
}

TEST(Fields, ExactlyOneOfSeveralKeysIsDemanded) {
  const auto read = [](JsonValue v) { Fields(v, "a shape").require_one_of({"box", "ball"}); };
  EXPECT_EQ(find_message(R"({"ball": 1})", read), "no error");
  EXPECT_EQ(find_message(R"({"ball": 1, "box": 2})", read),
            "s.json: line 1, /ball: a shape has both \"box\" and \"ball\"; keep one of them");
  EXPECT_EQ(find_message("{}", read),
            "s.json: line 1: a shape has none of the keys \"box\", \"ball\"; give one of them");
  EXPECT_EQ(find_message(R"({"bal": 1})", read),
            "s.json: line 1, /bal: unknown key \"bal\" in a shape; did you mean \"ball\"?");
}

TEST(Fields, NumbersAreCheckedAgainstTheirRange) {
  const auto read = [](NumberRange r) { return [r](JsonValue v) { read_number(v, r); }; };
  const std::string at = "s.json: line 1, /key: ";
  EXPECT_EQ(find_message_of_member("0", read(at_least(0))), "no error");
  EXPECT_EQ(find_message_of_member("-1", read(at_least(0))), at + "found -1, expected a number of at least 0");
  EXPECT_EQ(find_message_of_member("0", read(positive("kg"))), at + "found 0, expected a positive number (kg)");
  EXPECT_EQ(find_message_of_member("1", read(between(0, 1))), "no error");
  EXPECT_EQ(find_message_of_member("1.1", read(between(0, 1))), at + "found 1.1, expected a number from 0 to 1");
  EXPECT_EQ(find_message_of_member("\"1\"", read(any("m"))),
            at + "found \"1\", expected a number (m); numbers stand without quotes");
  EXPECT_EQ(find_message_of_member("null", read(any())), at + "found null, expected a number");
}

TEST(Fields, IntegersTextsBooleansVectorsAndArraysAreCheckedForTheirType) {
  const std::string at = "s.json: line 1, /key: ";
  const auto whole = [](JsonValue v) { read_integer(v, 1, 9); };
  EXPECT_EQ(find_message_of_member("9", whole), "no error");
  for (const char* bad : {"0", "10", "1.5"}) {
    EXPECT_EQ(find_message_of_member(bad, whole), at + "found " + bad + ", expected a whole number from 1 to 9");
  }
  EXPECT_EQ(find_message_of_member("true", whole), at + "found true, expected a whole number from 1 to 9");
  EXPECT_EQ(find_message_of_member("1", [](JsonValue v) { read_boolean(v); }), at + "found 1, expected true or false");
  EXPECT_EQ(find_message_of_member("\"\"", [](JsonValue v) { read_text(v); }),
            at + "found \"\", expected a text in double quotes, not empty");
  EXPECT_EQ(find_message_of_member("[1, 2]", [](JsonValue v) { read_vector(v, any("m")); }),
            at + "found an array of 2, expected three numbers (m); write [x, y, z]");
  EXPECT_EQ(find_message_of_member("[1, 2, {}]", [](JsonValue v) { read_vector(v, any("m")); }),
            "s.json: line 1, /key/2: found an object, expected a number (m)");
  EXPECT_EQ(find_message_of_member("[]", [](JsonValue v) { read_array(v, 1); }),
            at + "found an array of 0, expected an array of at least 1");
  EXPECT_EQ(find_message_of_member("[1]", [](JsonValue v) { read_array(v, 2, 2); }),
            at + "found an array of 1, expected an array of 2");
}

TEST(Fields, AChoiceIsOneOfItsNames) {
  const auto read = choice<int>({{"steel", 4}, {"wood", 5}});
  const JsonDocument document = read_json("\"wood\"", "t");
  EXPECT_EQ(read(document.root()), 5);
  EXPECT_EQ(find_message_of_member("\"woad\"", read),
            "s.json: line 1, /key: found \"woad\", expected one of \"steel\", \"wood\"; did you mean \"wood\"?");
  EXPECT_EQ(find_message_of_member("3", read), "s.json: line 1, /key: found 3, expected one of \"steel\", \"wood\"");
}

TEST(Fields, AListReadsEachElement) {
  const JsonDocument document = read_json("[1, 2.5]", "t");
  EXPECT_EQ(list(number())(document.root()), (std::vector<double>{1.0, 2.5}));
}

}  // namespace
}  // namespace abut::scene
