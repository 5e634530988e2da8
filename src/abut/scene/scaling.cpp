#include "abut/scene/scaling.h"

#include <fmt/format.h>

#include <utility>

#include "abut/base/input_error.h"

namespace abut::scene {
namespace {

math::Vec3 compute_factors(const geometry::Mesh& mesh, const Scaling& scaling) {
  const math::Aabb bounds = scaling.size ? geometry::compute_bounds(mesh) : math::Aabb();
  if (bounds.is_empty()) return scaling.factors;
  math::Vec3 factors;
  for (Eigen::Index i = 0; i < 3; ++i) {
    const double extent = bounds.extent()[i];
    if (extent > 0.0 && (*scaling.size)[i] == 0.0) {
      throw InputError(
          {"", "",
           fmt::format("the size along {} is 0, which would flatten a mesh that is {} m there", "xyz"[i], extent),
           "give a positive size"});
    }
    factors[i] = (*scaling.size)[i] / (extent > 0.0 ? extent : 1.0);
  }
  return factors;
}

}  // namespace

void scale_mesh(geometry::Mesh& mesh, const Scaling& scaling) {
  const math::Vec3 factors = compute_factors(mesh, scaling);
  if (factors == math::Vec3::Ones()) return;
  for (math::Vec3& v : mesh.vertices) v = v.cwiseProduct(factors);
  const int num_mirrored = (factors.x() < 0.0) + (factors.y() < 0.0) + (factors.z() < 0.0);
  if (num_mirrored % 2 == 0) return;
  for (geometry::Triangle& t : mesh.triangles) std::swap(t[1], t[2]);
}

void move_mesh(geometry::Mesh& mesh, const math::Vec3& by) {
  if (by == math::Vec3::Zero()) return;
  for (math::Vec3& v : mesh.vertices) v += by;
}

}  // namespace abut::scene
