#include "abut/dynamics/islands.h"

#include <gtest/gtest.h>

namespace abut::dynamics {
namespace {

// Body 0 is fixed; a group for each pair.
StepStage make_stage(std::size_t num_bodies, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs) {
  StepStage stage;
  stage.bodies.resize(num_bodies);
  for (std::size_t i = 1; i < num_bodies; ++i) stage.bodies[i].is_dynamic = true;
  for (const auto& [a, b] : pairs) {
    BodyPair pair;
    pair.a = a, pair.b = b;
    stage.groups.push_back({static_cast<std::uint32_t>(stage.pairs.size()), 0, 1});
    stage.pairs.push_back(pair);
  }
  return stage;
}

std::vector<std::uint32_t> get_island(const StepStage& stage, std::size_t i) {
  const Island& island = stage.islands[i];
  const auto first = stage.island_groups.begin() + island.first_group;
  return {first, first + island.num_groups};
}

TEST(Islands, WhatIsFixedTiesNothing) {
  StepStage stage = make_stage(4, {{0, 1}, {0, 2}, {0, 3}});
  update_islands(stage, 0);
  ASSERT_EQ(stage.islands.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(get_island(stage, i), (std::vector{static_cast<std::uint32_t>(i)}));
}

TEST(Islands, ChainsAreOneWhateverTheirOrder) {
  StepStage stage = make_stage(7, {{0, 3}, {5, 6}, {1, 2}, {3, 4}, {2, 4}});
  update_islands(stage, 0);
  ASSERT_EQ(stage.islands.size(), 2u);
  EXPECT_EQ(get_island(stage, 0), (std::vector<std::uint32_t>{0, 2, 3, 4}));
  EXPECT_EQ(get_island(stage, 1), (std::vector<std::uint32_t>{1}));
}

TEST(Islands, OnlyThoseWithNewGroupsAreDirty) {
  StepStage stage = make_stage(5, {{0, 1}, {0, 2}, {3, 4}, {1, 3}});
  update_islands(stage, 3);
  ASSERT_EQ(stage.islands.size(), 2u);
  EXPECT_TRUE(stage.islands[0].is_dirty);  // 0-1, 3-4, 1-3
  EXPECT_FALSE(stage.islands[1].is_dirty);
}

TEST(Islands, NoContactsMakeNone) {
  StepStage stage = make_stage(3, {});
  update_islands(stage, 0);
  EXPECT_TRUE(stage.islands.empty());
}

}  // namespace
}  // namespace abut::dynamics
