// Nuts without friction on bolts, from rest: turning by one pitch p a nut falls by p, so it turns with
//
//   a = (2 pi / p) g / (1 + (2 pi k / p)^2),   k its radius of gyration,
//
// once it has come down on the flanks of its thread.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <filesystem>
#include <vector>

#include "abut/geometry/io/read_mesh.h"
#include "abut/geometry/makers/bolt_and_nut.h"
#include "dynamics/physics_worlds.h"
#include "full_run.h"

namespace abut::dynamics {
namespace {

constexpr double kDuration = 0.3, kDown = 0.05;  // s: of a run; when nuts have come down

double compute_acceleration(double gravity, double pitch, double gyration_sq) {
  const double rate = 2 * kPi / pitch;
  return rate * gravity / (1 + rate * rate * gyration_sq);
}

// Along an axis of the world, in a run that loses no motion: by the least squares of c0 + c1 t + a t^2 / 2, since what
// the nut falls before it touches gives it a start.
double measure_acceleration(const World& world, int axis) {
  Simulation simulation = world.make();
  const Quat start = get_body(simulation).q_WB;
  const auto num_steps = static_cast<int>(std::round(kDuration / world.settings.step));
  std::vector<Eigen::Vector3d> rows;
  std::vector<double> angles;
  for (int i = 0; i < num_steps; ++i) {
    const StepRecord& record = simulation.step();
    EXPECT_EQ(record.outcome, StepOutcome::kAccepted);
    EXPECT_EQ(record.path_lost, 0);
    const Quat turned = get_body(simulation).q_WB * start.conjugate();
    if (record.t < kDown) continue;
    rows.emplace_back(1, record.t, 0.5 * record.t * record.t);
    angles.push_back(2 * std::atan2(turned.vec()[axis], turned.w()));
  }
  Eigen::MatrixX3d A(rows.size(), 3);
  for (std::size_t i = 0; i < rows.size(); ++i) A.row(static_cast<Eigen::Index>(i)) = rows[i];
  const Eigen::Map<const Eigen::VectorXd> y(angles.data(), A.rows());
  return std::abs(A.colPivHouseholderQr().solve(y)[2]);
}

// The public nut and its bolt, the nut moved by `shift` along its axis.
World make_public_nut(const std::filesystem::path& folder, double h, double shift) {
  World world;
  world.settings.step = h;
  world.settings.gravity = Vec3(0, -4, 0);
  world.settings.meetings = {{0.0, 0.0}};
  world.add_fixed(make_shared_shape(geometry::make_shape(geometry::read_mesh(folder / "0_offset.obj").mesh)), Pose());
  const double half = 0.5 * 1.57 * kPi / 180;
  add_mesh(world, geometry::read_mesh(folder / "1_offset.obj").mesh, 7800,
           {Vec3(0, shift, 0), Quat(std::cos(half), 0, std::sin(half), 0)});
  return world;
}

const std::filesystem::path kPublicNut = std::filesystem::path(ABUT_DATA_DIR) / "real-parts" / "meshes" / "m16";

TEST(SimulationNuts, APublicNutRunsDownItsThread) {
  if (!std::filesystem::exists(kPublicNut)) GTEST_SKIP() << "no public parts in " << ABUT_DATA_DIR;
  if (!is_full_run()) GTEST_SKIP() << "takes half a minute: set ABUT_FULL";
  for (const auto& [h, share] : {std::pair{1e-3, 0.05}, std::pair{1e-2, 0.15}}) {
    const World world = make_public_nut(kPublicNut, h, -0.0212);  // it sits in the thread there
    const BodyModel& nut = world.models[1];
    const double expected = compute_acceleration(4.0, 0.002, nut.I_BBcm_B(1, 1) / nut.mass);
    EXPECT_NEAR(measure_acceleration(world, 1), expected, share * expected) << h;
  }
}

// It begins 5 mm above the tip of the bolt, falls on it and tilts.
TEST(SimulationNuts, APublicNutThatFallsOnItsBoltLosesNoMotion) {
  if (!std::filesystem::exists(kPublicNut)) GTEST_SKIP() << "no public parts in " << ABUT_DATA_DIR;
  measure_acceleration(make_public_nut(kPublicNut, 1e-2, 0.0), 1);
}

// A thread of 48 facets a turn: its corners take a little, which is not of the step. So a step of 1 ms is judged by one
// of an eighth, and that by the theory of a smooth thread.
TEST(SimulationNuts, AShippedNutRunsDownItsThread) {
  if (!is_full_run()) GTEST_SKIP() << "takes minutes: set ABUT_FULL";
  const auto run = [](double h) {
    World world;
    world.settings.step = h;
    world.settings.meetings = {{0.0, 0.0}};
    world.add_fixed(make_shared_shape(geometry::make_shape(geometry::make_bolt({}))), Pose());
    add_mesh(world, geometry::make_nut({}), 7850, make_place(0, 0, 0.021));
    const BodyModel& nut = world.models[1];
    const double expected = compute_acceleration(kGravity, geometry::BoltAndNut().pitch, nut.I_BBcm_B(2, 2) / nut.mass);
    return measure_acceleration(world, 2) / expected;
  };
  const double fine = run(1e-3 / 8);
  EXPECT_NEAR(fine, 1, 0.05);
  EXPECT_NEAR(run(1e-3), fine, 0.05 * fine);
}

}  // namespace
}  // namespace abut::dynamics
