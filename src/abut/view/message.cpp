// A message is small and flat: an object whose values are texts, numbers and lists of numbers. So it is read by events,
// into a short list of fields, and anything deeper or otherwise ends the reading at once; no tree is ever built. Then
// the fields are held against what the message's type asks for: each once, all there, none else.
// Cost: linear in the bytes, which are few; the nesting takes one bit a level of the parser's own, no stack.
#include "abut/view/message.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace abut::view {
namespace {

constexpr std::int64_t kLargestInteger = std::int64_t{1} << 53;  // up to here doubles, and so pages, hold all integers
constexpr std::size_t kMostKeyShown = 40;

struct Field {
  enum class Kind : std::uint8_t { kOther, kText, kInteger, kNumber, kList };
  std::string key;
  Kind kind = Kind::kOther;
  std::string text;
  std::int64_t integer = 0;
  double number = 0.0;  // of an integer too
  std::vector<double> list;
};

struct Refusal {
  std::string text;
};

std::string quote_key(const std::string& key) {
  return key.size() <= kMostKeyShown ? "'" + key + "'" : "'" + key.substr(0, kMostKeyShown) + "...'";
}

// Gathers the fields of one object. What it returns tells the parser whether to go on.
class FieldReader : public nlohmann::json_sax<nlohmann::json> {
 public:
  std::vector<Field> fields;
  std::string fault;  // empty: none

  bool null() override { return add_other(); }
  bool boolean(bool) override { return add_other(); }
  bool binary(binary_t&) override { return add_other(); }
  bool number_integer(number_integer_t value) override { return add_integer(value); }
  bool number_unsigned(number_unsigned_t value) override {
    return add_integer(static_cast<std::int64_t>(std::min<number_unsigned_t>(value, kLargestInteger + 1)));
  }
  bool number_float(number_float_t value, const string_t&) override {
    return add_number(Field::Kind::kNumber, 0, value);
  }
  bool string(string_t& value) override {
    if (in_list_ || !is_in_object_) return add_other();
    fields.back().kind = Field::Kind::kText;
    fields.back().text = std::move(value);
    return true;
  }
  bool start_object(std::size_t) override {
    if (is_in_object_) return refuse_depth();
    return is_in_object_ = true;
  }
  bool key(string_t& value) override {
    const auto is_same = [&](const Field& field) { return field.key == value; };
    if (std::any_of(fields.begin(), fields.end(), is_same)) return refuse(quote_key(value) + " is there twice");
    fields.emplace_back().key = std::move(value);
    return true;
  }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override {
    if (!is_in_object_) return refuse_no_object();
    if (in_list_) return refuse_depth();
    fields.back().kind = Field::Kind::kList;
    return in_list_ = true;
  }
  bool end_array() override {
    in_list_ = false;
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& error) override {
    constexpr int kNumberOutOfRange = 406;  // of nlohmann's list of exceptions
    return refuse(error.id == kNumberOutOfRange ? "a number in it is too large"
                                                : fmt::format("it is no JSON, from byte {} on", position));
  }

 private:
  bool refuse(std::string text) {
    fault = std::move(text);
    return false;
  }
  bool refuse_no_object() { return refuse("it is no object"); }
  bool refuse_depth() { return refuse("it is nested deeper than an object of lists"); }

  bool add_other() {
    if (!is_in_object_) return refuse_no_object();
    fields.back().kind = Field::Kind::kOther;  // a list with something else in it too: never one of numbers again
    return true;
  }
  bool add_integer(std::int64_t value) {
    const bool is_exact = value >= -kLargestInteger && value <= kLargestInteger;
    return add_number(is_exact ? Field::Kind::kInteger : Field::Kind::kNumber, value, static_cast<double>(value));
  }
  bool add_number(Field::Kind kind, std::int64_t integer, double number) {
    if (!is_in_object_) return refuse_no_object();
    Field& field = fields.back();
    if (in_list_) {
      field.list.push_back(number);
    } else {
      field.kind = kind, field.integer = integer, field.number = number;
    }
    return true;
  }

  bool is_in_object_ = false, in_list_ = false;
};

struct TypeRow {
  std::string_view name;
  MessageType type;
  std::array<std::string_view, 3> keys;  // beside type and id; an empty one is none
};
constexpr TypeRow kTypes[] = {
    {"geometry", MessageType::kGeometry, {}},
    {"poses", MessageType::kPoses, {"first", "count"}},
    {"step", MessageType::kStep, {"index"}},
    {"series", MessageType::kSeries, {"first", "count"}},
    {"run", MessageType::kRun, {}},
    {"pause", MessageType::kPause, {}},
    {"reset", MessageType::kReset, {}},
    {"advance", MessageType::kAdvance, {"steps"}},
    {"set", MessageType::kSet, {"friction", "gravity", "law"}},
    {"pull", MessageType::kPull, {"body", "p_BP", "p_WT"}},
    {"release", MessageType::kRelease, {}},
    {"seen", MessageType::kSeen, {}},
};

const Field* find_field(const std::vector<Field>& fields, std::string_view key) {
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const Field& field) { return field.key == key; });
  return found == fields.end() ? nullptr : &*found;
}

