#include "abut/response/even_normals.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "abut/math/random.h"

namespace abut::response {
namespace {

using math::Random;
using math::Vec3;

// In the plane across z, about a middle that is not zero.
std::vector<Vec3> make_points(Random& random, int count, double width) {
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i)
    points.emplace_back(3 + random.next_between(-1, 1), 5 + width * random.next_between(-1, 1), 7);
  return points;
}

std::vector<Vec3> find_places(const std::vector<Vec3>& points, const PlaneSpread& spread) {
  std::vector<Vec3> places;
  for (const Vec3& point : points) places.push_back(spread.find_place(point));
  return places;
}

PlaneSpread find_spread_of(const std::vector<Vec3>& points) {
  return find_spread(points, Vec3::UnitX(), Vec3::UnitY(), 4.0);
}

TEST(EvenNormals, PlacesAreSpreadAlike) {
  Random random(1);
  for (const double width : {0.5, 1.0, 1e-3}) {
    const std::vector<Vec3> points = make_points(random, 30, width);
    const PlaneSpread spread = find_spread_of(points);
    math::Mat3 sum = math::Mat3::Zero();
    for (const Vec3& a : find_places(points, spread)) sum += a * a.transpose() / 30;
    EXPECT_LT((sum - math::Mat3::Identity()).norm(), 2e-14 / width);  // of coordinates up to 7, rounded
    for (const Vec3& point : points) {
      const Vec3 a = spread.find_place(point);
      EXPECT_LT((spread.middle + a.y() * spread.units[0] + a.z() * spread.units[1] - point).norm(), 1e-12);
    }
  }
}

TEST(EvenNormals, PointsOnALineHaveOneWidth) {
  std::vector<Vec3> points;
  for (int i = 0; i < 12; ++i) points.emplace_back(0.1 * i, 0.3 * i, 0);
  const PlaneSpread spread = find_spread_of(points);
  EXPECT_TRUE(spread.has_width[0]);
  EXPECT_FALSE(spread.has_width[1]);
  const PlaneSpread point = find_spread_of({Vec3(1, 2, 3)});
  EXPECT_FALSE(point.has_width[0] || point.has_width[1]);
}

// A ring whose load is off its middle by c: p = (1 + 2 c . x / r^2) / n, as sum x x^T = n r^2 / 2.
TEST(EvenNormals, ARingSharesByItsPlaces) {
  const int n = 24;
  const double r = 0.3;
  const Vec3 c(0.05, -0.02, 0);
  std::vector<Vec3> points;
  for (int i = 0; i < n; ++i)
    points.emplace_back(r * std::cos(2 * std::numbers::pi * i / n), r * std::sin(2 * std::numbers::pi * i / n), 0);
  const PlaneSpread spread = find_spread_of(points);
  const std::vector<Vec3> places = find_places(points, spread);
  const auto load = find_even_load(places, spread.find_place(c));
  ASSERT_TRUE(load);
  for (std::size_t i = 0; i < places.size(); ++i)
    EXPECT_NEAR(places[i].dot(*load), (1 + 2 * c.dot(points[i]) / (r * r)) / n, 1e-14);
}

// The conditions of Karush, Kuhn and Tucker: the shares are what a plane over the points is, where that is positive;
// and they make the resultant. Also near the rim, where few points press.
TEST(EvenNormals, SharesMakeTheResultantAndNoneIsNegative) {
  Random random(2);
  int num_lifted = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const std::vector<Vec3> points = make_points(random, 9 + trial % 50, trial % 3 == 0 ? 0.01 : 1.0);
    const PlaneSpread spread = find_spread_of(points);
    const std::vector<Vec3> places = find_places(points, spread);
    Vec3 resultant = Vec3::Zero();  // of a few of them: anywhere within
    for (int k = 0; k < 4; ++k) resultant += random.next_unit() * places[random.next_index(places.size())];
    const auto load = find_even_load(places, resultant);
    if (!load) continue;  // it may be on the rim
    Vec3 sum = Vec3::Zero();
    for (const Vec3& a : places) {
      sum += std::max(a.dot(*load), 0.0) * a;
      num_lifted += a.dot(*load) < 0;
    }
    EXPECT_LT((sum - resultant).norm(), 1e-12 * resultant.norm());
  }
  EXPECT_GT(num_lifted, 300);
}

TEST(EvenNormals, FindsALoadWhereverItIsWellInside) {
  Random random(3);
  for (int trial = 0; trial < 200; ++trial) {
    const std::vector<Vec3> points = make_points(random, 9 + trial % 50, 1.0);
    const PlaneSpread spread = find_spread_of(points);
    const std::vector<Vec3> places = find_places(points, spread);
    Vec3 resultant = Vec3::Zero();  // every point has some of it
    for (const Vec3& a : places) resultant += std::pow(random.next_unit(), 4) * a + 1e-3 * a;
    EXPECT_TRUE(find_even_load(places, resultant)) << trial;
  }
}

TEST(EvenNormals, HasNoLoadOutsideOfThePoints) {
  Random random(4);
  const std::vector<Vec3> points = make_points(random, 20, 1.0);
  const PlaneSpread spread = find_spread_of(points);
  const std::vector<Vec3> places = find_places(points, spread);
  EXPECT_FALSE(find_even_load(places, spread.find_place(Vec3(5, 5, 7))));
  EXPECT_FALSE(find_even_load(places, -spread.find_place(spread.middle)));
  EXPECT_FALSE(find_even_load({}, Vec3(1, 0, 0)));
}

// Zeros are not there.
TEST(EvenNormals, PlacesOfZerosTakeNoShare) {
  std::vector<Vec3> places{Vec3(1, -1, 0), Vec3::Zero(), Vec3(1, 1, 0)};
  const auto load = find_even_load(places, Vec3(4, 1, 0));
  ASSERT_TRUE(load);
  EXPECT_NEAR(places[0].dot(*load), 1.5, 1e-12);
  EXPECT_NEAR(places[2].dot(*load), 2.5, 1e-12);
}

}  // namespace
}  // namespace abut::response
