#include "abut/dynamics/step_errors.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <vector>

#include "abut/dynamics/solve_island.h"
#include "dynamics/physics_worlds.h"

namespace abut::dynamics {
namespace {

using response::ImpactLaw;
using response::ImpactOrder;

// What the contact law asks of one contact, written down once more: with u_n at least 0, impulse p of inverse mass w.
// u: less what sticking asks for.
double compute_law_error(const Vec3& n, double mu, double w, double least_speed, const Vec3& u, const Vec3& p) {
  const double u_n = u.dot(n), p_n = p.dot(n);
  const Vec3 u_t = u - u_n * n, p_t = p - p_n * n;
  const double most = mu * std::max(p_n, 0.0);
  const double normal = std::abs(std::min(u_n - least_speed, w * p_n)), cone = w * (p_t.norm() - most);
  const Vec3 pushed = p_t - u_t / w;  // friction is the point of its disk that is nearest to this
  const Vec3 nearest = pushed.norm() > most ? Vec3(most / pushed.norm() * pushed) : pushed;
  return std::max({normal, cone, w * (p_t - nearest).norm()});
}

struct SlowErrors {
  double largest = 0.0, sum_sq = 0.0;
  std::size_t num = 0;
  BodyId a, b;

  void add(double error, BodyId of_a, BodyId of_b) {
    if (error > largest) largest = error, a = of_a, b = of_b;
    sum_sq += error * error, ++num;
  }
  double rms() const { return std::sqrt(sum_sq / static_cast<double>(num)); }
};

// Are all contacts within breaking? The boxes have edges of 1 m.
bool is_touching(const StepRecord& record) {
  const double breaking = 3 * 5e-6 * std::sqrt(3.0);
  return std::ranges::all_of(record.contacts, [&](const ContactRecord& c) { return c.gap <= breaking; });
}

// Of a step of bodies that do not turn, from its record and the velocities before it alone. Precondition: they touch.
SlowErrors compute_from_record(const World& world, const std::vector<BodyState>& before, const StepRecord& record) {
  const double h = world.settings.step;
  std::vector<Vec3> change(world.models.size(), Vec3::Zero());
  const auto is_free = [&](BodyId body) { return world.models[body.index()].type == BodyType::kDynamic; };
  const auto inv_mass = [&](BodyId body) { return is_free(body) ? 1 / world.models[body.index()].mass : 0.0; };
  for (const ContactRecord& c : record.contacts) {
    change[c.a.index()] += inv_mass(c.a) * c.impulse_W;
    change[c.b.index()] -= inv_mass(c.b) * c.impulse_W;
  }
  for (std::size_t i = 0; i < world.models.size(); ++i) {  // the record agrees with itself
    const Vec3 forces = is_free(BodyId(i)) ? Vec3(h * world.settings.gravity) : Vec3::Zero();
    EXPECT_LT((record.V_WBcm[i].v - before[i].v_WBcm - forces - change[i]).norm(), 1e-12);
  }
  SlowErrors errors;
  for (const ContactRecord& c : record.contacts) {
    const Vec3 u = record.V_WBcm[c.a.index()].v - record.V_WBcm[c.b.index()].v;
    const double error = compute_law_error(c.nhat_BA_W, c.mu, inv_mass(c.a) + inv_mass(c.b), 0.0, u, c.impulse_W);
    const double scale =
        std::max({h * world.settings.gravity.norm(), change[c.a.index()].norm(), change[c.b.index()].norm()});
    errors.add(error / scale, c.a, c.b);
  }
  return errors;
}

// Boxes on each other, each heavier than the one below, that slide and cannot turn; the law gets few sweeps.
World make_sliding_stack(int max_sweeps) {
  World world;
  world.settings.law.max_sweeps = max_sweeps;
  add_floor(world);
  add_stack(world, 4);
  for (std::size_t i = 1; i < world.models.size(); ++i) {
    BodyModel& model = world.models[i];
    model.mass = std::pow(10.0, static_cast<double>(i));
    model.locks.rotation = {true, true, true};
    world.states[i].v_WBcm = Vec3(0.1 * static_cast<double>(i), 0.3 - 0.05 * static_cast<double>(i), 0);
  }
  return world;
}

TEST(StepErrors, AreThoseThatTheRecordItselfTells) {
  int num_compared = 0;
  for (const int max_sweeps : {1, 3, 10, 200}) {
    const World world = make_sliding_stack(max_sweeps);
    Simulation simulation = world.make();
    for (int i = 0; i < 18; ++i) {
      const std::vector<BodyState> before = simulation.state().bodies;
      const StepRecord& record = simulation.step();
      if (record.num_substeps != 1) continue;                              // what the law left counts as an impact
      if (record.num_rounds != 1) continue;                                // what contacts asked for changed on the way
      if (record.contacts.size() < 16u || !is_touching(record)) continue;  // one that is far away asks for less
      ++num_compared;
      const SlowErrors slow = compute_from_record(world, before, record);
      EXPECT_NEAR(record.error, slow.largest, 1e-9 * slow.largest + 1e-12);
      EXPECT_NEAR(record.error_rms, slow.rms(), 1e-9 * slow.rms() + 1e-12);
      EXPECT_EQ(record.is_solved, slow.largest <= kSolvedError);
      if (slow.largest < 1e-6) continue;  // several are as large but for rounding
      EXPECT_EQ(record.error_a, slow.a);
      EXPECT_EQ(record.error_b, slow.b);
    }
  }
  EXPECT_GT(num_compared, 30);
}

// Rows of all contacts, three each, over the velocities of all bodies, six each.
Eigen::MatrixXd make_jacobian(const StepStage& stage) {
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(3 * stage.contacts.size()),
                                            static_cast<Eigen::Index>(6 * stage.bodies.size()));
  for (std::size_t i = 0; i < stage.contacts.size(); ++i) {
    const StepContact& contact = stage.contacts[i];
    const BodyPair& pair = stage.pairs[contact.pair];
    for (int axis = 0; axis < 3; ++axis) {
      const Vec3 d = Vec3::Unit(axis);
      Eigen::Matrix<double, 1, 6> a, b;
      a << contact.arm_a.cross(d).transpose(), d.transpose();
      b << contact.arm_b.cross(d).transpose(), d.transpose();
      J.block<1, 6>(static_cast<Eigen::Index>(3 * i) + axis, 6 * pair.a) += a;
      J.block<1, 6>(static_cast<Eigen::Index>(3 * i) + axis, 6 * pair.b) -= b;
    }
  }
  return J;
}

SlowErrors compute_by_matrices(const StepStage& stage, const Settings& settings) {
  const auto num = static_cast<Eigen::Index>(stage.bodies.size());
  Eigen::MatrixXd inv_mass = Eigen::MatrixXd::Zero(6 * num, 6 * num);
  Eigen::VectorXd V(6 * num), p(static_cast<Eigen::Index>(3 * stage.contacts.size()));
  for (Eigen::Index i = 0; i < num; ++i) {
    const MovingBody& body = stage.bodies[static_cast<std::size_t>(i)];
    inv_mass.block<3, 3>(6 * i, 6 * i) = body.s_impulse == 0 ? body.flight.inv_inertia : body.flight.inv_inertia_mid;
    inv_mass.block<3, 3>(6 * i + 3, 6 * i + 3) = body.inv_mass.asDiagonal();
    V.segment<3>(6 * i) = body.V1.w, V.segment<3>(6 * i + 3) = body.V1.v;
  }
  for (std::size_t i = 0; i < stage.contacts.size(); ++i)
    p.segment<3>(static_cast<Eigen::Index>(3 * i)) = stage.contacts[i].impulse_W;
  const Eigen::MatrixXd J = make_jacobian(stage), W = J * inv_mass * J.transpose();
  const Eigen::VectorXd u = J * V, change = inv_mass * J.transpose() * p;
  SlowErrors errors;
  for (std::size_t i = 0; i < stage.contacts.size(); ++i) {
    const StepContact& contact = stage.contacts[i];
    const BodyPair& pair = stage.pairs[contact.pair];
    const auto row = static_cast<Eigen::Index>(3 * i);
    const Vec3 n = contact.nhat_BA_W;
    const auto change_of = [&](std::uint32_t body, const Vec3& arm) {
      const Vec3 w = change.segment<3>(6 * body), v = change.segment<3>(6 * body + 3);
      return (v + w.cross(arm)).norm();
    };
    const double acceleration = std::max(stage.bodies[pair.a].acceleration, stage.bodies[pair.b].acceleration);
    const double scale =
        std::max({acceleration * settings.step, change_of(pair.a, contact.arm_a), change_of(pair.b, contact.arm_b)});
    const double error = compute_law_error(n, pair.mu, n.dot(W.block<3, 3>(row, row) * n), contact.least_speed,
                                           u.segment<3>(row) - contact.stick_velocity, p.segment<3>(row));
    errors.add(error / scale, BodyId(pair.a), BodyId(pair.b));
  }
  return errors;
}

void solve_all(StagedWorld& staged) {
  for (Island& island : staged.stage.islands)
    solve_island(staged.stage, island, staged.stage.rooms[0], staged.models(), staged.state, staged.world.settings);
}

TEST(StepErrors, OfBodiesThatTumbleAgreeWithMatrices) {
  int num_compared = 0;
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    World world = make_tumble(seed, 1.5, 2);
    world.settings.law.max_sweeps = 1;
    Simulation simulation = world.make();
    for (int i = 0; i < 150; ++i) {
      simulation.step();
      if (i % 5 != 0) continue;
      StagedWorld staged(world);
      staged.state = simulation.state();
      staged.start();
      if (staged.stage.contacts.empty()) continue;
      solve_all(staged);
      const StepErrors errors = compute_step_errors(staged.stage, staged.models(), world.settings);
      const SlowErrors slow = compute_by_matrices(staged.stage, world.settings);
      EXPECT_NEAR(errors.contacts.largest, slow.largest, 1e-9 * slow.largest + 1e-10);
      EXPECT_NEAR(errors.contacts.rms(), slow.rms(), 1e-9 * slow.rms() + 1e-10);
      EXPECT_EQ(errors.contacts.num_contacts, slow.num);
      if (slow.largest < 1e-6) continue;
      EXPECT_EQ(errors.a, slow.a);
      EXPECT_EQ(errors.b, slow.b);
      ++num_compared;
    }
  }
  EXPECT_GT(num_compared, 10);
}

