// The swept broad phase: of many bodies, the pairs whose boxes over a step (swept_box.h) overlap, touching included.
//
// A balanced binary tree over the boxes, split at the median of the centres along the longest side, down to leaves of
// four, whose boxes are compared with those of another leaf by fours. The same tree serves from step to step: only its
// boxes are computed anew, bottom up. When a sweep looks at half as many nodes again
// as the first one after it was built did, it is built anew. The tree is a cache: the pairs are those of brute force,
// in the order of their indices, whatever came before.
//
// Exempt are pairs of one collision group and pairs of which neither moves. An unbounded box overlaps every other.
//
// Parts of the tree may be swept by threads: the pairs are the same.
//
// Cost: linear in bodies and pairs, but for the depth of the tree; building, n log n (bench/swept_pairs_bench).
// Allocates only where there are more bodies or pairs than ever before.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/base/thread_team.h"
#include "abut/math/aabb.h"
#include "abut/math/four_numbers.h"

namespace abut::continuous {

struct SweptBody {
  math::Aabb box;
  bool is_moving = true;
  std::uint32_t group = kNoGroup;  // bodies of one group do not meet
  static constexpr std::uint32_t kNoGroup = 0;
};

// Indices of two bodies, the lesser first.
struct SweptPair {
  std::uint32_t a = 0, b = 0;
  auto operator<=>(const SweptPair&) const = default;
};

class SweptPairs {
 public:
  // The pairs of these bodies in ascending order; valid until the next call. Preconditions: fewer than 2^31 bodies,
  // no box empty, no end NaN.
  std::span<const SweptPair> update(std::span<const SweptBody> bodies, const ThreadTeam& team = ThreadTeam());

  int num_builds() const { return num_builds_; }

 private:
  // Four bodies that follow each other in order_, fewer in the last leaf; bit i is of the i-th.
  struct Leaf {
    math::FourVec3 lower, upper;
    unsigned present = 0;
    unsigned find_met(const math::Four& low, const math::Four& high) const;
    math::Four low(std::size_t i) const { return math::Four::of(lower.x[i], lower.y[i], lower.z[i], 0.0); }
    math::Four high(std::size_t i) const { return math::Four::of(upper.x[i], upper.y[i], upper.z[i], 0.0); }
  };
  // Over a range of n leaves, in 2n - 1 nodes depth first: node, left half, right half.
  struct Node {
    math::Four lower, upper;  // in three lanes; the fourth of all nodes is the same
    bool has_moving = false;
  };
  struct Range {
    std::uint32_t node, first, size;
    Range left() const { return {node + 1, first, size / 2}; }
    Range right() const { return {node + 2 * (size / 2), first + size / 2, size - size / 2}; }
  };

  void build(std::span<const SweptBody> bodies);
  void split(Range range);
  // What is still to be looked at: pairs within the left, or, if there is a right, between the two.
  struct Task {
    Range left, right;
    std::vector<SweptPair> found;
    std::size_t num_looked_at = 0;
  };

  void refit(Range range, std::span<const SweptBody> bodies);
  void load_leaf(std::uint32_t leaf, std::span<const SweptBody> bodies, Node& node);
  void list_tasks(bool is_shared);
  void sweep(std::span<const SweptBody> bodies, const ThreadTeam& team);
  void sweep_within(Range range, std::span<const SweptBody> bodies, Task& task) const;
  void sweep_between(Range left, Range right, std::span<const SweptBody> bodies, Task& task) const;
  void sweep_leaf(std::uint32_t index, std::span<const SweptBody> bodies, Task& task) const;
  void sweep_leaves(const Range& left, const Range& right, std::span<const SweptBody> bodies, Task& task) const;
  void append(std::uint32_t leaf, std::uint32_t i, std::uint32_t other, unsigned which,
              std::span<const SweptBody> bodies, Task& task) const;
  void sort_pairs();
  Range root() const { return {0, 0, static_cast<std::uint32_t>(leaves_.size())}; }

  std::vector<std::uint32_t> order_;
  std::vector<math::Vec3> centers_;
  std::vector<Leaf> leaves_;
  std::vector<Node> nodes_;
  std::vector<Task> tasks_;
  std::vector<SweptPair> pairs_;
  std::vector<std::uint32_t> starts_;
  std::size_t num_looked_at_ = 0, num_looked_at_when_built_ = 0;
  bool is_shared_ = false;  // the tasks are for several threads
  int num_builds_ = 0;
};

}  // namespace abut::continuous
