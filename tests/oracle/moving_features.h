// Two meshes along the motions that their recorded poses define, exactly: the squared distance of their triangles,
// loose segments and loose points at any rational s, by all pairs of them. For bodies of the size of a metre.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "abut/geometry/mesh.h"
#include "abut/math/pose.h"
#include "oracle/mesh_distance.h"
#include "oracle/rational.h"
#include "oracle/rotation.h"

namespace abut::oracle {

// Blended position and quaternion, the second quaternion with the sign that makes their product positive; the path of
// the position bent by s (1 - s) bend.
inline RVec3 place_exactly(const math::Pose& X0, const math::Pose& X1, const Rational& s, const math::Vec3& v,
                           const math::Vec3& bend = math::Vec3::Zero()) {
  const double sign = X0.q.coeffs().dot(X1.q.coeffs()) < 0 ? -1 : 1;
  const auto blend = [&](double a, double b) { return Rational((1 - s) * Rational(a) + s * Rational(b)); };
  const std::array<Rational, 4> q{blend(X0.q.w(), sign * X1.q.w()), blend(X0.q.x(), sign * X1.q.x()),
                                  blend(X0.q.y(), sign * X1.q.y()), blend(X0.q.z(), sign * X1.q.z())};
  const RVec3 y = rotate<Rational>(q, exact(v));
  const auto along = [&](Eigen::Index i) {
    return Rational(blend(X0.p[i], X1.p[i]) + s * (1 - s) * Rational(bend[i]));
  };
  return {Rational(along(0) + y[0]), Rational(along(1) + y[1]), Rational(along(2) + y[2])};
}

struct MovingMesh {
  const geometry::Mesh& mesh;
  math::Pose X0, X1;
  math::Vec3 bend = math::Vec3::Zero();
};

// A segment is a triangle with two corners at one place, a point one with three.
inline std::vector<std::array<RVec3, 3>> place_features(const MovingMesh& moving, const Rational& s) {
  const geometry::Mesh& mesh = moving.mesh;
  std::vector<RVec3> p;
  for (const math::Vec3& v : mesh.vertices) p.push_back(place_exactly(moving.X0, moving.X1, s, v, moving.bend));
  std::vector<std::array<RVec3, 3>> placed;
  for (const auto& [i, j, k] : mesh.triangles) placed.push_back({p[i.index()], p[j.index()], p[k.index()]});
  for (const auto& [i, j] : mesh.segments) placed.push_back({p[i.index()], p[j.index()], p[j.index()]});
  for (const VertexId i : mesh.points) placed.push_back({p[i.index()], p[i.index()], p[i.index()]});
  return placed;
}

// Pairs that doubles tell to be farther apart than the nearest, by much more than their rounding, are passed over.
inline Rational compute_moving_distance_sq(const MovingMesh& a, const MovingMesh& b, const Rational& s) {
  const auto of_a = place_features(a, s), of_b = place_features(b, s);
  const auto round = [](const std::array<RVec3, 3>& f) {
    Corners rounded;
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t i = 0; i < 3; ++i) rounded[k][static_cast<Eigen::Index>(i)] = static_cast<double>(f[k][i]);
    }
    return rounded;
  };
  std::vector<double> rough;
  for (const auto& f : of_a) {
    for (const auto& g : of_b) rough.push_back(compute_triangle_distance(round(f), round(g)));
  }
  const double near = *std::min_element(rough.begin(), rough.end()) + 1e-9;
  std::optional<Rational> least;
  for (std::size_t i = 0; i < of_a.size(); ++i) {
    for (std::size_t j = 0; j < of_b.size(); ++j) {
      if (rough[i * of_b.size() + j] > near) continue;
      const Rational here = compute_triangle_distance_sq(of_a[i], of_b[j]);
      if (!least || here < *least) least = here;
    }
  }
  return *least;
}

}  // namespace abut::oracle
