#include "abut/geometry/makers/helix.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include "oracle/surface.h"

namespace abut::geometry {
namespace {

using math::Vec3;

constexpr double kPi = std::numbers::pi;

Helix make_helix(double pitch, double low, double high, int segments) {
  return {pitch, 1.0, 1.0 - compute_thread_depth(pitch), low, high, segments};
}

// The radius of the true thread at (angle, z), from the triangle of height sqrt(3)/2 pitch cut off at 1/8 and 1/4.
double true_radius(const Helix& helix, double angle, double z) {
  const double turns = z / helix.pitch - angle / (2 * kPi);
  const double from_crest = helix.pitch * std::abs(turns - std::round(turns));
  const double sharp = helix.crest_radius + std::sqrt(0.75) / 8 * helix.pitch - from_crest * std::sqrt(3.0);
  return std::clamp(sharp, helix.root_radius, helix.crest_radius);
}

TEST(Helix, TheDepthLeavesFlanksOf30Degrees) {
  // From crest to root a flank covers (1 - 1/8 - 1/4) / 2 pitches along z.
  EXPECT_NEAR(compute_thread_depth(2.0), 2.0 * 5 / 16 * std::sqrt(3.0), 1e-15);
}

TEST(Helix, AllVerticesLieOnTheTrueRightHandedThread) {
  const Helix helix = make_helix(0.3, -0.77, 0.91, 24);
  MeshBuilder builder;
  add_thread(builder, helix, ThreadSide::kBolt);
  for (const Vec3& v : builder.take().vertices) {
    EXPECT_NEAR(v.head<2>().norm(), true_radius(helix, std::atan2(v.y(), v.x()), v.z()), 1e-12);
  }
}

TEST(Helix, TheEndsAreLoopsInTheirPlanesAroundTheAxis) {
  const Helix helix = make_helix(0.2, 0.0, 0.53, 32);
  MeshBuilder builder;
  const ThreadEnds ends = add_thread(builder, helix, ThreadSide::kBolt);
  for (const auto& [loop, z] : {std::pair{&ends.low, 0.0}, {&ends.high, 0.53}}) {
    ASSERT_GE(loop->size(), 32u);
    double turned = 0.0;
    for (std::size_t i = 0; i < loop->size(); ++i) {
      const Vec3 &p = builder.position((*loop)[i]), &q = builder.position((*loop)[(i + 1) % loop->size()]);
      EXPECT_EQ(p.z(), z);
      const double step = std::atan2(p.x() * q.y() - p.y() * q.x(), p.x() * q.x() + p.y() * q.y());
      EXPECT_GT(step, 0.0);
      EXPECT_LT(step, 2 * kPi / 32 * 1.001);
      turned += step;
    }
    EXPECT_NEAR(turned, 2 * kPi, 1e-12);
  }
}

TEST(Helix, EndsAreCutSharply) {
  // Between neighbouring columns the true radius in an end plane is linear: no corner of the profile passes unseen.
  const Helix helix = make_helix(0.25, -0.4321, 0.6173, 36);
  MeshBuilder builder;
  const ThreadEnds ends = add_thread(builder, helix, ThreadSide::kBolt);
  for (const auto& [loop, z] : {std::pair{&ends.low, helix.low_z}, {&ends.high, helix.high_z}}) {
    for (std::size_t i = 0; i < loop->size(); ++i) {
      const Vec3 &p = builder.position((*loop)[i]), &q = builder.position((*loop)[(i + 1) % loop->size()]);
      const double from = std::atan2(p.y(), p.x());
      const double step = std::atan2(p.x() * q.y() - p.y() * q.x(), p.x() * q.x() + p.y() * q.y());
      const double middle = true_radius(helix, from + 0.5 * step, z);
      // A corner passed over would show as a quarter of the change of slope times the step; one nearer than 1 % to a
      // column may be.
      EXPECT_NEAR(middle, 0.5 * (p.head<2>().norm() + q.head<2>().norm()), 0.01 * 0.25 / 36 * std::sqrt(3.0));
    }
  }
}

TEST(Helix, ItIsATubeForAnyLengthAndPhase) {
  for (const int segments : {24, 25, 37, 48}) {
    for (int k = 0; k < 40; ++k) {
      const double low = -0.31 + 0.0137 * k, high = low + 0.3 + 0.011 * k;
      for (const ThreadSide side : {ThreadSide::kBolt, ThreadSide::kNut}) {
        MeshBuilder builder;
        const ThreadEnds ends = add_thread(builder, make_helix(0.3, low, high, segments), side);
        const Mesh mesh = builder.take();
        ASSERT_EQ(oracle::find_sheet_faults(mesh, 0), "") << segments << " " << k;
        ASSERT_EQ(oracle::count_surface(mesh).num_border_edges, ends.low.size() + ends.high.size());
      }
    }
  }
}

}  // namespace
}  // namespace abut::geometry
