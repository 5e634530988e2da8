// Which pairs of features of two shapes were met already: a flat table with open addressing, at most half full. No
// allocation once it has grown.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/geometry/feature.h"

namespace abut::contact {

class SeenFeatures {
 public:
  void clear();
  // Returns false if the pair was there. Precondition: not both cuts.
  bool insert(geometry::Feature a, geometry::Feature b);

 private:
  std::size_t find_slot(std::uint64_t key) const;
  void grow();

  std::vector<std::uint64_t> slots_;  // a power of two of them, or none
  std::size_t num_used_ = 0;
};

}  // namespace abut::contact
