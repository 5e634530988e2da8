#include "abut/geometry/io/text_scanner.h"

#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <limits>

#include "geometry/io/message_of.h"

namespace abut::geometry {
namespace {

// The words of all lines, each with its line number in front.
std::string read_all(std::string_view text, TextRules rules = {}) {
  TextScanner scanner(text, "", rules);
  std::string all;
  while (scanner.next_line()) {
    all += "|";
    while (const auto word = scanner.next_word())
      all += std::to_string(scanner.line_number()) + std::string(*word) + " ";
  }
  return all;
}

TEST(TextScanner, LinesEndInThreeWays) {
  EXPECT_EQ(read_all("a b\nc"), "|1a 1b |2c ");
  EXPECT_EQ(read_all("a b\r\nc\r\n"), "|1a 1b |2c ");
  EXPECT_EQ(read_all("a b\rc\r"), "|1a 1b |2c ");
  EXPECT_EQ(read_all("a\n\nb\r\rc\r\n\r\nd"), "|1a ||3b ||5c ||7d ");
  EXPECT_EQ(read_all(" \t a \v\f b\t"), "|1a 1b ");
  EXPECT_EQ(read_all(""), "");
  EXPECT_EQ(read_all("\n"), "|");
}

TEST(TextScanner, CommentsAndContinuationsAreByRule) {
  EXPECT_EQ(read_all("a # b\n#c\nd#e"), "|1a 1# 1b |2#c |3d#e ");
  EXPECT_EQ(read_all("a # b\n#c\nd#e", {.has_comments = true}), "|1a ||3d#e ");
  EXPECT_EQ(read_all("a \\\nb"), "|1a 1\\ |2b ");
  const TextRules both{.has_comments = true, .has_continuations = true};
  EXPECT_EQ(read_all("a \\\nb", both), "|1a 2b ");
  EXPECT_EQ(read_all("a\\\r\n b\\ c", both), "|1a 2b\\ 2c ");
  EXPECT_EQ(read_all("# a \\\nb", both), "||2b ");
  EXPECT_EQ(read_all("a \\", both), "|1a ");
  EXPECT_EQ(read_all("\\\n\\\n\\\na", both), "|4a ");
}

TEST(TextScanner, ALineMayBeTakenToItsEnd) {
  TextScanner scanner("o  left # arm \t\nnext", "", {.has_comments = true});
  ASSERT_TRUE(scanner.next_line());
  EXPECT_EQ(scanner.next_word(), "o");
  EXPECT_EQ(scanner.rest_of_line(), "left # arm");
  EXPECT_EQ(scanner.rest_of_line(), "");
  EXPECT_EQ(scanner.bytes_left(), 4u);
  EXPECT_EQ(scanner.next_word_of_text(), "next");
  EXPECT_EQ(scanner.next_word_of_text(), std::nullopt);
  EXPECT_FALSE(scanner.next_line());
  EXPECT_EQ(scanner.next_word(), std::nullopt);
}

TEST(TextScanner, FilledLinesAreThoseWithAWord) {
  TextScanner scanner("\n \n# x\n a", "", {.has_comments = true});
  ASSERT_TRUE(scanner.next_filled_line());
  EXPECT_EQ(scanner.line_number(), 4u);
  EXPECT_FALSE(scanner.next_filled_line());
}

TEST(TextScanner, NumbersAreWholeWords) {
  for (const auto& [word, value] : std::vector<std::pair<std::string_view, double>>{{"1", 1},
                                                                                    {"-1.5", -1.5},
                                                                                    {"+1.5", 1.5},
                                                                                    {"1.", 1},
                                                                                    {".5", 0.5},
                                                                                    {"1e3", 1000},
                                                                                    {"1E+3", 1000},
                                                                                    {"4.9e-324", 0x1p-1074},
                                                                                    {"1e-400", 0},
                                                                                    {"0.1", 0.1},
                                                                                    {"1e400", INFINITY},
                                                                                    {"-inf", -INFINITY}}) {
    ASSERT_TRUE(find_number(word)) << word;
    EXPECT_EQ(*find_number(word), value) << word;
  }
  EXPECT_TRUE(std::isnan(find_number("nan").value()));
  for (const std::string_view word : {"", "+", "-", "+-1", "++1", "1,5", "1x", "0x10", "e5", "1e", "1d5", "one"}) {
    EXPECT_FALSE(find_number(word)) << word;
  }
}

TEST(TextScanner, IntegersAreWholeWords) {
  EXPECT_EQ(find_integer("-12"), -12);
  EXPECT_EQ(find_integer("+12"), 12);
  EXPECT_EQ(find_integer("99999999999999999999"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(find_integer("-99999999999999999999"), std::numeric_limits<std::int64_t>::min());
  for (const std::string_view word : {"", "+", "1.0", "1e3", "1/2", "x"}) EXPECT_FALSE(find_integer(word)) << word;
}

TEST(TextScanner, TheLocaleChangesNothing) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  for (const char* locale : {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "fr_FR"}) {
    if (std::setlocale(LC_ALL, locale)) break;
  }
  EXPECT_EQ(find_number("1.5"), 1.5);
  EXPECT_EQ(find_number("1,5"), std::nullopt);
  EXPECT_EQ(to_lower("TITLE I"), "title i");
  std::setlocale(LC_ALL, before.c_str());
}

TEST(TextScanner, ComplaintsNameLineAndWord) {
  const auto read = [](std::string_view text) {
    return message_of([&] {
      TextScanner scanner(text, "a.obj");
      scanner.next_line();
      scanner.next_line();
      scanner.read_number("the x coordinate");
      scanner.read_integer("a count");
    });
  };
  EXPECT_EQ(read("\n1 2"), "no error");
  EXPECT_EQ(
      read("\n"),
      "a.obj: line 1: the line ends where the x coordinate was expected; complete the line, or export the file again");
  EXPECT_EQ(read("\n1,5 2"),
            "a.obj: line 2: expected the x coordinate, found '1,5'; correct the number, or export the file again");
  EXPECT_EQ(read("\nnan 2"),
            "a.obj: line 2: the x coordinate is not finite: 'nan'; correct the number, or export the file again");
  EXPECT_EQ(read("\n1e999 2"),
            "a.obj: line 2: the x coordinate is not finite: '1e999'; correct the number, or export the file again");
  EXPECT_EQ(read("\n1 2.5"),
            "a.obj: line 2: expected a count, found '2.5'; correct the number, or export the file again");
}

}  // namespace
}  // namespace abut::geometry
