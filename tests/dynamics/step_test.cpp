#include "abut/dynamics/step.h"

#include <gtest/gtest.h>

#include "abut/math/random.h"
#include "abut/proximity/shape_pairs.h"
#include "dynamics/sample_worlds.h"
#include "full_run.h"

namespace abut::dynamics {
namespace {

using math::Pose;
using math::Twist;
using math::Vec3;

// The least distance of two bodies at some instants of a motion: not the certificate's own means.
double measure_pair(const World& world, std::size_t a, std::size_t b, const std::vector<Pose>& from,
                    const SegmentRecord& to) {
  double least = std::numeric_limits<double>::infinity();
  for (const double s : {0.0, 0.17, 0.33, 0.5, 0.71, 0.9, 1.0}) {
    proximity::ShapePairCache cache;
    Pose X_WA = compute_pose(math::make_step_motion(from[a], to.X_WB[a], to.bends[a]), s),
         X_WB = compute_pose(math::make_step_motion(from[b], to.X_WB[b], to.bends[b]), s);
    X_WA.q.normalize(), X_WB.q.normalize();
    const proximity::NearestPair nearest =
        update_nearest_pair(*world.models[a].shape, *world.models[b].shape, X_WA, X_WB, cache);
    least = std::min(least, nearest.nearest.pair.phi);
  }
  return least;
}

double measure_least(const World& world, const std::vector<Pose>& from, const SegmentRecord& to) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t a = 0; a < from.size(); ++a) {
    for (std::size_t b = a + 1; b < from.size(); ++b) least = std::min(least, measure_pair(world, a, b, from, to));
  }
  return least;
}

std::vector<Pose> get_poses(const World& world) {
  std::vector<Pose> poses;
  for (std::size_t i = 0; i < world.models.size(); ++i)
    poses.push_back(compute_body_pose(world.models[i], world.states[i]));
  return poses;
}

// Boxes thrown on a heap: nothing meets at any instant looked at, energy never rises but for what is recorded, and
// nothing is held back.
TEST(Step, NeverLetsBodiesMeet) {
  for (std::uint64_t seed = 1; seed <= (is_short_run() ? 1 : 3); ++seed) {
    const World world = make_tumble(seed, 1.0, 6.0);
    Simulation simulation = world.make();
    std::vector<Pose> poses = get_poses(world);
    double energy = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 150; ++i) {
      const StepRecord& record = simulation.step();
      ASSERT_EQ(record.outcome, StepOutcome::kAccepted);
      for (const SegmentRecord& segment : record.segments) {
        ASSERT_GT(measure_least(world, poses, segment), 0) << "seed " << seed << " step " << i;
        if (record.segments.size() == 1) {
          for (const CertificateRecord& proof : record.certificates) {
            const double seen = measure_pair(world, proof.a.index(), proof.b.index(), poses, segment);
            ASSERT_GE(seen, proof.separation - 1e-12) << "seed " << seed << " step " << i;
          }
        }
        poses = segment.X_WB;
      }
      EXPECT_EQ(record.path_lost, 0) << "seed " << seed << " step " << i;
      const double now = record.kinetic_energy + record.potential_energy;
      double turn = 0.0;  // in a step: the integrator is right to its square
      for (const Twist& V : record.V_WBcm) turn = std::max(turn, V.w.norm() / 240);
      EXPECT_LT(now, energy + record.repositioning_energy + 0.05 * turn * turn * record.kinetic_energy)
          << "seed " << seed << " step " << i;
      energy = now;
    }
  }
}

// An isolated collision keeps linear and angular momentum, whatever meets, turns and slides. They strike each other
// three times; after that they stay together: repositioning moves them, and what a contact that lasts stops at once is
// moved on with the velocity that it then has, which keeps linear momentum alone.
TEST(Step, MomentumOfAnIsolatedSystemIsConstant) {
  World world;
  world.settings.gravity = Vec3::Zero();
  world.settings.tolerances.security_share = 1e-4;
  world.settings.meetings = {{0.4, 0.3}};
  world.add(make_box_model({1, 0.5, 0.3}, 2), {Vec3(0, 0, 0), math::Quat(0.9, 0.1, 0.3, -0.2).normalized()},
            {Vec3(1, -2, 0.5), Vec3(3, 0, 0)});
  world.add(make_box_model({0.6, 0.6, 0.6}, 1), {Vec3(1.6, 0.2, 0.1), math::Quat(0.7, -0.4, 0.1, 0.2).normalized()},
            {Vec3(0, 1, 1), Vec3(-2, 0, 0)});
  Simulation simulation = world.make();
  Vec3 momentum = Vec3::Zero(), angular = Vec3::Zero();
  int num_impacts = 0;
  for (int i = 0; i < 47; ++i) {
    const StepRecord& record = simulation.step();
    if (i == 0) momentum = record.momentum, angular = record.angular_momentum;
    num_impacts += record.num_impacts;
    ASSERT_LT((record.momentum - momentum).norm(), 1e-12 * momentum.norm() * 10) << i;
    ASSERT_LT((record.angular_momentum - angular).norm(), 1e-11 * angular.norm()) << i;
  }
  EXPECT_GE(num_impacts, 3);
}

// A blade swung through a plate and back within one step: both ends of the step are apart from it.
TEST(Step, FastTurnIsCutIntoSegmentsAndCertified) {
  World world;
  world.settings.gravity = Vec3::Zero();
  world.settings.step = 0.1;
  world.add_fixed(make_box_shape({0.02, 1, 1}), make_place(0.6, 0, 0));
  world.add(make_box_model({1, 0.02, 0.2}, 1), make_place(0, 0.0, 0), {Vec3(0, 0, 20), Vec3::Zero()});  // 2 rad a step
  Simulation simulation = world.make();
  std::vector<Pose> poses = get_poses(world);
  for (int i = 0; i < 20; ++i) {
    const StepRecord& record = simulation.step();
    ASSERT_EQ(record.outcome, StepOutcome::kAccepted);
    EXPECT_GE(record.segments.size(), 4u);
    for (const SegmentRecord& segment : record.segments) {
      EXPECT_EQ(math::classify_turn(poses[1].q, segment.X_WB[1].q), math::TurnSize::kSmall);
      ASSERT_GT(measure_least(world, poses, segment), 0);
      poses = segment.X_WB;
    }
  }
}

}  // namespace
}  // namespace abut::dynamics
