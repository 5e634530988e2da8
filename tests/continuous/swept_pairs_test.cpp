#include "abut/continuous/swept_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "abut/math/random.h"

namespace abut::continuous {
namespace {

using math::Aabb;
using math::Vec3;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<SweptPair> find_by_brute_force(const std::vector<SweptBody>& bodies) {
  std::vector<SweptPair> pairs;
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    for (std::uint32_t j = i + 1; j < bodies.size(); ++j) {
      const SweptBody &a = bodies[i], &b = bodies[j];
      const bool is_exempt = (a.group != 0 && a.group == b.group) || (!a.is_moving && !b.is_moving);
      bool overlaps = true;
      for (int axis = 0; axis < 3; ++axis) {
        overlaps &= a.box.lower[axis] <= b.box.upper[axis] && b.box.lower[axis] <= a.box.upper[axis];
      }
      if (overlaps && !is_exempt) pairs.push_back({i, j});
    }
  }
  return pairs;
}

std::vector<SweptPair> list(std::span<const SweptPair> pairs) {
  return {pairs.begin(), pairs.end()};
}

Aabb make_cube(const Vec3& center, double half) {
  return {center - Vec3::Constant(half), center + Vec3::Constant(half)};
}

std::vector<SweptBody> draw_bodies(math::Random& random, std::size_t count, double spread) {
  std::vector<SweptBody> bodies(count);
  for (SweptBody& body : bodies) {
    body.box =
        make_cube(spread * Vec3(random.next_unit(), random.next_unit(), random.next_unit()), 0.5 * random.next_unit());
    body.is_moving = random.next_index(5) != 0;
    body.group = static_cast<std::uint32_t>(random.next_index(10));
  }
  return bodies;
}

TEST(SweptPairs, OfNoBodyOrOneAreNone) {
  SweptPairs broad_phase;
  EXPECT_TRUE(broad_phase.update({}).empty());
  const std::vector<SweptBody> one(1, {make_cube(Vec3::Zero(), 1)});
  EXPECT_TRUE(broad_phase.update(one).empty());
  EXPECT_TRUE(broad_phase.update({}).empty());
}

TEST(SweptPairs, IncludeBoxesThatTouchAndNoneThatAreJustOff) {
  SweptPairs broad_phase;
  std::vector<SweptBody> bodies{{make_cube(Vec3::Zero(), 1)}, {make_cube(Vec3(2, 0, 0), 1)}};
  EXPECT_EQ(list(broad_phase.update(bodies)), (std::vector<SweptPair>{{0, 1}}));
  bodies[1].box.lower[0] = std::nextafter(1.0, 2.0);
  EXPECT_TRUE(broad_phase.update(bodies).empty());
}

TEST(SweptPairs, LeaveOutPairsThatStandStillAndPairsOfOneGroup) {
  SweptPairs broad_phase;
  const Aabb box = make_cube(Vec3::Zero(), 1);
  const std::vector<SweptBody> bodies{{box, false, 0}, {box, false, 1}, {box, true, 1}, {box, true, 0}, {box, true, 0}};
  const std::vector<SweptPair> expected{{0, 2}, {0, 3}, {0, 4}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
  EXPECT_EQ(list(broad_phase.update(bodies)), expected);
}

TEST(SweptPairs, OfABodyWithoutBoundsAreAllPairsWithIt) {
  math::Random random(3);
  std::vector<SweptBody> bodies(50);
  for (SweptBody& body : bodies) body.box = make_cube(100 * random.next_direction(), 0.01);
  bodies[17].box = {Vec3::Constant(-kInfinity), Vec3::Constant(kInfinity)};
  bodies[23].box = {Vec3(-kInfinity, 0, 0), Vec3(kInfinity, 1, 1)};
  SweptPairs broad_phase;
  for (int step = 0; step < 3; ++step) EXPECT_EQ(list(broad_phase.update(bodies)), find_by_brute_force(bodies));
}

TEST(SweptPairs, OfBodiesAllAtOnePlaceAreAll) {
  const std::vector<SweptBody> bodies(64, {make_cube(Vec3(1, 2, 3), 1)});
  SweptPairs broad_phase;
  EXPECT_EQ(broad_phase.update(bodies).size(), 64u * 63u / 2u);
  EXPECT_EQ(list(broad_phase.update(bodies)), find_by_brute_force(bodies));
}

TEST(SweptPairs, AreThoseOfBruteForceFromStepToStepHoweverBodiesMove) {
  math::Random random(11);
  for (const double speed : {0.0, 0.05, 1.0, 50.0}) {
    std::vector<SweptBody> bodies = draw_bodies(random, 100, 4.0);
    SweptPairs broad_phase;
    for (int step = 0; step < 40; ++step) {
      for (SweptBody& body : bodies) {
        const Vec3 shift = speed * random.next_unit() * random.next_direction();
        if (body.is_moving) body.box = {body.box.lower + shift, body.box.upper + shift};
      }
      if (step % 20 == 19) bodies.resize(bodies.size() - 7);
      const std::vector<SweptPair> expected = find_by_brute_force(bodies);
      ASSERT_EQ(list(broad_phase.update(bodies)), expected) << "speed " << speed << ", step " << step;
      SweptPairs fresh;
      ASSERT_EQ(list(fresh.update(bodies)), expected);
    }
  }
}

TEST(SweptPairs, AreTheSameForAnyNumberOfThreads) {
  math::Random random(13);
  for (const std::size_t count : {255u, 256u, 1000u}) {
    std::vector<SweptBody> bodies = draw_bodies(random, count, 8.0);
    SweptPairs broad_phase;
    for (const int num_threads : {1, 2, 4, 1, 3})
      ASSERT_EQ(list(broad_phase.update(bodies, ThreadTeam(num_threads))), find_by_brute_force(bodies)) << num_threads;
  }
}

TEST(SweptPairs, KeepTheTreeWhileBodiesHardlyMoveAndBuildItAnewWhenTheyHaveMixed) {
  math::Random random(12);
  std::vector<SweptBody> bodies(1000);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bodies[i].box = make_cube(
        Vec3(static_cast<double>(i % 10), static_cast<double>(i / 10 % 10), static_cast<double>(i / 100)), 0.51);
  }
  SweptPairs broad_phase;
  for (int step = 0; step < 20; ++step) {
    for (SweptBody& body : bodies) {
      const Vec3 shift = 1e-3 * random.next_direction();
      body.box = {body.box.lower + shift, body.box.upper + shift};
    }
    broad_phase.update(bodies);
  }
  EXPECT_EQ(broad_phase.num_builds(), 1);
  for (std::size_t i = bodies.size(); i > 1; --i) std::swap(bodies[i - 1].box, bodies[random.next_index(i)].box);
  EXPECT_EQ(list(broad_phase.update(bodies)), find_by_brute_force(bodies));
  EXPECT_EQ(broad_phase.num_builds(), 2);
}

}  // namespace
}  // namespace abut::continuous
