// Problems with known answers: discs that slide and spin on many contacts. How these share the load decides where the
// disc goes: shared evenly, as a ring's points do.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "abut/geometry/makers/prism.h"
#include "dynamics/physics_worlds.h"

namespace abut::dynamics {
namespace {

constexpr double kRadius = 0.1, kThickness = 0.001, kMu = 0.2, kSpin = 20, kSpeed = 1, kTime = 1.5, kGap = 2e-4;
constexpr double kTurnInertia = 0.01;  // kg m^2, of a mass of 1 kg

// The motion of a ring of points by its equations, by Runge and Kutta's method; of two rings, one within the other, if
// every second point lies farther in. Point i, at x_i from the middle, has the load p_i = m g (1 / n + c . x_i / s),
// s = sum |x_i|^2 / 2, the evenest whose centre is c; friction mu p_i against its velocity, at
// the depth d below the centre of mass, is balanced by c = -d F / (m g). Sliding and spinning end together; the last
// 16 mm/s, v^2 / (2 mu g) = 7e-5 m, are left out.
struct Ring {
  int count;
  double inner = kRadius;  // of every second point
  double depth = kThickness / 2 + kGap / 2;

  struct Motion {
    double x = 0.0, y = 0.0, angle = 0.0, v_x = kSpeed, v_y = 0.0, w = kSpin;

    Motion add(const Motion& rates, double h) const {
      return {x + h * rates.x,     y + h * rates.y,     angle + h * rates.angle,
              v_x + h * rates.v_x, v_y + h * rates.v_y, w + h * rates.w};
    }
  };
  Motion compute_rates(const Motion& at) const {
    const double spread = 0.25 * count * (kRadius * kRadius + inner * inner);
    double f_x = 0.0, f_y = 0.0, moment = 0.0;
    for (int turn = 0; turn < 2; ++turn) {  // the first leaves an error of (d / r)^2 in c
      const double c_x = -depth * f_x / kGravity, c_y = -depth * f_y / kGravity;
      f_x = f_y = moment = 0.0;
      for (int i = 0; i < count; ++i) {
        const double phase = at.angle + 2 * kPi * i / count, r = i % 2 == 0 ? kRadius : inner;
        const double x = r * std::cos(phase), y = r * std::sin(phase);
        const double u_x = at.v_x - at.w * y, u_y = at.v_y + at.w * x, slip = std::sqrt(u_x * u_x + u_y * u_y);
        const double held = kMu * kGravity * (1.0 / count + (c_x * x + c_y * y) / spread) / slip;
        f_x -= held * u_x, f_y -= held * u_y, moment += held * (y * u_x - x * u_y);
      }
    }
    return {at.v_x, at.v_y, at.w, f_x, f_y, moment / kTurnInertia};
  }
  Motion run() const {
    constexpr double h = 2e-3, kSlow = 0.016;
    Motion at;
    for (double t = 0; t < kTime && std::abs(at.v_x) + kRadius * std::abs(at.w) > kSlow; t += h) {
      const Motion k1 = compute_rates(at), k2 = compute_rates(at.add(k1, h / 2)), k3 = compute_rates(at.add(k2, h / 2)),
                   k4 = compute_rates(at.add(k3, h));
      at = at.add(k1, h / 6).add(k2, h / 3).add(k3, h / 3).add(k4, h / 6);
    }
    return at;
  }
};

geometry::Mesh make_disc(int count) {
  return geometry::make_cylinder(kRadius, kThickness, count);
}

Vec3 slide(const geometry::Mesh& mesh, double h, const Vec3& start = Vec3::Zero(), double turn = 0.0) {
  World world;
  world.settings.step = h;
  world.settings.meetings = {{kMu, 0.0}};
  add_floor(world);
  const ShapePointer shape = make_shared_shape(geometry::make_shape(mesh));
  world.add(make_model(shape, 1, Vec3(0.005, 0.005, kTurnInertia)),
            {start + Vec3(0, 0, kThickness / 2 + kGap), Quat(Eigen::AngleAxisd(turn, Vec3::UnitZ()))},
            {Vec3(0, 0, kSpin), Vec3(kSpeed, 0, 0)});
  Simulation simulation = world.make();
  run(simulation, kTime, 1e-3);
  EXPECT_LT(get_body(simulation).v_WBcm.norm(), 1e-6);
  return get_body(simulation).p_WBcm;
}

// At 1/60 s the disc is lifted to where contacts rest, which moves its load and so its path by less than the bounds.
TEST(SimulationDiscs, SlideAsFarAsARingOfContactsDoes) {
  for (const int count : {16, 17, 32, 48, 128}) {
    const Ring::Motion ring = Ring{count}.run();
    for (const double h : {1.0 / 60, 1.0 / 240, 1.0 / 1000}) {
      const Vec3 end = slide(make_disc(count), h);
      EXPECT_NEAR(end.x(), ring.x, 0.01 * ring.x) << count << " " << h;
      EXPECT_NEAR(end.y(), ring.y, 1e-3) << count << " " << h;
      EXPECT_LT(std::abs(end.y()), 2e-3) << count << " " << h;
    }
  }
}

// A star is of several convex pieces, each with a manifold of its own: their contacts share the load all the same,
// whether they are few or many.
TEST(SimulationDiscs, StarsSlideAsFarAsTwoRingsOfContactsDo) {
  const double inner = 0.6 * kRadius;
  for (const int count : {10, 24}) {
    std::vector<math::Vec2> star;
    for (int i = 0; i < count; ++i) {
      const double phase = 2 * kPi * i / count, r = i % 2 == 0 ? kRadius : inner;
      star.emplace_back(r * std::cos(phase), r * std::sin(phase));
    }
    geometry::Mesh mesh = geometry::make_prism(star, kThickness);
    const Ring::Motion ring = Ring{count, inner}.run();
    const Vec3 end = slide(mesh, 1.0 / 240);
    EXPECT_NEAR(end.x(), ring.x, 0.01 * ring.x) << count;
    EXPECT_LT(std::abs(end.y()), 2e-3) << count;
  }
}

// No choice that a rounding error could turn over: what begins elsewhere by 1e-7 ends elsewhere by little more.
TEST(SimulationDiscs, EndWhereTheyDidIfMovedALittle) {
  for (const int count : {17, 32, 48, 128}) {
    const Vec3 end = slide(make_disc(count), 1.0 / 240);
    EXPECT_LT((slide(make_disc(count), 1.0 / 240, Vec3(1e-7, -1e-7, 0)) - end).norm(), 1e-5) << count;
    EXPECT_LT((slide(make_disc(count), 1.0 / 240, Vec3::Zero(), 1e-7) - end).norm(), 1e-5) << count;
  }
}

}  // namespace
}  // namespace abut::dynamics
