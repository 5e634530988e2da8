#include "abut/dynamics/start.h"

#include <gtest/gtest.h>

#include "abut/proximity/shape_pairs.h"
#include "bad_input.h"
#include "dynamics/sample_worlds.h"

namespace abut::dynamics {
namespace {

using math::Vec3;

double measure_gap(const World& world, const State& state, std::size_t a, std::size_t b) {
  proximity::ShapePairCache cache;
  return update_nearest_pair(*world.models[a].shape, *world.models[b].shape,
                             compute_body_pose(world.models[a], state.bodies[a]),
                             compute_body_pose(world.models[b], state.bodies[b]), cache)
      .nearest.pair.phi;
}

TEST(Start, BodiesInTouchAreOpenedToTheGuaranteedDistance) {
  World world;
  add_floor(world);
  add_stack(world, 4, 0.0);
  State state;
  state.bodies = world.states;
  const std::vector<OpenedPair> opened = open_touching_pairs(world.models, world.settings, world.names, state);
  EXPECT_EQ(opened.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_GT(measure_gap(world, state, i, i + 1), 1e-9 * std::sqrt(3.0));
    EXPECT_LT(measure_gap(world, state, i, i + 1), 1e-8);
  }
  EXPECT_EQ(state.bodies[0].p_WBcm, world.states[0].p_WBcm);
}

TEST(Start, BodiesApartStayToTheBit) {
  World world;
  add_floor(world);
  add_stack(world, 2);
  State state;
  state.bodies = world.states;
  EXPECT_TRUE(open_touching_pairs(world.models, world.settings, world.names, state).empty());
  EXPECT_EQ(state.bodies[2].p_WBcm, world.states[2].p_WBcm);
}

World make_pair(const ShapePointer& a, const ShapePointer& b, const math::Pose& X_WB) {
  World world;
  world.add_fixed(a, {});
  world.add(make_model(b, 1, Vec3::Ones()), X_WB);
  world.names = {"anvil", "hammer"};
  return world;
}

TEST(Start, WhatOverlapsIsRefusedWithPairPlaceAndDepth) {
  const ShapePointer cube = make_box_shape({1, 1, 1}), small = make_box_shape({0.1, 0.1, 0.1});
  const ShapePointer torus = make_shared_shape(geometry::make_shape(geometry::make_torus(1, 0.4, 32, 16)));
  const auto start = [](const World& world) { return [world] { world.make(); }; };
  expect_messages({
      {"overlap", start(make_pair(cube, cube, make_place(0.25, 0.125, 0.75))),
       "bodies \"anvil\" and \"hammer\": they overlap by 0.25 m at the start, near (0.5, -0.375, 0.375); move one of "
       "them, or put both into one collision group"},
      {"inside a solid that is not convex", start(make_pair(torus, small, make_place(1, 0, 0))),
       "bodies \"anvil\" and \"hammer\": the second is, or has a part, inside the first at the start; move one of "
       "them, "
       "or put both into one collision group"},
  });
}

TEST(Start, WhatCrossesIsRefused) {
  const ShapePointer torus = make_shared_shape(geometry::make_shape(geometry::make_torus(1, 0.4, 32, 16)));
  try {
    make_pair(torus, make_box_shape({0.1, 0.1, 0.1}), make_place(1.4, 0, 0)).make();
    FAIL() << "not refused";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("their surfaces cross at the start, near (1."), std::string::npos)
        << error.what();
  }
}

TEST(Start, BodiesOfOneGroupMayOverlap) {
  World world = make_pair(make_box_shape({1, 1, 1}), make_box_shape({1, 1, 1}), make_place(0.5, 0, 0));
  for (BodyModel& model : world.models) model.group = 3;
  EXPECT_NO_THROW(world.make());
}

}  // namespace
}  // namespace abut::dynamics
