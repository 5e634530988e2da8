#include "abut/scene/json_reader.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>

#include "abut/base/input_error.h"
#include "scene/read_support.h"

namespace abut::scene {
namespace {

std::string find_message(std::string_view text) {
  try {
    read_json(text, "s.json");
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

TEST(JsonReader, NumbersAreReadToTheBit) {
  const double values[] = {0.1, 1.0 / 3.0, 5e-324, std::numeric_limits<double>::max(), 9007199254740993.0, 1e22, -0.25};
  for (const double x : values) {
    char text[64];
    std::snprintf(text, sizeof text, "%.17g", x);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(read_json(text, "t").root().number()), std::bit_cast<std::uint64_t>(x));
  }
  EXPECT_TRUE(std::signbit(read_json("-0.0", "t").root().number()));
  // Integers of more digits than a double has are rounded to the nearest, as strtod does.
  EXPECT_EQ(read_json("9007199254740993", "t").root().number(), std::strtod("9007199254740993", nullptr));
  EXPECT_EQ(read_json("18446744073709551616", "t").root().number(), 18446744073709551616.0);
}

TEST(JsonReader, AByteOrderMarkIsSkipped) {
  EXPECT_EQ(read_json("\xEF\xBB\xBF[1]", "t").root().num_children(), 1u);
}

TEST(JsonReader, NestingToTheLimitIsReadAndOneDeeperIsRefused) {
  const std::string opening(kMaxJsonDepth, '['), closing(kMaxJsonDepth, ']');
  EXPECT_EQ(read_json(opening + closing, "t").root().num_children(), 1u);
  EXPECT_EQ(find_message("\n[" + opening + closing + "]"),
            "s.json: line 2: arrays and objects are nested more than 64 deep; no scene needs that: look for brackets "
            "that are never closed");
}

TEST(JsonReader, TenThousandLevelsAreAnAnswerNotAStackOverflow) {
  EXPECT_NE(find_message(std::string(10000, '[')).find("nested more than 64 deep"), std::string::npos);
  std::string objects;
  for (int i = 0; i < 10000; ++i) objects += "{\"a\":";
  EXPECT_NE(find_message(objects).find("nested more than 64 deep"), std::string::npos);
}

TEST(JsonReader, AKeyThatOccursTwiceIsRefusedWithBothLines) {
  EXPECT_EQ(find_message("{\"a\": 1,\n\"b\": {\"a\": 2},\n\"a\": 3}"),
            "s.json: line 3: the key \"a\" occurs twice in one object, first on line 1; keep one of them");
}

TEST(JsonReader, ANumberBeyondTheDoublesIsRefused) {
  EXPECT_EQ(find_message("[1,\n 1e999]"),
            "s.json: line 2, column 6: the number is too large for a double (1.8e308); give a finite one");
  EXPECT_EQ(read_json("1e-999", "t").root().number(), 0.0);
}

TEST(JsonReader, TextThatIsNotJsonIsRefusedWithLineColumnAndAHint) {
  const std::pair<const char*, const char*> cases[] = {
      {"{\"a\": 1\n \"b\": 2}", "s.json: line 2, column 4: this is not JSON: unexpected string literal, expected '}'"},
      {"[1, 2,\n]",
       "s.json: line 2, column 1: this is not JSON: unexpected ']', expected '[', '{', or a literal; remove "
       "the comma before it"},
      {"[1] x", "s.json: line 1, column 5: this is not JSON: invalid literal, expected end of input"},
      {"[1][2]", "s.json: line 1, column 4: this is not JSON: unexpected '[', expected end of input"},
      {"[1, // one\n 2]",
       "s.json: line 1, column 5: this is not JSON: invalid literal; JSON has no comments: remove it, "
       "or put it into a \"description\""},
      {"[NaN]",
       "s.json: line 1, column 2: this is not JSON: invalid literal; JSON has no NaN and no infinity: give a "
       "finite number"},
      {"['a']", "s.json: line 1, column 2: this is not JSON: invalid literal; texts stand in double quotes"},
      {"{\"a\": [1, 2",
       "s.json: line 1, column 12: this is not JSON: unexpected end of input, expected ']'; the file may "
       "have been cut off: close what is open, or write it again"},
      {"[\"a\nb\"]",
       "s.json: line 1, column 4: this is not JSON: invalid string: control character U+000A (LF) must be "
       "escaped to \\u000A or \\n"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(find_message(text), message);
}

TEST(JsonReader, MessagesStayShortWhateverTheTextHolds) {
  EXPECT_LT(find_message("[\"" + std::string(100000, 'x') + "\n").size(), 300u);
  EXPECT_LT(find_message("{\"" + std::string(100000, 'x') + "\": 1, \"" + std::string(100000, 'x') + "\": 2}").size(),
            300u);
}

TEST(JsonReader, TextThatIsEmptyOrNotUtf8IsRefused) {
  EXPECT_EQ(find_message(""), "s.json: the file is empty; a scene is a JSON object: { ... }");
  EXPECT_EQ(find_message(" \n\t"), find_message(""));
  const std::string utf16 = "s.json: line 1: the text is UTF-16 or UTF-32, or not text at all; save it as UTF-8";
  EXPECT_EQ(find_message(std::string_view("\xFF\xFE{\0}\0", 6)), utf16);
  EXPECT_EQ(find_message(std::string_view("{\0}\0", 4)), utf16);
  EXPECT_NE(find_message("[\"\xC3\x28\"]").find("invalid string: ill-formed UTF-8 byte"), std::string::npos);
}

TEST(JsonReader, TextThatIsTooLongIsRefusedBeforeItIsRead) {
  EXPECT_EQ(find_message(std::string(kMaxJsonBytes + 1, ' ')),
            "s.json: 33554433 bytes are more than 33554432; keep large meshes in files of their own");
}

class TextFile : public testing::Test {
 protected:
  TextFile() : folder_(make_temporary_path("text_file")) { std::filesystem::create_directories(folder_); }
  ~TextFile() override { std::filesystem::remove_all(folder_); }
  static std::string find_message(const std::filesystem::path& path, std::size_t max_bytes) {
    try {
      read_text_file(path, max_bytes);
    } catch (const InputError& e) {
      return e.what();
    }
    return "no error";
  }
  std::filesystem::path folder_;
};

TEST_F(TextFile, AFileIsReadWholeUpToTheLimit) {
  const std::string text(200000, 'x');
  std::ofstream(folder_ / "a") << text;
  EXPECT_EQ(read_text_file(folder_ / "a", text.size()), text);
  EXPECT_EQ(find_message(folder_ / "a", text.size() - 1),
            (folder_ / "a").string() + ": the file is larger than 199999 bytes; split it");
}

TEST_F(TextFile, AMissingFileAndADirectoryAreNamed) {
  EXPECT_EQ(find_message(folder_ / "none", 9), (folder_ / "none").string() + ": there is no such file; check the path");
  EXPECT_EQ(find_message(folder_, 9), folder_.string() + ": this is a directory, not a file; name a file in it");
}

}  // namespace
}  // namespace abut::scene
