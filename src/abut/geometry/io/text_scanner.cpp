#include "abut/geometry/io/text_scanner.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace abut::geometry {
namespace {

constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

// The first `c` in [first, last) of the text, or `last`.
std::size_t find_byte(std::string_view text, char c, std::size_t first, std::size_t last) {
  if (first == last) return last;
  const void* found = std::memchr(text.data() + first, c, last - first);
  return found ? static_cast<std::size_t>(static_cast<const char*>(found) - text.data()) : last;
}

// from_chars takes no plus sign; files have them.
std::string_view without_plus(std::string_view word) {
  return word.size() > 1 && word[0] == '+' && word[1] != '-' ? word.substr(1) : word;
}

}  // namespace

std::optional<double> find_number(std::string_view word) {
  word = without_plus(word);
  const char* end = word.data() + word.size();
  double value = 0.0;
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  if (stop != end || word.empty() || error == std::errc::invalid_argument) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    const std::size_t exponent = word.find_first_of("eE");
    const bool is_tiny = exponent != std::string_view::npos && word.substr(exponent + 1).starts_with('-');
    return is_tiny ? 0.0 : std::numeric_limits<double>::infinity();
  }
  return value;
}

std::optional<std::int64_t> find_integer(std::string_view word) {
  word = without_plus(word);
  const char* end = word.data() + word.size();
  std::int64_t value = 0;
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  if (stop != end || word.empty() || error == std::errc::invalid_argument) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    using Limits = std::numeric_limits<std::int64_t>;
    return word[0] == '-' ? Limits::min() : Limits::max();
  }
  return value;
}

std::string to_lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

TextScanner::TextScanner(std::string_view text, std::string_view file, TextRules rules)
    : text_(text), file_(file), rules_(rules), newline_(find_byte(text, '\n', 0, text.size())) {}

bool TextScanner::next_line() {
  if (next_line_ == text_.size()) {
    at_ = line_end_;
    return false;
  }
  ++line_number_;
  at_ = next_line_;
  line_end_ = find_byte(text_, '\r', at_, newline_);
  const bool is_pair = line_end_ + 1 == newline_;  // \r\n
  next_line_ = std::min(text_.size(), is_pair ? newline_ + 1 : line_end_ + 1);
  if (next_line_ > newline_) newline_ = find_byte(text_, '\n', next_line_, text_.size());
  return true;
}

bool TextScanner::next_filled_line() {
  while (next_line()) {
    skip_blanks();
    if (at_ != line_end_) return true;
  }
  return false;
}

// To the next word, over the ends of joined lines. At the end of the line `at_` is `line_end_`.
void TextScanner::skip_blanks() {
  for (;;) {
    while (at_ != line_end_ && is_blank(text_[at_])) ++at_;
    const bool joins = rules_.has_continuations && at_ + 1 == line_end_ && text_[at_] == '\\';
    if (!joins || !next_line()) break;
  }
  if (rules_.has_comments && at_ != line_end_ && text_[at_] == '#') at_ = line_end_;
}

std::optional<std::string_view> TextScanner::next_word() {
  skip_blanks();
  const std::size_t first = at_;
  while (at_ != line_end_ && !is_blank(text_[at_])) ++at_;
  if (at_ == first) return std::nullopt;
  const bool joins = rules_.has_continuations && at_ == line_end_ && text_[at_ - 1] == '\\' && at_ - first > 1;
  if (joins) --at_;
  return text_.substr(first, at_ - first);
}

std::optional<std::string_view> TextScanner::next_word_of_text() {
  for (;;) {
    if (const auto word = next_word()) return word;
    if (!next_line()) return std::nullopt;
  }
}

std::string_view TextScanner::rest_of_line() {
  std::size_t last = line_end_;
  while (at_ != last && is_blank(text_[at_])) ++at_;
  while (at_ != last && is_blank(text_[last - 1])) --last;
  const std::string_view rest = text_.substr(at_, last - at_);
  at_ = line_end_;
  return rest;
}

std::string_view TextScanner::expect_word(std::string_view what) {
  const auto word = next_word();
  if (!word)
    fail(fmt::format("the line ends where {} was expected", what), "complete the line, or export the file again");
  return *word;
}

double TextScanner::read_number(std::string_view what) {
  const std::string_view word = expect_word(what);
  const auto value = find_number(word);
  if (!value) {
    fail(fmt::format("expected {}, found {}", what, make_quote(word)), "correct the number, or export the file again");
  }
  if (!std::isfinite(*value)) {
    fail(fmt::format("{} is not finite: {}", what, make_quote(word)), "correct the number, or export the file again");
  }
  return *value;
}

std::int64_t TextScanner::read_integer(std::string_view what) {
  const std::string_view word = expect_word(what);
  const auto value = find_integer(word);
  if (!value) {
    fail(fmt::format("expected {}, found {}", what, make_quote(word)), "correct the number, or export the file again");
  }
  return *value;
}

void TextScanner::fail(std::string fault, std::string remedy) const {
  throw_fault(file_, place(), std::move(fault), std::move(remedy));
}

}  // namespace abut::geometry
