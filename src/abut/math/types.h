// The fixed-size linear algebra types of the project. Eigen's, by short names.
#pragma once

#include <Eigen/Dense>

namespace abut::math {

using Vec2 = Eigen::Vector2d;
using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;
using Quat = Eigen::Quaterniond;  // written w, x, y, z

}  // namespace abut::math
