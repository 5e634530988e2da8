// A JSON document that has been read: a tree of values, each of which knows its line and its JSON pointer, so that
// whoever finds a value wrong can say where it stands. Memory: 32 bytes a value, and the texts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace abut::scene {

enum class JsonKind : std::uint8_t { kNull, kBoolean, kNumber, kText, kArray, kObject };

class JsonDocument;

// One value of a document: a handle, valid as long as the document stays where it is.
class JsonValue {
 public:
  JsonKind kind() const;
  bool is(JsonKind k) const { return kind() == k; }

  // Preconditions: of that kind.
  bool boolean() const;
  double number() const;
  const std::string& text() const;

  // Elements of an array or values of an object's members, in the order of the text; none for other kinds.
  std::vector<JsonValue> children() const;
  std::size_t num_children() const;
  // The key under which the object that holds this value has it. Precondition: its parent is an object.
  const std::string& key() const;
  // Whether this is an object with a member of that key.
  bool has(std::string_view key) const;

  std::size_t line() const;     // from 1
  std::string pointer() const;  // RFC 6901: /bodies/3/mass; empty for the whole document
  std::string place() const;    // "line 12, /bodies/3/mass"
  // What stands there, short enough for a message: -3.5, "steel", an array of 2, ...
  std::string describe() const;

  // Throws InputError with the document's name and this value's place.
  [[noreturn]] void fail(const std::string& fault, const std::string& remedy = "") const;

 private:
  friend class JsonDocument;
  JsonValue(const JsonDocument* document, std::uint32_t node) : document_(document), node_(node) {}
  const JsonDocument* document_;
  std::uint32_t node_;
};

class JsonDocument {
 public:
  JsonValue root() const { return {this, 0}; }
  // The file as the user named it; stands at the head of every message.
  const std::string& name() const { return name_; }

 private:
  friend class JsonValue;
  friend class JsonBuilder;
  static constexpr std::uint32_t kNone = 0xffffffffu;

  struct Node {
    double number = 0.0;         // of a number or boolean; how many children an array or object has
    std::uint32_t text = kNone;  // of a string: in texts_; of an array or object: its first child
    std::uint32_t key = kNone;   // of a member of an object: in texts_; of an element of an array: its number
    std::uint32_t parent = kNone;
    std::uint32_t next = kNone;  // sibling
    std::uint32_t line = 1;
    JsonKind kind = JsonKind::kNull;
  };

  std::string name_;
  std::vector<Node> nodes_;  // in the order of the text, parents before children
  std::vector<std::string> texts_;
};

// A text in quotes for messages: at most 40 characters of it, control characters replaced.
std::string quote_short(std::string_view text);

}  // namespace abut::scene
