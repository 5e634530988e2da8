// Reading records from JSON declaratively: each key is named once, with where its value goes and how it is read.
//
//   Fields fields(value, "a material");
//   fields.required("name", material.name, text());
//   fields.optional("friction", material.friction, number(at_least(0.0)));
//   fields.finish();
//
// A reader is a function from JsonValue to the value wanted, that throws InputError with file, line, JSON pointer, what
// was found and what was expected. An optional key that is absent leaves its target as it is. finish() refuses keys
// that nobody asked for and suggests the nearest one that somebody did.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "abut/math/types.h"
#include "abut/scene/json_value.h"

namespace abut::scene {

// Which numbers a value may have. Numbers of a document are finite already.
struct NumberRange {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool excludes_min = false;
  std::string_view unit;  // for messages: "kg"; empty for pure numbers
};

constexpr NumberRange any(std::string_view unit = "") {
  return {.unit = unit};
}
constexpr NumberRange positive(std::string_view unit = "") {
  return {.min = 0.0, .excludes_min = true, .unit = unit};
}
constexpr NumberRange at_least(double min, std::string_view unit = "") {
  return {.min = min, .unit = unit};
}
constexpr NumberRange at_most(double max, std::string_view unit = "") {
  return {.max = max, .unit = unit};
}
constexpr NumberRange between(double min, double max, std::string_view unit = "") {
  return {.min = min, .max = max, .unit = unit};
}

// "a number from 0 to 1", "a positive number (kg)"
std::string describe(const NumberRange& range);

double read_number(JsonValue value, const NumberRange& range);
std::int64_t read_integer(JsonValue value, std::int64_t min, std::int64_t max);
bool read_boolean(JsonValue value);
std::string read_text(JsonValue value);  // not empty
math::Vec3 read_vector(JsonValue value, const NumberRange& each);
// The elements of an array of at least min and at most max.
std::vector<JsonValue> read_array(JsonValue value, std::size_t min = 0,
                                  std::size_t max = std::numeric_limits<std::size_t>::max());
// The place of the text among the names; an unknown one is refused with the nearest and the list of all.
std::size_t read_choice(JsonValue value, const std::vector<std::string>& names);

// Readers to hand to Fields.
inline auto number(NumberRange range = {}) {
  return [range](JsonValue v) { return read_number(v, range); };
}
inline auto integer(std::int64_t min, std::int64_t max) {
  return [min, max](JsonValue v) { return read_integer(v, min, max); };
}
inline auto boolean() {
  return &read_boolean;
}
inline auto text() {
  return &read_text;
}
inline auto vector3(NumberRange each = {}) {
  return [each](JsonValue v) { return read_vector(v, each); };
}
// One of several names, each standing for a value.
template <class T>
auto choice(std::vector<std::pair<std::string, T>> table) {
  return [table = std::move(table)](JsonValue v) {
    std::vector<std::string> names;
    for (const auto& [name, meaning] : table) names.push_back(name);
    return table[read_choice(v, names)].second;
  };
}
// An array, each element read by `read`.
template <class Reader>
auto list(Reader read, std::size_t min = 0) {
  return [read = std::move(read), min](JsonValue v) {
    std::vector<decltype(read(v))> result;
    for (const JsonValue& element : read_array(v, min)) result.push_back(read(element));
    return result;
  };
}

class Fields {
 public:
  // `what` names the record in messages: "a body". Refuses a value that is no object.
  Fields(JsonValue object, std::string what);

  // The member of that key, if there is one. The key counts as known from now on.
  std::optional<JsonValue> find(std::string_view key);
  // The same, refusing its absence. `hint` says what to write: "\"name\": \"steel\"".
  JsonValue require(std::string_view key);
  // The one member among those keys. Refuses none and several.
  JsonValue require_one_of(const std::vector<std::string>& keys);
  // At most one of them.
  std::optional<JsonValue> find_one_of(const std::vector<std::string>& keys);

  // Whether the key was there.
  template <class T, class Reader>
  bool optional(std::string_view key, T& target, const Reader& read) {
    const std::optional<JsonValue> value = find(key);
    if (value) target = read(*value);
    return value.has_value();
  }
  template <class T, class Reader>
  void required(std::string_view key, T& target, const Reader& read) {
    target = read(require(key));
  }

  // Refuses members whose keys were never asked for.
  void finish() const;
  // Those members, for readers that set unknown keys aside instead.
  std::vector<JsonValue> find_unknown() const;
  // `did you mean "friction"?`, or the list of all keys asked for.
  std::string suggest(std::string_view unknown_key) const;

  const JsonValue& object() const { return object_; }

 private:
  JsonValue object_;
  std::string what_;
  std::vector<JsonValue> members_;
  std::vector<std::string> known_;
};

}  // namespace abut::scene
