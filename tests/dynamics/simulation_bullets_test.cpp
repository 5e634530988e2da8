// Bullets at 1000 m/s against a thin warped sheet with a hole (paper 001): at any step size none passes but through the
// hole, or around the sheet.
//
// A step in which a body turns by more than half a radian is cut, for all bodies, and what has hit at 1000 m/s turns by
// hundreds of radians in 1/240 s. So the usual run fires few, and boxes at the smallest step only; the full one
// fires a hundred.
#include <gtest/gtest.h>

#include "abut/geometry/makers/bullet.h"
#include "abut/geometry/makers/warped_plane.h"
#include "dynamics/physics_worlds.h"
#include "full_run.h"

namespace abut::dynamics {
namespace {

constexpr geometry::WarpedPlane kSheet;

double compute_height(const Vec3& p) {
  const double k = 2 * kPi * kSheet.waves / kSheet.side;
  return p.z() - kSheet.amplitude * std::sin(k * p.x()) * std::cos(k * p.y());
}

// Where a centre goes through the surface of the sheet, it is in the hole or beside the sheet. Segments are straight.
void expect_no_passing(const Vec3& from, const Vec3& to, double h) {
  if (compute_height(from) <= 0 || compute_height(to) > 0) return;
  Vec3 above = from, below = to;
  for (int i = 0; i < 60; ++i) {
    const Vec3 middle = 0.5 * (above + below);
    (compute_height(middle) > 0 ? above : below) = middle;
  }
  const bool is_in_hole = above.head<2>().norm() < kSheet.hole_radius;
  const bool is_beside = above.head<2>().cwiseAbs().maxCoeff() > 0.5 * kSheet.side;
  EXPECT_TRUE(is_in_hole || is_beside) << h << " at " << above.transpose();
}

// `count` by `count` bodies over the sheet.
void fire(const BodyModel& model, int count, double h, double mu) {
  World world;
  world.settings.step = h;
  world.settings.meetings = {{mu, 0.2}};
  world.add_fixed(make_shared_shape(geometry::make_shape(make_warped_plane(kSheet))), Pose());
  const Quat nose_down(0, 1, 0, 0);
  std::vector<std::size_t> over_hole;
  for (int i = 0; i < count * count; ++i) {
    const double x = ((i % count + 0.5) / count - 0.5) * 0.9, y = ((i / count + 0.5) / count - 0.5) * 0.9;
    world.add(model, {Vec3(x, y, 0.2), nose_down}, {Vec3::Zero(), Vec3(0, 0, -1000)});
    if (std::hypot(x, y) + 0.5 * model.shape->diagonal < 0.95 * kSheet.hole_radius)
      over_hole.push_back(world.models.size() - 1);
  }
  Simulation simulation = world.make();
  std::vector<Vec3> last;
  for (const BodyState& body : simulation.state().bodies) last.push_back(body.p_WBcm);
  const StepRecord& record = simulation.step();
  ASSERT_EQ(record.outcome, StepOutcome::kAccepted);
  for (const SegmentRecord& segment : record.segments) {
    for (std::size_t i = 1; i < last.size(); ++i) {
      const Vec3 p = segment.X_WB[i].p;  // centres of mass are at the origins, or near
      expect_no_passing(last[i], p, h);
      last[i] = p;
    }
  }
  // What is over the hole flies on as if nothing were there.
  for (const std::size_t i : over_hole)
    EXPECT_NEAR(get_body(simulation, i).v_WBcm.z(), -1000 - kGravity * h, 1e-7) << h;  // thousands of parts round
  EXPECT_LE(compute_lost_motion(record), 2e-3) << h;
}

BodyModel make_bullet_model() {
  World world;
  add_mesh(world, geometry::make_bullet({}), 11340, Pose());
  return world.models[0];
}

constexpr double kSteps[] = {0.1, 1.0 / 60, 1.0 / 240};
int choose_side(int usual) {
  return is_full_run() ? 10 : usual;
}

// Smooth balls do not spin.
TEST(SimulationBullets, BallsDoNotPass) {
  for (const double h : kSteps)
    for (const double size : {0.05, 0.005})
      fire(make_ball_model(0.5 * size, 0.1), choose_side(is_short_run() ? 2 : 3), h, 0.0);
}

// They bounce off the sheet into each other, many at once: the step is cut where motion would be lost.
TEST(SimulationBullets, HundredBallsInALargeStepLoseNoMotion) {
  fire(make_ball_model(0.025, 0.1), is_short_run() ? 4 : 10, 1.0 / 60, 0.0);
}

TEST(SimulationBullets, BoxesDoNotPass) {
  for (const double h : kSteps) {
    if (h > 1.0 / 240 && !is_full_run()) continue;
    for (const double size : {0.05, 0.005}) fire(make_box_model(Vec3::Constant(size), 0.1), choose_side(3), h, 0.3);
  }
}

TEST(SimulationBullets, BulletsDoNotPass) {
  for (const double h : kSteps) fire(make_bullet_model(), choose_side(2), h, 0.3);
}

}  // namespace
}  // namespace abut::dynamics
