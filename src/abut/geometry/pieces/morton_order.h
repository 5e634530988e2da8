// Boxes in the order of the Morton codes of their centres: neighbours in the order are neighbours in space.
//
// The centres' bounding cube is cut into 2^21 cells a side; the code of a cell interleaves the bits of its three
// coordinates, x highest. One cell size for all axes, so that long bodies are cut across first. Boxes of one cell keep
// the order of their indices. Scaling all boxes by a power of two leaves every code as it is.
//
// Cost: linear, but for boxes that share a cell of the 2^11 a side, which are sorted by comparison. All centres in one
// point: all codes are 0.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/math/aabb.h"

namespace abut::geometry {

struct MortonKey {
  std::uint64_t code = 0;   // kMortonBits bits
  std::uint32_t index = 0;  // of the box
};

inline constexpr int kMortonBits = 63;

// Sorted by code, then by index. Precondition: boxes finite, none empty.
std::vector<MortonKey> make_morton_order(std::span<const math::Aabb> boxes);

}  // namespace abut::geometry
