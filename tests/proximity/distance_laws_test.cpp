// What must not change an answer: the order in which a piece's vertices and faces are listed, cuts through its faces,
// the unit of length; and what the answer promises: that moving by the depth just parts the pieces.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "abut/proximity/distance.h"
#include "oracle/convex_depth.h"
#include "oracle/convex_distance.h"
#include "proximity/piece_polyhedron.h"
#include "proximity/sample_shapes.h"

namespace abut::proximity {
namespace {

using geometry::Mesh;
using geometry::Shape;
using math::Pose;
using math::Vec3;
using oracle::Rational;

FeaturePair query(const Shape& a, const Shape& b, const Pose& X_WA, const Pose& X_WB) {
  PairCache cache;
  return update_feature_pair(only_piece(a), only_piece(b), X_WA, X_WB, cache);
}

Mesh make_random_hull_mesh(math::Random& random, std::size_t num_points) {
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < num_points; ++i) points.push_back(random.next_direction());
  return geometry::make_hull(points).mesh;
}

std::vector<Mesh> make_sample_meshes() {
  math::Random random(7);
  const std::vector<Vec3> square{{-0.5, -0.5, 0}, {0.5, -0.5, 0}, {0.5, 0.5, 0}, {-0.5, 0.5, 0}};
  return {geometry::make_box({1.0, 0.7, 0.4}),        geometry::make_box({1.5, 1e-3, 2e-3}),
          make_random_hull_mesh(random, 6),           make_random_hull_mesh(random, 30),
          geometry::make_icosphere(1, {1, 0.8, 0.6}), geometry::make_hull(square).mesh};
}

// Numbers 0 to n - 1 in random order.
std::vector<std::size_t> draw_order(math::Random& random, std::size_t n) {
  std::vector<std::size_t> order(n);
  for (std::size_t i = 0; i < n; ++i) order[i] = i;
  for (std::size_t i = n; i > 1; --i) std::swap(order[i - 1], order[random.next_index(i)]);
  return order;
}

// The same mesh with vertices and triangles in another order, each triangle from another corner.
Mesh relabel(const Mesh& mesh, math::Random& random) {
  const std::vector<std::size_t> vertex_order = draw_order(random, mesh.vertices.size()),
                                 triangle_order = draw_order(random, mesh.triangles.size());
  Mesh other;
  other.vertices.resize(mesh.vertices.size());
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) other.vertices[vertex_order[v]] = mesh.vertices[v];
  for (const std::size_t t : triangle_order) {
    const std::size_t first = random.next_index(3);
    geometry::Triangle triangle;
    for (std::size_t k = 0; k < 3; ++k) {
      triangle[k] = VertexId(vertex_order[mesh.triangles[t][(first + k) % 3].index()]);
    }
    other.triangles.push_back(triangle);
  }
  return other;
}

// Both answers are right within their bounds; so are the normals, unless several directions are as good or the gap is
// short.
void expect_same(const FeaturePair& one, const FeaturePair& other, const std::string& where) {
  ASSERT_NEAR(one.phi, other.phi, one.phi_bound + other.phi_bound) << where;
  ASSERT_EQ(one.outcome, other.outcome) << where;
  if (one.outcome == PairOutcome::kApart && one.phi > 1e-3) {
    ASSERT_LT((one.nhat_BA_W - other.nhat_BA_W).norm(), 8 * one.phi_bound / one.phi) << where;
  }
}

TEST(FeaturePairLaws, TheOrderOfVerticesAndFacesDoesNotMatter) {
  math::Random random(101);
  const std::vector<Mesh> meshes = make_sample_meshes();
  std::map<PairOutcome, int> counts;
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    for (std::size_t j = 0; j < meshes.size(); ++j) {
      const Shape a = geometry::make_shape(meshes[i]), b = geometry::make_shape(meshes[j]);
      const Shape other_a = geometry::make_shape(relabel(meshes[i], random)),
                  other_b = geometry::make_shape(relabel(meshes[j], random));
      for (int k = 0; k < 40; ++k) {
        const Pose X_WA = draw_pose(random, 2.0, k), X_WB = draw_pose(random, 0.3, k);
        const FeaturePair one = query(a, b, X_WA, X_WB);
        expect_same(one, query(other_a, other_b, X_WA, X_WB), std::to_string(i) + " and " + std::to_string(j));
        ++counts[one.outcome];
      }
    }
  }
  EXPECT_GT(counts[PairOutcome::kApart], 400);
  EXPECT_GT(counts[PairOutcome::kOverlapping], 200);
}

// A cube of the given size whose faces are cut into a grid, and its cells into two triangles.
Mesh make_cut_cube(double size, int num_cells) {
  Mesh mesh;
  std::map<std::array<int, 3>, std::size_t> number;
  const auto find_vertex = [&](const std::array<int, 3>& at) {
    const auto [it, is_new] = number.try_emplace(at, mesh.vertices.size());
    if (is_new) mesh.vertices.push_back(size * (Vec3(at[0], at[1], at[2]) / num_cells - 0.5 * Vec3::Ones()));
    return VertexId(it->second);
  };
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (const int side : {0, num_cells}) {
      for (int i = 0; i < num_cells; ++i) {
        for (int j = 0; j < num_cells; ++j) {
          std::array<VertexId, 4> corners;  // counter-clockwise seen from the positive axis
          for (int k = 0; k < 4; ++k) {
            std::array<int, 3> at{};
            at[axis] = side, at[(axis + 1) % 3] = i + (k == 1 || k == 2), at[(axis + 2) % 3] = j + (k >= 2);
            corners[side == 0 ? 3 - k : k] = find_vertex(at);
          }
          mesh.triangles.push_back({corners[0], corners[1], corners[2]});
          mesh.triangles.push_back({corners[0], corners[2], corners[3]});
        }
      }
    }
  }
  return mesh;
}

