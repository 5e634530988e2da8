#include "abut/geometry/round_mass.h"

#include <numbers>

namespace abut::geometry {

MassProperties compute_ball_mass(double radius, double density) {
  const double r_sq = radius * radius;
  MassProperties result;
  result.volume = 4.0 / 3.0 * std::numbers::pi * r_sq * radius;
  result.area = 4.0 * std::numbers::pi * r_sq;
  result.mass = density * result.volume;
  result.I_BBcm_B = math::Mat3::Identity() * (0.4 * result.mass * r_sq);
  return result;
}

MassProperties compute_capsule_mass(double radius, double length, double density) {
  const double r_sq = radius * radius;
  const double half = length / 2.0;
  MassProperties result = compute_ball_mass(radius, density);  // both caps
  const double caps = result.mass;
  const double cylinder_volume = std::numbers::pi * r_sq * length;
  const double cylinder = density * cylinder_volume;
  result.volume += cylinder_volume;
  result.area += 2.0 * std::numbers::pi * radius * length;
  result.mass += cylinder;
  // Across the axis, a cap is half a ball whose centre is `half` away and whose mass lies 3/8 r further out.
  const double across = cylinder * (r_sq / 4.0 + length * length / 12.0) +
                        caps * (0.4 * r_sq + half * half + 2.0 * half * (3.0 / 8.0) * radius);
  const double along = cylinder * r_sq / 2.0 + caps * 0.4 * r_sq;
  result.I_BBcm_B = math::Vec3(across, across, along).asDiagonal();
  return result;
}

}  // namespace abut::geometry
