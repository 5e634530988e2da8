#include "abut/response/colour_groups.h"

#include <algorithm>
#include <array>
#include <bit>

namespace abut::response {

void colour_groups(std::span<const ColourEdge> groups, std::size_t num_bodies, GroupColours& colours) {
  colours.used.assign(num_bodies, 0);
  colours.colour_of.resize(groups.size());
  std::array<std::uint32_t, kNumColours> count{};
  for (std::size_t i = 0; i < groups.size(); ++i) {
    std::uint64_t used = 0;
    for (const std::uint32_t body : {groups[i].a, groups[i].b})
      if (body != ColourEdge::kFixed) used |= colours.used[body];
    const auto colour = std::min(static_cast<std::uint32_t>(std::countr_one(used)), kNumColours - 1);
    for (const std::uint32_t body : {groups[i].a, groups[i].b})
      if (body != ColourEdge::kFixed) colours.used[body] |= std::uint64_t{1} << colour;
    colours.colour_of[i] = colour;
    ++count[colour];
  }
  std::array<std::uint32_t, kNumColours> next{};
  colours.ends.clear();
  std::uint32_t end = 0;
  for (std::uint32_t colour = 0; colour < kNumColours && count[colour] > 0; ++colour) {
    next[colour] = end;
    end += count[colour];
    colours.ends.push_back(end);
  }
  colours.has_last = count[kNumColours - 1] > 0;
  colours.order.resize(groups.size());
  for (std::uint32_t i = 0; i < groups.size(); ++i) colours.order[next[colours.colour_of[i]]++] = i;
}

}  // namespace abut::response
