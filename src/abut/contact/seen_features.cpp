#include "abut/contact/seen_features.h"

#include <algorithm>
#include <utility>

namespace abut::contact {
namespace {

constexpr std::uint64_t kEmpty = ~0ull;  // what two cuts would be
constexpr std::size_t kFirstSize = 64;

}  // namespace

void SeenFeatures::clear() {
  if (num_used_ > 0) std::fill(slots_.begin(), slots_.end(), kEmpty);
  num_used_ = 0;
}

// Where the key is, or would be.
std::size_t SeenFeatures::find_slot(std::uint64_t key) const {
  const std::size_t mask = slots_.size() - 1;
  std::uint64_t hash = key * 0x9e3779b97f4a7c15ull;  // 2^64 by the golden ratio
  std::size_t slot = (hash ^ (hash >> 32)) & mask;
  while (slots_[slot] != kEmpty && slots_[slot] != key) slot = (slot + 1) & mask;
  return slot;
}

void SeenFeatures::grow() {
  const std::vector<std::uint64_t> before =
      std::exchange(slots_, std::vector<std::uint64_t>(std::max(kFirstSize, 2 * slots_.size()), kEmpty));
  for (const std::uint64_t key : before)
    if (key != kEmpty) slots_[find_slot(key)] = key;
}

bool SeenFeatures::insert(geometry::Feature a, geometry::Feature b) {
  if (2 * (num_used_ + 1) > slots_.size()) grow();
  const std::uint64_t key = std::uint64_t{a.bits()} << 32 | b.bits();
  std::uint64_t& slot = slots_[find_slot(key)];
  if (slot == key) return false;
  slot = key;
  ++num_used_;
  return true;
}

}  // namespace abut::contact
