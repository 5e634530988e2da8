// Lines and words of a text, with the line number for every complaint. Words are separated by blanks and tabs; lines
// end with \n, \r\n or \r. Never looks past the end of the text; numbers do not depend on the locale. Linear cost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "abut/geometry/io/place.h"

namespace abut::geometry {

// The decimal number that is the whole of `word`: [+-]digits[.digits][e[+-]digits], inf and nan. What is too small for
// a double is 0; what is too large is infinite. None if it is no number.
std::optional<double> find_number(std::string_view word);

// The decimal integer that is the whole of `word`; saturates at the ends of its range. None if it is no integer.
std::optional<std::int64_t> find_integer(std::string_view word);

// With A to Z made small, whatever the locale.
std::string to_lower(std::string_view text);

struct TextRules {
  bool has_comments = false;       // a word that starts with # ends the line
  bool has_continuations = false;  // a backslash at the end of a line joins the next one to it
};

class TextScanner {
 public:
  TextScanner(std::string_view text, std::string_view file, TextRules rules = {});

  // Goes to the next line. False at the end of the text.
  bool next_line();
  // Goes to the next line that has a word. False at the end of the text.
  bool next_filled_line();
  // The next word of the current line; none at its end.
  std::optional<std::string_view> next_word();
  // The next word of the current line or of those after it; none at the end of the text.
  std::optional<std::string_view> next_word_of_text();
  // What is left of the current line, without the blanks around it. Comments count as text.
  std::string_view rest_of_line();

  // The next word of the current line as a finite number or as an integer; `what` names it in the InputError thrown if
  // it is none.
  double read_number(std::string_view what);
  std::int64_t read_integer(std::string_view what);

  Place place() const { return {Place::Kind::kLine, line_number_}; }
  std::size_t line_number() const { return line_number_; }
  // Bytes after the current line.
  std::size_t bytes_left() const { return text_.size() - next_line_; }

  [[noreturn]] void fail(std::string fault, std::string remedy) const;

 private:
  void skip_blanks();
  std::string_view expect_word(std::string_view what);

  std::string_view text_;
  std::string_view file_;
  TextRules rules_;
  std::size_t line_number_ = 0;
  std::size_t at_ = 0;         // in the current line
  std::size_t line_end_ = 0;   // of the current line, before its \r or \n
  std::size_t next_line_ = 0;  // where the line after it begins
  std::size_t newline_ = 0;  // the first \n at or after next_line_, or the end; kept so that \r alone costs no rescans
};

}  // namespace abut::geometry