std::int64_t get_integer(const std::vector<Field>& fields, std::string_view key, std::int64_t low, std::int64_t high) {
  const Field* field = find_field(fields, key);
  if (field && field->kind == Field::Kind::kInteger && field->integer >= low && field->integer <= high)
    return field->integer;
  throw Refusal{fmt::format("'{}' must be an integer from {} to {}", key, low, high)};
}

double get_number(const std::vector<Field>& fields, std::string_view key, double low, double high) {
  const Field* field = find_field(fields, key);
  const bool is_number = field && (field->kind == Field::Kind::kInteger || field->kind == Field::Kind::kNumber);
  if (is_number && field->number >= low && field->number <= high) return field->number;
  throw Refusal{fmt::format("'{}' must be a number from {:g} to {:g}", key, low, high)};
}

math::Vec3 get_vector(const std::vector<Field>& fields, std::string_view key, double most) {
  const Field* field = find_field(fields, key);
  const auto is_within = [&](double x) { return std::abs(x) <= most; };
  if (field && field->kind == Field::Kind::kList && field->list.size() == 3 &&
      std::all_of(field->list.begin(), field->list.end(), is_within)) {
    return {field->list[0], field->list[1], field->list[2]};
  }
  throw Refusal{fmt::format("'{}' must be three numbers from -{:g} to {:g}", key, most, most)};
}

std::string get_text(const std::vector<Field>& fields, std::string_view key) {
  const Field* field = find_field(fields, key);
  if (field && field->kind == Field::Kind::kText) return field->text;
  throw Refusal{fmt::format("'{}' must be a text", key)};
}

const TypeRow& get_type(const std::vector<Field>& fields) {
  const std::string name = get_text(fields, "type");
  const auto* row =
      std::find_if(std::begin(kTypes), std::end(kTypes), [&](const TypeRow& r) { return r.name == name; });
  if (row == std::end(kTypes)) throw Refusal{fmt::format("there is no type {}", quote_key(name))};
  for (const Field& field : fields) {
    const bool is_asked = std::find(row->keys.begin(), row->keys.end(), field.key) != row->keys.end();
    const bool is_known = field.key == "type" || field.key == "id" || (is_asked && !field.key.empty());
    if (!is_known) throw Refusal{fmt::format("'{}' has no {}", row->name, quote_key(field.key))};
  }
  return *row;
}

void read_set(const std::vector<Field>& fields, Message& message) {
  if (find_field(fields, "friction")) message.friction = get_number(fields, "friction", 0.0, kMostFriction);
  if (find_field(fields, "gravity")) message.gravity = get_vector(fields, "gravity", kMostGravity);
  if (find_field(fields, "law")) message.law = get_text(fields, "law");
  if (!message.friction && !message.gravity && !message.law)
    throw Refusal{"'set' needs one of 'friction', 'gravity' and 'law'"};
}

Message make_message(const std::vector<Field>& fields) {
  Message message;
  message.type = get_type(fields).type;
  message.id = static_cast<std::uint64_t>(get_integer(fields, "id", 0, kLargestInteger));
  switch (message.type) {
    case MessageType::kPoses:
    case MessageType::kSeries:
      message.first = get_integer(fields, "first", 0, kLargestInteger);
      message.count = get_integer(fields, "count", 1, message.type == MessageType::kPoses ? kMostPoses : kMostSeries);
      break;
    case MessageType::kStep:
      message.index = get_integer(fields, "index", 0, kLargestInteger);
      break;
    case MessageType::kAdvance:
      message.num_steps = get_integer(fields, "steps", 1, kMostAdvance);
      break;
    case MessageType::kSet:
      read_set(fields, message);
      break;
    case MessageType::kPull:
      message.body = static_cast<std::uint32_t>(get_integer(fields, "body", 0, std::int64_t{0xffffffff}));
      message.p_BP = get_vector(fields, "p_BP", kMostPosition);
      message.p_WT = get_vector(fields, "p_WT", kMostPosition);
      break;
    default:
      break;
  }
  return message;
}

std::optional<std::uint64_t> find_id(const std::vector<Field>& fields) {
  const Field* field = find_field(fields, "id");
  if (!field || field->kind != Field::Kind::kInteger || field->integer < 0) return std::nullopt;
  return static_cast<std::uint64_t>(field->integer);
}

}  // namespace

std::variant<Message, MessageFault> parse_message(std::string_view text) {
  const auto make_fault = [](std::optional<std::uint64_t> id, const std::string& why) {
    return MessageFault{id, "this message was not understood: " + why};
  };
  if (text.size() > kMostMessageBytes)
    return make_fault({}, fmt::format("it has {} bytes, and {} are the most", text.size(), kMostMessageBytes));
  // The parser takes a zero byte for the end.
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
    return make_fault({}, fmt::format("it is no JSON, from byte {} on", zero + 1));
  FieldReader reader;
  if (!nlohmann::json::sax_parse(text.begin(), text.end(), &reader))
    return make_fault(find_id(reader.fields), reader.fault);
  try {
    return make_message(reader.fields);
  } catch (const Refusal& refusal) {
    return make_fault(find_id(reader.fields), refusal.text);
  }
}

}  // namespace abut::view
