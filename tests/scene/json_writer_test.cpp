#include "abut/scene/json_writer.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "abut/scene/json_reader.h"

namespace abut::scene {
namespace {

TEST(JsonWriter, AnyFiniteNumberReadsBackToTheBit) {
  std::mt19937_64 random(7);
  std::vector<double> values = {0.0, -0.0, 0.1, 1e22, 123456789012345680.0, 5e-324, std::numeric_limits<double>::max()};
  while (values.size() < 5000) {
    const double x = std::bit_cast<double>(random());
    if (std::isfinite(x)) values.push_back(x);
  }
  for (const double x : values) {
    const double back = read_json(make_json_number(x), "t").root().number();
    EXPECT_EQ(std::bit_cast<std::uint64_t>(back), std::bit_cast<std::uint64_t>(x)) << make_json_number(x);
  }
}

TEST(JsonWriter, AnyTextReadsBack) {
  for (const std::string text : {"", "a\"b\\c", "line\nend\ttab\r", "\x01\x1f", "\xC3\xA9"}) {
    EXPECT_EQ(read_json(make_json_text(text), "t").root().text(), text);
  }
}

TEST(JsonWriter, ObjectsAndArraysAreLaidOutForPeople) {
  JsonWriter json;
  json.begin_object();
  json.key("a");
  json.vector({1, 2.5, -3});
  json.key("b");
  json.begin_array();
  json.begin_object();
  json.key("c");
  json.boolean(true);
  json.end_object();
  json.text("d");
  json.end_array();
  json.key("e");
  json.begin_object();
  json.end_object();
  json.key("f");
  json.rows({"[1, 2]", "[3]"});
  json.key("g");
  json.texts({"x", "y"});
  json.end_object();
  EXPECT_EQ(json.take(), R"({
  "a": [1, 2.5, -3],
  "b": [
    {
      "c": true
    },
    "d"
  ],
  "e": {},
  "f": [
    [1, 2],
    [3]
  ],
  "g": ["x", "y"]
}
)");
}

}  // namespace
}  // namespace abut::scene