// A cube that stands by itself, and a tower of ten that begins to carry its weight.
World make_cube_and_tower(int max_sweeps) {
  World world;
  world.settings.law.max_sweeps = max_sweeps;
  add_floor(world);
  world.add(make_box_model({1, 1, 1}, 1), make_place(5, 0, 0.5 + kCubeGap));
  add_stack(world, 10);
  return world;
}

TEST(StepErrors, AStepThatIsNotSolvedSaysSoAndWhere) {
  Simulation hasty = make_cube_and_tower(2).make();
  const StepRecord& unsolved = hasty.step();
  EXPECT_FALSE(unsolved.is_solved);
  EXPECT_GT(unsolved.error, 0.01);
  EXPECT_GT(unsolved.error, unsolved.error_rms);
  EXPECT_GT(unsolved.error_rms, 0.01 / std::sqrt(44.0));
  for (const BodyId body : {unsolved.error_a, unsolved.error_b}) EXPECT_NE(body, BodyId(1));  // the cube is solved
  EXPECT_GE(unsolved.error_b, BodyId(2));

  Simulation patient = make_cube_and_tower(1000).make();
  for (int i = 0; i < 5; ++i) {
    const StepRecord& solved = patient.step();
    EXPECT_TRUE(solved.is_solved);
    EXPECT_LT(solved.error, 1e-6);
    EXPECT_LE(solved.residual, 1e-8);
  }
}

