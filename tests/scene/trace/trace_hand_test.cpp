#include "abut/scene/trace/trace_hand.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <sstream>

#include "abut/base/input_error.h"
#include "abut/scene/trace/trace_reader.h"
#include "dynamics/sample_worlds.h"
#include "scene/trace/random_trace.h"

namespace abut::scene {
namespace {

using math::Vec3;

Hand make_hand() {
  return {0.3, Vec3(1, -2, 1.0 / 3), "svd", HandPull{BodyId(1), Vec3(0.1, 0.2, 0.3), Vec3(4, 5, 6)}};
}

TEST(TraceHand, WhatIsWrittenIsRead) {
  Hand hand = make_hand();
  EXPECT_EQ(decode_hand(encode_hand(hand), 2), hand);
  hand.pull.reset();
  EXPECT_EQ(decode_hand(encode_hand(hand), 2), hand);
}

TEST(TraceHand, WhatIsNoHandIsNone) {
  const auto is_hand = [](const auto& change) {
    Hand hand = make_hand();
    change(hand);
    return decode_hand(encode_hand(hand), 2).has_value();
  };
  EXPECT_TRUE(is_hand([](Hand&) {}));
  EXPECT_FALSE(is_hand([](Hand& hand) { hand.friction = -0.1; }));
  EXPECT_FALSE(is_hand([](Hand& hand) { hand.friction = std::nan(""); }));
  EXPECT_FALSE(is_hand([](Hand& hand) { hand.gravity.y() = std::numeric_limits<double>::infinity(); }));
  EXPECT_FALSE(is_hand([](Hand& hand) { hand.law = "hope"; }));
  EXPECT_FALSE(is_hand([](Hand& hand) { hand.pull->body = BodyId(2); }));
  EXPECT_FALSE(is_hand([](Hand& hand) { hand.pull->p_WT.x() = std::nan(""); }));
  const std::string bytes = encode_hand(make_hand());
  for (std::size_t n = 0; n < bytes.size(); ++n) EXPECT_FALSE(decode_hand(bytes.substr(0, n), 2)) << n;
  EXPECT_FALSE(decode_hand(bytes + '\0', 2));
}

TEST(TraceHand, AHandThatChangesNothingChangesNoBit) {
  dynamics::World world;
  dynamics::add_floor(world);
  dynamics::add_stack(world, 2);
  dynamics::Simulation one = world.make(), other = world.make();
  HandOnRun hand(one);
  for (int i = 0; i < 20; ++i) {
    hand.set(hand.hand(), one);
    hand.act(one);
    ASSERT_EQ(one.step().hash, other.step().hash);
  }
}

TEST(TraceHand, FrictionIsAFactorOfWhatItWasAtFirst) {
  dynamics::World world;
  dynamics::add_floor(world);
  dynamics::Simulation simulation = world.make();
  const double mu = simulation.settings().meetings.front().friction;
  HandOnRun on_run(simulation);
  Hand hand = on_run.hand();
  for (const double factor : {0.5, 0.0, 2.0, 1.0}) {
    hand.friction = factor;
    on_run.set(hand, simulation);
    EXPECT_EQ(simulation.settings().meetings.front().friction, factor * mu);
  }
}

TEST(TraceHand, WhatIsReleasedOrLeftForAnotherIsPulledNoMore) {
  dynamics::World world;
  world.settings.gravity.setZero();
  world.add(dynamics::make_box_model({1, 1, 1}, 1), dynamics::make_place(0, 0, 0));
  world.add(dynamics::make_box_model({1, 1, 1}, 1), dynamics::make_place(5, 0, 0));
  dynamics::Simulation simulation = world.make();
  HandOnRun on_run(simulation);
  Hand hand = on_run.hand();
  hand.pull = HandPull{BodyId(0), Vec3::Zero(), Vec3(0, 0, 9)};
  on_run.set(hand, simulation), on_run.act(simulation);
  EXPECT_GT(simulation.models()[0].force.z(), 0.0);
  hand.pull->body = BodyId(1);
  on_run.set(hand, simulation), on_run.act(simulation);
  EXPECT_EQ(simulation.models()[0].force, Vec3::Zero());
  EXPECT_GT(simulation.models()[1].force.z(), 0.0);
  hand.pull.reset();
  on_run.set(hand, simulation), on_run.act(simulation);
  EXPECT_EQ(simulation.models()[1].force, Vec3::Zero());
}

TEST(TraceHand, AReaderKnowsTheHandOfEveryStep) {
  RandomTrace random(1);
  const TraceHeader header = random.make_header(2);
  std::ostringstream out;
  TraceWriter writer(out, "t.abut", header, {});
  for (int i = 1; i <= 5; ++i) {
    Hand hand = make_hand();
    hand.friction = i;
    if (i % 2 == 0) writer.write_hand(hand);
    writer.write_step(random.make_step(i, 2), random.make_state(i, 2));
  }
  std::istringstream in(out.str());
  TraceReader reader(in, "t.abut");
  reader.read_step();
  EXPECT_FALSE(reader.hand());
  for (const double friction : {2.0, 2.0, 4.0, 4.0}) {
    ASSERT_NE(reader.read_step(), nullptr);
    EXPECT_EQ(reader.hand()->friction, friction);
  }
  EXPECT_EQ(reader.read_step(), nullptr);
  EXPECT_EQ(reader.end_byte(), out.str().size());
}

}  // namespace
}  // namespace abut::scene
