// How far apart two sets of triangles are at given poses, from the definition: the least distance of any two triangles,
// found with a tree of balls; and where along motions it falls to a level.
//
// Two triangles are nearest at a vertex and a face or at two edges, and meet if an edge of one passes through the
// other. In doubles: off by some 1e-15 of the sizes. compute_triangle_distance_sq is exact, for verdicts that hang on
// that.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "abut/geometry/mesh.h"
#include "abut/math/pose.h"
#include "oracle/moving_pair.h"
#include "oracle/rational.h"

namespace abut::oracle {

using Corners = std::array<math::Vec3, 3>;

double compute_triangle_distance(const Corners& a, const Corners& b);
Rational compute_triangle_distance_sq(const std::array<RVec3, 3>& a, const std::array<RVec3, 3>& b);

// Every node covers triangles [first, first + count) and lies in a ball.
struct BallTree {
  struct Node {
    math::Vec3 center = math::Vec3::Zero();
    double radius = 0.0;
    std::size_t first = 0, count = 0;
    std::size_t left = 0, right = 0;  // 0 at a leaf
  };
  std::vector<Corners> triangles;
  std::vector<Node> nodes;
};

BallTree make_ball_tree(const geometry::Mesh& mesh);

// Anything not less than `up_to` if they are not nearer than that.
double compute_mesh_distance(const BallTree& a, const math::Pose& X_WA, const BallTree& b, const math::Pose& X_WB,
                             double up_to);

struct MovingMeshes {
  const BallTree& a;
  const BallTree& b;
  Path path_a, path_b;
  double speed;  // bound on how fast their distance changes, per s

  double distance(double s, double up_to) const { return compute_mesh_distance(a, path_a(s), b, path_b(s), up_to); }

  // The first s in [s0, s1] found at which the distance is at most `level`. Nothing if there is none, or only a dip
  // that lasts no longer than `resolution`.
  std::optional<double> find_first(double level, double s0, double s1, double resolution) const;
};

}  // namespace abut::oracle