TEST(StepErrors, WithoutContactsThereAreNone) {
  World world;
  world.add(make_ball_model(1, 1), make_place(0, 0, 0));
  Simulation simulation = world.make();
  const StepRecord& record = simulation.step();
  EXPECT_TRUE(record.is_solved);
  EXPECT_EQ(record.error, 0);
  EXPECT_EQ(record.error_rms, 0);
  EXPECT_TRUE(record.error_a.is_none() && record.error_b.is_none());
}

// A ball that spins bounces off the floor; its friction stops it, drives it back, or lasts. None of that is an error.
TEST(StepErrors, ImpactsThatObeyTheirLawAreSolved) {
  for (const ImpactLaw law : {ImpactLaw::kStronge, ImpactLaw::kNewton, ImpactLaw::kPoisson}) {
    for (const double spin : {0.0, 3.0, 40.0}) {
      World world;
      world.settings.law.impact = law, world.settings.meetings = {{0.4, 0.7}};
      add_floor(world);
      world.add(make_ball_model(0.2, 1), make_place(0, 0, 0.5), {Vec3(0, spin, 0), Vec3(0.5, 0.2, 0)});
      Simulation simulation = world.make();
      int num_impacts = 0;
      for (int i = 0; i < 240; ++i) {
        const StepRecord& record = simulation.step();
        num_impacts += record.num_impacts;
        EXPECT_LT(record.error, 1e-6) << record.t;
      }
      EXPECT_GT(num_impacts, 2);
    }
  }
}

TEST(StepErrors, BlowsThroughARowAreSolvedAtOnceAndOneAfterAnother) {
  for (const ImpactOrder order : {ImpactOrder::kSimultaneous, ImpactOrder::kSequential}) {
    World world;
    world.settings.gravity = Vec3::Zero();
    world.settings.meetings = {{0.0, 0.8}};
    world.settings.law.impact_order = order;
    for (int i = 0; i < 4; ++i)
      world.add(make_ball_model(0.5, 1), make_place(i == 0 ? -0.1 : i * (1 + 4e-6), 0, 0),
                {Vec3::Zero(), Vec3(i == 0 ? 1.0 : 0.0, 0, 0)});
    Simulation simulation = world.make();
    int num_impacts = 0;
    for (int i = 0; i < 60; ++i) {
      const StepRecord& record = simulation.step();
      num_impacts += record.num_impacts;
      EXPECT_TRUE(record.is_solved) << record.t << ": " << record.error;
    }
    EXPECT_GT(num_impacts, 0);
  }
}

