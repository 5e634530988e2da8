// What the threads of a step share: all of it is done, whoever does it, and with the same bits.
#include <gtest/gtest.h>

#include <vector>

#include "abut/dynamics/certify_pairs.h"
#include "abut/dynamics/next_state.h"
#include "abut/dynamics/step.h"
#include "dynamics/physics_worlds.h"
#include "wake_team.h"

namespace abut::dynamics {
namespace {

constexpr int kTeams[] = {1, 2, 4};

StepStage make_stage(Settings settings, int num_threads) {
  settings.num_threads = num_threads;
  return make_step_stage(settings);
}

// In the midst of a step that is shared so.
StagedWorld start_with(const World& world, StepStage stage) {
  StagedWorld staged(world, world.settings.step);
  staged.stage = std::move(stage);
  staged.start();
  return staged;
}

// Cubes beside each other, each falling on a floor that it meets within the step. Floor and cubes are as many bodies as
// ranges of 64 hold, or not quite.
TEST(StepStageThreads, EveryBodyIsPredictedAndEveryPairCertified) {
  for (const int num_cubes : {31, 32, 63, 64, 127, 150}) {
    World world;
    world.add_fixed(make_box_shape({400, 4, 2}), make_place(0, 0, -1));
    const BodyModel cube = make_box_model({1, 1, 1}, 1);
    for (int i = 0; i < num_cubes; ++i)
      world.add(cube, make_place(2 * i - 190, 0, 0.5 + 1e-3), {Vec3::Zero(), Vec3(0, 0, -1)});
    for (const int num_threads : kTeams) {
      StagedWorld staged = start_with(world, make_stage(world.settings, num_threads));
      const double fall = staged.h + 0.5 * kGravity * staged.h * staged.h;
      for (std::size_t i = 1; i < world.states.size(); ++i)
        EXPECT_NEAR(staged.stage.bodies[i].X1.p.z(), world.states[i].p_WBcm.z() - fall, 1e-14) << i;
      ASSERT_EQ(staged.stage.pairs.size(), static_cast<std::size_t>(num_cubes));
      EXPECT_EQ(staged.stage.contacts.size(), 4 * staged.stage.pairs.size());
      EXPECT_EQ(certify_pairs(staged.stage, staged.models()), staged.stage.pairs.size());
      for (const BodyPair& pair : staged.stage.pairs) EXPECT_TRUE(pair.is_certified && pair.is_hit) << pair.b;
    }
  }
}

void expect_same_bits(const StepContact& x, const StepContact& y) {
  EXPECT_EQ(x.pair, y.pair);
  EXPECT_EQ(x.found.feature_a, y.found.feature_a);
  EXPECT_EQ(x.found.feature_b, y.found.feature_b);
  EXPECT_EQ(x.found.p_WCa, y.found.p_WCa);
  EXPECT_EQ(x.found.p_WCb, y.found.p_WCb);
  EXPECT_EQ(x.found.nhat_BA_W, y.found.nhat_BA_W);
  EXPECT_EQ(x.gap, y.gap);
}

// Links of many pieces, each hanging in one that is fixed: what one thread writes to find its contacts is not
// another's.
TEST(StepStageThreads, ContactsOfManyPiecesAreFoundToTheSameBits) {
  const ShapePointer ring = make_shared_shape(geometry::make_shape(geometry::make_torus(0.3, 0.08, 12, 6)));
  const BodyModel link = make_model(ring, 1, Vec3(0.03, 0.03, 0.05));
  World world;
  for (int i = 0; i < 160; ++i) {
    const Quat turn(Eigen::AngleAxisd(0.01 * i, Vec3::UnitX()));
    world.add_fixed(ring, {Vec3(i, 0, 0), Quat(Eigen::AngleAxisd(kPi / 2, Vec3::UnitX()))});
    world.add(link, {Vec3(i, 0, -0.4399), turn * Quat(Eigen::AngleAxisd(kPi / 2, Vec3::UnitY()))});
  }
  const StagedWorld one = start_with(world, make_stage(world.settings, 1));
  ASSERT_EQ(one.stage.pairs.size(), 160u);
  EXPECT_GE(one.stage.contacts.size(), 160u);
  for (const int num_threads : kTeams) {
    StepStage stage = make_stage(world.settings, num_threads);
    wake(stage.team);
    const StagedWorld many = start_with(world, std::move(stage));
    ASSERT_EQ(many.stage.contacts.size(), one.stage.contacts.size());
    for (std::size_t i = 0; i < one.stage.contacts.size(); ++i)
      expect_same_bits(many.stage.contacts[i], one.stage.contacts[i]);
  }
}

// Towers that lean and slip, each an island.
TEST(StepStageThreads, IslandsAreSolvedToTheSameBits) {
  World world;
  world.add_fixed(make_box_shape({400, 4, 2}), make_place(0, 0, -1));
  const BodyModel cube = make_box_model({1, 1, 1}, 1);
  for (int i = 0; i < 40; ++i) {
    for (int k = 0; k < 6; ++k) {
      const Vec3 p(3 * i - 60 + 0.02 * k * (i % 5), 0.01 * k, 0.5 + kCubeGap + k * (1 + kCubeGap));
      world.add(cube, {p, Quat::Identity()}, {Vec3(0, 0, 0.2), Vec3(0.1 * k, 0.3, 0)});
    }
  }
  std::vector<std::vector<std::uint64_t>> hashes;
  for (const int num_threads : kTeams) {
    StepStage stage = make_stage(world.settings, num_threads);
    wake(stage.team);
    State state, next;
    state.bodies = world.states;
    std::vector<std::uint64_t>& mine = hashes.emplace_back();
    for (int i = 0; i < 4; ++i) {
      EXPECT_EQ(certify_step(stage, world.models, state, world.settings, world.settings.step), StepOutcome::kAccepted);
      compute_next_state(stage, world.models, state, world.settings, state.next_contact_id, next);
      std::swap(state, next);
      mine.push_back(compute_hash(state));
    }
    EXPECT_EQ(mine, hashes[0]) << num_threads;
  }
}

}  // namespace
}  // namespace abut::dynamics
