// Unions of grid cubes, as sets of cells: what their boundary is, from the cells alone.
#pragma once

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace abut::oracle {

// The number of parts that `members`, of the eight cells around a grid vertex, form by common faces.
inline int num_parts(const std::array<bool, 8>& members) {
  std::array<int, 8> part{0, 1, 2, 3, 4, 5, 6, 7};
  for (int pass = 0; pass < 8; ++pass) {
    for (int i = 0; i < 8; ++i) {
      for (const int bit : {1, 2, 4}) {
        if (members[i] && members[i ^ bit]) part[i] = std::min(part[i], part[i ^ bit]);
      }
    }
  }
  int count = 0;
  for (int i = 0; i < 8; ++i) count += members[i] && part[i] == i;
  return count;
}

// Whether the boundary of a union of cubes is a manifold, from the cubes: at no grid vertex do cubes, or gaps, meet
// without a common face; at no grid edge do two cubes face each other across it. All cells are in [0, n)^3.
inline bool is_boundary_manifold(const std::set<std::array<int, 3>>& cells, int n) {
  for (int index = 0; index < (n + 1) * (n + 1) * (n + 1); ++index) {
    const std::array<int, 3> corner{index % (n + 1), index / (n + 1) % (n + 1), index / (n + 1) / (n + 1)};
    std::array<bool, 8> filled, empty;
    for (int i = 0; i < 8; ++i) {
      filled[i] = cells.count({corner[0] - (i & 1), corner[1] - (i >> 1 & 1), corner[2] - (i >> 2)}) > 0;
      empty[i] = !filled[i];
    }
    if (num_parts(filled) > 1 || num_parts(empty) > 1) return false;
    for (const auto& [u, v] : {std::pair{1, 2}, std::pair{2, 4}, std::pair{4, 1}}) {
      if (filled[0] == filled[u | v] && filled[u] == filled[v] && filled[0] != filled[u]) return false;
    }
  }
  return true;
}

}  // namespace abut::oracle
