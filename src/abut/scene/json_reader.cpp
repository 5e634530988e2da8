// nlohmann's parser reads the text and calls JsonBuilder for each token. The iterator it reads through leaves behind
// how far it came, which gives the line of a token: the newlines before the last character read. (A number is known to
// be at its end only when the character after it has been read; if that is a newline it is the last one read and not
// counted.)
#include "abut/scene/json_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>

#include "abut/base/input_error.h"

namespace abut::scene {
namespace {

// Reads characters and leaves behind how far it came.
class TracingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  TracingIterator(const char* at, const char** reached) : at_(at), reached_(reached) {}
  reference operator*() const { return *at_; }
  TracingIterator& operator++() {
    *reached_ = ++at_;
    return *this;
  }
  bool operator==(const TracingIterator& other) const { return at_ == other.at_; }
  bool operator!=(const TracingIterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  const char** reached_;
};

// What a person may have meant by text that is not JSON.
std::string find_syntax_remedy(std::string_view text, std::size_t offset) {
  const auto character = [&](std::size_t i) { return i < text.size() ? text[i] : '\0'; };
  const char c = character(offset);
  const char before = character(offset == 0 ? text.size() : offset - 1);
  if (c == '/' || c == '*' || c == '#' || before == '/') {
    return "JSON has no comments: remove it, or put it into a \"description\"";
  }
  if (c == '\'') return "texts stand in double quotes";
  if (c == 'N' || c == 'I' || (before == '-' && c == 'I'))
    return "JSON has no NaN and no infinity: give a finite number";
  if (c == '}' || c == ']') {
    std::size_t i = offset;
    while (i > 0 && std::strchr(" \t\r\n", character(i - 1)) != nullptr) --i;
    if (character(i - 1) == ',') return "remove the comma before it";
  }
  if (offset >= text.size()) return "the file may have been cut off: close what is open, or write it again";
  return "";
}

}  // namespace

// The receiver of nlohmann's SAX events.
class JsonBuilder {
 public:
  JsonBuilder(std::string_view text, std::string name) : text_(text), reached_(text.data()), counted_(text.data()) {
    document_.name_ = std::move(name);
  }

  JsonDocument build() && {
    const TracingIterator first(text_.data(), &reached_);
    const TracingIterator last(text_.data() + text_.size(), &reached_);
    nlohmann::json::sax_parse(first, last, this);
    return std::move(document_);
  }

  bool null() { return add(JsonKind::kNull, 0.0); }
  bool boolean(bool value) { return add(JsonKind::kBoolean, value ? 1.0 : 0.0); }
  bool number_integer(std::int64_t value) { return add(JsonKind::kNumber, static_cast<double>(value)); }
  bool number_unsigned(std::uint64_t value) { return add(JsonKind::kNumber, static_cast<double>(value)); }
  bool number_float(double value, const std::string& /*literal*/) { return add(JsonKind::kNumber, value); }
  bool binary(nlohmann::json::binary_t& /*value*/) { return false; }  // never comes from text
  bool string(std::string& value) {
    add(JsonKind::kText, 0.0);
    document_.nodes_.back().text = add_text(value);
    return true;
  }
  bool start_object(std::size_t /*size*/) { return open(JsonKind::kObject); }
  bool start_array(std::size_t /*size*/) { return open(JsonKind::kArray); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& key) {
    const std::size_t line = find_line();
    const auto [first, is_new] = open_.back().key_lines.emplace(key, line);
    if (!is_new) {
      throw InputError(
          {document_.name_, fmt::format("line {}", line),
           fmt::format("the key {} occurs twice in one object, first on line {}", quote_short(key), first->second),
           "keep one of them"});
    }
    pending_key_ = add_text(key);
    return true;
  }

  bool parse_error(std::size_t position, const std::string& /*token*/, const nlohmann::detail::exception& error) {
    constexpr int kNumberOverflow = 406;
    const std::size_t offset = std::min(position == 0 ? 0 : position - 1, text_.size());
    const std::string_view before = text_.substr(0, offset);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
    const std::string place = fmt::format("line {}, column {}", line, offset - line_start + 1);
    if (error.id == kNumberOverflow) {
      throw InputError({document_.name_, place, "the number is too large for a double (1.8e308)", "give a finite one"});
    }
    throw InputError({document_.name_, place, "this is not JSON: " + describe_error(error.what()),
                      find_syntax_remedy(text_, offset)});
  }

 private:
  struct Open {
    std::uint32_t node;
    std::uint32_t last_child = JsonDocument::kNone;
    std::unordered_map<std::string, std::size_t> key_lines;  // looked up, never iterated
  };

