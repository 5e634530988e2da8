// Makers by name, for the command line (`abut make gear --teeth 20`) and for scene files. Every argument is a list of
// numbers; a single number is a list of one. What each maker makes and in which frame is said where it is declared.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "abut/geometry/mesh.h"

namespace abut::geometry {

struct MakerParameter {
  std::string name;
  std::vector<double> default_value;  // its size is the number of values expected, unless is_list
  std::string unit;                   // "m", "deg"; empty for a count or a ratio
  std::string help;
  bool is_integer = false;
  double min = 0.0, max = 0.0;  // of each value
  bool is_list = false;         // any number of values
};

using MakerArguments = std::map<std::string, std::vector<double>, std::less<>>;

struct Maker {
  std::string name;
  std::string summary;
  std::vector<MakerParameter> parameters;
  // Precondition: every parameter is present, with values of the right number, kind and range.
  std::function<Mesh(const MakerArguments&)> make;
};

// In alphabetical order.
std::span<const Maker> makers();

// None: a null pointer. Hyphens are taken for underscores.
const Maker* find_maker(std::string_view name);

// Parameters that are not given take their default values. Throws InputError: no such maker, no such parameter (with
// the nearest name), too many or too few values, a value out of range or not whole, values that do not go together.
Mesh make_mesh(std::string_view maker, const MakerArguments& arguments);

}  // namespace abut::geometry
