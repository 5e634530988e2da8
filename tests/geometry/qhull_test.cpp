#include "abut/geometry/qhull.h"

#include <gtest/gtest.h>

#include "abut/geometry/hull_proof.h"
#include "geometry/sample_points.h"

namespace abut::geometry {
namespace {

using math::Vec3;

TEST(Qhull, ProposesTheTrueHullOfPointsInGeneralPosition) {
  test::Random random(3);
  for (int round = 0; round < 20; ++round) {
    std::vector<Vec3> points;
    for (int i = 0; i < 200; ++i) points.push_back(random.point(-1, 1));
    const auto triangles = find_qhull_hull(points);
    ASSERT_TRUE(triangles);
    EXPECT_TRUE(is_proven_hull(points, *triangles));
  }
}

TEST(Qhull, ProposesABoxWhateverItsScaleAndPlace) {
  for (const double scale : {1e-300, 1e-20, 1.0, 1e20, 1e307}) {
    const Mesh box = test::make_box_mesh(Vec3(1, 2, 3) * scale, Vec3(2, 4, 8) * scale);
    const auto triangles = find_qhull_hull(box.vertices);
    ASSERT_TRUE(triangles) << scale;
    EXPECT_TRUE(is_proven_hull(box.vertices, *triangles)) << scale;
  }
}

TEST(Qhull, GivesUpSilentlyOnPointsThatDoNotSpanSpace) {
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  const std::vector<Vec3> flat = {{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}, {2, 3, 1}};
  const std::vector<Vec3> line = {{0, 0, 1}, {0, 0, 2}, {0, 0, 3}, {0, 0, 4}};
  const std::vector<Vec3> place(6, Vec3(1, 2, 3));
  const std::vector<Vec3> few = {{0, 0, 1}, {0, 3, 2}, {0, 0, 3}};
  for (const auto& points : {flat, line, place, few}) EXPECT_FALSE(find_qhull_hull(points));
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace abut::geometry
