#include "abut/scene/verify/near_pairs.h"

#include <gtest/gtest.h>

#include <set>

#include "scene/verify/verify_samples.h"

namespace abut::scene {
namespace {

using math::Aabb;
using math::Pose;
using math::Vec3;

TEST(NearPairs, TheSweptBoxContainsEveryVertexThroughoutTheMotion) {
  math::Random random(11);
  for (const VerifiedBody& body : {make_verified_box({1, 2, 0.3}), make_verified_segment(2.0, 0.25)}) {
    const FeatureTree tree = make_tree(body);
    for (int i = 0; i < 200; ++i) {
      const Pose X0{1e3 * random.next_direction(), random.next_rotation()};
      const math::StepMotion motion = math::make_step_motion(X0, move_randomly(random, X0, i % 2 ? 0.5 : 3.0, 2.0),
                                                             4 * random.next_unit() * random.next_direction());
      const Aabb box = compute_swept_box(tree, motion);
      for (int k = 0; k <= 16; ++k) {
        const Pose X = math::compute_pose(motion, k / 16.0);
        for (const Vec3& v : tree.vertices) {
          // Up to the rounding of the sample itself.
          const Vec3 p = X * v, r = Vec3::Constant(tree.radius - 1e-12);
          EXPECT_TRUE(box.contains(p - r) && box.contains(p + r));
        }
      }
    }
  }
}

TEST(NearPairs, TheSweptBoxOfABodyAtRestIsTight) {
  const FeatureTree tree = make_tree(make_verified_box({1, 2, 4}));
  const Pose X = turned(at(1, 2, 3), {0, 0, 1}, 0.5);
  const Aabb box = compute_swept_box(tree, math::make_step_motion(X, X));
  const double half = 0.5 * std::cos(0.5) + 1.0 * std::sin(0.5);  // of the side along x
  EXPECT_NEAR(box.upper[0], 1 + half, 1e-12);
  EXPECT_NEAR(box.lower[2], 1, 1e-12);
}

// Boxes that wander: against all pairs, each time.
TEST(NearPairs, NoPairWithinReachIsMissedAndExemptOnesAreNever) {
  math::Random random(12);
  const double reach = 0.05;
  NearPairs near({{7, 3}, {0, 1}}, reach);
  std::vector<Vec3> centers(60);
  for (Vec3& c : centers) c = 4 * random.next_unit() * random.next_direction();
  std::size_t num_near = 0;
  for (int step = 0; step < 50; ++step) {
    std::vector<Aabb> boxes;
    for (Vec3& c : centers) {
      c += 0.01 * random.next_direction();
      boxes.push_back({c - Vec3::Constant(0.5), c + Vec3::Constant(0.5)});
    }
    near.update(boxes);
    std::set<BodyPair> found;
    for (const NearPair& pair : near.pairs()) found.insert(pair.bodies);
    EXPECT_EQ(found.size(), near.pairs().size());
    EXPECT_FALSE(found.contains({3, 7}) || found.contains({0, 1}));
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
      for (std::uint32_t j = i + 1; j < boxes.size(); ++j) {
        const bool is_exempt = (i == 0 && j == 1) || (i == 3 && j == 7);
        if (is_exempt || !make_grown(boxes[i], reach).overlaps(boxes[j])) continue;
        ++num_near;
        EXPECT_TRUE(found.contains({i, j}));
      }
    }
  }
  EXPECT_GT(num_near, 1000u);
  EXPECT_LT(near.num_searches(), 50u);
}

TEST(NearPairs, APairThatRemainsKeepsItsFront) {
  NearPairs near({}, 0.1);
  const auto box_at = [](double x) { return Aabb{Vec3(x, 0, 0), Vec3(x + 1, 1, 1)}; };
  near.update(std::vector<Aabb>{box_at(0), box_at(1.05), box_at(5)});
  ASSERT_EQ(near.pairs().size(), 1u);
  near.pairs()[0].front.nodes[0].n = {1, 2, 3};
  near.update(std::vector<Aabb>{box_at(0), box_at(1.05), box_at(-1.05)});
  ASSERT_EQ(near.pairs().size(), 2u);
  EXPECT_EQ(near.pairs()[0].bodies, BodyPair(0, 1));
  EXPECT_EQ(near.pairs()[0].front.nodes[0].n, Vec3(1, 2, 3));
}

}  // namespace
}  // namespace abut::scene
