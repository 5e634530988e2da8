#include "abut/dynamics/leave_out.h"

#include <algorithm>

#include "abut/dynamics/islands.h"

namespace abut::dynamics {

void leave_out(StepStage& stage, std::span<const std::uint32_t> members, std::size_t num_pairs) {
  constexpr std::uint32_t kGone = 0xffffffffu;
  for (const std::uint32_t i : members) {
    MovingBody& body = stage.bodies[i];
    if (!body.is_moving) continue;
    body.is_apart = true, body.is_moving = false, body.share = 1.0;
  }
  std::vector<std::uint32_t> places(stage.pairs.size(), kGone);
  std::uint32_t num_kept = 0;
  std::size_t num_sorted = 0;
  for (std::uint32_t i = 0; i < stage.pairs.size(); ++i) {
    const BodyPair& pair = stage.pairs[i];
    if (i >= num_pairs || stage.bodies[pair.a].is_apart || stage.bodies[pair.b].is_apart) {
      stage.free_caches.push_back(pair.cache);
      continue;
    }
    num_sorted += i < stage.num_sorted_pairs;
    places[i] = num_kept;
    stage.pairs[num_kept++] = pair;
  }
  stage.pairs.resize(num_kept), stage.num_sorted_pairs = num_sorted;
  std::uint32_t num_contacts = 0, num_groups = 0;
  for (const StepGroup& group : stage.groups) {
    if (places[group.pair] == kGone) continue;
    StepGroup kept = group;
    kept.pair = places[group.pair], kept.first = num_contacts;
    for (std::uint32_t k = 0; k < group.count; ++k) {
      stage.contacts[num_contacts] = stage.contacts[group.first + k];
      stage.contacts[num_contacts++].pair = kept.pair;
    }
    stage.groups[num_groups++] = kept;
  }
  stage.contacts.resize(num_contacts), stage.groups.resize(num_groups);
  update_islands(stage, stage.groups.size());
}

}  // namespace abut::dynamics
