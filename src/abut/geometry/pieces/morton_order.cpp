#include "abut/geometry/pieces/morton_order.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace abut::geometry {
namespace {

using math::Aabb;
using math::Vec3;

constexpr int kBitsPerAxis = 21;
constexpr double kCellsPerAxis = 1 << kBitsPerAxis;

// Bit i goes to bit 3 i.
std::uint64_t spread_bits(std::uint64_t cell) {
  cell = (cell | cell << 32) & 0x001f00000000ffffu;
  cell = (cell | cell << 16) & 0x001f0000ff0000ffu;
  cell = (cell | cell << 8) & 0x100f00f00f00f00fu;
  cell = (cell | cell << 4) & 0x10c30c30c30c30c3u;
  return (cell | cell << 2) & 0x1249249249249249u;
}

// Halved, so that neither the sum nor, later, a difference of two can overflow.
Vec3 half_center(const Aabb& box) {
  return 0.25 * box.lower + 0.25 * box.upper;
}

std::vector<MortonKey> make_keys(std::span<const Aabb> boxes) {
  Aabb centers;
  for (const Aabb& box : boxes) centers.grow(half_center(box));
  const double size = (centers.upper - centers.lower).maxCoeff();

  std::vector<MortonKey> keys(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    keys[i].index = static_cast<std::uint32_t>(i);
    if (size == 0.0) continue;
    const Vec3 share = (half_center(boxes[i]) - centers.lower) / size;
    for (int axis = 0; axis < 3; ++axis) {
      const double cell = std::min(share[axis] * kCellsPerAxis, kCellsPerAxis - 1);
      keys[i].code |= spread_bits(static_cast<std::uint64_t>(cell)) << (2 - axis);
    }
  }
  return keys;
}

// The highest 33 bits by three passes over digits, least significant first; then what still agrees in them, by
// comparison. On meshes whose triangles are alike hardly anything does; where much does, the cost is that of a sort.
constexpr int kDigitBits = 11;
constexpr int kNumDigits = 3;
constexpr int kLowBits = kMortonBits - kNumDigits * kDigitBits;
constexpr std::size_t kDigitValues = std::size_t{1} << kDigitBits;

std::size_t digit_of(std::uint64_t code, int digit) {
  return (code >> (kLowBits + digit * kDigitBits)) & (kDigitValues - 1);
}

// Stable, so keys that agree in the highest bits stay in the order of their indices.
void sort_by_high_bits(std::vector<MortonKey>& keys) {
  std::array<std::array<std::uint32_t, kDigitValues>, kNumDigits> counts{};
  for (const MortonKey& key : keys) {
    for (int digit = 0; digit < kNumDigits; ++digit) ++counts[digit][digit_of(key.code, digit)];
  }
  std::vector<MortonKey> sorted(keys.size());
  for (int digit = 0; digit < kNumDigits; ++digit) {
    std::uint32_t next = 0;
    for (std::uint32_t& count : counts[digit]) next += std::exchange(count, next);
    for (const MortonKey& key : keys) sorted[counts[digit][digit_of(key.code, digit)]++] = key;
    keys.swap(sorted);
  }
}

void sort_ties(std::vector<MortonKey>& keys) {
  const auto is_less = [](const MortonKey& a, const MortonKey& b) {
    return a.code != b.code ? a.code < b.code : a.index < b.index;
  };
  for (std::size_t begin = 0, end = 0; begin < keys.size(); begin = end) {
    const std::uint64_t high = keys[begin].code >> kLowBits;
    for (end = begin + 1; end < keys.size() && keys[end].code >> kLowBits == high;) ++end;
    if (end - begin > 1) std::sort(keys.begin() + begin, keys.begin() + end, is_less);
  }
}

}  // namespace

std::vector<MortonKey> make_morton_order(std::span<const Aabb> boxes) {
  std::vector<MortonKey> keys = make_keys(boxes);
  sort_by_high_bits(keys);
  sort_ties(keys);
  return keys;
}

}  // namespace abut::geometry
