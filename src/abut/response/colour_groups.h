// Colours for groups of contacts, so that no two of one colour share a body that moves: those of one colour may be
// worked on at once, and in any order, with the same result. Greedy, in the order of the groups: each takes the least
// colour that both its bodies still have free, which is at most the number of contacts of the two bodies.
//
// A body with more partners than there are colours has the rest of them in the last colour; that one is worked on in
// order, by one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace abut::response {

inline constexpr std::uint32_t kNumColours = 64;

// What a group is between; kFixed is a body that does not move.
struct ColourEdge {
  static constexpr std::uint32_t kFixed = 0xffffffffu;
  std::uint32_t a = kFixed, b = kFixed;
};

struct GroupColours {
  std::vector<std::uint32_t> order;  // of the groups: by colour, then as they were
  std::vector<std::uint32_t> ends;   // in `order`, of each colour that is used; none is empty
  bool has_last = false;             // the last of them is to be worked on in order

  std::vector<std::uint64_t> used;  // of each body: room to work in
  std::vector<std::uint32_t> colour_of;
};

void colour_groups(std::span<const ColourEdge> groups, std::size_t num_bodies, GroupColours& colours);

}  // namespace abut::response
