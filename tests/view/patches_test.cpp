#include "abut/view/patches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace abut::view {
namespace {

using dynamics::ContactRecord;
using math::Vec3;

ContactRecord make_contact(const Vec3& p, const Vec3& normal = Vec3::UnitZ(), std::uint32_t a = 0,
                           std::uint32_t b = 1) {
  ContactRecord contact;
  contact.a = BodyId(a), contact.b = BodyId(b);
  contact.p_W = p, contact.nhat_BA_W = normal;
  return contact;
}

std::vector<std::uint32_t> get_patch(const Patches& patches, std::size_t k) {
  return {patches.contacts.begin() + patches.first[k], patches.contacts.begin() + patches.first[k + 1]};
}

TEST(Patches, OfNoContactsThereAreNone) {
  const Patches patches = make_patches({});
  EXPECT_EQ(patches.first, std::vector<std::uint32_t>{0});
  EXPECT_TRUE(patches.contacts.empty());
}

TEST(Patches, OneIsAPointTwoASegmentFourCornersAPolygonInTheirOrder) {
  const std::vector contacts{make_contact({0, 0, 0}),
                             make_contact({1, 1, 0}),
                             make_contact({1, 0, 0}),
                             make_contact({0, 1, 0}),
                             make_contact({5, 0, 0}, Vec3::UnitZ(), 0, 2),
                             make_contact({6, 0, 0}, Vec3::UnitZ(), 0, 2),
                             make_contact({9, 0, 0}, Vec3::UnitZ(), 1, 2)};
  const Patches patches = make_patches(contacts);
  ASSERT_EQ(patches.first.size(), 4u);
  std::vector<std::uint32_t> polygon = get_patch(patches, 0);
  std::rotate(polygon.begin(), std::find(polygon.begin(), polygon.end(), 0u), polygon.end());
  EXPECT_EQ(polygon, (std::vector<std::uint32_t>{0, 2, 1, 3}));  // counter-clockwise against z
  EXPECT_EQ(get_patch(patches, 1).size(), 2u);
  EXPECT_EQ(get_patch(patches, 2), std::vector<std::uint32_t>{6});
}

TEST(Patches, ContactsWithinAPolygonOrOnItsSidesAreNoCorners) {
  std::vector<ContactRecord> contacts;
  for (int x = 0; x <= 4; ++x)
    for (int y = 0; y <= 4; ++y) contacts.push_back(make_contact(Vec3(x, y, 0)));
  std::vector<std::uint32_t> corners = get_patch(make_patches(contacts), 0);
  std::sort(corners.begin(), corners.end());
  EXPECT_EQ(corners, (std::vector<std::uint32_t>{0, 4, 20, 24}));
}

TEST(Patches, PointsOnALineAreASegmentBetweenTheFarthestAndEqualPointsAPoint) {
  std::vector<ContactRecord> line;
  for (const double s : {0.3, 0.0, 1.0, 0.7})
    line.push_back(make_contact(s * Vec3(1, 2, 3), Vec3(3, 0, -1).normalized()));
  std::vector<std::uint32_t> ends = get_patch(make_patches(line), 0);
  std::sort(ends.begin(), ends.end());
  EXPECT_EQ(ends, (std::vector<std::uint32_t>{1, 2}));
  const std::vector same(3, make_contact({1, 2, 3}));
  EXPECT_EQ(get_patch(make_patches(same), 0).size(), 1u);
}

TEST(Patches, OneAlmostOnTheLineOfTheOthersMakesNoSliverOfAPolygon) {
  const std::vector contacts{make_contact({0, 0, 0}), make_contact({0.5, 1e-9, 0}), make_contact({1, 0, 0})};
  EXPECT_EQ(get_patch(make_patches(contacts), 0).size(), 2u);
}

TEST(Patches, OnePairMayHaveSeveralNormalsAndEachIsAPatch) {
  const double angle = 0.1 * std::acos(-1.0) / 180;
  const std::vector contacts{make_contact({0, 0, 0}), make_contact({1, 0, 0}, Vec3::UnitX()),
                             make_contact({2, 0, 0}, Vec3(std::sin(angle), 0, std::cos(angle)))};
  const Patches patches = make_patches(contacts);
  ASSERT_EQ(patches.first.size(), 3u);
  EXPECT_EQ(get_patch(patches, 0).size(), 2u);
  EXPECT_EQ(get_patch(patches, 1), std::vector<std::uint32_t>{1});
}

TEST(Patches, APolygonIsConvexAndHoldsAllPointsWhateverTheNormal) {
  std::mt19937 random(1);
  std::normal_distribution<double> number;
  for (int k = 0; k < 200; ++k) {
    const Vec3 n = Vec3(number(random), number(random), number(random)).normalized();
    const Vec3 x = n.unitOrthogonal(), y = n.cross(x);
    std::vector<ContactRecord> contacts;
    for (int i = 0; i < 12; ++i) contacts.push_back(make_contact(100 * n + number(random) * x + number(random) * y, n));
    const std::vector<std::uint32_t> corners = get_patch(make_patches(contacts), 0);
    ASSERT_GE(corners.size(), 3u);
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Vec3& p = contacts[corners[i]].p_W;
      const Vec3 side = contacts[corners[(i + 1) % corners.size()]].p_W - p;
      for (const ContactRecord& contact : contacts) ASSERT_GT(n.dot(side.cross(contact.p_W - p)), -1e-4);
    }
  }
}

}  // namespace
}  // namespace abut::view
