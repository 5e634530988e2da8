#include "abut/geometry/makers/requirement.h"

#include <fmt/format.h>

#include "abut/base/input_error.h"

namespace abut::geometry {

void refuse(std::string_view maker, std::string_view parameter, double value, std::string_view expected,
            std::string_view remedy) {
  throw InputError(
      {"", std::string(maker), fmt::format("{} is {}, expected {}", parameter, value, expected), std::string(remedy)});
}

void require_in_range(std::string_view maker, std::string_view parameter, double value, Range range) {
  if (value >= range.min && value <= range.max) return;
  refuse(maker, parameter, value, fmt::format("{} to {}", range.min, range.max), "give a value in that range");
}

void require_length(std::string_view maker, std::string_view parameter, double value) {
  if (value >= kLengthRange.min && value <= kLengthRange.max) return;
  refuse(maker, parameter, value, fmt::format("{} to {} m", kLengthRange.min, kLengthRange.max),
         "give a length in that range, in metres");
}

}  // namespace abut::geometry
