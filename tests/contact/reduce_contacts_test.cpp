#include "abut/contact/reduce_contacts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace abut::contact {
namespace {

using math::Vec3;

constexpr double kNone = -std::numeric_limits<double>::infinity();  // touches

FoundContact make_contact(const Vec3& p, const Vec3& n, double gap) {
  FoundContact contact;
  contact.p_WCa = contact.p_WCb = p, contact.nhat_BA_W = n, contact.gap = gap;
  return contact;
}

void add_group(FoundContacts& found, const std::vector<FoundContact>& contacts) {
  found.groups.push_back(
      {static_cast<std::uint32_t>(found.contacts.size()), static_cast<std::uint32_t>(contacts.size())});
  found.contacts.insert(found.contacts.end(), contacts.begin(), contacts.end());
}

bool has_place(const FoundContacts& found, const Vec3& p) {
  for (const FoundContact& contact : found.contacts)
    if (contact.p_WCa == p) return true;
  return false;
}

// A plane of many small faces: its four corners and the nearest point stay.
TEST(ReduceContacts, PlaneOfManyFacesIsOnePlane) {
  FoundContacts found;
  for (int i = 0; i <= 10; ++i)
    for (int j = 0; j <= 10; ++j)
      add_group(found, {make_contact(Vec3(i, j, 0), Vec3::UnitZ(), i == 3 && j == 4 ? 1e-5 : 1e-4)});
  reduce_contacts(found, 0, 0, kNone);
  EXPECT_EQ(found.groups.size(), 1u);
  EXPECT_LE(found.contacts.size(), 9u);
  for (const Vec3& p : {Vec3(0, 0, 0), Vec3(10, 0, 0), Vec3(0, 10, 0), Vec3(10, 10, 0), Vec3(3, 4, 0)})
    EXPECT_TRUE(has_place(found, p));
}

TEST(ReduceContacts, FewAreLeftAsTheyAre) {
  FoundContacts found;
  for (int i = 0; i < 4; ++i)
    add_group(found, {make_contact(Vec3(i, 0, 0), Vec3::UnitZ(), 0), make_contact(Vec3(i, 1, 0), Vec3::UnitZ(), 0)});
  reduce_contacts(found, 0, 0, kNone);
  EXPECT_EQ(found.groups.size(), 4u);
  EXPECT_EQ(found.contacts.size(), 8u);
}

// A pin in a hole touches all round: the patches that are nearest stay.
TEST(ReduceContacts, OfManyNormalsTheNearestStay) {
  FoundContacts found;
  for (int i = 0; i < 36; ++i) {
    const double angle = 2 * std::numbers::pi * i / 36;
    const Vec3 n(std::cos(angle), std::sin(angle), 0);
    for (int k = 0; k < 20; ++k)
      add_group(found, {make_contact(n + k * Vec3::UnitZ(), n, 1e-3 + 1e-3 * std::cos(angle))});
  }
  reduce_contacts(found, 0, 0, kNone);
  EXPECT_EQ(found.groups.size(), kMostPatches);
  for (const FoundContact& contact : found.contacts) EXPECT_LT(contact.nhat_BA_W.x(), 0.3);
  EXPECT_TRUE(has_place(found, Vec3(-1, std::sin(std::numbers::pi), 0)));
  EXPECT_TRUE(has_place(found, Vec3(-1, std::sin(std::numbers::pi), 19)));
}

// What belongs to other pairs is not touched.
TEST(ReduceContacts, LeavesEarlierContactsAlone) {
  FoundContacts found;
  add_group(found, {make_contact(Vec3(7, 7, 7), Vec3::UnitX(), 0)});
  for (int i = 0; i < 50; ++i) add_group(found, {make_contact(Vec3(i, 0, 0), Vec3::UnitZ(), 0)});
  reduce_contacts(found, 1, 1, kNone);
  EXPECT_EQ(found.contacts[0].p_WCa, Vec3(7, 7, 7));
  EXPECT_EQ(found.groups[0].count, 1u);
  EXPECT_EQ(found.groups[1].first, 1u);
  EXPECT_TRUE(has_place(found, Vec3(0, 0, 0)));
  EXPECT_TRUE(has_place(found, Vec3(49, 0, 0)));
}

}  // namespace
}  // namespace abut::contact
