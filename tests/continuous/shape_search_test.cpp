#include "abut/continuous/shape_search.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/geometry/makers/sphere.h"
#include "continuous/motion_samples.h"

namespace abut::continuous {
namespace {

using math::Motion;
using math::Pose;
using math::Vec3;

Motion make_shift(const Vec3& from, const Vec3& to) {
  return math::make_step_motion(Pose::from_translation(from), Pose::from_translation(to));
}

const Motion kStill = make_shift(Vec3::Zero(), Vec3::Zero());

ShapeSearchResult search(const geometry::Shape& a, const Motion& motion_a, const geometry::Shape& b,
                         const Motion& motion_b, const CertifyOptions& options) {
  MovingShape moving_a = make_moving_shape(a, motion_a), moving_b = make_moving_shape(b, motion_b);
  return search_shapes(moving_a, moving_b, options);
}

TEST(ShapeSearch, KeepsTheEarliestAndTheFirstProvenHit) {
  const auto make = [](CertifyOutcome outcome, double s_safe, double s_hit, double separation) {
    PairCertificate certificate;
    certificate.outcome = outcome, certificate.s_safe = s_safe, certificate.s_hit = s_hit;
    certificate.separation = separation;
    return certificate;
  };
  Earliest earliest;
  earliest.take(make(CertifyOutcome::kHit, 0.5, 0.6, 0.1), 0);
  earliest.take(make(CertifyOutcome::kUncertain, 0.3, 0.4, 0.1), 0);
  earliest.take(make(CertifyOutcome::kHit, 0.55, 0.56, 0.1), 0);
  EXPECT_TRUE(earliest.is_found);
  EXPECT_FALSE(earliest.is_start);
  EXPECT_EQ(earliest.s_safe, 0.3);
  EXPECT_EQ(earliest.s_end, 0.4);
  EXPECT_EQ(earliest.s_hit, 0.56);
  // What is not apart at the start is worse than what is but meets at once.
  earliest.take(make(CertifyOutcome::kUncertain, 0, 0.2, 0.1), 0);
  EXPECT_EQ(earliest.s_safe, 0.0);
  EXPECT_FALSE(earliest.is_start);
  earliest.take(make(CertifyOutcome::kUncertain, 0, 0.1, -1), 0);
  EXPECT_TRUE(earliest.is_start);
}

TEST(ShapeSearch, FindsTheEarlierOfTwoSheetsBehindOneAnother) {
  // Sheets at z = 0 and 1, a cube of half size 0.5 that falls through both from 3 to -3: it meets the upper first.
  geometry::Mesh sheets;
  for (const double z : {0.0, 1.0}) {
    const std::size_t n = sheets.vertices.size();
    for (const double x : {-4.0, 4.0}) {
      for (const double y : {-4.0, 4.0}) sheets.vertices.emplace_back(x, y, z);
    }
    sheets.triangles.push_back({VertexId(n), VertexId(n + 2), VertexId(n + 1)});
    sheets.triangles.push_back({VertexId(n + 1), VertexId(n + 2), VertexId(n + 3)});
  }
  const geometry::Shape cube = geometry::make_shape(geometry::make_box({1, 1, 1}));
  const ShapeSearchResult found =
      search(cube, make_shift({0, 0, 3}, {0, 0, -3}), geometry::make_shape(sheets), kStill, {.d_min = 1e-6});
  const double s = (1.5 - 1e-6) / 6;
  EXPECT_TRUE(found.earliest.is_found);
  EXPECT_LE(found.earliest.s_safe, s);
  EXPECT_GE(found.earliest.s_hit, s);
  EXPECT_LE(found.earliest.s_hit - found.earliest.s_safe, 2 * 0x1p-20);
  EXPECT_GT(found.separation, 1e-6);
}

TEST(ShapeSearch, OfPiecesThatAreAllAtTheMinimumAtTheStartSaysSo) {
  // A box of five walls a hair less than the minimum above the ground leaves it: some walls are found apart, for they
  // are farther, others are not, and any of these is enough.
  geometry::Mesh walls = geometry::make_box({1, 1, 1});
  walls.triangles.resize(walls.triangles.size() - 2);
  const geometry::Shape bowl = geometry::make_shape(walls),
                        ground = geometry::make_shape(geometry::make_box({4, 4, 1}));
  const ShapeSearchResult found =
      search(bowl, make_shift({0, 0, 1 + 1e-6 - 1e-9}, {0, 0, 3}), ground, kStill, {.d_min = 1e-6});
  EXPECT_TRUE(found.earliest.is_found);
  EXPECT_TRUE(found.earliest.is_start);
  EXPECT_EQ(found.earliest.s_safe, 0.0);
}

TEST(ShapeSearch, MeasuresFewPairsWhereSurfacesOnlyPass) {
  // Bumpy spheres of 1,280 triangles, 0.1 apart: layers and faces part them nearly without a distance query.
  const geometry::Shape sphere = geometry::make_shape(geometry::make_bumpy_sphere({.level = 3}));
  const Motion turning = math::ScrewMotion{Pose::from_translation({2.2, 0, 0}), {2.2, 0, 0}, {1, 2, 2}, 0.3, 0.0};
  const ShapeSearchResult found = search(sphere, turning, sphere, kStill, {.d_min = 1e-6});
  EXPECT_FALSE(found.earliest.is_found);
  EXPECT_GT(found.separation, 1e-6);
  EXPECT_LT(found.num_queries, 20u);
}

TEST(ShapeSearch, IsTheSameHoweverOftenItIsAsked) {
  const geometry::Shape sphere = geometry::make_shape(geometry::make_bumpy_sphere({.level = 2}));
  const Motion coming = math::ScrewMotion{Pose::from_translation({2.3, 0, 0}), {2.3, 0, 0}, {-3, 1, 1}, 1.0, 0.4};
  const ShapeSearchResult once = search(sphere, coming, sphere, kStill, {.d_min = 1e-6}),
                          again = search(sphere, coming, sphere, kStill, {.d_min = 1e-6});
  EXPECT_TRUE(once.earliest.is_found);
  EXPECT_EQ(once.earliest.s_safe, again.earliest.s_safe);
  EXPECT_EQ(once.earliest.s_hit, again.earliest.s_hit);
  EXPECT_EQ(once.separation, again.separation);
  EXPECT_EQ(once.num_queries, again.num_queries);
}

TEST(ShapeSearch, EndsWhereManyTurnsAreAskedFor) {
  // A blade of reach 1 whirls beside a ball 0.02 away: to prove that takes 2.5 million parts of the step.
  const geometry::Shape blade = geometry::make_shape(geometry::make_box({2, 0.01, 0.2}));
  const Motion whirl = math::ScrewMotion{{}, Vec3::Zero(), Vec3::UnitZ(), 1e6, 0.0};
  const ShapeSearchResult found =
      search(blade, whirl, geometry::make_ball(0.1), make_shift({1.12, 0, 0}, {1.12, 0, 0}), {.d_min = 1e-6});
  EXPECT_TRUE(found.earliest.is_found);  // not decided
  EXPECT_TRUE(std::isinf(found.earliest.s_hit));
}

}  // namespace
}  // namespace abut::continuous
