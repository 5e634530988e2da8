#include "abut/view/message.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "full_run.h"
#include "view/exercise_message.h"

namespace abut::view {
namespace {

using nlohmann::json;

Message read(const std::string& text) {
  const auto parsed = parse_message(text);
  const Message* message = std::get_if<Message>(&parsed);
  if (message) return *message;
  ADD_FAILURE() << text << ": " << std::get<MessageFault>(parsed).text;
  return {};
}

MessageFault refuse(const std::string& text) {
  const auto parsed = parse_message(text);
  const MessageFault* fault = std::get_if<MessageFault>(&parsed);
  if (fault) return *fault;
  ADD_FAILURE() << text << " was taken";
  return {};
}

void expect_fault(const std::string& text, const std::string& why) {
  EXPECT_EQ(refuse(text).text, "this message was not understood: " + why) << text;
}

TEST(Message, EveryTypeIsRead) {
  const std::vector<std::pair<std::string, MessageType>> plain{
      {"geometry", MessageType::kGeometry}, {"run", MessageType::kRun},         {"pause", MessageType::kPause},
      {"reset", MessageType::kReset},       {"release", MessageType::kRelease}, {"seen", MessageType::kSeen},
  };
  for (const auto& [name, type] : plain) {
    const Message message = read(json{{"type", name}, {"id", 12}}.dump());
    EXPECT_EQ(message.type, type) << name;
    EXPECT_EQ(message.id, 12u);
  }
  const Message poses = read(R"({"type": "poses", "id": 1, "first": 7, "count": 256})");
  EXPECT_EQ(poses.type, MessageType::kPoses);
  EXPECT_EQ(poses.first, 7);
  EXPECT_EQ(poses.count, 256);
  const Message series = read(R"({"type": "series", "id": 2, "first": 1, "count": 65536})");
  EXPECT_EQ(series.type, MessageType::kSeries);
  EXPECT_EQ(series.first, 1);
  EXPECT_EQ(series.count, 65536);
  const Message step = read(R"({"index": 9007199254740992, "type": "step", "id": 3})");
  EXPECT_EQ(step.type, MessageType::kStep);
  EXPECT_EQ(step.index, std::int64_t{1} << 53);
  const Message advance = read(R"({"type": "advance", "id": 4, "steps": 1000})");
  EXPECT_EQ(advance.type, MessageType::kAdvance);
  EXPECT_EQ(advance.num_steps, 1000);
}

TEST(Message, SetChangesOnlyWhatItNames) {
  const Message all = read(R"({"type": "set", "id": 1, "friction": 0.5, "gravity": [0, -1e-3, 9.81], "law": "cone"})");
  EXPECT_EQ(all.type, MessageType::kSet);
  EXPECT_EQ(all.friction, 0.5);
  EXPECT_EQ(all.gravity, math::Vec3(0, -1e-3, 9.81));
  EXPECT_EQ(all.law, "cone");
  const Message one = read(R"({"type": "set", "id": 1, "friction": 10})");
  EXPECT_EQ(one.friction, 10.0);
  EXPECT_FALSE(one.gravity.has_value());
  EXPECT_FALSE(one.law.has_value());
}

TEST(Message, PullSaysWhichBodyWhereAndWhereTo) {
  const Message pull =
      read(R"({"type": "pull", "id": 1, "body": 4294967295, "p_BP": [1, 2, 3], "p_WT": [-1e9, 1e9, 0.25]})");
  EXPECT_EQ(pull.type, MessageType::kPull);
  EXPECT_EQ(pull.body, 0xffffffffu);
  EXPECT_EQ(pull.p_BP, math::Vec3(1, 2, 3));
  EXPECT_EQ(pull.p_WT, math::Vec3(-1e9, 1e9, 0.25));
}

TEST(Message, IdsAreIntegersThatAPageCanHold) {
  EXPECT_EQ(read(R"({"type": "run", "id": 0})").id, 0u);
  EXPECT_EQ(read(R"({"type": "run", "id": 9007199254740992})").id, std::uint64_t{1} << 53);
  const std::string why = "'id' must be an integer from 0 to 9007199254740992";
  for (const char* id : {"-1", "9007199254740993", "18446744073709551615", "18446744073709551616",
                         "-9223372036854775808", "1.0", "1e3", "\"1\"", "null", "true", "[1]"}) {
    expect_fault(fmt::format(R"({{"type": "run", "id": {}}})", id), why);
  }
  expect_fault(R"({"type": "run"})", why);
}

TEST(Message, FaultsNameTheRequestWhereItCanBeRead) {
  EXPECT_EQ(refuse(R"({"type": "step", "id": 5, "index": -1})").id, 5u);
  EXPECT_EQ(refuse(R"({"id": 5, "type": "ste)").id, 5u);
  EXPECT_EQ(refuse(R"({"type": "fly", "id": 0})").id, 0u);
  EXPECT_FALSE(refuse(R"({"type": "run", "id": -5})").id.has_value());
  EXPECT_FALSE(refuse(R"({"type": "run"})").id.has_value());
  EXPECT_FALSE(refuse(std::string(kMostMessageBytes + 1, ' ')).id.has_value());
}

TEST(Message, TextThatIsNoJsonIsRefusedWithItsPlace) {
  expect_fault("", "it is no JSON, from byte 1 on");
  expect_fault("{", "it is no JSON, from byte 2 on");
  expect_fault("{} {}", "it is no JSON, from byte 4 on");
  expect_fault(R"({"type": "run", "id": NaN})", "it is no JSON, from byte 23 on");
  expect_fault(R"({"type": "run", "id": Infinity})", "it is no JSON, from byte 23 on");
  expect_fault(R"({"type": "run", "id": -Infinity})", "it is no JSON, from byte 24 on");
  expect_fault("{\"type\": \"\xff\"}", "it is no JSON, from byte 11 on");
  expect_fault("{'type': 1}", "it is no JSON, from byte 2 on");
  expect_fault("{} // with a comment", "it is no JSON, from byte 4 on");
  expect_fault(std::string("{}\0", 3), "it is no JSON, from byte 3 on");
}

TEST(Message, JsonThatIsNoObjectIsRefused) {
  for (const char* text : {"1", "-1", "1.5", "null", "true", "\"run\"", "[]", "[1]", "[{}]"})
    expect_fault(text, "it is no object");
}

TEST(Message, WhatIsNestedIsRefusedHoweverDeep) {
  const std::string why = "it is nested deeper than an object of lists";
  expect_fault(R"({"gravity": [[1]]})", why);
  expect_fault(R"({"gravity": [{"x": 1}]})", why);
  expect_fault(R"({"gravity": {"x": 1}})", why);
  expect_fault("{\"a\":" + std::string(4000, '['), why);
  expect_fault(std::string(4096, '['), "it is no object");
  std::string objects;
  while (objects.size() < 4000) objects += "{\"a\":";
  expect_fault(objects, why);
}

TEST(Message, NoKeyIsThereTwice) {
  expect_fault(R"({"type": "run", "id": 1, "id": 2})", "'id' is there twice");
  expect_fault(R"({"type": "run", "type": "run", "id": 2})", "'type' is there twice");
  expect_fault(R"({"type": "run", "id": 1, "\u0069d": 2})", "'id' is there twice");
}

TEST(Message, TypesAndKeysThatDoNotExistAreNamed) {
  expect_fault(R"({"id": 1})", "'type' must be a text");
  expect_fault(R"({"type": 3, "id": 1})", "'type' must be a text");
  expect_fault(R"({"type": ["run"], "id": 1})", "'type' must be a text");
  expect_fault(R"({"type": "Run", "id": 1})", "there is no type 'Run'");
  expect_fault(R"({"type": "", "id": 1})", "there is no type ''");
  expect_fault(R"({"type": "run", "id": 1, "index": 1})", "'run' has no 'index'");
  expect_fault(R"({"type": "step", "id": 1, "index": 1, "__proto__": 1})", "'step' has no '__proto__'");
  expect_fault(R"({"type": "set", "id": 1, "friction": 1, "": 1})", "'set' has no ''");
  expect_fault(R"({"type": "run", "id": 1, "": 1})", "'run' has no ''");
  expect_fault(json{{"type", "run"}, {"id", 1}, {std::string(300, 'x'), 1}}.dump(),
               "'run' has no '" + std::string(40, 'x') + "...'");
}

TEST(Message, NumbersOutOfRangeOrOfTheWrongKindAreRefused) {
  const auto with = [](const std::string& type, const std::string& rest) {
    return R"({"id": 1, "type": ")" + type + "\", " + rest + "}";
  };
  const std::string first = "'first' must be an integer from 0 to 9007199254740992";
  expect_fault(with("poses", R"("count": 1)"), first);
  expect_fault(with("poses", R"("first": -1, "count": 1)"), first);
  expect_fault(with("series", R"("first": 0.5, "count": 1)"), first);
  for (const char* count : {"0", "257", "-1", "1e2", "\"1\"", "null", "[]"})
    expect_fault(with("poses", fmt::format(R"("first": 0, "count": {})", count)),
                 "'count' must be an integer from 1 to 256");
  for (const char* count : {"0", "65537"})
    expect_fault(with("series", fmt::format(R"("first": 0, "count": {})", count)),
                 "'count' must be an integer from 1 to 65536");
  expect_fault(with("step", R"("index": 9007199254740993)"), "'index' must be an integer from 0 to 9007199254740992");
  for (const char* steps : {"0", "1001", "true"})
    expect_fault(with("advance", fmt::format(R"("steps": {})", steps)), "'steps' must be an integer from 1 to 1000");
  for (const char* friction : {"-1e-300", "10.000001", "null", "\"1\"", "[1]"})
    expect_fault(with("set", fmt::format(R"("friction": {})", friction)), "'friction' must be a number from 0 to 10");
  for (const char* gravity : {"[]", "[1, 2]", "[1, 2, 3, 4]", "[1, 2, null]", "[1, \"2\", 3]", "[true, 1, 2]", "9.81",
                              "null", "[0, 0, 10001]", "[-1e308, 0, 0]"})
    expect_fault(with("set", fmt::format(R"("gravity": {})", gravity)),
                 "'gravity' must be three numbers from -10000 to 10000");
  expect_fault(with("set", R"("law": 1)"), "'law' must be a text");
  expect_fault(R"({"type": "set", "id": 1})", "'set' needs one of 'friction', 'gravity' and 'law'");
  for (const char* body : {"-1", "4294967296", "0.0"})
    expect_fault(with("pull", fmt::format(R"("body": {}, "p_BP": [0, 0, 0], "p_WT": [0, 0, 0])", body)),
                 "'body' must be an integer from 0 to 4294967295");
  expect_fault(with("pull", R"("body": 0, "p_WT": [0, 0, 0])"), "'p_BP' must be three numbers from -1e+09 to 1e+09");
  expect_fault(with("pull", R"("body": 0, "p_BP": [0, 0, 0], "p_WT": [0, 0, 1.1e9])"),
               "'p_WT' must be three numbers from -1e+09 to 1e+09");
}

TEST(Message, NumbersThatNoDoubleHoldsAreRefused) {
  expect_fault(R"({"type": "set", "id": 1, "friction": 1e999})", "a number in it is too large");
  expect_fault(R"({"type": "set", "id": 1, "friction": )" + std::string(400, '9') + "}", "a number in it is too large");
  EXPECT_EQ(read(R"({"type": "set", "id": 1, "friction": 1e-999})").friction, 0.0);
}

TEST(Message, IsTakenUpToItsLargestSizeAndNotBeyond) {
  std::string text = R"({"type": "run", "id": 1})";
  text.resize(kMostMessageBytes, ' ');
  EXPECT_EQ(read(text).type, MessageType::kRun);
  expect_fault(text + " ", "it has 4097 bytes, and 4096 are the most");
}

// Laws: whatever comes, a message within its limits or a fault for a person (view/exercise_message.h).

TEST(Message, RandomBytesNeverDoHarm) {
  std::mt19937_64 random(5);
  for (std::size_t n = choose_count(20'000, 1'000'000); n > 0; --n) {
    std::string text(random() % 64, '\0');
    for (char& c : text) c = static_cast<char>(random());
    exercise_message(text);
  }
}

TEST(Message, RandomJsonNeverDoesHarm) {
  std::mt19937_64 random(6);
  const auto any = [&](const std::vector<std::string>& list) { return list[random() % list.size()]; };
  const std::vector<std::string> types{"poses", "step", "series", "run", "advance", "set", "pull", "fly"};
  const std::vector<std::string> keys{"first", "count", "index", "steps", "friction", "gravity",
                                      "law",   "body",  "p_BP",  "p_WT",  "type",     "other"};
  const std::vector<std::string> values{
      "1",    "0",    "-1",    "257",       "65537",  "1e3", "1e308", "9007199254740993",
      "null", "true", "[[1]]", "[0, 0, 1]", "[0, 0]", "{}",  "\"\"",  "[1, \"\", 1]"};
  std::size_t num_taken = 0;
  for (std::size_t n = choose_count(20'000, 1'000'000); n > 0; --n) {
    std::string text = R"({"id": 1, "type": ")" + any(types) + "\"";
    for (std::size_t k = random() % 4; k > 0; --k) text += ", \"" + any(keys) + "\": " + any(values);
    text += "}";
    if (random() % 4 == 0) text[random() % text.size()] = static_cast<char>(random());
    if (random() % 8 == 0) text.resize(random() % text.size());
    num_taken += exercise_message(text);
  }
  EXPECT_GT(num_taken, 20u);  // the generator reaches both sides
}

}  // namespace
}  // namespace abut::view
