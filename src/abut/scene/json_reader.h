// JSON text to a tree of values (json_value.h).
//
// Refused, with line and column: what is not JSON (comments, NaN, trailing commas and garbage, UTF-16), a key that
// occurs twice in one object (the lines of both), a number too large for a double, nesting deeper than kMaxJsonDepth,
// text longer than kMaxJsonBytes. A UTF-8 byte order mark is skipped. Time: linear.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "abut/scene/json_value.h"

namespace abut::scene {

inline constexpr std::size_t kMaxJsonDepth = 64;
inline constexpr std::size_t kMaxJsonBytes = std::size_t{32} << 20;

// `name` is what messages call the text.
JsonDocument read_json(std::string_view text, std::string name);

// The whole of a file of at most max_bytes. Throws InputError for a missing file, a directory, an unreadable, empty or
// oversized file.
std::string read_text_file(const std::filesystem::path& path, std::size_t max_bytes);

}  // namespace abut::scene
