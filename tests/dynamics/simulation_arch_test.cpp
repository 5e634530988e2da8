// Milankovitch's arch: a semicircular arch of N flat stones stands if it is thicker than a known share of its mean
// radius, and falls if it is thinner: 1 % more and 1 % less.
#include <gtest/gtest.h>

#include "abut/geometry/makers/arch.h"
#include "dynamics/physics_worlds.h"
#include "full_run.h"

namespace abut::dynamics {
namespace {

// m: how far the highest stone has sunk after a time, or when it is clear that the arch falls.
double sink(int stones, double thickness, double h) {
  constexpr double kFalls = 0.01;
  World world = make_incline(0, 0.7, h);
  world.settings.law.max_sweeps = 1000;
  const geometry::Arch arch{.stones = stones, .thickness = thickness, .joint_gap = 1e-6};
  for (const geometry::Mesh& stone : geometry::make_arch(arch)) add_mesh(world, stone, 2400, Pose());
  Simulation simulation = world.make();
  const auto middle = static_cast<std::size_t>(1 + stones / 2);
  const double duration = is_full_run() ? 5.0 : 0.5;
  double sunk = 0.0;
  while (simulation.state().t < duration && sunk < kFalls) {
    EXPECT_EQ(simulation.step().outcome, StepOutcome::kAccepted);
    sunk = world.states[middle].p_WBcm.z() - get_body(simulation, middle).p_WBcm.z();
  }
  return sunk;
}

class ArchOf : public testing::TestWithParam<std::pair<int, double>> {};

// What stands is lifted or sinks by no more than joints are wide.
TEST_P(ArchOf, StandsIfOnePercentThickerAndFallsIfThinner) {
  const auto [stones, least] = GetParam();
  for (const double h : {1.0 / 120, 1.0 / 240, 1.0 / 480}) {
    if (h != 1.0 / 240 && !is_full_run()) continue;
    EXPECT_LT(std::abs(sink(stones, 1.01 * least, h)), 5e-6) << h;
    EXPECT_GT(sink(stones, 0.99 * least, h), 0.005) << h;
  }
}

INSTANTIATE_TEST_SUITE_P(Simulation, ArchOf,
                         testing::Values(std::pair{7, 0.095703}, std::pair{15, 0.106068}, std::pair{25, 0.106959}),
                         [](const auto& made) { return std::to_string(made.param.first) + "Stones"; });

}  // namespace
}  // namespace abut::dynamics
