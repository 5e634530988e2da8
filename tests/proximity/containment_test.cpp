#include "abut/proximity/containment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "abut/geometry/makers/prism.h"
#include "abut/math/pose.h"
#include "proximity/hollow_shapes.h"

namespace abut::proximity {
namespace {

using geometry::Shape;
using math::Pose;
using math::Quat;
using math::Vec3;

const Shape kCube = geometry::make_shape(geometry::make_box({0.2, 0.2, 0.2}));
const Shape kShell = geometry::make_shape(make_hollow_box(3, 2));

Containment find(const Shape& a, const Shape& b, const Pose& X_WA, const Pose& X_WB = Pose::identity()) {
  return find_containment(a, b, make_relative_pose(X_WA, X_WB));
}

Containment find_at(const Shape& a, const Shape& b, const Vec3& p) {
  return find(a, b, Pose::from_translation(p));
}

// Cases.

TEST(Containment, IsThatOfABodyInTheWallNotOfOneInTheCavityOrOutside) {
  ASSERT_TRUE(kShell.is_solid);
  ASSERT_EQ(kShell.part_points.size(), 2u);
  for (const Shape& body : {kCube, geometry::make_ball(0.1), geometry::make_capsule(0.05, 0.1)}) {
    EXPECT_EQ(find_at(body, kShell, {1.25, 0.1, 0.2}), Containment::kAInB);
    EXPECT_EQ(find_at(kShell, body, {1.25, 0.1, 0.2}), Containment::kBInA);
    EXPECT_EQ(find_at(body, kShell, {0.1, 0.1, 0.2}), Containment::kNone);
    EXPECT_EQ(find_at(kShell, body, {0.1, 0.1, 0.2}), Containment::kNone);
    EXPECT_EQ(find_at(body, kShell, {2, 0.1, 0.2}), Containment::kNone);
    EXPECT_EQ(find_at(body, kShell, {20, 0.1, 0.2}), Containment::kNone);
  }
}

TEST(Containment, IsThatOfAShellInALargerSolidAndOfAShellInAShell) {
  const Shape thick = geometry::make_shape(make_hollow_box(10, 1)), thin = geometry::make_shape(make_hollow_box(10, 9));
  EXPECT_EQ(find_at(kShell, thick, {3, 0, 0}), Containment::kAInB);
  EXPECT_EQ(find_at(kShell, thin, {2, 0, 0}), Containment::kNone);
  EXPECT_EQ(find_at(thin, kShell, {2, 0, 0}), Containment::kNone);
  // The wall of A between 2 and 3 across, that of B wholly within it: the boundaries are apart, the walls overlap.
  const Shape within = geometry::make_shape(make_hollow_box(2.75, 2.25));
  EXPECT_EQ(find_at(within, kShell, Vec3::Zero()), Containment::kAInB);
  EXPECT_EQ(find_at(kShell, within, Vec3::Zero()), Containment::kBInA);
}

TEST(Containment, IsThatOfAnyConnectedPart) {
  // Two cubes 10 apart in one mesh; either may be the one that is inside.
  for (const double side : {-1.0, 1.0}) {
    geometry::Mesh two = make_moved(geometry::make_box({0.2, 0.2, 0.2}), {-5, 0, 0});
    append_mesh(two, make_moved(geometry::make_box({0.2, 0.2, 0.2}), {5, 0, 0}));
    const Shape pair = geometry::make_shape(two);
    EXPECT_EQ(find_at(pair, kShell, {1.25 + 5 * side, 0, 0}), Containment::kAInB);
    EXPECT_EQ(find_at(pair, kShell, {5 * side, 0, 0}), Containment::kNone);
    const std::array parts{make_moved(geometry::make_box({0.2, 0.2, 0.2}), {-5, 0, 0}),
                           make_moved(geometry::make_box({0.2, 0.2, 0.2}), {5, 0, 0})};
    EXPECT_EQ(find_at(geometry::make_shape_from_pieces(parts), kShell, {1.25 + 5 * side, 0, 0}), Containment::kAInB);
  }
  geometry::Mesh loose;  // a segment far away and a point in the wall
  loose.vertices = {{9, 0, 0}, {9, 1, 0}, {1.25, 0, 0}};
  loose.segments = {{VertexId(0), VertexId(1)}};
  loose.points = {VertexId(2)};
  EXPECT_EQ(find_at(geometry::make_shape(loose), kShell, Vec3::Zero()), Containment::kAInB);
}

TEST(Containment, IsNoneInWhatHasNoInsideOrIsOneSolidPiece) {
  geometry::Mesh open = make_hollow_box(3, 2);
  open.triangles.pop_back();
  EXPECT_EQ(find_at(kCube, geometry::make_shape(open), {1.25, 0, 0}), Containment::kNone);
  const Shape box = geometry::make_shape(geometry::make_box({3, 3, 3}));  // its piece overlaps what is in it
  EXPECT_EQ(find_at(kCube, box, {0.1, 0.1, 0.1}), Containment::kNone);
  EXPECT_EQ(find_at(kCube, geometry::make_ball(3), {0.1, 0.1, 0.1}), Containment::kNone);
}

TEST(Containment, OfABoundaryWithinRoundingIsUncertainAndJustBeyondItIsNot) {
  // A vertex of the cube, 0.1 from its middle, on the inner face of the wall at x = 1, and a little to either side.
  const Shape corner = geometry::make_shape(geometry::make_box({0.2, 0.2, 0.2}));
  const double sign = corner.part_points[0].x() > 0 ? 1 : -1;
  const auto at = [&](double beyond) {
    return find_at(corner, kShell, {sign * (1 + beyond) - corner.part_points[0].x(), 0, 0});
  };
  EXPECT_EQ(at(0), Containment::kUncertain);
  EXPECT_EQ(at(1e-15), Containment::kUncertain);
  EXPECT_EQ(at(-1e-15), Containment::kUncertain);
  EXPECT_EQ(at(1e-12), Containment::kAInB);
  EXPECT_EQ(at(-1e-12), Containment::kNone);
}

// Laws.

TEST(Containment, IsTheSameWhereverBothAreAndHoweverTheyAreTurned) {
  math::Random random(59);
  for (int i = 0; i < 200; ++i) {
    const Pose X_WB{random.next_between(0, 1e6) * random.next_direction(), random.next_rotation()};
    const Vec3 p = 1.6 * Vec3(random.next_between(-1, 1), random.next_between(-1, 1), random.next_between(-1, 1));
    const double reach = p.cwiseAbs().maxCoeff();
    const double half = 0.1 * std::sqrt(3.0);
    const bool is_in_wall = reach > 1 + half && reach < 1.5 - half, is_clear = reach < 1 - half || reach > 1.5 + half;
    if (!is_in_wall && !is_clear) continue;
    const Pose X_WA = X_WB * Pose{p, random.next_rotation()};
    EXPECT_EQ(find(kCube, kShell, X_WA, X_WB), is_in_wall ? Containment::kAInB : Containment::kNone) << i;
    EXPECT_EQ(find(kShell, kCube, X_WB, X_WA), is_in_wall ? Containment::kBInA : Containment::kNone) << i;
  }
}

}  // namespace
}  // namespace abut::proximity
