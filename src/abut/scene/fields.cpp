#include "abut/scene/fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "abut/base/suggest.h"

namespace abut::scene {
namespace {

[[noreturn]] void fail_expected(JsonValue value, const std::string& expected, const std::string& remedy = "") {
  value.fail(fmt::format("found {}, expected {}", value.describe(), expected), remedy);
}

std::string list_quoted(const std::vector<std::string>& names) {
  std::vector<std::string> quoted;
  for (const std::string& name : names) quoted.push_back('"' + name + '"');
  return fmt::format("{}", fmt::join(quoted, ", "));
}

std::string suggest_name(std::string_view unknown, const std::vector<std::string>& names) {
  const std::string nearest = find_nearest(unknown, names);
  if (!nearest.empty()) return fmt::format("did you mean \"{}\"?", nearest);
  return "known are " + list_quoted(names);
}

}  // namespace

std::string describe(const NumberRange& range) {
  std::string result = "a number";
  if (range.min == 0.0 && range.excludes_min)
    result = "a positive number";
  else if (std::isfinite(range.min) && std::isfinite(range.max))
    result += fmt::format(" from {} to {}", range.min, range.max);
  else if (std::isfinite(range.min))
    result += fmt::format(" of at least {}", range.min);
  else if (std::isfinite(range.max))
    result += fmt::format(" of at most {}", range.max);
  if (!range.unit.empty()) result += fmt::format(" ({})", range.unit);
  return result;
}

double read_number(JsonValue value, const NumberRange& range) {
  if (!value.is(JsonKind::kNumber)) {
    fail_expected(value, describe(range), value.is(JsonKind::kText) ? "numbers stand without quotes" : "");
  }
  const double x = value.number();
  if (x < range.min || x > range.max || (range.excludes_min && x == range.min)) fail_expected(value, describe(range));
  return x;
}

std::int64_t read_integer(JsonValue value, std::int64_t min, std::int64_t max) {
  const double x = value.is(JsonKind::kNumber) ? value.number() : std::nan("");
  if (!(x == std::floor(x) && x >= static_cast<double>(min) && x <= static_cast<double>(max))) {
    fail_expected(value, fmt::format("a whole number from {} to {}", min, max));
  }
  return static_cast<std::int64_t>(x);
}

bool read_boolean(JsonValue value) {
  if (!value.is(JsonKind::kBoolean)) fail_expected(value, "true or false");
  return value.boolean();
}

std::string read_text(JsonValue value) {
  if (!value.is(JsonKind::kText) || value.text().empty()) fail_expected(value, "a text in double quotes, not empty");
  return value.text();
}

math::Vec3 read_vector(JsonValue value, const NumberRange& each) {
  if (!value.is(JsonKind::kArray) || value.num_children() != 3) {
    fail_expected(value, fmt::format("three numbers{}", each.unit.empty() ? "" : fmt::format(" ({})", each.unit)),
                  "write [x, y, z]");
  }
  const std::vector<JsonValue> elements = value.children();
  return {read_number(elements[0], each), read_number(elements[1], each), read_number(elements[2], each)};
}

std::vector<JsonValue> read_array(JsonValue value, std::size_t min, std::size_t max) {
  if (!value.is(JsonKind::kArray) || value.num_children() < min || value.num_children() > max) {
    std::string expected = "an array";
    if (min == max)
      expected += fmt::format(" of {}", min);
    else if (min > 0)
      expected += fmt::format(" of at least {}", min);
    fail_expected(value, expected);
  }
  return value.children();
}

std::size_t read_choice(JsonValue value, const std::vector<std::string>& names) {
  if (!value.is(JsonKind::kText)) fail_expected(value, "one of " + list_quoted(names));
  const auto found = std::find(names.begin(), names.end(), value.text());
  if (found == names.end()) {
    fail_expected(value, "one of " + list_quoted(names),
                  find_nearest(value.text(), names).empty() ? "" : suggest_name(value.text(), names));
  }
  return static_cast<std::size_t>(found - names.begin());
}

Fields::Fields(JsonValue object, std::string what) : object_(object), what_(std::move(what)) {
  if (!object.is(JsonKind::kObject)) fail_expected(object, fmt::format("{}, an object in braces", what_));
  members_ = object.children();
}

std::optional<JsonValue> Fields::find(std::string_view key) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.emplace_back(key);
  for (const JsonValue& member : members_) {
    if (member.key() == key) return member;
  }
  return std::nullopt;
}

JsonValue Fields::require(std::string_view key) {
  const std::optional<JsonValue> value = find(key);
  if (value) return *value;
  // The key may be there, misspelt.
  for (const JsonValue& member : find_unknown()) {
    const std::string wanted(key);
    if (find_nearest(member.key(), {&wanted, 1}) == key) {
      member.fail(fmt::format("unknown key {} in {}", quote_short(member.key()), what_),
                  fmt::format("did you mean \"{}\"?", key));
    }
  }
  object_.fail(fmt::format("{} lacks the key \"{}\"", what_, key), fmt::format("add \"{}\": ...", key));
}

std::optional<JsonValue> Fields::find_one_of(const std::vector<std::string>& keys) {
  std::optional<JsonValue> result;
  for (const std::string& key : keys) {
    const std::optional<JsonValue> value = find(key);
    if (value && result) {
      value->fail(fmt::format("{} has both \"{}\" and \"{}\"", what_, result->key(), key), "keep one of them");
    }
    if (value) result = value;
  }
  return result;
}

JsonValue Fields::require_one_of(const std::vector<std::string>& keys) {
  const std::optional<JsonValue> value = find_one_of(keys);
  if (value) return *value;
  const std::vector<JsonValue> unknown = find_unknown();
  for (const JsonValue& member : unknown) {
    if (!find_nearest(member.key(), keys).empty()) {
      member.fail(fmt::format("unknown key {} in {}", quote_short(member.key()), what_), suggest(member.key()));
    }
  }
  object_.fail(fmt::format("{} has none of the keys {}", what_, list_quoted(keys)), "give one of them");
}

std::vector<JsonValue> Fields::find_unknown() const {
  std::vector<JsonValue> result;
  for (const JsonValue& member : members_) {
    if (std::find(known_.begin(), known_.end(), member.key()) == known_.end()) result.push_back(member);
  }
  return result;
}

std::string Fields::suggest(std::string_view unknown_key) const {
  return suggest_name(unknown_key, known_);
}

void Fields::finish() const {
  for (const JsonValue& member : find_unknown()) {
    member.fail(fmt::format("unknown key {} in {}", quote_short(member.key()), what_), suggest(member.key()));
  }
}

}  // namespace abut::scene
