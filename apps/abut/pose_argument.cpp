#include "pose_argument.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <vector>

#include "abut/base/input_error.h"

namespace abut::app {
namespace {

std::string make_pose_remedy() {
  return fmt::format("give {}, or x,y,z for a pose that is not turned", kPoseFormat);
}

[[noreturn]] void fail_pose(const std::string& option, const std::string& fault) {
  throw InputError({option, "", fault, make_pose_remedy()});
}

}  // namespace

std::vector<double> parse_numbers(const std::string& option, const std::string& text, const std::string& remedy) {
  std::vector<double> numbers;
  const char *at = text.data(), *end = at + text.size();
  while (true) {
    while (at != end && *at == ' ') ++at;
    if (at != end && *at == '+') ++at;
    double number = 0.0;
    const auto [stop, error] = std::from_chars(at, end, number);
    if (error != std::errc() || !std::isfinite(number)) {
      throw InputError(
          {option, "", fmt::format("\"{}\" has no finite number at \"{}\"", text, std::string(at, end)), remedy});
    }
    numbers.push_back(number);
    at = stop;
    while (at != end && *at == ' ') ++at;
    if (at == end) return numbers;
    if (*at++ == ',') continue;
    throw InputError(
        {option, "", fmt::format("\"{}\" has no comma before \"{}\"", text, std::string(at - 1, end)), remedy});
  }
}

math::Pose parse_pose(const std::string& option, const std::string& text) {
  if (text.empty()) return math::Pose::identity();
  const std::vector<double> n = parse_numbers(option, text, make_pose_remedy());
  if (n.size() != 3 && n.size() != 7)
    fail_pose(option, fmt::format("\"{}\" has {} numbers, expected 3 or 7", text, n.size()));
  math::Pose pose = math::Pose::from_translation({n[0], n[1], n[2]});
  if (n.size() == 3) return pose;
  pose.q = math::Quat(n[3], n[4], n[5], n[6]);
  if (!math::is_valid_pose(pose)) {
    fail_pose(option, fmt::format("the quaternion {:g},{:g},{:g},{:g} has length {:.9g}, expected 1: it is no rotation",
                                  n[3], n[4], n[5], n[6], pose.q.norm()));
  }
  return pose;
}

void require_distance(const std::string& option, double value) {
  if (std::isfinite(value) && value >= 0) return;
  throw InputError({option, "", fmt::format("{} is no distance", value), "give a length in metres, 0 or more"});
}

}  // namespace abut::app
