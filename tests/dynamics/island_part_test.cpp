#include "abut/dynamics/island_part.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "abut/dynamics/islands.h"
#include "abut/math/random.h"
#include "dynamics/sample_worlds.h"
#include "full_run.h"

namespace abut::dynamics {
namespace {

using math::Vec3;

// A chain of bodies, 1 to n, each touching the next, the first touching what is fixed. The last groups are new.
StepStage make_chain(std::uint32_t n, const std::vector<std::uint32_t>& touched_again) {
  StepStage stage;
  stage.bodies.resize(n + 1);
  const auto touch = [&](std::uint32_t a, std::uint32_t b) {
    BodyPair pair;
    pair.a = a, pair.b = b;
    stage.groups.push_back({static_cast<std::uint32_t>(stage.pairs.size()), 0, 1});
    stage.pairs.push_back(pair);
  };
  for (std::uint32_t i = 1; i <= n; ++i) stage.bodies[i].is_dynamic = true, touch(i - 1, i);
  for (const std::uint32_t i : touched_again) touch(i - 1, i);
  update_islands(stage, n);
  stage.num_rounds = 1;
  return stage;
}

std::vector<std::uint32_t> sort(std::span<const std::uint32_t> groups) {
  std::vector<std::uint32_t> sorted(groups.begin(), groups.end());
  std::ranges::sort(sorted);
  return sorted;
}

TEST(IslandPart, IsTheWholeWhereThatIsSmallOrForTheFirstTime) {
  WorkRoom room;
  const auto expect_whole = [&](const StepStage& stage) {
    const IslandPart part = find_part(stage, stage.islands[0], room);
    EXPECT_EQ(part.groups.size(), stage.groups.size());
    EXPECT_TRUE(part.outside.empty());
  };
  expect_whole(make_chain(20, {10}));
  StepStage stage = make_chain(200, {100});
  stage.num_rounds = 0;
  expect_whole(stage);
  std::vector<std::uint32_t> everywhere;
  for (std::uint32_t i = 1; i < 200; i += 10) everywhere.push_back(i);
  expect_whole(make_chain(200, everywhere));
}

// Group i is between bodies i and i + 1; the new one, 200, between 99 and 100.
TEST(IslandPart, ReachesSoManyContactsFromNewOnes) {
  const StepStage stage = make_chain(200, {100});
  WorkRoom room;
  const IslandPart part = find_part(stage, stage.islands[0], room);
  std::vector<std::uint32_t> expected;  // bodies up to kHops - 1 from 99 and 100, and all contacts of theirs
  for (std::uint32_t i = 99 - kHops; i <= 99 + kHops; ++i) expected.push_back(i);
  expected.push_back(200);
  EXPECT_EQ(sort(part.groups), expected);
  EXPECT_EQ(sort(part.outside), (std::vector<std::uint32_t>{99u - kHops - 1, 99u + kHops + 1}));
}

TEST(IslandPart, DoesNotReachThroughWhatIsFixed) {
  StepStage stage = make_chain(200, {100});
  stage.bodies[98].is_dynamic = false;
  update_islands(stage, 200);
  const auto island = std::ranges::find_if(stage.islands, [](const Island& one) { return one.is_dirty; });
  WorkRoom room;
  const IslandPart part = find_part(stage, *island, room);
  EXPECT_EQ(sort(part.groups).front(), 98u);  // between the fixed body and the next
  EXPECT_EQ(sort(part.outside), (std::vector<std::uint32_t>{99u + kHops + 1}));
}

// A swarm of boxes that fly together without gravity, solved badly so that certification adds contacts: momentum does
// not change, whatever part of an island is solved.
TEST(IslandPart, KeepsMomentum) {
  World world;
  world.settings.gravity = Vec3::Zero();
  world.settings.law.tolerance = 1e-3, world.settings.law.max_sweeps = 4;
  math::Random random(3);
  for (int i = 0; i < 216; ++i) {
    const Vec3 p = 1.8 * Vec3(i % 6 - 2.5, i / 6 % 6 - 2.5, i / 36 - 2.5);
    world.add(make_box_model({1, 1, 1}, 1.0 + i % 3), {p, random.next_rotation()},
              {random.next_direction(), -3 * p + Vec3(1, 2, 3)});
  }
  Simulation simulation = world.make();
  const auto sum_momentum = [&] {
    Vec3 sum = Vec3::Zero();
    for (std::size_t i = 0; i < simulation.models().size(); ++i)
      sum += simulation.models()[i].mass * simulation.state().bodies[i].v_WBcm;
    return sum;
  };
  const Vec3 before = sum_momentum();
  int most_rounds = 0;
  const int num_steps = is_short_run() ? 24 : 40;
  for (int i = 0; i < num_steps; ++i) most_rounds = std::max(most_rounds, simulation.step().num_rounds);
  EXPECT_GT(most_rounds, 2);
  EXPECT_LT((sum_momentum() - before).norm(), 1e-12 * before.norm());
}

}  // namespace
}  // namespace abut::dynamics
