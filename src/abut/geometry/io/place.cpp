#include "abut/geometry/io/place.h"

#include <fmt/format.h>

#include <utility>

#include "abut/base/input_error.h"

namespace abut::geometry {

std::string make_text(Place place) {
  return fmt::format("{} {}", place.kind == Place::Kind::kLine ? "line" : "byte", place.number);
}

void throw_fault(std::string_view file, Place place, std::string fault, std::string remedy) {
  throw InputError({std::string(file), make_text(place), std::move(fault), std::move(remedy)});
}

std::string make_quote(std::string_view found) {
  constexpr std::size_t kMaxLength = 40;
  std::string text = "'";
  for (const char c : found.substr(0, kMaxLength)) text += c >= ' ' && c <= '~' ? c : '?';
  return text + (found.size() > kMaxLength ? "...'" : "'");
}

}  // namespace abut::geometry
