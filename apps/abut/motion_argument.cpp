#include "motion_argument.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <vector>

#include "abut/base/input_error.h"
#include "abut/base/suggest.h"
#include "pose_argument.h"

namespace abut::app {
namespace {

using math::Vec3;

const std::vector<std::string> kPoseFields = {"from", "to"}, kVelocityFields = {"from", "v", "w", "about"},
                               kScrewFields = {"from", "axis", "through", "angle", "along"};

// One motion's fields by name, as typed.
struct MotionFields {
  std::string option;
  std::map<std::string, std::string> texts;

  bool has_only(std::span<const std::string> names) const {
    return std::ranges::all_of(texts,
                               [&](const auto& field) { return std::ranges::find(names, field.first) != names.end(); });
  }
  std::string find(const std::string& name) const {
    const auto at = texts.find(name);
    return at == texts.end() ? "" : at->second;
  }
  math::Pose pose(const std::string& name) const { return parse_pose(option + " " + name, find(name)); }
  Vec3 vector(const std::string& name) const;
  double number(const std::string& name) const;

 private:
  std::vector<double> numbers(const std::string& name, std::size_t count, const std::string& remedy) const;
};

[[noreturn]] void fail_motion(const std::string& option, const std::string& fault) {
  throw InputError({option, "", fault, fmt::format("give {}", kMotionFormat)});
}

// As many zeros where the field is not given.
std::vector<double> MotionFields::numbers(const std::string& name, std::size_t count, const std::string& remedy) const {
  const std::string place = option + " " + name, text = find(name);
  if (text.empty()) return std::vector<double>(count, 0.0);
  std::vector<double> numbers = parse_numbers(place, text, remedy);
  if (numbers.size() == count) return numbers;
  throw InputError({place, "", fmt::format("\"{}\" has {} numbers, expected {}", text, numbers.size(), count), remedy});
}

Vec3 MotionFields::vector(const std::string& name) const {
  const std::vector<double> n = numbers(name, 3, fmt::format("give {}=x,y,z", name));
  return {n[0], n[1], n[2]};
}

double MotionFields::number(const std::string& name) const {
  return numbers(name, 1, fmt::format("give {} one number", name))[0];
}

void require_known_field(const std::string& option, const std::string& name) {
  std::vector<std::string> known;
  for (const auto* fields : {&kPoseFields, &kVelocityFields, &kScrewFields})
    known.insert(known.end(), fields->begin(), fields->end());
  if (std::ranges::find(known, name) != known.end()) return;
  const std::string nearest = find_nearest(name, known);
  fail_motion(option, fmt::format("a motion has no field \"{}\"{}", name,
                                  nearest.empty() ? "" : fmt::format("; did you mean \"{}\"?", nearest)));
}

MotionFields split_fields(const std::string& option, const std::string& text) {
  MotionFields fields{option, {}};
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('/', begin), text.size());
    const std::string field = text.substr(begin, end - begin);
    const std::size_t equals = field.find('=');
    if (equals == std::string::npos || equals + 1 == field.size())
      fail_motion(option, fmt::format("\"{}\" is no field: a name, =, and a value", field));
    const std::string name = field.substr(0, equals);
    require_known_field(option, name);
    if (!fields.texts.emplace(name, field.substr(equals + 1)).second)
      fail_motion(option, fmt::format("\"{}\" is given twice", name));
    begin = end + 1;
  }
  return fields;
}

math::ScrewMotion make_screw(const MotionFields& fields) {
  const Vec3 axis = fields.vector("axis");
  if (axis.isZero(0.0)) {
    throw InputError(
        {fields.option + " axis", "", "a screw has an axis, and this one no direction", "give axis=x,y,z, not zero"});
  }
  return {fields.pose("from"), fields.vector("through"), axis, fields.number("angle"), fields.number("along")};
}

}  // namespace

math::Motion parse_motion(const std::string& option, const std::string& text, double duration) {
  if (text.empty()) return math::make_step_motion(math::Pose::identity(), math::Pose::identity());
  const MotionFields fields = split_fields(option, text);
  if (fields.has_only(kPoseFields)) {
    const math::Pose X_WB = fields.pose("from");
    return math::make_step_motion(X_WB, fields.texts.contains("to") ? fields.pose("to") : X_WB);
  }
  if (fields.has_only(kVelocityFields)) {
    return math::ConstantVelocityMotion{
        fields.pose("from"), fields.vector("about"), {fields.vector("w"), fields.vector("v")}, duration};
  }
  if (fields.has_only(kScrewFields)) return make_screw(fields);
  fail_motion(option,
              fmt::format("the fields of \"{}\" do not go together: a motion is by two poses, by velocities, or "
                          "by a screw",
                          text));
}

}  // namespace abut::app
