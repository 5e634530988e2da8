// Problems with known answers: rolling, and the time at which bouncing ends.
#include <gtest/gtest.h>

#include "abut/geometry/makers/prism.h"
#include "dynamics/physics_worlds.h"

namespace abut::dynamics {
namespace {

// A cylinder (k = 1/2) and a hoop (k = 1): capsules with their inertia. Down a slope without slip a = g sin / (1 + k),
// and that holds iff mu >= tan k / (1 + k). The impulse acts half the gap below the surface: a is off by k / (1 + k)
// times the gap over the radius.
TEST(SimulationRolling, CylinderAndHoopRollDown) {
  const double slope = 0.3, radius = 0.2, length = 0.5;
  const Vec3 size(2 * radius, 2 * radius, length + 2 * radius);
  for (const double k : {0.5, 1.0}) {
    const double a = kGravity * std::sin(slope) / (1 + k), threshold = std::tan(slope) * k / (1 + k);
    for (const double h : {1.0 / 60, 1.0 / 120, 1.0 / 240}) {
      const auto roll = [&](double mu) {
        World world = make_incline(slope, mu, h);
        const ShapePointer shape = make_shared_shape(geometry::make_capsule(radius, length));
        // Its axis along y.
        world.add(make_model(shape, 2, 2 * radius * radius * Vec3(1, 1, k)),
                  {Vec3(0, 0, radius + compute_resting_gap(size)), Quat(Eigen::AngleAxisd(kPi / 2, Vec3::UnitX()))});
        Simulation simulation = world.make();
        run(simulation, 1);
        return get_body(simulation);
      };
      const BodyState rolled = roll(1.02 * threshold), slid = roll(0.9 * threshold);
      const double error = a * k / (1 + k) * compute_resting_gap(size) / radius * 1.05;
      EXPECT_NEAR(rolled.v_WBcm.x(), a, error) << k << " " << h;
      EXPECT_NEAR(rolled.p_WBcm.x(), a / 2, error / 2) << k << " " << h;
      EXPECT_NEAR(rolled.w_WB.y() * radius, a, 2 * error) << k << " " << h;
      EXPECT_NEAR(slid.v_WBcm.x(), kGravity * (std::sin(slope) - 0.9 * threshold * std::cos(slope)), 1e-6)
          << k << " " << h;
      EXPECT_NEAR(slid.w_WB.y() * radius, 0.9 * threshold * kGravity * std::cos(slope) / k, 2 * error) << k << " " << h;
    }
  }
}

// A polygon of 360 corners rolls as a cylinder, but for the energy that it loses on its corners: of each of angle b the
// share 1 - ((k + cos b) / (k + 1))^2, k = 1/2. With c that share per way, v^2 grows by 2 a - c v^2 along the way,
// which in 1 s is a/2 (1 - c a / 12) but for the square of the last. Many of its edges are before it, nearly on the
// floor: they must not keep it from rolling (contact/reduce_contacts.h). At 1/60 s it turns by up to four of them in a
// step, whose lines count as planes then: 3 % are allowed for that.
TEST(SimulationRolling, AFinePolygonRollsDownAsACylinderDoes) {
  const double slope = 4 * kPi / 180, radius = 0.1, a = kGravity * std::sin(slope) / 1.5, corner = 2 * kPi / 360;
  const double c = (1 - std::pow((0.5 + std::cos(corner)) / 1.5, 2)) / (radius * corner),
               way = a / 2 * (1 - c * a / 12);
  for (const double h : {1.0 / 60, 1.0 / 240, 1.0 / 1000}) {
    World world = make_incline(slope, 1.0, h);
    const geometry::Mesh cylinder = geometry::make_cylinder(radius, 0.3, 360);
    add_mesh(world, cylinder, 1000, {Vec3(0, 0, radius + 5e-6), Quat(Eigen::AngleAxisd(kPi / 2, Vec3::UnitX()))});
    Simulation simulation = world.make();
    run(simulation, 1, 1e-3);
    EXPECT_NEAR(get_body(simulation).p_WBcm.x(), way, 0.03 * way) << h;
  }
}

// IPhO 1998: at each impact of a rolling hexagonal prism 11 / 17 of its spin is left. Within the few steps in which
// that happens gravity changes the spin by at most m g a / I = 12 g / (17 a) each second.
TEST(SimulationRolling, HexagonalPrismKeepsElevenSeventeenthsOfItsSpin) {
  const double side = 0.2, gap = compute_resting_gap({2 * side, std::sqrt(3.0) * side, 0.5}),
               w0 = 5;  // too slow to leave the floor, fast enough to get over its edge
  for (const double h : {1.0 / 480, 1.0 / 960, 1.0 / 1920}) {
    World world = make_incline(0, 2.0, h);
    std::vector<math::Vec2> hexagon;
    for (int i = 0; i < 6; ++i) hexagon.emplace_back(side * std::cos(kPi / 3 * i), side * std::sin(kPi / 3 * i));
    const double I = 5.0 / 12 * side * side, height = side * std::sqrt(3.0) / 2 + gap;
    const BodyModel prism =
        make_model(make_shared_shape(geometry::make_shape(geometry::make_prism(hexagon, 0.5))), 1, Vec3(I, I, I));
    world.add(prism, {Vec3(0, 0, height), Quat(Eigen::AngleAxisd(kPi / 2, Vec3::UnitX()))},
              {Vec3(0, w0, 0), Vec3(0, w0, 0).cross(Vec3(-side / 2, 0, height))});
    Simulation simulation = world.make();
    std::vector<double> spins{w0};
    while (simulation.state().t < 0.4) {  // up over its edge, and down onto the next face
      simulation.step();
      spins.push_back(get_body(simulation).w_WB.y());
    }
    constexpr std::size_t kImpact = 4;  // steps: it arrives in one and stops in the next
    double ratio = 1.0, before = w0;
    for (std::size_t i = 0; i + kImpact < spins.size(); ++i) {
      if (spins[i + kImpact] < ratio * spins[i]) ratio = spins[i + kImpact] / spins[i], before = spins[i];
    }
    const double lost = 12 * kGravity / (17 * side) * kImpact * h;
    EXPECT_NEAR(ratio, 11.0 / 17, lost / before + 2 * gap / side) << h;
  }
}

// From h = 1 it bounces until sqrt(2 h / g) (1 + e) / (1 - e). The last bounces are left out: those of steps that
// begin slower than 2 g h, and so arrive slower than 3 g h. Together they would take 6 h e / (1 - e) more.
TEST(SimulationRolling, BouncingEndsAtItsTime) {
  const double radius = 0.1;
  for (const auto& [e, end] : {std::pair{0.5, 1.354570923}, std::pair{0.9, 8.578949179}}) {
    for (const double h : {1.0 / 120, 1.0 / 240, 1.0 / 480}) {
      World world = make_incline(0, 0, h);
      world.settings.meetings = {{0.0, e}};
      world.add(make_ball_model(radius, 1), make_place(0, 0, radius + 1 + compute_resting_gap(radius)));
      Simulation simulation = world.make();
      double last_moving = 0.0;
      while (simulation.state().t < end + 0.2) {
        simulation.step();
        if (get_body(simulation).v_WBcm.norm() > 1e-6) last_moving = simulation.state().t;
      }
      EXPECT_LT(last_moving, end + 4 * h) << e << " " << h;
      EXPECT_GT(last_moving, end - 6 * h * e / (1 - e) - 4 * h) << e << " " << h;
    }
  }
}

}  // namespace
}  // namespace abut::dynamics
