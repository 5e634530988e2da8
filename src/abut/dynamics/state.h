// All that the next step of a simulation depends on, besides models and settings. Saved, restored and hashed.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/contact/contact_set.h"
#include "abut/dynamics/body.h"

namespace abut::dynamics {

struct State {
  std::int64_t num_steps = 0;
  double t = 0.0;
  std::vector<BodyState> bodies;
  contact::ContactSets contacts;
  std::uint64_t next_contact_id = 1;
};

// FNV-1a over the bits of every number, in order.
std::uint64_t compute_hash(const State& state);

}  // namespace abut::dynamics
