#include "abut/scene/json_writer.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace abut::scene {

std::string make_json_number(double x) {
  if (x == 0.0) return std::signbit(x) ? "-0.0" : "0";
  return fmt::format("{}", x);
}

std::string make_json_text(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      result += {'\\', c};
    else if (c == '\n')
      result += "\\n";
    else if (c == '\t')
      result += "\\t";
    else if (static_cast<unsigned char>(c) < 0x20u)
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      result += c;
  }
  return result + '"';
}

std::string make_json_row(std::span<const double> values) {
  std::string result = "[";
  for (std::size_t i = 0; i < values.size(); ++i) result += (i == 0 ? "" : ", ") + make_json_number(values[i]);
  return result + "]";
}

void JsonWriter::new_line() {
  out_ += '\n';
  out_.append(2 * has_members_.size(), ' ');
}

// Comma and line before a value; nothing between a key and its value.
void JsonWriter::begin_value() {
  if (std::exchange(after_key_, false) || has_members_.empty()) return;
  if (has_members_.back()) out_ += ',';
  has_members_.back() = true;
  new_line();
}

void JsonWriter::open(char bracket) {
  begin_value();
  out_ += bracket;
  has_members_.push_back(false);
}

void JsonWriter::close(char bracket) {
  const bool had_members = has_members_.back();
  has_members_.pop_back();
  if (had_members) new_line();
  out_ += bracket;
}

void JsonWriter::begin_object() {
  open('{');
}
void JsonWriter::end_object() {
  close('}');
}
void JsonWriter::begin_array() {
  open('[');
}
void JsonWriter::end_array() {
  close(']');
}

void JsonWriter::key(std::string_view key) {
  begin_value();
  out_ += make_json_text(key) + ": ";
  after_key_ = true;
}

void JsonWriter::number(double x) {
  begin_value();
  out_ += make_json_number(x);
}

void JsonWriter::text(std::string_view text) {
  begin_value();
  out_ += make_json_text(text);
}

void JsonWriter::boolean(bool value) {
  begin_value();
  out_ += value ? "true" : "false";
}

void JsonWriter::numbers(std::span<const double> values) {
  begin_value();
  out_ += make_json_row(values);
}

void JsonWriter::vector(const math::Vec3& v) {
  numbers({v.data(), 3});
}

void JsonWriter::texts(const std::vector<std::string>& texts) {
  begin_value();
  out_ += '[';
  for (std::size_t i = 0; i < texts.size(); ++i) out_ += (i == 0 ? "" : ", ") + make_json_text(texts[i]);
  out_ += ']';
}

void JsonWriter::rows(const std::vector<std::string>& rows) {
  begin_array();
  for (const std::string& row : rows) {
    begin_value();
    out_ += row;
  }
  end_array();
}

std::string JsonWriter::take() {
  out_ += '\n';
  return std::exchange(out_, {});
}

}  // namespace abut::scene
