// Tracked queries take no memory: every allocation of this program is counted.
#include <gtest/gtest.h>

#include "abut/proximity/distance.h"
#include "count_allocations.h"
#include "proximity/sample_shapes.h"

namespace abut::proximity {
namespace {

using math::Pose;
using math::Quat;
using math::Vec3;

struct Tally {
  long num_allocations = 0;
  int num_apart = 0, num_meeting = 0;
};

// A orbits B, tumbling, by a degree a query and from a start at any angle, at a distance that swings from `least` to
// `most`.
Tally track(const geometry::Shape& a, const geometry::Shape& b, double least, double most, double start,
            PairCache& cache) {
  Tally tally;
  const Vec3 axis = Vec3(1, 2, 3).normalized(), across = axis.unitOrthogonal();
  for (int i = 0; i < 720; ++i) {
    const double angle = start + i * M_PI / 180;
    const double away = 0.5 * (least + most) + 0.5 * (most - least) * std::cos(3 * angle);
    const Pose X_WA{away * (Eigen::AngleAxisd(angle, axis) * across), Quat(Eigen::AngleAxisd(angle, Vec3::UnitX()))};
    const long before = num_allocations;
    const FeaturePair pair = update_feature_pair(only_piece(a), only_piece(b), X_WA, Pose::identity(), cache);
    tally.num_allocations += num_allocations - before;
    ++(pair.outcome == PairOutcome::kApart ? tally.num_apart : tally.num_meeting);
  }
  return tally;
}

TEST(DistanceAllocation, IsNoneInTrackedDistancesFromTheFirst) {
  for (const int level : {0, 2, 4}) {
    const geometry::Shape ellipsoid = geometry::make_shape(geometry::make_icosphere(level, Vec3(1.0, 0.8, 0.6)));
    PairCache cache;
    const Tally tally = track(ellipsoid, ellipsoid, 2.1, 2.5, 0.0, cache);
    EXPECT_EQ(tally.num_allocations, 0) << level;
    EXPECT_EQ(tally.num_meeting, 0);
  }
}

TEST(DistanceAllocation, IsNoneInTrackedDepthsAfterTheFirst) {
  for (const int level : {0, 2, 4}) {
    const geometry::Shape sphere = geometry::make_shape(geometry::make_icosphere(level, 1.0));
    const double touching = level == 0 ? 1.58 : 1.92;  // below the sum of the radii of the balls inside
    PairCache cache;
    update_feature_pair(only_piece(sphere), only_piece(sphere), Pose::from_translation({touching, 0, 0}),
                        Pose::identity(), cache);
    const Tally tally = track(sphere, sphere, touching - 0.05, touching, 0.0, cache);
    EXPECT_EQ(tally.num_allocations, 0) << level;
    EXPECT_EQ(tally.num_apart, 0) << level;
  }
}

// In and out of touch, and far in: once a cache has what it needs for a way, it needs no more for one beside it.
TEST(DistanceAllocation, IsNoneOnAWayLikeTheLastWhateverTheShapes) {
  const std::vector<NamedShape> shapes = make_sample_shapes();
  int num_apart = 0, num_meeting = 0;
  for (const NamedShape& a : shapes) {
    for (const NamedShape& b : shapes) {
      PairCache cache;
      track(a.shape, b.shape, 0.2, 2.2, 0.0, cache);
      const Tally tally = track(a.shape, b.shape, 0.2, 2.2, 0.5 * M_PI / 180, cache);
      EXPECT_EQ(tally.num_allocations, 0) << a.name << " and " << b.name;
      num_apart += tally.num_apart, num_meeting += tally.num_meeting;
    }
  }
  EXPECT_GT(num_apart, 5000);
  EXPECT_GT(num_meeting, 5000);
}

}  // namespace
}  // namespace abut::proximity
