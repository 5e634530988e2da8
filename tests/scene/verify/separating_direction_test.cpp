#include "abut/scene/verify/separating_direction.h"

#include <gtest/gtest.h>

#include "oracle/mesh_distance.h"
#include "scene/verify/verify_samples.h"

namespace abut::scene {
namespace {

using math::Vec3;

// A unit box above another, by each kind of nearest features.
TEST(SeparatingDirection, PartsBoxesByTheirDistance) {
  const FeatureTree box = make_tree(make_verified_box(Vec3::Ones()));
  for (const Vec3& gap : {Vec3(0, 0, 0.01), Vec3(0, 0.03, 0.04), Vec3(0.01, 0.02, 0.02), Vec3(0, 0, 1e-9)}) {
    const Vec3 p = gap + gap.cwiseSign();
    const Parting parting = find_parting(box, box.nodes[0], {math::Mat3::Identity(), p}, box, box.nodes[0], {1, 1, 1});
    EXPECT_NEAR(parting.gap, gap.norm(), 1e-6 * gap.norm() + 1e-15);
    EXPECT_NEAR(parting.distance, gap.norm(), 1e-6 * gap.norm() + 1e-15);
  }
}

TEST(SeparatingDirection, BoxesThatOverlapHaveNoGap) {
  const FeatureTree box = make_tree(make_verified_box(Vec3::Ones()));
  const Parting parting =
      find_parting(box, box.nodes[0], {math::Mat3::Identity(), {0.3, 0.2, 0.9}}, box, box.nodes[0], {0, 1, 0});
  EXPECT_LE(parting.gap, 0.0);
}

TEST(SeparatingDirection, TrianglesArePartedByTheirDistance) {
  math::Random random(8);
  int num_apart = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto corner = [&] { return Vec3(random.next_unit() * random.next_direction()); };
    const Vec3 p = 0.7 * random.next_unit() * random.next_direction();
    const oracle::Corners s{corner(), corner(), corner()}, t{corner(), corner(), corner()};
    const FeatureTree a = make_tree(make_verified_triangle(s[0], s[1], s[2]));
    const FeatureTree b = make_tree(make_verified_triangle(t[0], t[1], t[2]));
    const double distance = oracle::compute_triangle_distance({s[0] + p, s[1] + p, s[2] + p}, t);
    const Parting parting =
        find_leaf_parting(a, a.nodes[0], {math::Mat3::Identity(), p}, b, b.nodes[0], random.next_direction());
    EXPECT_NEAR(std::max(parting.gap, 0.0), distance, 1e-6 * distance + 1e-13);
    EXPECT_GE(parting.distance, distance - 1e-13);
    num_apart += distance > 0;
  }
  EXPECT_GT(num_apart, 500);
  EXPECT_LT(num_apart, 1900);
}

// Where the nearest point of a tiny gap has no direction left, normals and products of edges do.
TEST(SeparatingDirection, TinyGapsOfTrianglesHaveADirectionThatPartsThem) {
  const FeatureTree a = make_tree(make_verified_triangle({0, 0, 0}, {1, 0.1, 0}, {0.2, 1, 0}));
  const FeatureTree b = make_tree(make_verified_triangle({0.1, 0.1, -1e-13}, {0.9, 0.3, -1}, {0.2, 0.3, -1}));
  const Parting parting = find_leaf_parting(a, a.nodes[0], {}, b, b.nodes[0], {1, 0, 0});
  EXPECT_NEAR(parting.gap, 1e-13, 1e-15);
}

}  // namespace
}  // namespace abut::scene
