#include "abut/scene/json_value.h"

#include <fmt/format.h>

#include <algorithm>

#include "abut/base/input_error.h"

namespace abut::scene {

JsonKind JsonValue::kind() const {
  return document_->nodes_[node_].kind;
}
bool JsonValue::boolean() const {
  return document_->nodes_[node_].number != 0.0;
}
double JsonValue::number() const {
  return document_->nodes_[node_].number;
}
const std::string& JsonValue::text() const {
  return document_->texts_[document_->nodes_[node_].text];
}
const std::string& JsonValue::key() const {
  return document_->texts_[document_->nodes_[node_].key];
}
std::size_t JsonValue::line() const {
  return document_->nodes_[node_].line;
}

std::size_t JsonValue::num_children() const {
  return is(JsonKind::kArray) || is(JsonKind::kObject) ? static_cast<std::size_t>(number()) : 0;
}

std::vector<JsonValue> JsonValue::children() const {
  std::vector<JsonValue> result;
  const std::size_t count = num_children();
  result.reserve(count);
  std::uint32_t child = document_->nodes_[node_].text;
  for (std::size_t i = 0; i < count; ++i, child = document_->nodes_[child].next) result.push_back({document_, child});
  return result;
}

bool JsonValue::has(std::string_view key) const {
  if (!is(JsonKind::kObject)) return false;
  const std::vector<JsonValue> members = children();
  return std::any_of(members.begin(), members.end(), [&](const JsonValue& m) { return m.key() == key; });
}

std::string JsonValue::pointer() const {
  const JsonDocument::Node& node = document_->nodes_[node_];
  if (node.parent == JsonDocument::kNone) return "";
  const JsonValue parent(document_, node.parent);
  if (parent.is(JsonKind::kArray)) return parent.pointer() + "/" + std::to_string(node.key);
  std::string escaped;
  for (const char c : key()) {
    if (c == '~')
      escaped += "~0";
    else if (c == '/')
      escaped += "~1";
    else
      escaped += c;
  }
  return parent.pointer() + "/" + escaped;
}

std::string JsonValue::place() const {
  const std::string where = pointer();
  return fmt::format("line {}{}{}", line(), where.empty() ? "" : ", ", where);
}

std::string JsonValue::describe() const {
  switch (kind()) {
    case JsonKind::kNull:
      return "null";
    case JsonKind::kBoolean:
      return boolean() ? "true" : "false";
    case JsonKind::kNumber:
      return fmt::format("{}", number());
    case JsonKind::kText:
      return quote_short(text());
    case JsonKind::kArray:
      return fmt::format("an array of {}", num_children());
    case JsonKind::kObject:
      return "an object";
  }
  return "";
}

void JsonValue::fail(const std::string& fault, const std::string& remedy) const {
  throw InputError({document_->name(), place(), fault, remedy});
}

std::string quote_short(std::string_view text) {
  constexpr std::size_t kMaxShown = 40;
  std::size_t shown = std::min(text.size(), kMaxShown);
  // Not in the middle of a UTF-8 character.
  while (shown < text.size() && shown > 0 && (static_cast<unsigned char>(text[shown]) & 0xC0u) == 0x80u) --shown;
  std::string result = "\"";
  for (const char c : text.substr(0, shown)) result += static_cast<unsigned char>(c) < 0x20u || c == 0x7f ? '?' : c;
  return result + (shown < text.size() ? "...\"" : "\"");
}

}  // namespace abut::scene
