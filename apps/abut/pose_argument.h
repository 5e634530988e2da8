// Poses as they are typed: x,y,z,qw,qx,qy,qz or x,y,z.
#pragma once

#include <string>

#include "abut/math/pose.h"

namespace abut::app {

inline constexpr const char* kPoseFormat = "x,y,z,qw,qx,qy,qz";

// Throws InputError, naming the option, unless the text is three or seven finite numbers and the quaternion is within
// 1e-6 of unit length. An empty text is the identity.
math::Pose parse_pose(const std::string& option, const std::string& text);

}  // namespace abut::app
