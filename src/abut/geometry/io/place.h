// A place in a file and the errors that point to it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace abut::geometry {

// "line 12" of a text, counted from 1, or "byte 84" of a binary file, counted from 0.
struct Place {
  enum class Kind { kLine, kByte };
  Kind kind = Kind::kLine;
  std::size_t number = 0;
};

std::string make_text(Place place);

// Throws the InputError with these parts.
[[noreturn]] void throw_fault(std::string_view file, Place place, std::string fault, std::string remedy);

// A piece of the user's file as it may stand in a message: in quotes, at most 40 characters, nothing unprintable.
std::string make_quote(std::string_view found);

}  // namespace abut::geometry
