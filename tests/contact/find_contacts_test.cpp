#include "abut/contact/find_contacts.h"

#include <gtest/gtest.h>

#include <set>

#include "abut/geometry/makers/primitives.h"
#include "abut/geometry/makers/warped_plane.h"

namespace abut::contact {
namespace {

using geometry::Shape;
using math::Pose;
using math::Vec3;

struct Found {
  FoundContacts contacts;
  Nearness nearness;
};

Found find(const Shape& a, const Shape& b, const Pose& X_WA, const Pose& X_WB, double reach, double breaking) {
  Found found;
  PairMemory memory;
  FinderRoom room;
  found.nearness = find_contacts(a, b, X_WA, X_WB, reach, breaking, memory, room, found.contacts);
  return found;
}

// A cube over a large one:  four corners, each over the face.
TEST(FindContacts, CubeOnAPlaneHasItsFourCorners) {
  const Shape cube = geometry::make_shape(geometry::make_box({1, 1, 1})),
              floor = geometry::make_shape(geometry::make_box({9, 9, 1}));
  const Pose X_WA = Pose::from_translation({0.2, 0.1, 1.001});
  const Found found = find(cube, floor, X_WA, {}, 0.01, 0.002);
  ASSERT_EQ(found.contacts.contacts.size(), 4u);
  ASSERT_EQ(found.contacts.groups.size(), 1u);
  EXPECT_EQ(found.contacts.groups[0].count, 4u);
  for (const FoundContact& contact : found.contacts.contacts) {
    EXPECT_NEAR(contact.gap, 0.001, 1e-14);
    EXPECT_EQ(contact.nhat_BA_W, Vec3::UnitZ());
    EXPECT_TRUE(contact.feature_a.is_vertex());
    EXPECT_TRUE(contact.feature_b.is_face());
  }
  EXPECT_NEAR(found.nearness.phi, 0.001, 1e-14);
  EXPECT_FALSE(found.nearness.is_meeting);
}

TEST(FindContacts, GroupsThatAreAppendedKeepTheirContacts) {
  FoundContacts all, others;
  all.contacts.resize(3), all.groups = {{0, 3}};
  others.contacts.resize(4), others.groups = {{0, 1}, {1, 3}};
  for (std::size_t i = 0; i < 4; ++i) others.contacts[i].gap = 1.0 + static_cast<double>(i);
  all.append(others);
  ASSERT_EQ(all.contacts.size(), 7u);
  ASSERT_EQ(all.groups.size(), 3u);
  EXPECT_EQ(all.groups[1].first, 3u);
  EXPECT_EQ(all.groups[2].first, 4u);
  EXPECT_EQ(all.groups[2].count, 3u);
  EXPECT_EQ(all.contacts[all.groups[2].first].gap, 2.0);
}

TEST(FindContacts, FartherThanTheReachThereAreNone) {
  const Shape cube = geometry::make_shape(geometry::make_box({1, 1, 1}));
  const Found found = find(cube, cube, Pose::from_translation({0, 0, 1.5}), {}, 0.4, 0.002);
  EXPECT_TRUE(found.contacts.contacts.empty());
  EXPECT_NEAR(found.nearness.phi, 0.5, 1e-14);
}

TEST(FindContacts, OverlapIsSaid) {
  const Shape cube = geometry::make_shape(geometry::make_box({1, 1, 1}));
  const Found found = find(cube, cube, Pose::from_translation({0, 0, 0.9}), {}, 0.01, 0.002);
  EXPECT_TRUE(found.nearness.is_meeting);
  EXPECT_NEAR(found.nearness.phi, -0.1, 1e-14);
}

// An L of two triangulated sheets: a cube in its corner touches both, each corner of the cube once on each.
TEST(FindContacts, NoCornerIsReportedTwiceOnASheetOfManyTriangles) {
  geometry::Mesh sheet;  // four by four squares of two triangles each, in the plane z = 0
  for (int i = 0; i <= 4; ++i)
    for (int j = 0; j <= 4; ++j) sheet.vertices.emplace_back(i - 2.0, j - 2.0, 0.0);
  const auto at = [](int i, int j) { return VertexId(5 * i + j); };
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      sheet.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      sheet.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  const Shape plane = geometry::make_shape(sheet), cube = geometry::make_shape(geometry::make_box({1, 1, 1}));
  const Found found = find(cube, plane, Pose::from_translation({0.1, 0.3, 0.501}), {}, 0.01, 0.002);
  std::set<std::pair<double, double>> places;
  for (const FoundContact& contact : found.contacts.contacts) {
    EXPECT_TRUE(places.emplace(contact.p_WCa.x(), contact.p_WCa.y()).second);
    EXPECT_NEAR(contact.gap, 0.001, 1e-14);
  }
  EXPECT_EQ(places.size(), 4u);
}

TEST(FindContacts, WarmEqualsCold) {
  const Shape cube = geometry::make_shape(geometry::make_box({1, 1, 1})),
              torus = geometry::make_shape(geometry::make_torus(1.5, 0.3, 24, 12));
  PairMemory memory;
  FinderRoom room;
  for (int i = 0; i < 40; ++i) {
    const Pose X_WA{Vec3(1.5, 0.05 * i, 0.80 + 0.002 * i), math::Quat(1, 0.01 * i, 0, 0.02 * i).normalized()};
    const Found cold = find(cube, torus, X_WA, {}, 0.2, 0.01);
    FoundContacts warm;
    const Nearness near = find_contacts(cube, torus, X_WA, {}, 0.2, 0.01, memory, room, warm);
    EXPECT_NEAR(near.phi, cold.nearness.phi, 1e-14);
    EXPECT_EQ(warm.contacts.size(), cold.contacts.contacts.size());
  }
}

}  // namespace
}  // namespace abut::contact
