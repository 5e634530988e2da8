// Problems with known answers: friction. Where a step size is involved the error at h, h/2 and h/4 is bounded by the
// order that the scheme has.
#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/physics_worlds.h"

namespace abut::dynamics {
namespace {

// At mu = tan(slope) to the last bits it neither slides nor creeps: 25 s, under a micrometre.
TEST(SimulationFriction, BlockSticksAtTheThreshold) {
  const double slope = kPi / 6;
  World world = make_incline(slope, std::tan(slope) * (1 + 1e-12), 1.0 / 240);
  add_block(world);
  Simulation simulation = world.make();
  run(simulation, 25);
  EXPECT_LT((get_body(simulation).p_WBcm - world.states[1].p_WBcm).norm(), 1e-6);
}

// Below it, it slides with g (sin - mu cos): both impulses are constant, so velocity and place are exact at any step.
TEST(SimulationFriction, BlockSlidesDownAtTheKnownRate) {
  const double slope = kPi / 6, mu = 0.4, a = kGravity * (std::sin(slope) - mu * std::cos(slope));
  for (const double h : {1.0 / 60, 1.0 / 120, 1.0 / 240}) {
    World world = make_incline(slope, mu, h);
    add_block(world);
    Simulation simulation = world.make();
    run(simulation, 1);
    EXPECT_NEAR(get_body(simulation).v_WBcm.x(), a, 1e-6) << h;
    EXPECT_NEAR(get_body(simulation).p_WBcm.x(), a / 2, 1e-5) << h;
  }
}

// v0 = 2, mu = 0.5: at rest after v0 / (mu g), v0^2 / (2 mu g) on. It stops within a step of the time, and in it the
// mean velocity is at most that of one step's loss: an error of mu g h^2 / 2.
TEST(SimulationFriction, BlockSlidesToRest) {
  const double distance = 0.4077472, time = 0.4077472;
  for (const double h : {1.0 / 60, 1.0 / 120, 1.0 / 240}) {
    World world = make_incline(0, 0.5, h);
    add_block(world, {1, 1, 1}, {Vec3::Zero(), Vec3(2, 0, 0)});
    Simulation simulation = world.make();
    run(simulation, 1);
    EXPECT_NEAR(get_body(simulation).p_WBcm.x(), distance, 0.5 * 0.5 * kGravity * h * h + 1e-7) << h;
    EXPECT_LT(get_body(simulation).v_WBcm.norm(), 1e-9) << h;
    Simulation again = world.make();
    run(again, std::floor(time / h) * h - h);
    EXPECT_GT(get_body(again).v_WBcm.x(), 0) << h;
  }
}

// A block of 0.1 m that rides a turntable 1.5 m from its axis, far below slip, laid at its resting gap: where is it
// after six radians, against the table? Contact points go on along the tangent, so its velocity at both ends of a step
// is that of the table at sqrt(1 + h^2) times the radius, for a turn of h. The mean of both, v (1 + h^2 / 2) cos(h /
// 2), is ahead of the chord, v sin(h / 2) / (h / 2), by 5 h^2 / 12 of it: of 9 m of path. Outward it is of the third
// order. (With no relative velocity where the contact is in the middle of the step it went outward by 9 m h / 2.)
TEST(SimulationFriction, WhatSticksToATurntableStays) {
  for (const double h : {1.0 / 60, 1.0 / 120, 1.0 / 240, 1.0 / 480}) {
    World world;
    world.settings.step = h;
    BodyModel table = make_box_model({6, 6, 0.2}, 1);
    table.type = BodyType::kKinematic;
    table.script.V_WBcm.w = Vec3::UnitZ();
    world.add(table, make_place(0, 0, -0.1));
    const double gap = compute_resting_gap({0.1, 0.1, 0.1});
    world.add(make_box_model({0.1, 0.1, 0.1}, 1), make_place(1.5, 0, 0.05 + gap), {Vec3::UnitZ(), Vec3(0, 1.5, 0)});
    Simulation simulation = world.make();
    run(simulation, 6, 1e-6);
    const Vec3& p = get_body(simulation).p_WBcm;
    EXPECT_NEAR(std::hypot(p.x(), p.y()), 1.5, 3 * h * h * h + 1e-7) << h;
    EXPECT_NEAR(1.5 * (std::atan2(p.y(), p.x()) + 2 * kPi - 6), 9 * 5 * h * h / 12, 0.1 * h * h) << h;
  }
}

// The same push along any direction of the plane: a pyramid instead of a cone would differ by up to 41 %.
TEST(SimulationFriction, IsTheSameInEveryDirection) {
  for (int i = 0; i < 16; ++i) {
    const double angle = 2 * kPi * i / 16 + 0.1;
    const Vec3 direction(std::cos(angle), std::sin(angle), 0);
    World world = make_incline(0, 0.3, 1.0 / 240);
    add_block(world, {1, 1, 1}, {Vec3::Zero(), 3 * direction});
    Simulation simulation = world.make();
    run(simulation, 0.25);
    const Vec3 v = get_body(simulation).v_WBcm;
    EXPECT_NEAR(v.dot(direction), 3 - 0.3 * kGravity * 0.25, 1e-7) << angle;
    EXPECT_LT((v - v.dot(direction) * direction).norm(), 1e-7) << angle;
  }
}

// A box b wide and h high tips at tan = b/h if friction lets it, else it slides at tan = mu.
TEST(SimulationFriction, BoxTipsOrSlides) {
  const double width = 0.5, height = 1.0, tip = width / height;
  const auto settle = [&](double slope_tan, double mu) {
    World world = make_incline(std::atan(slope_tan), mu, 1.0 / 240);
    add_block(world, {width, 1, height});
    Simulation simulation = world.make();
    run(simulation, 1.0);
    return get_body(simulation);
  };
  const BodyState stands = settle(0.98 * tip, 0.8), tips = settle(1.02 * tip, 0.8), slides = settle(0.32, 0.3);
  EXPECT_LT((stands.p_WBcm - Vec3(0, 0, 0.5)).norm(), 1e-3);
  EXPECT_GT(std::abs(tips.w_WB.y()) + std::abs(tips.q_WB.y()), 0.05);
  EXPECT_GT(slides.p_WBcm.x(), 0.5 * kGravity * (std::sin(std::atan(0.32)) - 0.3 * std::cos(std::atan(0.32))) * 0.9);
  EXPECT_LT(std::abs(slides.q_WB.y()), 1e-6);
}

// A box set down on a belt at 0.5 m/s has its speed after v / (mu g), and does not turn.
TEST(SimulationFriction, ConveyorTakesABoxAlong) {
  const double speed = 0.5, mu = 0.3, h = 1.0 / 240;
  World world;
  world.settings.step = h;
  world.settings.meetings = {{mu, 0.0}};
  BodyModel belt = make_box_model({40, 4, 1}, 1);
  belt.type = BodyType::kKinematic;
  belt.script.V_WBcm.v = Vec3(speed, 0, 0);
  world.add(belt, make_place(0, 0, -0.5));
  add_block(world);
  Simulation simulation = world.make();
  const double time = speed / (mu * kGravity);
  run(simulation, std::floor(time / h) * h);
  EXPECT_NEAR(get_body(simulation).v_WBcm.x(), mu * kGravity * std::floor(time / h) * h, 1e-6);
  run(simulation, 0.5);
  EXPECT_NEAR(get_body(simulation).v_WBcm.x(), speed, 1e-8);
  EXPECT_LT(get_body(simulation).w_WB.norm(), 1e-6);
}

// Rolling down without slip: a = g sin / (1 + k); with too little friction it slips.
TEST(SimulationFriction, BallRollsDown) {
  const double slope = 0.3, radius = 0.2, a = kGravity * std::sin(slope) / (1 + 0.4);
  for (const double h : {1.0 / 60, 1.0 / 120, 1.0 / 240}) {
    World world = make_incline(slope, 0.5, h);
    world.add(make_ball_model(radius, 2), make_place(0, 0, radius + compute_resting_gap(radius)));
    Simulation simulation = world.make();
    run(simulation, 1);
    // The impulse acts half the gap below the ball, and so a is off by k / (1 + k) security / radius.
    const double error = a * 0.4 / 1.4 * compute_resting_gap(radius) / radius * 1.05;
    EXPECT_NEAR(get_body(simulation).p_WBcm.x(), a / 2, error / 2) << h;
    EXPECT_NEAR(get_body(simulation).v_WBcm.x(), a, error) << h;
    EXPECT_NEAR(get_body(simulation).w_WB.y() * radius, a, 2 * error) << h;
  }
}

TEST(SimulationFriction, RollingNeedsFriction) {
  const double slope = 0.6, threshold = std::tan(slope) * 0.4 / 1.4;
  const auto slip = [&](double mu) {
    World world = make_incline(slope, mu, 1.0 / 240);
    world.add(make_ball_model(0.2, 2), make_place(0, 0, 0.2 + compute_resting_gap(0.2)));
    Simulation simulation = world.make();
    run(simulation, 0.5);
    return get_body(simulation).v_WBcm.x() - 0.2 * get_body(simulation).w_WB.y();
  };
  EXPECT_LT(std::abs(slip(1.02 * threshold)), 1e-2);
  EXPECT_GT(slip(0.9 * threshold), 0.1 * threshold * kGravity * std::cos(slope) * 0.5);
}

// Lamb: a ball that slides with v0 rolls with 5/7 v0 from 2 v0 / (7 mu g) on.
TEST(SimulationFriction, SlidingBallTurnsToRolling) {
  const double v0 = 3, mu = 0.2, radius = 0.1, h = 1.0 / 240, time = 2 * v0 / (7 * mu * kGravity);
  World world = make_incline(0, mu, h);
  world.add(make_ball_model(radius, 1), make_place(0, 0, radius + compute_resting_gap(radius)),
            {Vec3::Zero(), Vec3(v0, 0, 0)});
  Simulation simulation = world.make();
  run(simulation, std::floor(0.9 * time / h) * h);
  EXPECT_GT(get_body(simulation).v_WBcm.x() - radius * get_body(simulation).w_WB.y(), 0.05);
  run(simulation, 0.5);
  // The point of contact is half the gap below the ball: an arm too long by half of security.
  const double arm_error = compute_resting_gap(radius) / radius;
  EXPECT_NEAR(get_body(simulation).v_WBcm.x(), 5 * v0 / 7, 5 * v0 / 7 * 2 * arm_error + 1e-6);
  EXPECT_NEAR(get_body(simulation).w_WB.y() * radius, 5 * v0 / 7, 5 * v0 / 7 * 2 * arm_error + 1e-6);
}

// A ladder at a smooth wall stands iff tan(angle from the floor) >= 1 / (2 mu). A thin box, its ends' edges on floor
// and wall; thickness t shifts the threshold by about t / length.
TEST(SimulationFriction, LadderStandsOrFalls) {
  const double mu = 0.4, length = 2, thickness = 0.002;
  const auto fall = [&](double angle) {
    World world;
    world.settings.num_materials = 2;
    world.settings.meetings = {{mu, 0}, {0, 0}, {0, 0}, {0, 0}};  // the wall, material 1, is smooth
    add_floor(world);
    world.add_fixed(make_box_shape({1, 10, 10}), make_place(-0.5, 0, 5));
    world.models[1].material = MaterialId(1);
    const double gap = compute_resting_gap({length, 0.3, thickness});
    const double x = 0.5 * length * std::cos(angle) + 0.5 * thickness * std::sin(angle) + gap,
                 z = 0.5 * length * std::sin(angle) + 0.5 * thickness * std::cos(angle) + gap;
    world.add(make_box_model({length, 0.3, thickness}, 1),
              {Vec3(x, 0, z), Quat(Eigen::AngleAxisd(angle, Vec3::UnitY()))});
    Simulation simulation = world.make();
    for (int i = 0; i < 240; ++i) simulation.step();
    return z - get_body(simulation, 2).p_WBcm.z();
  };
  const double threshold = std::atan(1 / (2 * mu));
  EXPECT_LT(std::abs(fall(threshold + 0.03)), 2e-3);
  EXPECT_GT(fall(threshold - 0.03), 0.05);
}

// Two cards that lean on each other at 65 degrees stand iff mu >= cot / 2.
TEST(SimulationFriction, CardsStandOrFall) {
  const double angle = 65 * kPi / 180, length = 1, thickness = 0.002, needed = 0.5 / std::tan(angle);
  const auto fall = [&](double mu) {
    World world;
    world.settings.meetings = {{mu, 0.0}};
    add_floor(world);
    const double gap = compute_resting_gap({length, 0.6, thickness});
    const double x = 0.5 * length * std::cos(angle) + 0.5 * thickness * std::sin(angle) + 0.5 * gap,
                 z = 0.5 * length * std::sin(angle) + 0.5 * thickness * std::cos(angle) + gap;
    for (const double side : {-1.0, 1.0}) {
      world.add(make_box_model({length, 0.6, thickness}, 0.1),
                {Vec3(side * x, 0, z), Quat(Eigen::AngleAxisd(side * angle, Vec3::UnitY()))});
    }
    Simulation simulation = world.make();
    for (int i = 0; i < 240; ++i) simulation.step();
    return z - get_body(simulation, 1).p_WBcm.z();
  };
  EXPECT_LT(std::abs(fall(1.05 * needed)), 2e-3);
  EXPECT_GT(fall(0.95 * needed), 0.05);
}

// A wedge of half-angle a between two walls carries its weight by 2 N sin(a) where these are smooth.
TEST(SimulationFriction, WedgeCarriesItsWeightOnTwoWalls) {
  const double half_angle = 0.35, gap = compute_resting_gap({2, 1, 1});
  World world;
  world.settings.meetings = {{0.0, 0.0}};
  for (const double side : {-1.0, 1.0}) {
    const Quat tilt(Eigen::AngleAxisd(side * half_angle, Vec3::UnitY()));
    world.add_fixed(make_box_shape({1, 4, 8}), {Vec3(side * 0.5 / std::cos(half_angle), 0, 0), tilt});
  }
  add_wedge(world, half_angle, gap);
  Simulation simulation = world.make();
  for (int i = 0; i < 50; ++i) simulation.step();
  const StepRecord& record = simulation.step();
  double left = 0.0, right = 0.0;
  for (const ContactRecord& contact : record.contacts)
    (contact.a == BodyId(0) ? left : right) += contact.nhat_BA_W.dot(contact.impulse_W);
  const double expected = 3 * kGravity / 240 / (2 * std::sin(half_angle));
  EXPECT_NEAR(left, expected, 1e-6 * expected);
  EXPECT_NEAR(right, expected, 1e-6 * expected);
}

}  // namespace
}  // namespace abut::dynamics
