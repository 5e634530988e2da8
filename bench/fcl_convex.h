// A convex mesh and its poses as FCL takes them.
#pragma once

#include <fcl/fcl.h>

#include <memory>
#include <vector>

#include "abut/geometry/mesh.h"
#include "abut/math/pose.h"

namespace abut::bench {

inline std::shared_ptr<fcl::Convexd> make_fcl_convex(const geometry::Mesh& mesh) {
  auto vertices = std::make_shared<std::vector<fcl::Vector3d>>(mesh.vertices.begin(), mesh.vertices.end());
  auto faces = std::make_shared<std::vector<int>>();
  for (const auto& triangle : mesh.triangles) {
    faces->push_back(3);
    for (const auto v : triangle) faces->push_back(static_cast<int>(v.value()));
  }
  return std::make_shared<fcl::Convexd>(vertices, static_cast<int>(mesh.triangles.size()), faces);
}

inline std::vector<fcl::Transform3d> make_fcl_poses(const std::vector<math::Pose>& poses) {
  std::vector<fcl::Transform3d> transforms;
  for (const math::Pose& X : poses) transforms.push_back(fcl::Transform3d(fcl::Translation3d(X.p) * X.q));
  return transforms;
}

}  // namespace abut::bench
