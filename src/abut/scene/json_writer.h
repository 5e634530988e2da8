// Writes JSON for people: two blanks of indent, keys in the order they are given, arrays of numbers on one line, tables
// of them one row a line. Numbers are the shortest text that reads back to the same bits; -0 is written -0.0, because a
// reader may take -0 for an integer.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "abut/math/types.h"

namespace abut::scene {

// Precondition: finite.
std::string make_json_number(double x);
std::string make_json_text(std::string_view text);

class JsonWriter {
 public:
  void begin_object();
  void end_object();
  void begin_array();
  void end_array();
  void key(std::string_view key);

  void number(double x);
  void text(std::string_view text);
  void boolean(bool value);
  void numbers(std::span<const double> values);
  void vector(const math::Vec3& v);
  void texts(const std::vector<std::string>& texts);
  // One row a line. Each row is a piece of JSON.
  void rows(const std::vector<std::string>& rows);

  // What has been written, with a newline at its end. Precondition: everything opened is closed.
  std::string take();

 private:
  void begin_value();
  void open(char bracket);
  void close(char bracket);
  void new_line();

  std::string out_;
  std::vector<bool> has_members_;  // of what is open
  bool after_key_ = false;
};

// "[1, 2.5]"
std::string make_json_row(std::span<const double> values);

}  // namespace abut::scene
