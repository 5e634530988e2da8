#include "abut/geometry/makers/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "abut/base/input_error.h"
#include "abut/base/suggest.h"
#include "abut/geometry/makers/catalogue.h"
#include "abut/geometry/makers/requirement.h"

namespace abut::geometry {
namespace {

std::string make_underscored(std::string_view name) {
  std::string result(name);
  std::replace(result.begin(), result.end(), '-', '_');
  return result;
}

template <class Named>
std::vector<std::string> make_names(std::span<const Named> items) {
  std::vector<std::string> names;
  for (const Named& item : items) names.push_back(item.name);
  return names;
}

std::string make_advice(std::string_view word, const std::vector<std::string>& names) {
  const std::string nearest = find_nearest(word, names);
  if (!nearest.empty()) return fmt::format("did you mean \"{}\"?", nearest);
  return fmt::format("choose one of {}", fmt::join(names, ", "));
}

void require_right_values(const Maker& maker, const MakerParameter& parameter, const std::vector<double>& values) {
  const std::size_t expected = parameter.default_value.size();
  if (!parameter.is_list && values.size() != expected) {
    throw InputError({"", maker.name,
                      fmt::format("{} has {} value{}, expected {}", parameter.name, values.size(),
                                  values.size() == 1 ? "" : "s", expected),
                      fmt::format("give {} value{}: {}", expected, expected == 1 ? "" : "s", parameter.help)});
  }
  for (const double value : values) {
    require_in_range(maker.name, parameter.name, value, {parameter.min, parameter.max});
    if (parameter.is_integer && value != std::floor(value)) {
      refuse(maker.name, parameter.name, value, "a whole number", "round it");
    }
  }
}

}  // namespace

std::span<const Maker> makers() {
  static const std::vector<Maker> catalogue = make_catalogue();
  return catalogue;
}

const Maker* find_maker(std::string_view name) {
  const std::string wanted = make_underscored(name);
  for (const Maker& maker : makers()) {
    if (maker.name == wanted) return &maker;
  }
  return nullptr;
}

Mesh make_mesh(std::string_view name, const MakerArguments& arguments) {
  const Maker* maker = find_maker(name);
  if (!maker) {
    throw InputError({"", "", fmt::format("there is no maker \"{}\"", name), make_advice(name, make_names(makers()))});
  }
  MakerArguments complete;
  for (const MakerParameter& parameter : maker->parameters) complete[parameter.name] = parameter.default_value;
  for (const auto& [given_name, values] : arguments) {
    const auto parameter =
        std::find_if(maker->parameters.begin(), maker->parameters.end(),
                     [&](const MakerParameter& p) { return p.name == make_underscored(given_name); });
    if (parameter == maker->parameters.end()) {
      throw InputError({"", maker->name, fmt::format("there is no parameter \"{}\"", given_name),
                        make_advice(given_name, make_names(std::span<const MakerParameter>(maker->parameters)))});
    }
    require_right_values(*maker, *parameter, values);
    complete[parameter->name] = values;
  }
  return maker->make(complete);
}

}  // namespace abut::geometry
