#include "abut/scene/verify/exact_clearance.h"

#include <gtest/gtest.h>

#include <cmath>

#include "scene/verify/verify_samples.h"

namespace abut::scene {
namespace {

using math::Pose;
using math::Vec3;

// Both prove by the same coefficients, one of them rounded.
TEST(ExactClearance, AgreesWithTheRoundedOneUpToItsRounding) {
  math::Random random(51);
  int num_apart = 0;
  for (int i = 0; i < 40; ++i) {
    const auto corner = [&] { return Vec3(0.3 * random.next_direction()); };
    const FeatureTree a = make_tree(make_verified_triangle(corner(), corner(), corner()));
    const FeatureTree b = make_tree(make_verified_triangle(corner(), corner(), corner()));
    const Pose a0{random.next_direction(), random.next_rotation()},
        b0{0.2 * random.next_direction(), random.next_rotation()};
    const auto motion_a =
        math::make_step_motion(a0, move_randomly(random, a0, 0.3, 0.2), 0.2 * random.next_direction());
    const auto motion_b =
        math::make_step_motion(b0, move_randomly(random, b0, 0.3, 0.2), 0.2 * random.next_direction());
    const RelativeSweep sweep = make_relative_sweep(motion_a, motion_b, 0.25, 0.75, a.extent + b.extent);
    const TurningDirection n{sweep.start().p, sweep.end().p};
    const double rounded = compute_clearance(sweep, a, a.nodes[0], b, b.nodes[0], n);
    const double exact = compute_exact_clearance(a, a.features[0], motion_a, b, b.features[0], motion_b, 0.25, 0.75, n);
    EXPECT_LE(std::max(rounded, 0.0), exact);
    EXPECT_LE(exact, std::max(rounded + 4 * sweep.error, 0.0));
    num_apart += exact > 0;
  }
  EXPECT_GT(num_apart, 10);
}

TEST(ExactClearance, OneUnitInTheLastPlaceIsProvenAndNoneIsNot) {
  const FeatureTree a = make_tree(make_verified_triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0}));
  const auto still = math::make_step_motion({}, {});
  const auto slide = [](double z) { return math::make_step_motion(at(0.1, 0.2, z), at(0.3, 0.1, z)); };
  const TurningDirection up{Vec3::UnitZ(), Vec3::UnitZ()};
  const auto clearance = [&](double z) {
    return compute_exact_clearance(a, a.features[0], slide(z), a, a.features[0], still, 0.0, 1.0, up);
  };
  EXPECT_EQ(clearance(0.0), 0.0);
  EXPECT_NEAR(clearance(0x1p-300), 0x1p-300, 0x1p-330);
}

// An arch over a roof: it stands on it by its ends, and is a hair above it by a bend that is a hair less.
TEST(ExactClearance, ABendIsTakenToTheLastDigit) {
  const FeatureTree point = make_tree(make_verified_point());
  const auto arch = [](double bend) {
    return math::make_step_motion(at(-1, 0, 1), at(1, 0, 1), Vec3(0, 0, -4 * bend));
  };
  const auto still = math::make_step_motion(at(0, 0, 0), at(0, 0, 0));
  const TurningDirection up{Vec3::UnitZ(), Vec3::UnitZ()};
  const auto clearance = [&](double bend, double s0, double s1) {
    return compute_exact_clearance(point, point.features[0], arch(bend), point, point.features[0], still, s0, s1, up);
  };
  // Halfway it is at 1 - bend, exactly; the parts meet there.
  EXPECT_EQ(clearance(1.0, 0.0, 0.5), 0.0);
  EXPECT_EQ(clearance(1.0, 0.5, 1.0), 0.0);
  EXPECT_NEAR(clearance(1 - 0x1p-53, 0.0, 0.5), 0x1p-53, 0x1p-80);
  EXPECT_NEAR(clearance(1 - 0x1p-53, 0.5, 1.0), 0x1p-53, 0x1p-80);
}

TEST(ExactClearance, RadiiAreTakenOffTheDistance) {
  const FeatureTree ball = make_tree(make_verified_point(0.5));
  const auto still = math::make_step_motion({}, {});
  const TurningDirection up{Vec3(0, 0, 2), Vec3(0, 0, 2)};
  const double z = 1 + 1e-9;
  const auto past = math::make_step_motion(at(-1, 0, z), at(1, 0, z));
  EXPECT_NEAR(compute_exact_clearance(ball, ball.features[0], past, ball, ball.features[0], still, 0.0, 1.0, up), 1e-9,
              1e-14);
  const auto into = math::make_step_motion(at(-1, 0, 1), at(1, 0, 1));
  EXPECT_EQ(compute_exact_clearance(ball, ball.features[0], into, ball, ball.features[0], still, 0.0, 1.0, up), 0.0);
}

}  // namespace
}  // namespace abut::scene