// A cube at rest, as if it had been held back while it came down with 1 m/s: of its energy of 1/2 J it loses the work
// of gravity along half of its way, 0.5 h g, and what speed it keeps is approach.
TEST(StepErrors, ABodyThatWasHeldIsJudgedByTheVelocityItKeeps) {
  World world;
  add_floor(world);
  add_stack(world, 1);
  StagedWorld staged(world);
  solve_all(staged);
  EXPECT_LT(compute_step_errors(staged.stage, staged.models(), world.settings).contacts.largest, 1e-9);
  MovingBody& cube = staged.stage.bodies[1];
  cube.V1 = cube.V_move = {Vec3::Zero(), Vec3(0, 0, -1)};
  cube.share = 0.5;
  const double change = std::abs(-1 - cube.flight.V1.v.z()), kept = std::sqrt(1 - kGravity * staged.h);
  const StepErrors errors = compute_step_errors(staged.stage, staged.models(), world.settings);
  EXPECT_NEAR(errors.contacts.largest, kept / change, 1e-12);
  EXPECT_EQ(errors.a, BodyId(0));
  EXPECT_EQ(errors.b, BodyId(1));
  EXPECT_FALSE(is_solved(errors));
}

TEST(StepErrors, PartsOfAStepMakeTheWorseOne) {
  StepErrors first, second;
  first.contacts.add(3, 2e-4), first.a = BodyId(1), first.b = BodyId(2);
  second.contacts.add(0, 5e-4), second.a = BodyId(3), second.b = BodyId(4);
  StepErrors all = first;
  all.add(second);
  EXPECT_EQ(all.contacts.largest, 5e-4);
  EXPECT_EQ(all.a, BodyId(3));
  EXPECT_EQ(all.b, BodyId(4));
  EXPECT_TRUE(is_solved(all));
  all = second, all.add(first);
  EXPECT_EQ(all.a, BodyId(3));
  EXPECT_NEAR(all.contacts.rms(), std::sqrt((4 + 25) * 1e-8 / 2), 1e-15);
  second.contacts.add(1, 1.01e-3), all.add(second);
  EXPECT_FALSE(is_solved(all));
}

// A body that turns fast takes its step in parts: a plank is hit there while a tower that is not solved stands by.
TEST(StepErrors, AreOfAllPartsOfAStep) {
  World world = make_cube_and_tower(2);
  world.add(make_box_model({0.1, 0.1, 0.1}, 1), make_place(-5, 0, 3), {Vec3(0, 0, 400), Vec3::Zero()});
  Simulation simulation = world.make();
  const StepRecord& record = simulation.step();
  EXPECT_GE(record.num_substeps, 4);  // 400/240 rad, at most 0.45 each
  EXPECT_FALSE(record.is_solved);
  EXPECT_GE(record.error_b, BodyId(2));
  EXPECT_LT(record.error_b, BodyId(12));
}

// 150 cubes in towers: more contacts than one range, and threads that share them.
TEST(StepErrors, HaveTheSameBitsWithAnyNumberOfThreads) {
  World world;
  world.settings.law.max_sweeps = 3;
  add_floor(world);
  const BodyModel cube = make_box_model({1, 1, 1}, 1);
  for (int i = 0; i < 30; ++i)
    for (int k = 0; k < 5; ++k)
      world.add(cube, make_place(2 * (i % 6) - 6, 2 * (i / 6) - 5, 0.5 + kCubeGap + k * (1 + kCubeGap)),
                {Vec3::Zero(), Vec3(0.01 * i, 0, 0)});
  std::vector<StepRecord> expected;
  for (const int num_threads : {1, 2, 4}) {
    world.settings.num_threads = num_threads;
    Simulation simulation = world.make();
    for (std::size_t i = 0; i < 4; ++i) {
      const StepRecord& record = simulation.step();
      if (num_threads == 1) expected.push_back(record);
      EXPECT_GT(record.error, 0);
      EXPECT_EQ(record.error, expected[i].error);
      EXPECT_EQ(record.error_rms, expected[i].error_rms);
      EXPECT_EQ(record.error_a, expected[i].error_a);
      EXPECT_EQ(record.error_b, expected[i].error_b);
      EXPECT_EQ(record.hash, expected[i].hash);
    }
  }
}

}  // namespace
}  // namespace abut::dynamics
