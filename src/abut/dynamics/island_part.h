// What of a large island is solved again when certification has added contacts to it.
//
// Impulses of new contacts change mostly the bodies they act on, and what touches these. So only contacts of bodies
// within kHops of new ones are solved; all others keep their impulses, which act on the part's bodies as any force
// does. Every impulse still acts on two bodies, so momentum is kept. What a body at the part's rim takes on of
// velocity, the contacts that it has with the rest do not know: where they are then further from the law than the
// tolerance, the whole island is solved, from what the part has found (solve_island.cpp).
//
// Reposition then moves the part's bodies alone, and opens their gaps to the rest as well: the rest keeps its motions,
// and their proofs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/dynamics/step_stage.h"

namespace abut::dynamics {

inline constexpr int kHops = 8;  // from body to body, over contacts

struct IslandPart {
  std::span<const std::uint32_t> groups;   // to solve
  std::span<const std::uint32_t> outside;  // of the same bodies: their impulses stay
};

// The whole island.
IslandPart get_whole(const StepStage& stage, const Island& island);
// The whole island, or a part of it.
IslandPart find_part(const StepStage& stage, const Island& island, WorkRoom& room);

}  // namespace abut::dynamics
