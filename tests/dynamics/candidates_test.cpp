#include "abut/dynamics/candidates.h"

#include <gtest/gtest.h>

#include "dynamics/sample_worlds.h"

namespace abut::dynamics {
namespace {

using math::Vec3;

State make_state(const World& world) {
  State state;
  state.bodies = world.states;
  return state;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> list_pairs(const StepStage& stage) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const BodyPair& pair : stage.pairs) pairs.emplace_back(pair.a, pair.b);
  return pairs;
}

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

struct Falling {
  World world;
  StepStage stage;

  // Three cubes, the highest far above.
  Falling() {
    add_floor(world);
    const BodyModel cube = make_box_model({1, 1, 1}, 1);
    world.add(cube, make_place(0, 0, 0.6));
    world.add(cube, make_place(0, 0, 1.7));
    world.add(cube, make_place(0, 0, 20), {Vec3::Zero(), Vec3(0, 0, -1)});
  }
  void predict_over(double h) {
    predict(stage, world.models, make_state(world), world.settings, h);
    find_candidates(stage, world.models, world.settings);
  }
};

TEST(Candidates, ArePairsWhoseSweptBoxesMeet) {
  Falling falling;
  falling.predict_over(1.0 / 240);
  EXPECT_EQ(list_pairs(falling.stage), Pairs());  // each is a tenth of a metre from the next
  falling.predict_over(0.2);                      // all but the highest fall by 0.196 m
  EXPECT_EQ(list_pairs(falling.stage), (Pairs{{0, 1}, {1, 2}}));
  EXPECT_TRUE(are_candidates_complete(falling.stage, falling.world.models));
}

TEST(Candidates, ThoseOfOneGroupAreExempt) {
  Falling falling;
  falling.world.models[1].group = falling.world.models[2].group = 7;
  falling.predict_over(0.2);
  EXPECT_EQ(list_pairs(falling.stage), (Pairs{{0, 1}}));
}

TEST(Candidates, WhatHasNoFreedomMeetsNothingOfItsKindHoweverItMoves) {
  Falling falling;
  BodyModel plate;
  plate.shape = make_box_shape({1, 1, 1});
  plate.type = BodyType::kKinematic;
  plate.script.V_WBcm.v = Vec3(0, 0, -1);
  falling.world.add(plate, make_place(5, 0, 0.4));  // in the floor
  falling.predict_over(0.2);
  EXPECT_EQ(list_pairs(falling.stage), (Pairs{{0, 1}, {1, 2}}));
}

TEST(Candidates, WhatSleepsIsMetByWhatMovesAlone) {
  Falling falling;
  falling.world.states[1].asleep_with = BodyId(1);
  falling.predict_over(0.2);
  EXPECT_EQ(list_pairs(falling.stage), (Pairs{{1, 2}}));
  EXPECT_EQ(falling.stage.bodies[1].X1.p, falling.stage.bodies[1].X0.p);
  falling.world.states[2].asleep_with = BodyId(2);
  falling.predict_over(0.2);
  EXPECT_EQ(list_pairs(falling.stage), Pairs());
  BodyModel plate;
  plate.shape = make_box_shape({1, 1, 1});
  plate.type = BodyType::kKinematic;
  for (const double speed : {0.0, 1.0}) {  // beside the first
    plate.script.V_WBcm.v = Vec3(-speed, 0, 0);
    Falling beside;
    beside.world.states[1].asleep_with = beside.world.states[2].asleep_with = BodyId(1);
    beside.world.add(plate, make_place(1.0001, 0, 0.6));
    beside.predict_over(0.01);
    EXPECT_EQ(list_pairs(beside.stage), speed > 0 ? (Pairs{{1, 4}}) : Pairs());
  }
}

TEST(Candidates, LengthsAreThoseOfTheSmallerBody) {
  Falling falling;
  falling.predict_over(0.2);
  const PairLengths& lengths = falling.stage.pairs[0].lengths;  // floor and cube: those of the cube
  EXPECT_NEAR(lengths.d_min, 1e-9 * std::sqrt(3.0), 1e-15);
  EXPECT_NEAR(lengths.security, 5e-6 * std::sqrt(3.0), 1e-15);
}

// A body that is sent elsewhere leaves its box, and meets others there.
TEST(Candidates, AreExtendedWhereABodyLeavesItsBox) {
  Falling falling;
  falling.predict_over(1.0 / 240);
  MovingBody& highest = falling.stage.bodies[3];
  highest.V_move.v = Vec3(0, 0, -18.3 * 240);
  update_motion(highest, falling.world.models[3], falling.world.states[3], 1.0 / 240);
  EXPECT_FALSE(are_candidates_complete(falling.stage, falling.world.models));
  EXPECT_EQ(extend_candidates(falling.stage, falling.world.models, falling.world.settings), 0u);
  EXPECT_TRUE(are_candidates_complete(falling.stage, falling.world.models));
  EXPECT_EQ(list_pairs(falling.stage), (Pairs{{2, 3}}));
}

TEST(Candidates, MotionOfAShareIsSlower) {
  Falling falling;
  falling.predict_over(0.1);
  MovingBody& body = falling.stage.bodies[3];
  const Vec3 asked = body.X1.p - body.X0.p;
  const std::uint32_t version = body.version;
  update_motion(body, falling.world.models[3], falling.world.states[3], 0.1);
  EXPECT_EQ(body.version, version);  // the same motion
  body.share = 0.25;
  update_motion(body, falling.world.models[3], falling.world.states[3], 0.1);
  EXPECT_LT((body.X1.p - body.X0.p - 0.25 * asked).norm(), 1e-14);
  EXPECT_GT(body.version, version);
}

// A pose that is not finite reaches everywhere: it is never overlooked.
TEST(Candidates, BodyThatIsNotFiniteMeetsAll) {
  Falling falling;
  falling.predict_over(1.0 / 240);
  MovingBody& body = falling.stage.bodies[3];
  body.V_move.v = Vec3(0, std::nan(""), 0);
  update_motion(body, falling.world.models[3], falling.world.states[3], 1.0 / 240);
  EXPECT_FALSE(are_candidates_complete(falling.stage, falling.world.models));
  extend_candidates(falling.stage, falling.world.models, falling.world.settings);
  EXPECT_EQ(falling.stage.pairs.size(), 3u);
}

}  // namespace
}  // namespace abut::dynamics
