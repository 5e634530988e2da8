#include "abut/dynamics/leave_out.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "abut/dynamics/solve_island.h"
#include "dynamics/sample_worlds.h"

namespace abut::dynamics {
namespace {

// Two stacks side by side; the first goes. What is left is what the second alone would have.
TEST(LeaveOut, WhatIsLeftIsTheOthersToTheBit) {
  const auto make = [](bool has_first) {
    World world;
    add_floor(world);
    for (int i = 0; i < 3; ++i)
      world.add(make_box_model({1, 1, 1}, 1), make_place(has_first ? 0 : 50, 0, 0.5 + kCubeGap + i * (1 + kCubeGap)));
    for (int i = 0; i < 2; ++i)
      world.add(make_box_model({1, 1, 1}, 2), make_place(5, 0, 0.5 + kCubeGap + i * (1 + kCubeGap)));
    StagedWorld staged(std::move(world));
    for (Island& island : staged.stage.islands)
      solve_island(staged.stage, island, staged.stage.rooms[0], staged.models(), staged.state, staged.world.settings);
    return staged;
  };
  StagedWorld staged = make(true);
  ASSERT_EQ(staged.stage.islands.size(), 2u);
  const double residual = staged.stage.islands[1].solved.residual;
  std::vector<StepContact> before;  // of the second
  for (const StepContact& contact : staged.stage.contacts)
    if (staged.stage.pairs[contact.pair].b >= 4) before.push_back(contact);
  ASSERT_EQ(before.size(), 8u);
  const std::array<std::uint32_t, 4> members{0, 1, 2, 3};
  leave_out(staged.stage, members, staged.stage.pairs.size());
  const StepStage& stage = staged.stage;
  ASSERT_EQ(stage.islands.size(), 1u);
  EXPECT_EQ(stage.islands[0].solved.residual, residual);
  ASSERT_EQ(stage.contacts.size(), 8u);
  EXPECT_EQ(stage.groups.size(), 2u);
  for (const BodyPair& pair : stage.pairs) EXPECT_GE(pair.b, 4u);
  for (std::size_t i = 0; i < 8; ++i) {
    const StepContact& left = stage.contacts[i];
    EXPECT_EQ(left.impulse_W, before[i].impulse_W);
    EXPECT_EQ(left.gap, before[i].gap);
    EXPECT_EQ(stage.pairs[left.pair].b, i < 4 ? 4u : 5u);
  }
  for (std::uint32_t i = 1; i < 6; ++i) {
    EXPECT_EQ(stage.bodies[i].is_apart, i < 4);
    EXPECT_EQ(stage.bodies[i].is_moving, i >= 4);
  }
  EXPECT_FALSE(stage.bodies[0].is_apart);  // what is fixed belongs to all
}

// Nothing was asked of pairs that were found after the step was solved.
TEST(LeaveOut, PairsOfNobodyGo) {
  World world;
  add_floor(world);
  add_stack(world, 2);
  StagedWorld staged(std::move(world));
  const std::size_t num_caches = staged.stage.free_caches.size();
  leave_out(staged.stage, {}, 1);
  EXPECT_EQ(staged.stage.pairs.size(), 1u);
  EXPECT_GT(staged.stage.free_caches.size(), num_caches);
}

}  // namespace
}  // namespace abut::dynamics
