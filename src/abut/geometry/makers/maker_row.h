// What rows of the catalogue are written with: parameters of the usual kinds, and arguments read by name.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "abut/geometry/makers/registry.h"
#include "abut/geometry/makers/requirement.h"
#include "abut/math/types.h"

namespace abut::geometry {

MakerParameter length(std::string name, double default_value, std::string help);
MakerParameter length_or_zero(std::string name, double default_value, std::string help);
MakerParameter degrees(std::string name, double default_value, Range range, std::string help);
MakerParameter ratio(std::string name, double default_value, Range range, std::string help);
MakerParameter count(std::string name, int default_value, Range range, std::string help);
// Any number of lengths.
MakerParameter lengths(std::string name, std::vector<double> default_value, std::string help);
// Any number of coordinates.
MakerParameter coordinates(std::string name, std::vector<double> default_value, std::string help);

// Precondition: every parameter asked for is there, with values of its number and kind (Maker::make says so).
class Arguments {
 public:
  explicit Arguments(const MakerArguments& values) : values_(values) {}
  double number(const char* name) const { return list(name).front(); }
  int whole(const char* name) const { return static_cast<int>(number(name)); }
  const std::vector<double>& list(const char* name) const { return values_.find(name)->second; }
  math::Vec3 vector(const char* name) const { return math::Vec3(list(name).data()); }

 private:
  const MakerArguments& values_;
};

// `make` takes Arguments and returns a Mesh.
template <class Make>
Maker maker(std::string name, std::string summary, std::vector<MakerParameter> parameters, Make make) {
  return {std::move(name), std::move(summary), std::move(parameters),
          [make](const MakerArguments& arguments) { return make(Arguments(arguments)); }};
}

}  // namespace abut::geometry
