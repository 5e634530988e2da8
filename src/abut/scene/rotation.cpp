#include "abut/scene/rotation.h"

#include <cmath>
#include <numbers>

#include "abut/geometry/makers/circle.h"

namespace abut::scene {

math::Quat make_rotation(const math::Vec3& axis, double angle_deg) {
  // The half angle as a fraction of a turn; 720 degrees are two turns, after which a quaternion returns to itself.
  const math::Vec2 half = geometry::make_circle_point(std::fmod(angle_deg, 720.0) / 720.0);
  // Scaled first, so that neither tiny nor huge axes leave the range of their squares.
  const math::Vec3 direction = (axis / axis.cwiseAbs().maxCoeff()).normalized();
  const math::Vec3 v = half.y() * direction;
  return {half.x(), v.x(), v.y(), v.z()};
}

math::Quat make_rotation_from_vector(const math::Vec3& rotation_vector) {
  const double angle = rotation_vector.stableNorm();
  if (angle == 0.0) return math::Quat::Identity();
  return make_rotation(rotation_vector, angle * (180.0 / std::numbers::pi));
}

math::Quat make_rotation_from_euler(const math::Vec3& angles_deg) {
  return make_rotation(math::Vec3::UnitZ(), angles_deg.z()) * make_rotation(math::Vec3::UnitY(), angles_deg.y()) *
         make_rotation(math::Vec3::UnitX(), angles_deg.x());
}

}  // namespace abut::scene