  // "[json...] parse error at line 2, column 3: syntax error while parsing value - unexpected ..." to what follows " -
  // ", of bounded length.
  static std::string describe_error(std::string_view what) {
    constexpr std::size_t kMaxShown = 120;
    const std::size_t dash = what.find(" - ");
    std::string result(what.substr(dash == std::string_view::npos ? 0 : dash + 3));
    if (const std::size_t last_read = result.find("; last read"); last_read != std::string::npos) {
      const std::size_t expected = result.rfind("; expected");
      const bool is_after = expected != std::string::npos && expected > last_read;
      result.erase(last_read, is_after ? expected - last_read : std::string::npos);
    }
    std::replace(result.begin(), result.end(), ';', ',');
    return result.substr(0, kMaxShown);
  }

  std::size_t find_line() {
    const char* const end = reached_ > counted_ ? reached_ - 1 : counted_;
    line_ += static_cast<std::size_t>(std::count(counted_, end, '\n'));
    counted_ = end;
    return line_;
  }

  std::uint32_t add_text(std::string& text) {
    document_.texts_.push_back(std::move(text));
    return static_cast<std::uint32_t>(document_.texts_.size() - 1);
  }

  bool add(JsonKind kind, double number) {
    const auto id = static_cast<std::uint32_t>(document_.nodes_.size());
    JsonDocument::Node node;
    node.kind = kind;
    node.number = number;
    node.line = static_cast<std::uint32_t>(find_line());
    node.key = std::exchange(pending_key_, JsonDocument::kNone);
    if (!open_.empty()) {
      Open& parent = open_.back();
      node.parent = parent.node;
      JsonDocument::Node& parent_node = document_.nodes_[parent.node];
      (parent.last_child == JsonDocument::kNone ? parent_node.text : document_.nodes_[parent.last_child].next) = id;
      if (parent_node.kind == JsonKind::kArray) node.key = static_cast<std::uint32_t>(parent_node.number);
      parent_node.number += 1.0;
      parent.last_child = id;
    }
    document_.nodes_.push_back(node);
    return true;
  }

  bool open(JsonKind kind) {
    add(kind, 0.0);
    if (open_.size() == kMaxJsonDepth) {
      throw InputError({document_.name_, fmt::format("line {}", find_line()),
                        fmt::format("arrays and objects are nested more than {} deep", kMaxJsonDepth),
                        "no scene needs that: look for brackets that are never closed"});
    }
    open_.push_back({static_cast<std::uint32_t>(document_.nodes_.size() - 1), JsonDocument::kNone, {}});
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  std::string_view text_;
  const char* reached_;
  const char* counted_;
  std::size_t line_ = 1;
  JsonDocument document_;
  std::vector<Open> open_;
  std::uint32_t pending_key_ = JsonDocument::kNone;
};

namespace {

void check_encoding(std::string_view text, const std::string& name) {
  const bool is_utf16 = text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
  if (is_utf16 || text.find('\0') < 4) {
    throw InputError({name, "line 1", "the text is UTF-16 or UTF-32, or not text at all", "save it as UTF-8"});
  }
}

}  // namespace

JsonDocument read_json(std::string_view text, std::string name) {
  if (text.size() > kMaxJsonBytes) {
    throw InputError({std::move(name), "", fmt::format("{} bytes are more than {}", text.size(), kMaxJsonBytes),
                      "keep large meshes in files of their own"});
  }
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  check_encoding(text, name);
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    throw InputError({std::move(name), "", "the file is empty", "a scene is a JSON object: { ... }"});
  }
  return JsonBuilder(text, std::move(name)).build();
}

std::string read_text_file(const std::filesystem::path& path, std::size_t max_bytes) {
  const auto fail = [&](const std::string& fault, const std::string& remedy) {
    throw InputError({path.string(), "", fault, remedy});
  };
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) fail("there is no such file", "check the path");
  if (std::filesystem::is_directory(status)) fail("this is a directory, not a file", "name a file in it");
  std::ifstream stream(path, std::ios::binary);
  if (!stream) fail(fmt::format("the file cannot be opened: {}", std::strerror(errno)), "check its permissions");
  // One byte more than allowed tells an oversized file, also where the size is not known beforehand (a pipe).
  std::string text;
  constexpr std::size_t kChunk = std::size_t{1} << 16;
  while (stream && text.size() <= max_bytes) {
    const std::size_t old_size = text.size();
    text.resize(old_size + kChunk);
    stream.read(text.data() + old_size, static_cast<std::streamsize>(kChunk));
    text.resize(old_size + static_cast<std::size_t>(stream.gcount()));
  }
  if (stream.bad()) fail("reading stopped with an error", "check the disk");
  if (text.size() > max_bytes) fail(fmt::format("the file is larger than {} bytes", max_bytes), "split it");
  return text;
}

}  // namespace abut::scene
