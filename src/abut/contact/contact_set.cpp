#include "abut/contact/contact_set.h"

#include <utility>

namespace abut::contact {

void append_set(ContactSets& to, const ContactSets& from, ContactSet set) {
  const auto first = from.contacts.begin() + set.first;
  set.first = static_cast<std::uint32_t>(to.contacts.size());
  to.contacts.insert(to.contacts.end(), first, first + set.count);
  to.sets.push_back(set);
}

ContactSets merge_sets(const ContactSets& first, const ContactSets& second) {
  const auto key = [](const ContactSet& set) { return std::pair(set.a, set.b); };
  ContactSets all;
  auto next = second.sets.begin();
  for (const ContactSet& set : first.sets) {
    for (; next != second.sets.end() && key(*next) < key(set); ++next) append_set(all, second, *next);
    if (next != second.sets.end() && key(*next) == key(set)) ++next;
    append_set(all, first, set);
  }
  for (; next != second.sets.end(); ++next) append_set(all, second, *next);
  return all;
}

}  // namespace abut::contact
