// All that the next step of a simulation depends on, besides models and settings. Saved, restored and hashed.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "abut/contact/contact_set.h"
#include "abut/dynamics/body.h"

namespace abut::dynamics {

// Contacts between bodies of which none is awake, as they were when these fell asleep. They do not change, so the
// states of many steps share them, and their hash is computed once.
struct SleepingContacts {
  contact::ContactSets sets;
  std::uint64_t hash = 0;
};
using SleepingContactsPointer = std::shared_ptr<const SleepingContacts>;

// Null if there are none.
SleepingContactsPointer make_sleeping_contacts(contact::ContactSets sets);

struct State {
  std::int64_t num_steps = 0;
  double t = 0.0;
  std::vector<BodyState> bodies;
  contact::ContactSets contacts;
  SleepingContactsPointer sleeping;
  std::uint64_t next_contact_id = 1;
};

// FNV-1a over the bits of every number, in order.
std::uint64_t compute_hash(const State& state);

}  // namespace abut::dynamics
