#include "abut/contact/contact_set.h"

#include <gtest/gtest.h>

namespace abut::contact {
namespace {

TEST(ContactSet, IsARangeOfTheContacts) {
  ContactSets sets;
  sets.contacts.resize(3);
  sets.sets = {{BodyId(0), BodyId(1), 0, 2, {}, {}}, {BodyId(0), BodyId(4), 2, 1, {}, {}}};
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
