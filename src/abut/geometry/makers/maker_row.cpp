#include "abut/geometry/makers/maker_row.h"

namespace abut::geometry {
namespace {

MakerParameter parameter(std::string name, std::vector<double> default_value, std::string unit, std::string help,
                         Range range) {
  return {.name = std::move(name),
          .default_value = std::move(default_value),
          .unit = std::move(unit),
          .help = std::move(help),
          .is_integer = false,
          .min = range.min,
          .max = range.max,
          .is_list = false};
}

}  // namespace

MakerParameter length(std::string name, double default_value, std::string help) {
  return parameter(std::move(name), {default_value}, "m", std::move(help), kLengthRange);
}

MakerParameter length_or_zero(std::string name, double default_value, std::string help) {
  return parameter(std::move(name), {default_value}, "m", std::move(help), {0.0, kLengthRange.max});
}

MakerParameter degrees(std::string name, double default_value, Range range, std::string help) {
  return parameter(std::move(name), {default_value}, "deg", std::move(help), range);
}

MakerParameter ratio(std::string name, double default_value, Range range, std::string help) {
  return parameter(std::move(name), {default_value}, "", std::move(help), range);
}

MakerParameter count(std::string name, int default_value, Range range, std::string help) {
  MakerParameter result = parameter(std::move(name), {static_cast<double>(default_value)}, "", std::move(help), range);
  result.is_integer = true;
  return result;
}

MakerParameter lengths(std::string name, std::vector<double> default_value, std::string help) {
  MakerParameter result = parameter(std::move(name), std::move(default_value), "m", std::move(help), kLengthRange);
  result.is_list = true;
  return result;
}

MakerParameter coordinates(std::string name, std::vector<double> default_value, std::string help) {
  MakerParameter result = parameter(std::move(name), std::move(default_value), "m", std::move(help), kCoordinateRange);
  result.is_list = true;
  return result;
}

}  // namespace abut::geometry
