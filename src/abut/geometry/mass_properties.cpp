#include "abut/geometry/mass_properties.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "abut/base/input_error.h"
#include "abut/geometry/moments.h"

namespace abut::geometry {
namespace {

using math::Mat3;
using math::Vec3;

// From second moments, (integral of x . x) 1 - x x^T. The diagonal is summed as it is meant, not trace minus entry, so
// that a rod along an axis has no inertia about it.
Mat3 make_inertia(const Mat3& m2) {
  Mat3 inertia = -m2;
  inertia(0, 0) = m2(1, 1) + m2(2, 2);
  inertia(1, 1) = m2(2, 2) + m2(0, 0);
  inertia(2, 2) = m2(0, 0) + m2(1, 1);
  return inertia;
}

// From moments weighted by density, about R.
MassProperties make_properties(const Moments& m, const Vec3& p_BR) {
  MassProperties result;
  result.mass = m.m0;
  if (m.m0 == 0.0) {
    result.p_BBcm = p_BR;
    return result;
  }
  const Vec3 p_RBcm = m.m1 / m.m0;
  result.p_BBcm = p_BR + p_RBcm;
  const Mat3 shift = p_RBcm * m.m1.transpose();  // symmetric only up to rounding
  result.I_BBcm_B = make_inertia(m.m2 - (shift + shift.transpose()) / 2);
  return result;
}

// The share of a triangle that lies nearest to each corner, cut off as said in the header. Zero area: none.
std::array<double, 3> compute_corner_areas(const Vec3& a, const Vec3& b, const Vec3& c) {
  const double twice_area = (b - a).cross(c - a).norm();
  if (twice_area == 0.0) return {0.0, 0.0, 0.0};
  const std::array<double, 3> dots = {(b - a).dot(c - a), (c - b).dot(a - b), (a - c).dot(b - c)};
  for (std::size_t i = 0; i < 3; ++i) {
    if (dots[i] >= 0.0) continue;
    std::array<double, 3> areas = {twice_area / 8, twice_area / 8, twice_area / 8};
    areas[i] = twice_area / 4;
    return areas;
  }
  // An edge of length l whose opposite angle has cotangent k gives l^2 k / 8 to both of its ends.
  const std::array<double, 3> given = {(c - b).squaredNorm() * dots[0] / twice_area / 8,
                                       (a - c).squaredNorm() * dots[1] / twice_area / 8,
                                       (b - a).squaredNorm() * dots[2] / twice_area / 8};
  return {given[1] + given[2], given[2] + given[0], given[0] + given[1]};
}

// Area, length or number at each vertex.
std::vector<double> compute_vertex_measures(const Mesh& mesh) {
  std::vector<double> measures(mesh.vertices.size(), 0.0);
  const auto at = [&](VertexId v) -> const Vec3& { return mesh.vertices[v.index()]; };
  if (!mesh.triangles.empty()) {
    for (const Triangle& t : mesh.triangles) {
      const auto areas = compute_corner_areas(at(t[0]), at(t[1]), at(t[2]));
      for (std::size_t k = 0; k < 3; ++k) measures[t[k].index()] += areas[k];
    }
  } else if (!mesh.segments.empty()) {
    for (const Segment& s : mesh.segments) {
      for (const VertexId v : s) measures[v.index()] += (at(s[1]) - at(s[0])).norm() / 2;
    }
  } else {
    for (const VertexId v : mesh.points) measures[v.index()] += 1.0;
  }
  return measures;
}

}  // namespace

MassProperties compute_solid_mass(const Mesh& mesh, double density) {
  const Vec3 p_BR = compute_reference_point(mesh);
  const SolidMoments solid = compute_solid_moments(mesh.vertices, mesh.triangles, p_BR);
  MassProperties result = make_properties(add_scaled({}, density, solid.inside), p_BR);
  result.volume = solid.inside.m0;
  result.area = solid.area;
  result.length = compute_wire_moments(mesh.vertices, mesh.segments, p_BR).m0;
  return result;
}

MassProperties compute_soup_mass(const Mesh& mesh, const SoupDensity& density) {
  const Vec3 p_BR = compute_reference_point(mesh);
  const Moments sheets = compute_sheet_moments(mesh.vertices, mesh.triangles, p_BR);
  const Moments wires = compute_wire_moments(mesh.vertices, mesh.segments, p_BR);
  std::vector<Vec3> points(mesh.points.size());
  std::ranges::transform(mesh.points, points.begin(), [&](VertexId v) { return mesh.vertices[v.index()]; });
  const std::vector<double> ones(points.size(), 1.0);

  Moments all = add_scaled({}, density.areal, sheets);
  all = add_scaled(all, density.line, wires);
  all = add_scaled(all, density.point, compute_point_moments(points, ones, p_BR));
  MassProperties result = make_properties(all, p_BR);
  result.area = sheets.m0;
  result.length = wires.m0;
  return result;
}

MassProperties compute_vertex_lumped_mass(const Mesh& mesh, double density) {
  const Vec3 p_BR = compute_reference_point(mesh);
  const std::vector<double> measures = compute_vertex_measures(mesh);
  std::vector<Vec3> points;
  std::vector<double> weights;
  for (std::size_t v = 0; v < measures.size(); ++v) {
    if (measures[v] == 0.0) continue;  // unused, wherever it is
    points.push_back(mesh.vertices[v]);
    weights.push_back(measures[v]);
  }
  const Moments lumped = compute_point_moments(points, weights, p_BR);
  MassProperties result = make_properties(add_scaled({}, density, lumped), p_BR);
  result.area = compute_sheet_moments(mesh.vertices, mesh.triangles, p_BR).m0;
  result.length = compute_wire_moments(mesh.vertices, mesh.segments, p_BR).m0;
  return result;
}

MassProperties scale_to_mass(const MassProperties& properties, double mass) {
  if (!(mass > 0.0) || !std::isfinite(mass)) {
    throw InputError({{}, {}, fmt::format("a mass of {} kg is not positive and finite", mass), "give a positive mass"});
  }
  if (!(properties.mass > 0.0) || !std::isfinite(properties.mass)) {
    throw InputError({{},
                      {},
                      fmt::format("a mass of {} kg cannot be spread over a shape that weighs {} kg by density", mass,
                                  properties.mass),
                      "give the inertia too, or a shape with volume, area or length"});
  }
  MassProperties result = properties;
  result.mass = mass;
  result.I_BBcm_B *= mass / properties.mass;
  return result;
}

Mat3 compute_shifted_inertia(const Mat3& I_BBcm_B, double mass, const Vec3& p_BcmQ_B) {
  return I_BBcm_B + mass * make_inertia(p_BcmQ_B * p_BcmQ_B.transpose());
}

}  // namespace abut::geometry
