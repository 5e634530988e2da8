// Bodies, poses and runs of the verifier for its tests.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "abut/geometry/makers/primitives.h"
#include "abut/math/pose.h"
#include "abut/math/random.h"
#include "abut/scene/verify/verifier.h"

namespace abut::scene {

inline VerifiedBody make_verified_box(const math::Vec3& size) {
  return {geometry::make_box(size), 0.0, true};
}

inline VerifiedBody make_verified_point(double radius = 0.0) {
  VerifiedBody body{{}, radius, radius > 0};
  body.mesh.vertices = {math::Vec3::Zero()};
  body.mesh.points = {VertexId(0)};
  return body;
}

// Along x.
inline VerifiedBody make_verified_segment(double length, double radius = 0.0) {
  VerifiedBody body{{}, radius, false};
  body.mesh.vertices = {{-length / 2, 0, 0}, {length / 2, 0, 0}};
  body.mesh.segments = {{VertexId(0), VertexId(1)}};
  return body;
}

inline VerifiedBody make_verified_triangle(const math::Vec3& a, const math::Vec3& b, const math::Vec3& c) {
  VerifiedBody body;
  body.mesh.vertices = {a, b, c};
  body.mesh.triangles = {{VertexId(0), VertexId(1), VertexId(2)}};
  return body;
}

// A square in the plane z = 0, of two triangles.
inline VerifiedBody make_verified_sheet(double side) {
  const double h = side / 2;
  VerifiedBody body = make_verified_triangle({-h, -h, 0}, {h, -h, 0}, {h, h, 0});
  body.mesh.vertices.push_back({-h, h, 0});
  body.mesh.triangles.push_back({VertexId(0), VertexId(2), VertexId(3)});
  return body;
}

inline FeatureTree make_tree(const VerifiedBody& body) {
  return make_feature_tree(body.mesh, body.radius);
}

// A turn of up to `angle` and a shift of up to `shift`, from X.
inline math::Pose move_randomly(math::Random& random, const math::Pose& X, double angle, double shift) {
  const double half = 0.5 * angle * random.next_unit();
  const math::Vec3 u = std::sin(half) * random.next_direction();
  return {X.p + shift * random.next_unit() * random.next_direction(),
          math::Quat(std::cos(half), u[0], u[1], u[2]) * X.q};
}

inline math::Pose at(double x, double y, double z) {
  return math::Pose::from_translation({x, y, z});
}

inline math::Pose turned(const math::Pose& X, const math::Vec3& axis, double angle) {
  return {X.p, math::Quat(Eigen::AngleAxisd(angle, axis.normalized())) * X.q};
}

// The first row of poses is the start.
inline VerifyReport verify_run(std::vector<VerifiedBody> bodies, const std::vector<std::vector<math::Pose>>& rows,
                               std::vector<BodyPair> exempt = {}) {
  Verifier verifier(std::move(bodies), std::move(exempt));
  verifier.start(rows.front());
  for (std::size_t i = 1; i < rows.size(); ++i) verifier.advance(rows[i]);
  return verifier.report();
}

}  // namespace abut::scene
