// A hash table of ids whose keys live with the caller: open addressing, linear probing, at most half full. Nothing is
// ever iterated, so the hash reaches no result; expected constant cost a call, 16 to 32 bytes an entry.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "abut/math/types.h"

namespace abut::geometry {

// Of coordinates as numbers: -0 and 0 have one hash.
inline std::uint32_t compute_hash(const math::Vec3& p) {
  // Round numbers have their bits at the top, where a product keeps but few of them: they are folded down first.
  const auto fold = [](double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x + 0.0);  // -0 + 0 is 0
    return bits ^ (bits >> 32);
  };
  std::uint64_t h =
      fold(p.x()) * 0x9e3779b97f4a7c15u + fold(p.y()) * 0xc2b2ae3d27d4eb4fu + fold(p.z()) * 0xd6e8feb86659fd93u;
  h ^= h >> 32;
  h *= 0xff51afd7ed558ccdu;
  return static_cast<std::uint32_t>(h >> 32);
}

class IdTable {
 public:
  // Room for `expected` ids before it grows.
  explicit IdTable(std::size_t expected = 0);

  // The id that was inserted with an equal key (same hash, and is_same(id) holds), or `fresh` after inserting it.
  template <class IsSame>
  std::uint32_t find_or_insert(std::uint32_t hash, std::uint32_t fresh, IsSame&& is_same) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    for (std::size_t i = first_slot(hash);; i = (i + 1) & (slots_.size() - 1)) {
      Slot& slot = slots_[i];
      if (slot.id == kEmpty) {
        slot = {fresh, hash};
        ++size_;
        return fresh;
      }
      if (slot.hash == hash && is_same(slot.id)) return slot.id;
    }
  }

  // The id inserted with an equal key, or kEmpty.
  template <class IsSame>
  std::uint32_t find(std::uint32_t hash, IsSame&& is_same) const {
    for (std::size_t i = first_slot(hash);; i = (i + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[i];
      if (slot.id == kEmpty || (slot.hash == hash && is_same(slot.id))) return slot.id;
    }
  }

  // Hints that `hash` will be asked for soon.
  void prefetch(std::uint32_t hash) const { __builtin_prefetch(&slots_[first_slot(hash)]); }

  static constexpr std::uint32_t kEmpty = 0xffffffffu;  // no id

 private:
  struct Slot {
    std::uint32_t id = kEmpty;
    std::uint32_t hash = 0;
  };

  // By the highest bits, so that growing keeps the order of the slots and runs through memory in one direction.
  std::size_t first_slot(std::uint32_t hash) const { return hash >> shift_; }
  void grow();

  std::vector<Slot> slots_;  // a power of two, at most 2^32
  std::size_t size_ = 0;
  int shift_ = 0;
};

}  // namespace abut::geometry
