// Poses, numbers and distances as they are typed. A pose is x,y,z,qw,qx,qy,qz or x,y,z. All throw InputError, naming
// the option.
#pragma once

#include <string>
#include <vector>

#include "abut/math/pose.h"

namespace abut::app {

inline constexpr const char* kPoseFormat = "x,y,z,qw,qx,qy,qz";

// Finite numbers with commas between them; `remedy` says what to give instead.
std::vector<double> parse_numbers(const std::string& option, const std::string& text, const std::string& remedy);

// Three or seven finite numbers, the quaternion within 1e-6 of unit length. An empty text is the identity.
math::Pose parse_pose(const std::string& option, const std::string& text);

// Finite and not negative.
void require_distance(const std::string& option, double value);

}  // namespace abut::app
