#include "abut/geometry/id_table.h"

#include <algorithm>

namespace abut::geometry {

IdTable::IdTable(std::size_t expected)
    : slots_(std::bit_ceil(std::max<std::size_t>(16, 2 * expected))), shift_(32 - std::countr_zero(slots_.size())) {}

void IdTable::grow() {
  std::vector<Slot> old(2 * slots_.size());
  old.swap(slots_);
  --shift_;
  for (const Slot& slot : old) {
    if (slot.id == kEmpty) continue;
    std::size_t i = first_slot(slot.hash);
    while (slots_[i].id != kEmpty) i = (i + 1) & (slots_.size() - 1);
    slots_[i] = slot;
  }
}

}  // namespace abut::geometry
