#include "abut/proximity/depth/difference_hull.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "abut/math/predicates.h"
#include "abut/math/random.h"
#include "abut/proximity/depth/facet_plane.h"

namespace abut::proximity {
namespace {

using math::Vec3;

std::array<DifferencePoint, 4> make_tetrahedron() {
  return {{{Vec3(0.5, 0, -0.3), 0, 0},
           {Vec3(-0.4, 0.4, -0.3), 1, 0},
           {Vec3(-0.4, -0.4, -0.3), 2, 0},
           {Vec3(0, 0, 0.5), 3, 0}}};
}

// Every side has its mate, and no point is above any facet.
void expect_convex(const DifferenceHull& hull) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> sides;
  for (const auto& [p, q, r] : hull.list_facets()) {
    for (const auto& [from, to] : {std::pair(p, q), std::pair(q, r), std::pair(r, p)}) {
      ++sides[{from, to}];
      --sides[{to, from}];
    }
    for (const DifferencePoint& point : hull.points()) {
      ASSERT_LE(math::orient3d(hull.point(p).w, hull.point(q).w, hull.point(r).w, point.w), 0);
    }
  }
  for (const auto& [side, balance] : sides) EXPECT_EQ(balance, 0);
}

TEST(DifferenceHull, StartsAsTheTetrahedronHoweverItsCornersAreGiven) {
  std::array<DifferencePoint, 4> corners = make_tetrahedron();
  for (int i = 0; i < 2; ++i) {
    DifferenceHull hull;
    hull.reset(corners);
    expect_convex(hull);
    EXPECT_NEAR(hull.facet(hull.find_nearest()).normal.norm(), 1.0, 1e-14);
    std::swap(corners[0], corners[1]);
  }
}

TEST(DifferenceHull, StaysConvexWhilePointsJoinAndItsNearestFacetIsTheNearest) {
  math::Random random(19);
  DifferenceHull hull;
  hull.reset(make_tetrahedron());
  int num_inserted = 0;
  for (int i = 0; i < 200; ++i) {
    const std::uint32_t nearest = hull.find_nearest();
    const Vec3 w =
        random.next_between(0.6, 1.0) * (hull.facet(nearest).normal + 0.5 * random.next_direction()).normalized();
    if (hull.is_above(w, nearest)) hull.insert({w, 100, 100}, nearest), ++num_inserted;
    double least = 1e300;
    for (const auto& [p, q, r] : hull.list_facets()) {
      least = std::min(least, compute_facet_plane(hull.point(p).w, hull.point(q).w, hull.point(r).w).offset);
    }
    EXPECT_NEAR(hull.facet(hull.find_nearest()).offset, least, 1e-14);
  }
  EXPECT_GE(num_inserted, 30);
  expect_convex(hull);
}

// A limit below every facet, as a width that rounding has made too small would set: no new facet waits in the heap, and
// once the first four are gone it is empty.
TEST(DifferenceHull, ItsNearestFacetIsTheNearestEvenIfAllFacetsAreAboveTheLimit) {
  math::Random random(29);
  DifferenceHull hull;
  hull.reset(make_tetrahedron());
  std::map<std::array<std::uint32_t, 3>, int> first;
  for (const auto& facet : hull.list_facets()) first[facet] = 1;
  std::size_t num_first_left = 4;
  for (int i = 0; i < 60; ++i) {
    hull.lower_limit(-1.0);
    const std::uint32_t nearest = hull.find_nearest();
    double least = 1e300;
    num_first_left = 0;
    for (const auto& [p, q, r] : hull.list_facets()) {
      least = std::min(least, compute_facet_plane(hull.point(p).w, hull.point(q).w, hull.point(r).w).offset);
      num_first_left += first.count({p, q, r});
    }
    ASSERT_NEAR(hull.facet(nearest).offset, least, 1e-14) << i;
    const Vec3 w = (hull.facet(nearest).normal + 0.3 * random.next_direction()).normalized();
    if (hull.is_above(w, nearest)) hull.insert({w, 100, 100}, nearest);
  }
  EXPECT_EQ(num_first_left, 0u);
}

TEST(DifferenceHull, APointInTheFacetsPlaneIsNotAboveIt) {
  DifferenceHull hull;
  hull.reset(
      {{{Vec3(-1, -1, -0.1), 0, 0}, {Vec3(-1, 1, -0.1), 1, 0}, {Vec3(1, 0, -0.1), 2, 0}, {Vec3(0, 0, 1), 3, 0}}});
  const std::uint32_t nearest = hull.find_nearest();  // the bottom, 0.1 from the origin
  ASSERT_LT((hull.facet(nearest).normal - Vec3(0, 0, -1)).norm(), 1e-15);
  EXPECT_FALSE(hull.is_above({5.0, 0.7, -0.1}, nearest));
  EXPECT_TRUE(hull.is_above({0.7, 0.7, std::nextafter(-0.1, -1.0)}, nearest));
}

}  // namespace
}  // namespace abut::proximity