TEST(FeaturePairLaws, ACubeWhoseFacesAreCutAnswersAsThePlainOne) {
  math::Random random(103);
  const Shape plain = geometry::make_shape(geometry::make_box({1, 1, 1}));
  std::map<PairOutcome, int> counts;
  for (const int num_cells : {1, 2, 5}) {
    const Shape cut = geometry::make_shape(make_cut_cube(1.0, num_cells));
    ASSERT_TRUE(cut.is_convex && cut.is_solid);
    for (const Mesh& mesh : make_sample_meshes()) {
      const Shape other = geometry::make_shape(mesh);
      for (int k = 0; k < 60; ++k) {
        const Pose X_WA = draw_pose(random, 2.0, k), X_WB = draw_pose(random, 0.3, k);
        const FeaturePair one = query(plain, other, X_WA, X_WB);
        expect_same(one, query(cut, other, X_WA, X_WB), std::to_string(num_cells));
        expect_same(query(other, plain, X_WA, X_WB), query(other, cut, X_WA, X_WB), std::to_string(num_cells));
        ++counts[one.outcome];
      }
    }
  }
  EXPECT_GT(counts[PairOutcome::kApart], 300);
  EXPECT_GT(counts[PairOutcome::kOverlapping], 200);
}

// Rounding is relative, and every threshold is a share of the pieces' size: apart or not, to the last bit.
TEST(FeaturePairLaws, ScalingByAPowerOfTwoScalesTheWholeAnswerToTheBit) {
  math::Random random(107);
  const std::vector<Mesh> meshes = make_sample_meshes();
  std::map<PairOutcome, int> counts;
  for (const double scale : {0x1p-20, 0x1p-1, 0x1p10}) {
    for (int i = 0; i < 400; ++i) {
      const Mesh &mesh_a = meshes[random.next_index(meshes.size())], &mesh_b = meshes[random.next_index(meshes.size())];
      Mesh scaled_a = mesh_a, scaled_b = mesh_b;
      for (Vec3& v : scaled_a.vertices) v *= scale;
      for (Vec3& v : scaled_b.vertices) v *= scale;
      const Pose X_WA = draw_pose(random, 2.0, i), X_WB = draw_pose(random, 0.3, i);
      const FeaturePair one = query(geometry::make_shape(mesh_a), geometry::make_shape(mesh_b), X_WA, X_WB);
      const FeaturePair other = query(geometry::make_shape(scaled_a), geometry::make_shape(scaled_b),
                                      {scale * X_WA.p, X_WA.q}, {scale * X_WB.p, X_WB.q});
      ASSERT_EQ(scale * one.phi, other.phi);
      ASSERT_EQ(scale * one.phi_bound, other.phi_bound);
      ASSERT_EQ(one.nhat_BA_W, other.nhat_BA_W);
      ASSERT_EQ(scale * one.p_WCa, other.p_WCa);
      ASSERT_EQ(one.feature_b, other.feature_b);
      ASSERT_EQ(one.outcome, other.outcome);
      ++counts[one.outcome];
    }
  }
  EXPECT_GT(counts[PairOutcome::kApart], 300);
  EXPECT_GT(counts[PairOutcome::kOverlapping], 200);
}

// As real numbers, from the definitions: A moved by -phi nhat no longer overlaps B by more than the bound, and is no
// farther from it. The moved pose is rounded once more, by 2^-53 of its coordinates.
TEST(FeaturePairLaws, MovingByTheDepthLeavesInteriorsDisjointAndBoundariesInTouch) {
  math::Random random(109);
  const std::vector<Mesh> meshes = make_sample_meshes();
  int num_moved = 0;
  for (int i = 0; i < 400; ++i) {
    const Shape a = geometry::make_shape(meshes[random.next_index(3)]),
                b = geometry::make_shape(meshes[random.next_index(3)]);
    const Pose X_WA = draw_pose(random, 1.0, i), X_WB = draw_pose(random, 0.3, i);
    const FeaturePair pair = query(a, b, X_WA, X_WB);
    if (pair.outcome != PairOutcome::kOverlapping) continue;
    const Pose moved{X_WA.p - pair.phi * pair.nhat_BA_W, X_WA.q};
    const Rational bound(pair.phi_bound + 0x1p-51 * (X_WA.p.norm() + std::abs(pair.phi)));
    const oracle::Polyhedron pa = make_polyhedron(only_piece(a)), pb = make_polyhedron(only_piece(b));
    const Rational distance_sq = oracle::compute_distance_sq(pa, moved, pb, X_WB);
    ASSERT_LE(distance_sq, bound * bound) << i;
    if (distance_sq == 0) {
      ASSERT_LE(oracle::compute_depth_sq(pa, moved, pb, X_WB), bound * bound) << i;
    }
    ++num_moved;
  }
  EXPECT_GT(num_moved, 100);
}

}  // namespace
}  // namespace abut::proximity
