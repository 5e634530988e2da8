// Problems with known answers: impacts, falls and things that stand.
#include <gtest/gtest.h>

#include <cmath>

#include "abut/geometry/makers/prism.h"
#include "dynamics/physics_worlds.h"

namespace abut::dynamics {
namespace {

// From h = 1 with e = 0.5: the heights after each bounce are e^2 of the one before, and it ends at
// sqrt(2 h / g) (1 + e) / (1 - e) = 1.354570923 s. A bounce begins where a ball rests.
TEST(SimulationImpact, BallBouncesToItsHeightsAndEnds) {
  const double e = 0.5, radius = 0.1, gap = compute_resting_gap(radius);
  for (const double h : {1.0 / 60, 1.0 / 120, 1.0 / 240}) {
    World world;
    world.settings.step = h;
    world.settings.meetings = {{0.0, e}};
    add_floor(world);
    world.add(make_ball_model(radius, 1), make_place(0, 0, radius + 1 + gap));
    Simulation simulation = world.make();
    std::vector<double> peaks;
    double last = 0.0, before = 0.0;
    const auto num_steps = static_cast<int>(2.0 / h);
    for (int i = 0; i < num_steps; ++i) {
      simulation.step();
      const double z = simulation.state().bodies[1].p_WBcm.z() - radius - gap;
      if (i > 1 && last > before && last > z) peaks.push_back(last);
      before = last, last = z;
    }
    ASSERT_GE(peaks.size(), 2u) << h;
    // A peak is seen to within a step of when it is reached: g h^2 / 8 below.
    EXPECT_NEAR(peaks[0], 0.25, kGravity * h * h / 8 + 0.1 * h * h * kGravity * 4) << h;
    EXPECT_NEAR(peaks[1], 0.0625, kGravity * h * h / 8 + 0.1 * h * h * kGravity * 8) << h;
    EXPECT_LT(simulation.state().bodies[1].v_WBcm.norm(), 1e-8) << h;  // it has ended
    EXPECT_LT(std::abs(last), 2 * gap) << h;
  }
}

// Two balls on a line: momentum exact, relative velocity reversed by e.
TEST(SimulationImpact, TwoBodiesOnALine) {
  for (const double e : {0.0, 0.3, 1.0}) {
    World world;
    world.settings.gravity = Vec3::Zero();
    world.settings.meetings = {{0.0, e}};
    world.add(make_ball_model(0.5, 3), make_place(-1, 0, 0), {Vec3::Zero(), Vec3(2, 0, 0)});
    world.add(make_ball_model(0.5, 1), make_place(1, 0, 0), {Vec3::Zero(), Vec3(-1, 0, 0)});
    Simulation simulation = world.make();
    for (int i = 0; i < 240; ++i) simulation.step();
    const double v1 = simulation.state().bodies[0].v_WBcm.x(), v2 = simulation.state().bodies[1].v_WBcm.x();
    EXPECT_NEAR(3 * v1 + v2, 5, 1e-12);
    EXPECT_NEAR(v2 - v1, e * 3, 1e-7);
  }
}

// A rod of length 2 l falls on a frictionless floor: its angle from the vertical obeys
// theta'^2 = 6 g (cos theta0 - cos theta) / (l (1 + 3 sin^2 theta)).
TEST(SimulationImpact, RodFallsOnAFrictionlessFloor) {
  const double l = 0.5, theta0 = 0.5, thickness = 0.001;
  double errors[3];
  int index = 0;
  for (const double h : {1.0 / 240, 1.0 / 480, 1.0 / 960}) {
    World world;
    world.settings.step = h;
    world.settings.meetings = {{0.0, 0.0}};
    add_floor(world);
    BodyModel rod = make_model(make_box_shape({thickness, thickness, 2 * l}), 1, Vec3(l * l / 3, l * l / 3, 1e-6));
    const double gap = compute_resting_gap({thickness, thickness, 2 * l});
    world.add(rod, {Vec3(0, 0, l * std::cos(theta0) + 0.5 * thickness * std::sin(theta0) + gap),
                    Quat(Eigen::AngleAxisd(theta0, Vec3::UnitY()))});
    Simulation simulation = world.make();
    double theta = theta0;
    while (theta < 1.2) {
      simulation.step();
      theta = std::acos((simulation.state().bodies[1].q_WB * Vec3::UnitZ()).z());
    }
    const double rate = std::sqrt(6 * kGravity * (std::cos(theta0) - std::cos(theta)) /
                                  (l * (1 + 3 * std::sin(theta) * std::sin(theta))));
    errors[index++] = std::abs(simulation.state().bodies[1].w_WB.norm() / rate - 1);
    EXPECT_LT(std::abs(simulation.state().bodies[1].p_WBcm.x()), 1e-3);
  }
  EXPECT_LT(errors[0], 0.02);
  EXPECT_LT(errors[1], 0.01);
  EXPECT_LT(errors[2], 0.005);
}

// Total force under box k from the top is k m g; its centre of pressure is under the centre.
TEST(SimulationImpact, StackCarriesItsWeight) {
  World world;
  add_floor(world);
  add_stack(world, 8);
  Simulation simulation = world.make();
  for (int i = 0; i < 20; ++i) simulation.step();
  std::vector<double> carried(9, 0.0);
  std::vector<Vec3> moment(9, Vec3::Zero());
  for (const ContactRecord& contact : simulation.step().contacts) {
    carried[contact.b.index()] -= contact.impulse_W.z();
    moment[contact.b.index()] -= contact.impulse_W.z() * contact.p_W;
  }
  for (std::size_t i = 1; i <= 8; ++i) {
    const double weight = static_cast<double>(9 - i) * kGravity / 240;
    EXPECT_NEAR(carried[i], weight, 1e-6 * weight);
    EXPECT_LT((moment[i] / carried[i]).head<2>().norm(), 1e-6);
  }
}

// A heavy box on a light one, 1000 to 1: the lower face carries 1001 m g, and stays.
TEST(SimulationImpact, HeavyBoxStandsOnALightOne) {
  World world;
  add_floor(world);
  world.add(make_box_model({1, 1, 1}, 1), make_place(0, 0, 0.5 + kCubeGap));
  world.add(make_box_model({1, 1, 1}, 1000), make_place(0, 0, 1.5 + 2 * kCubeGap));
  Simulation simulation = world.make();
  for (int i = 0; i < 480; ++i) simulation.step();
  double carried = 0.0;
  for (const ContactRecord& contact : simulation.step().contacts)
    if (contact.a == BodyId(0)) carried -= contact.impulse_W.z();
  EXPECT_NEAR(carried, 1001 * kGravity / 240, 1e-5 * carried);
  EXPECT_LT((simulation.state().bodies[2].p_WBcm - world.states[2].p_WBcm).norm(), 1e-6);
}

// A beam on two end supports, one of which is pulled away: the other's force falls from m g / 2 to m g / 4 at once, and
// the free end accelerates with 3 g / 2.
TEST(SimulationImpact, BeamLosesASupport) {
  const double h = 1.0 / 1000, length = 2, gap = compute_resting_gap(Vec3(length, 0.01, 0.01));
  World world;
  world.settings.step = h;
  const ShapePointer post = make_box_shape({2e-4, 1, 1});
  world.add_fixed(post, make_place(-0.9999, 0, -0.5));
  BodyModel pulled;
  pulled.shape = post;
  pulled.type = BodyType::kKinematic;
  pulled.script.poses = {
      {0.0, make_place(0.9999, 0, -0.5)}, {0.1, make_place(0.9999, 0, -0.5)}, {0.101, make_place(0.9999, 0, -1.5)}};
  world.add(pulled, make_place(0.9999, 0, -0.5));
  world.add(make_box_model({length, 0.01, 0.01}, 1), make_place(0, 0, 0.005 + gap));
  Simulation simulation = world.make();
  const auto measure = [&](const StepRecord& record) {
    double force = 0.0;
    for (const ContactRecord& contact : record.contacts)
      if (contact.a == BodyId(0)) force -= contact.impulse_W.z() / h;
    return force;
  };
  for (int i = 0; i < 99; ++i) simulation.step();
  EXPECT_NEAR(measure(simulation.step()), kGravity / 2, 2e-4 * kGravity);  // the posts are so wide
  EXPECT_NEAR(measure(simulation.step()), kGravity / 4, 0.02);
  const BodyState& beam = simulation.state().bodies[2];
  const double tip = beam.v_WBcm.z() + beam.w_WB.cross(Vec3(length / 2, 0, 0)).z();
  EXPECT_NEAR(tip / h, -1.5 * kGravity, 0.1);
}

// IPhO 1998: a hexagonal prism that rolls down without slip loses spin at each impact by the ratio 11 / 17, and rolls
// on forever only on a slope of more than 6.572 degrees.
TEST(SimulationImpact, HexagonalPrismRollsOnOnlyOnASteepSlope) {
  const double side = 0.2, mass = 1, gap = compute_resting_gap(Vec3(2 * side, std::sqrt(3.0) * side, 0.5));
  const auto roll = [&](double slope_deg) {
    const double slope = slope_deg * kPi / 180, h = 1.0 / 480;
    World world;
    world.settings.step = h;
    world.settings.gravity = kGravity * Vec3(std::sin(slope), 0, -std::cos(slope));
    world.settings.meetings = {{2.0, 0.0}};
    world.add_fixed(make_box_shape({200, 4, 2}), make_place(90, 0, -1));
    std::vector<math::Vec2> hexagon;
    for (int i = 0; i < 6; ++i) {
      const double angle = kPi / 3 * i;
      hexagon.emplace_back(side * std::cos(angle), side * std::sin(angle));
    }
    const geometry::Mesh mesh = geometry::make_prism(hexagon, 0.5);
    const double I = 5.0 / 12 * mass * side * side;
    BodyModel prism = make_model(make_shared_shape(geometry::make_shape(mesh)), mass, Vec3(I, I, I));
    // Its axis along y, a face down.
    const Quat turned(Eigen::AngleAxisd(kPi / 2, Vec3::UnitX()));
    const double height = side * std::sqrt(3.0) / 2 + gap, w = 8;
    // Turning about its front edge, half a side ahead of the centre and `height` below it.
    world.add(prism, {Vec3(0, 0, height), turned}, {Vec3(0, w, 0), Vec3(0, w, 0).cross(Vec3(-side / 2, 0, height))});
    Simulation simulation = world.make();
    for (int i = 0; i < 6 * 480; ++i) simulation.step();
    return simulation.state().bodies[1];
  };
  EXPECT_GT(roll(8.0).w_WB.y(), 0.5);
  EXPECT_LT(roll(5.0).w_WB.norm(), 1e-3);
}

}  // namespace
}  // namespace abut::dynamics
