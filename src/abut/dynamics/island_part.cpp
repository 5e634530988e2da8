#include "abut/dynamics/island_part.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace abut::dynamics {
namespace {

constexpr std::uint32_t kFewGroups = 64;  // so many are solved together

std::array<std::uint32_t, 2> get_bodies(const StepStage& stage, std::uint32_t group) {
  const BodyPair& pair = stage.pairs[stage.groups[group].pair];
  return {pair.a, pair.b};
}

// How many contacts each body is away from new ones; kHops for those farther away, and for what is fixed.
void count_hops(const StepStage& stage, std::span<const std::uint32_t> groups, std::vector<int>& hops) {
  hops.assign(stage.bodies.size(), kHops);
  const auto reach = [&](std::uint32_t body, int hop) {
    if (stage.bodies[body].is_dynamic) hops[body] = std::min(hops[body], hop);
  };
  for (const std::uint32_t group : groups) {
    if (group < stage.first_new_group && !stage.groups[group].is_corrected) continue;
    for (const std::uint32_t body : get_bodies(stage, group)) reach(body, 0);
  }
  for (int hop = 1; hop < kHops; ++hop) {
    for (const std::uint32_t group : groups) {
      const auto [a, b] = get_bodies(stage, group);
      if (std::min(hops[a], hops[b]) == hop - 1) reach(a, hop), reach(b, hop);
    }
  }
}

}  // namespace

IslandPart get_whole(const StepStage& stage, const Island& island) {
  return {std::span(stage.island_groups).subspan(island.first_group, island.num_groups), {}};
}

IslandPart find_part(const StepStage& stage, const Island& island, WorkRoom& room) {
  const std::span<const std::uint32_t> all = get_whole(stage, island).groups;
  if (stage.num_rounds == 0 || island.num_groups < kFewGroups) return {all, {}};
  count_hops(stage, all, room.hops);
  const auto is_near = [&](std::uint32_t group) {
    const auto [a, b] = get_bodies(stage, group);
    return std::min(room.hops[a], room.hops[b]) < kHops;
  };
  room.part.clear(), room.outside.clear();
  std::ranges::copy_if(all, std::back_inserter(room.part), is_near);
  if (2 * room.part.size() > all.size()) return {all, {}};
  // From here on near is what shares a body with these.
  for (const std::uint32_t group : room.part)
    for (const std::uint32_t body : get_bodies(stage, group))
      if (stage.bodies[body].is_dynamic) room.hops[body] = 0;
  std::ranges::copy_if(all, std::back_inserter(room.outside), [&](std::uint32_t group) {
    return is_near(group) && !std::ranges::binary_search(room.part, group);  // an island's groups are in their order
  });
  return {room.part, room.outside};
}

}  // namespace abut::dynamics
