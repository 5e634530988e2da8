#include "abut/scene/body_mass.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "abut/base/input_error.h"
#include "abut/geometry/inertia.h"
#include "abut/math/pose.h"

namespace abut::scene {
namespace {

using geometry::MassProperties;

[[noreturn]] void fail(const std::string& fault, const std::string& remedy) {
  throw InputError({"", "", fault, remedy});
}

// All meshes of the body without regard to an inside.
MassProperties weigh_soup(const LoadedShape& shape, const geometry::SoupDensity& density) {
  std::vector<MassProperties> parts;
  for (const geometry::Mesh& mesh : shape.meshes) parts.push_back(geometry::compute_soup_mass(mesh, density));
  return join_masses(parts);
}

MassProperties weigh_solid(const LoadedShape& shape, double density) {
  if (!shape.shape->is_solid) {
    fail("the body has no volume to weigh by density: its mesh is no closed surface that faces outward",
         "give \"areal_density\" (kg/m^2) or \"mass\" (kg), or mend the mesh: abut info says what is wrong with it");
  }
  MassProperties result = shape.solid;
  result.mass *= density;
  result.I_BBcm_B *= density;
  return result;
}

MassProperties weigh_lumped(const LoadedShape& shape, double density) {
  if (shape.shape->is_solid) return weigh_solid(shape, density);
  std::vector<MassProperties> parts;
  for (const geometry::Mesh& mesh : shape.meshes) parts.push_back(geometry::compute_vertex_lumped_mass(mesh, density));
  return join_masses(parts);
}

// Of some mass, spread evenly over what there is of the highest dimension.
MassProperties weigh_evenly(const LoadedShape& shape) {
  if (shape.shape->is_solid) return shape.solid;
  for (const geometry::SoupDensity& density :
       {geometry::SoupDensity{1, 0, 0}, geometry::SoupDensity{0, 1, 0}, geometry::SoupDensity{0, 0, 1}}) {
    const MassProperties m = weigh_soup(shape, density);
    if (m.mass > 0.0) return m;
  }
  return {};
}

MassProperties weigh(const MassSource& source, const Material& material, const LoadedShape& shape) {
  if (source.areal_density) {
    const MassProperties m = weigh_soup(shape, {*source.areal_density, 0, 0});
    if (m.area == 0.0) fail("an areal density is given, but the body has no triangles", "give \"mass\" instead");
    return m;
  }
  if (source.line_density) {
    const MassProperties m = weigh_soup(shape, {0, *source.line_density, 0});
    if (m.length == 0.0) fail("a line density is given, but the body has no loose segments", "give \"mass\" instead");
    return m;
  }
  if (source.lumped_density) return weigh_lumped(shape, *source.lumped_density);
  if (!source.mass) return weigh_solid(shape, source.density.value_or(material.density));
  if (!source.I_BBcm_B) return geometry::scale_to_mass(weigh_evenly(shape), *source.mass);
  MassProperties m = weigh_evenly(shape);
  m.mass = *source.mass;
  m.I_BBcm_B = *source.I_BBcm_B;
  m.p_BBcm = source.p_BBcm.value_or(m.p_BBcm);
  return m;
}

void require_movable(const Body& body, const MassProperties& m) {
  if (!(m.mass > 0.0) || !std::isfinite(m.mass) || !m.I_BBcm_B.allFinite() || !m.p_BBcm.allFinite()) {
    fail(fmt::format("the body weighs {} kg, expected a positive finite mass with finite moments", m.mass),
         "check its units and its density, or give \"mass\"");
  }
  const math::Mat3 R = math::compute_rotation(body.X_WB.q);
  const std::optional<geometry::InertiaFault> fault =
      geometry::find_free_axis_fault(R * m.I_BBcm_B * R.transpose(), body.locks.rotation);
  if (fault) fail(fault->fault, fault->remedy);
}

}  // namespace

MassProperties compute_body_mass(const Body& body, const Material& material, const LoadedShape& shape) {
  if (body.type == BodyType::kDynamic) {
    const MassProperties m = weigh(body.mass, material, shape);
    require_movable(body, m);
    return m;
  }
  try {
    return weigh(body.mass, material, shape);
  } catch (const InputError&) {
    return {};
  }
}

}  // namespace abut::scene
