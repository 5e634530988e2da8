// What turns about a contact goes along an arc: it neither dips into what it stands on nor is lifted back out of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "abut/math/step_motion.h"
#include "dynamics/physics_worlds.h"

namespace abut::dynamics {
namespace {

const Vec3 kSize(0.2, 0.3, 1);

double compute_lowest(const Pose& X_WB) {
  double lowest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 8; ++i) {
    const Vec3 corner(i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5);
    lowest = std::min(lowest, (X_WB.p + X_WB.q * kSize.cwiseProduct(corner)).z());
  }
  return lowest;
}

// m: how far the block comes below the lower end of the motion.
double compute_dip(const math::StepMotion& motion) {
  constexpr int kParts = 16;
  const double ends = std::min(compute_lowest(motion.X0), compute_lowest(motion.X1));
  double dip = 0.0;
  for (int i = 1; i < kParts; ++i)
    dip = std::max(dip, ends - compute_lowest(compute_pose(motion, static_cast<double>(i) / kParts)));
  return dip;
}

struct Pivot {
  double dip = 0.0, chord_dip = 0.0;  // m: the largest of a step, and of the same poses without a bend
  double repositioning = 0.0;         // J, in all
  double kinetic = 0.0;               // J, at the end
  int num_rounds = 0;                 // the most of a step
};

// A block that stands on an edge, 20 degrees from the upright, falls for 0.3 s.
Pivot fall_over(double h) {
  World world;
  world.settings.step = h;
  world.settings.meetings = {{1.0, 0.0}};
  add_floor(world);
  const Quat turn(Eigen::AngleAxisd(kPi / 9, Vec3::UnitY()));
  Pose X_WB{Vec3::Zero(), turn};
  X_WB.p.z() = compute_resting_gap(kSize) - compute_lowest(X_WB);
  world.add(make_box_model(kSize, 1), X_WB);
  Simulation simulation = world.make();
  Pivot pivot;
  for (int i = 0; i < std::lround(0.3 / h); ++i) {
    const StepRecord& record = simulation.step();
    EXPECT_EQ(record.segments.size(), 1u);
    const math::StepMotion motion =
        math::make_step_motion(X_WB, record.segments[0].X_WB[1], record.segments[0].bends[1]);
    pivot.dip = std::max(pivot.dip, compute_dip(motion));
    pivot.chord_dip = std::max(pivot.chord_dip, compute_dip(math::make_step_motion(motion.X0, motion.X1)));
    pivot.repositioning += std::abs(record.energy.error_repositioning);
    pivot.kinetic = record.kinetic_energy;
    pivot.num_rounds = std::max(pivot.num_rounds, record.num_rounds);
    X_WB = motion.X1;
  }
  return pivot;
}

TEST(SimulationArcs, ATurnAboutAContactDipsByLessThanATenthOfTheSecurityDistance) {
  const double security = compute_resting_gap(kSize);
  for (const double h : {1.0 / 60, 1.0 / 240, 1.0 / 1000}) {
    const Pivot pivot = fall_over(h);
    EXPECT_LT(pivot.dip, 0.1 * security) << h;
    EXPECT_LT(pivot.repositioning, 1e-6 * pivot.kinetic) << h;
    EXPECT_EQ(pivot.num_rounds, 1) << h;
    if (h > 1.0 / 100) {
      EXPECT_GT(pivot.chord_dip, security) << h;
    }
  }
}

}  // namespace
}  // namespace abut::dynamics
