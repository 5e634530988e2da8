#include "abut/dynamics/islands.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace abut::dynamics {

std::uint32_t find_root(std::vector<std::uint32_t>& parent, std::uint32_t i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

namespace {

void add_marks(const StepStage& stage, const StepGroup& group, SolveMark& mark) {
  const BodyPair& pair = stage.pairs[group.pair];
  for (const std::uint32_t body : {pair.a, pair.b})
    if (stage.bodies[body].is_dynamic) mark.add(stage.bodies[body].solved);
}

}  // namespace

void update_islands(StepStage& stage, std::size_t first_new) {
  constexpr std::uint32_t kNone = 0xffffffffu;
  stage.first_new_group = first_new;
  std::vector<std::uint32_t>& parent = stage.roots;
  parent.resize(stage.bodies.size());
  std::iota(parent.begin(), parent.end(), 0u);
  for (const StepGroup& group : stage.groups) {
    const BodyPair& pair = stage.pairs[group.pair];
    if (!stage.bodies[pair.a].is_dynamic || !stage.bodies[pair.b].is_dynamic) continue;
    const std::uint32_t a = find_root(parent, pair.a), b = find_root(parent, pair.b);
    parent[std::max(a, b)] = std::min(a, b);  // the root is the least
  }
  std::vector<std::uint32_t>& island_of_root = stage.island_of_root;
  island_of_root.assign(stage.bodies.size(), kNone);
  stage.islands.clear();
  const auto island_of_group = [&](const StepGroup& group) {
    const BodyPair& pair = stage.pairs[group.pair];
    return find_root(parent, stage.bodies[pair.a].is_dynamic ? pair.a : pair.b);
  };
  for (const StepGroup& group : stage.groups) {
    std::uint32_t& island = island_of_root[island_of_group(group)];
    if (island == kNone) {
      island = static_cast<std::uint32_t>(stage.islands.size());
      Island& made = stage.islands.emplace_back();
      made.is_dirty = made.needs_solve = false;
    }
    ++stage.islands[island].num_groups;
  }
  std::uint32_t next = 0;
  for (Island& island : stage.islands) island.first_group = next, next += std::exchange(island.num_groups, 0u);
  stage.island_groups.resize(stage.groups.size());
  for (std::uint32_t i = 0; i < stage.groups.size(); ++i) {
    Island& island = stage.islands[island_of_root[island_of_group(stage.groups[i])]];
    stage.island_groups[island.first_group + island.num_groups++] = i;
    add_marks(stage, stage.groups[i], island.solved);
    if (i < first_new && !stage.groups[i].is_corrected) continue;
    island.is_dirty = true;
    island.needs_solve |= stage.groups[i].asks_for_impulses;
  }
}

SolveMark compute_mark(const StepStage& stage, const Island& island) {
  SolveMark mark;
  for (const std::uint32_t g : std::span(stage.island_groups).subspan(island.first_group, island.num_groups))
    add_marks(stage, stage.groups[g], mark);
  return mark;
}

bool finish_loose_islands(StepStage& stage) {
  bool has_any = false;
  for (Island& island : stage.islands) {
    if (!island.solved.is_loose || island.is_dirty) continue;
    island.is_dirty = island.needs_solve = island.is_to_finish = has_any = true;
  }
  return has_any;
}

}  // namespace abut::dynamics
