// Contacts are where bodies touch, not where their pieces are nearest (local_minimum.h).
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "abut/contact/find_contacts.h"
#include "abut/contact/local_minimum.h"
#include "abut/contact/recall_contacts.h"
#include "abut/geometry/makers/primitives.h"
#include "abut/geometry/makers/sphere.h"
#include "abut/math/random.h"
#include "full_run.h"

namespace abut::contact {
namespace {

using geometry::Mesh;
using geometry::Shape;
using math::Pose;
using math::Random;
using math::Vec3;

struct Found {
  FoundContacts contacts;
  Nearness nearness;
};

Found find(const Shape& a, const Shape& b, const Pose& X_WA, double reach, double breaking,
           WhichContacts which = WhichContacts::kLocalMinima) {
  Found found;
  PairMemory memory;
  FinderRoom room;
  found.nearness = find_contacts(a, b, X_WA, Pose(), reach, breaking, memory, room, found.contacts, which);
  return found;
}

Mesh make_moved_box(const Vec3& low, const Vec3& high) {
  Mesh mesh = geometry::make_box(high - low);
  for (Vec3& p : mesh.vertices) p += 0.5 * (low + high);
  return mesh;
}

Shape make_two_triangles() {
  Mesh mesh;
  mesh.vertices = {{-2, -4, 0}, {6, -4, 0}, {6, 4, 1e-12}, {-2, 4, 0}};
  mesh.triangles = {{VertexId(0), VertexId(1), VertexId(2)}, {VertexId(0), VertexId(2), VertexId(3)}};
  return geometry::make_shape(mesh);
}

// A cube that lies on one plane of two pieces, at many places before, on and behind the seam: it is carried upward and
// no other way, by its four corners or more.
TEST(FindContactsMinimum, ACubeOverASeamIsTouchedFromBelowOnly) {
  const Shape cube = geometry::make_shape(geometry::make_box({0.5, 0.5, 0.5}));
  const std::vector<Mesh> parts{make_moved_box({-2, -4, -1}, {1, 4, 0}), make_moved_box({1, -4, -1}, {6, 4, 0})};
  int num_ghosts = 0;
  for (const Shape& plane : {make_two_triangles(), geometry::make_shape_from_pieces(parts)}) {
    for (int i = 0; i < 200; ++i) {
      const Pose X_WA = Pose::from_translation({-1 + 0.0201 * i, 0, 0.25 + 2e-4});
      const Found found = find(cube, plane, X_WA, 0.02, 1e-3);
      EXPECT_GE(found.contacts.contacts.size(), 4u) << i;
      for (const FoundContact& contact : found.contacts.contacts) {
        EXPECT_LT((contact.nhat_BA_W - Vec3::UnitZ()).norm(), kLeastRise) << i;
        EXPECT_NEAR(contact.gap, 2e-4, 1e-7) << i;
      }
      for (const FoundContact& contact : find(cube, plane, X_WA, 0.02, 1e-3, WhichContacts::kAll).contacts.contacts)
        num_ghosts += contact.nhat_BA_W.z() < 0.99;
    }
  }
  EXPECT_GT(num_ghosts, 0);  // there is something to leave out
}

// Half a pipe of radius 1 along y, of 180 facets: no seam of it stands out, so a ball inside touches faces.
TEST(FindContactsMinimum, ABallInATroughTouchesFacesOnly) {
  constexpr int kFacets = 180;
  Mesh mesh;
  for (int i = 0; i <= kFacets; ++i) {
    const double angle = std::numbers::pi * i / kFacets;
    for (const double y : {-1.0, 1.0}) mesh.vertices.emplace_back(-std::cos(angle), y, -std::sin(angle));
  }
  for (int i = 0; i < 2 * kFacets; i += 2) {
    mesh.triangles.push_back({VertexId(i), VertexId(i + 2), VertexId(i + 3)});
    mesh.triangles.push_back({VertexId(i), VertexId(i + 3), VertexId(i + 1)});
  }
  const Shape trough = geometry::make_shape(mesh), ball = geometry::make_ball(0.1);
  for (int i = 0; i < 300; ++i) {
    const double angle = 0.3 + 0.008 * i, out = 0.9 - 2e-4;
    const Pose X_WA = Pose::from_translation({-out * std::cos(angle), 0, -out * std::sin(angle)});
    const Found found = find(ball, trough, X_WA, 0.02, 1e-3);
    EXPECT_GE(found.contacts.contacts.size(), 1u);
    for (const FoundContact& contact : found.contacts.contacts) EXPECT_TRUE(contact.feature_b.is_face()) << i;
  }
}

//    _______        A cube parallel to the level side of a valley reaches over the other: wherever over the level side
//   |_______|  .    the pieces are said to be nearest, at the seam too, which is no minimum, that side carries.
//  __________.´
TEST(FindContactsMinimum, ALevelSideCarriesWhereverItIsNearest) {
  const Shape cube = geometry::make_shape(geometry::make_box({0.5, 0.5, 0.5}));
  Mesh mesh;
  mesh.vertices = {{0, -1, 0}, {0, 1, 0}, {-2, 0.1, 0}, {2, 0, 0.1}};
  mesh.triangles = {{VertexId(0), VertexId(1), VertexId(2)}, {VertexId(0), VertexId(3), VertexId(1)}};
  const Shape valley = geometry::make_shape(mesh);
  for (int i = 0; i < 200; ++i) {
    const Pose X_WA{Vec3(-0.1 - 0.001 * i, 0.002 * i - 0.2, 0.27), math::Quat(1, 0, 0, 0.01 * (i % 9)).normalized()};
    int num_carrying = 0;
    for (const FoundContact& contact : find(cube, valley, X_WA, 0.05, 1e-3).contacts.contacts)
      num_carrying += contact.nhat_BA_W.z() > 1 - 1e-12;
    EXPECT_GE(num_carrying, 3) << i;
  }
}

// The corners of a tilted face come along with the nearest of them, as those of a convex body do; those of the next
// part, whose nearest point is where the body goes on downward, do not.
TEST(FindContactsMinimum, ATiltedFaceKeepsItsCorners) {
  const Shape floor = geometry::make_shape(geometry::make_box({9, 9, 1}));
  const Mesh whole = make_moved_box({-1, -1, 0}, {1, 1, 1}), tower = make_moved_box({-0.5, -0.5, 1}, {0.5, 0.5, 2}),
             left = make_moved_box({-1, -1, 0}, {0, 1, 1}), right = make_moved_box({0, -1, 0}, {1, 1, 1});
  const Pose X_WA{Vec3(0.2, 0.1, 0.52), math::Quat(1, 0, 0.004, 0).normalized()};  // a slope of 0.008 down along x
  const auto count_corners = [&](const std::vector<Mesh>& parts) {
    const FoundContacts found = find(geometry::make_shape_from_pieces(parts), floor, X_WA, 0.05, 0.05).contacts;
    std::array<int, 2> counts{};  // on either side
    for (int k = 0; k < 2; ++k)
      for (const double y : {-1.0, 1.0})
        for (const FoundContact& contact : found.contacts)
          counts[k] += (contact.p_WCb.head<2>() - math::Vec2(k == 0 ? -0.8 : 1.2, 0.1 + y)).norm() < 1e-2;
    return counts;
  };
  EXPECT_EQ(count_corners({whole}), (std::array{2, 2}));
  EXPECT_EQ(count_corners({whole, tower}), (std::array{2, 2}));
  EXPECT_EQ(count_corners({left, right}), (std::array{0, 2}));
}

std::vector<Shape> make_samples() {
  geometry::BumpySphere bumpy;
  bumpy.level = 2;
  std::vector<Shape> shapes;
  shapes.push_back(geometry::make_shape(geometry::make_bumpy_sphere(bumpy)));
  shapes.push_back(geometry::make_shape(geometry::make_torus(1.0, 0.3, 12, 8)));
  shapes.push_back(geometry::make_shape_from_pieces(
      std::vector<Mesh>{make_moved_box({-1, -1, -1}, {0, 1, 0}), make_moved_box({0, -1, -1}, {1, 1, 0}),
                        make_moved_box({-0.5, -0.5, -0.3}, {0.4, 0.4, 1})}));
  shapes.push_back(geometry::make_shape(geometry::make_box({1, 0.7, 0.4})));
  return shapes;
}

// Whatever is left out, the nearest stays; and what is found is among all.
TEST(FindContactsMinimum, TheNearestContactIsAlwaysFound) {
  Random random(9);
  const std::vector<Shape> shapes = make_samples();
  std::size_t num_near = 0, num_all = 0, num_found = 0;
  for (std::size_t i = 0; i < choose_count(1500, 50000); ++i) {
    const Shape &a = shapes[random.next_index(shapes.size())], &b = shapes[random.next_index(shapes.size())];
    const Pose X_WA{random.next_between(0.8, 2.6) * random.next_direction(), random.next_rotation()};
    const double reach = 0.1, breaking = 0.01;
    const Found found = find(a, b, X_WA, reach, breaking), all = find(a, b, X_WA, reach, breaking, WhichContacts::kAll);
    EXPECT_EQ(found.nearness.phi, all.nearness.phi);
    EXPECT_EQ(found.contacts.contacts.empty(), all.contacts.contacts.empty());
    if (all.nearness.is_meeting || all.contacts.contacts.empty()) continue;
    ++num_near, num_all += all.contacts.contacts.size(), num_found += found.contacts.contacts.size();
    double least = reach;
    for (const FoundContact& contact : found.contacts.contacts) least = std::min(least, contact.gap);
    EXPECT_NEAR(least, found.nearness.phi, 1e-12);
  }
  EXPECT_GT(num_near, 100u);
  EXPECT_LT(num_found, num_all);
}

// A body that did not move is given the contacts that would be found again.
TEST(FindContactsMinimum, RecalledContactsAreThoseFound) {
  const Shape cube = geometry::make_shape(geometry::make_box({0.5, 0.5, 0.5})), plane = make_two_triangles();
  const Pose X_WA = Pose::from_translation({1.7, 0, 0.25 + 2e-4});
  const FoundContacts found = find(cube, plane, X_WA, 0.02, 1e-3).contacts;
  std::vector<TrackedContact> tracked;
  for (std::uint32_t g = 0; g < found.groups.size(); ++g) {
    for (std::uint32_t k = 0; k < found.groups[g].count; ++k) {
      const FoundContact& c = found.contacts[found.groups[g].first + k];
      tracked.push_back({1, c.piece_a, c.piece_b, c.feature_a, c.feature_b, g, c.p_WCa - X_WA.p, c.p_WCb, c.nhat_BA_W});
    }
  }
  FoundContacts recalled;
  recall_contacts(cube, plane, X_WA, Pose(), tracked, recalled);
  ASSERT_EQ(recalled.contacts.size(), found.contacts.size());
  ASSERT_EQ(recalled.groups.size(), found.groups.size());
  for (std::size_t i = 0; i < found.contacts.size(); ++i) {
    EXPECT_TRUE(has_features(tracked[i], recalled.contacts[i]));
    EXPECT_EQ(recalled.contacts[i].nhat_BA_W, found.contacts[i].nhat_BA_W);
    EXPECT_NEAR(recalled.contacts[i].gap, found.contacts[i].gap, 1e-15);
  }
}

}  // namespace
}  // namespace abut::contact
