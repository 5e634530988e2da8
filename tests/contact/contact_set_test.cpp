#include "abut/contact/contact_set.h"

#include <gtest/gtest.h>

namespace abut::contact {
namespace {

TEST(ContactSet, IsARangeOfTheContacts) {
  ContactSets sets;
  sets.contacts.resize(3);
  sets.sets = {{.a = BodyId(0), .b = BodyId(1), .count = 2}, {.a = BodyId(0), .b = BodyId(4), .first = 2, .count = 1}};
  std::size_t num_contacts = 0;
  for (const ContactSet& set : sets.sets) {
    EXPECT_EQ(set.first, num_contacts);
    EXPECT_LT(set.a, set.b);
    num_contacts += set.count;
  }
  EXPECT_EQ(num_contacts, sets.contacts.size());
}

}  // namespace
}  // namespace abut::contact
