#include "abut/continuous/swept_pairs.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace abut::continuous {
namespace {

using math::Four;
using math::kNumLanes;

constexpr auto kLeafSize = static_cast<std::uint32_t>(kNumLanes);

bool can_meet(const SweptBody& a, const SweptBody& b) {
  if (!a.is_moving && !b.is_moving) return false;
  return a.group == SweptBody::kNoGroup || a.group != b.group;
}

Four make_corner(const math::Vec3& p) {
  return Four::of(p.x(), p.y(), p.z(), 0.0);
}

// Where a box counts as being when the tree is built; anywhere will do for a box without a centre.
math::Vec3 compute_tree_center(const math::Aabb& box) {
  const math::Vec3 center = box.center();
  return center.allFinite() ? center : math::Vec3(math::Vec3::Zero());
}

}  // namespace

std::span<const SweptPair> SweptPairs::update(std::span<const SweptBody> bodies, const ThreadTeam& team) {
  constexpr std::size_t kManyBodies = 256;
  const bool is_shared = team.num_threads() > 1 && bodies.size() >= kManyBodies;
  const bool is_same_tree = bodies.size() == order_.size() && is_shared == is_shared_;
  if (is_same_tree) sweep(bodies, team);
  if (!is_same_tree || num_looked_at_ > num_looked_at_when_built_ + num_looked_at_when_built_ / 2) {
    build(bodies);
    if (!is_same_tree) list_tasks(is_shared);
    sweep(bodies, team);
    num_looked_at_when_built_ = num_looked_at_;
  }
  sort_pairs();
  return pairs_;
}

void SweptPairs::build(std::span<const SweptBody> bodies) {
  const auto size = static_cast<std::uint32_t>(bodies.size());
  order_.resize(size);
  std::iota(order_.begin(), order_.end(), 0u);
  centers_.resize(size);
  std::ranges::transform(bodies, centers_.begin(), [](const SweptBody& body) { return compute_tree_center(body.box); });
  leaves_.resize((size + kLeafSize - 1) / kLeafSize);
  nodes_.resize(leaves_.empty() ? 0 : 2 * leaves_.size() - 1);
  starts_.resize(size + 1);
  if (size > 0) split(root());
  ++num_builds_;
}

void SweptPairs::split(Range range) {
  if (range.size == 1) return;
  const auto first = order_.begin() + kLeafSize * range.first,
             middle = order_.begin() + kLeafSize * range.right().first,
             last = std::min(first + kLeafSize * range.size, order_.end());
  math::Aabb box;
  for (auto i = first; i != last; ++i) box.grow(centers_[*i]);
  Eigen::Index axis = 0;
  (0.5 * box.upper - 0.5 * box.lower).maxCoeff(&axis);
  std::nth_element(first, middle, last,
                   [&](std::uint32_t i, std::uint32_t j) { return centers_[i][axis] < centers_[j][axis]; });
  split(range.left());
  split(range.right());
}

void SweptPairs::load_leaf(std::uint32_t index, std::span<const SweptBody> bodies, Node& node) {
  Leaf& leaf = leaves_[index];
  const std::uint32_t first = kLeafSize * index;
  const std::uint32_t count = std::min(kLeafSize, static_cast<std::uint32_t>(order_.size()) - first);
  leaf.present = (1u << count) - 1;
  bool has_moving = false;
  math::Aabb box;
  for (std::uint32_t i = 0; i < count; ++i) {
    const SweptBody& body = bodies[order_[first + i]];
    leaf.lower.set(i, body.box.lower), leaf.upper.set(i, body.box.upper);
    has_moving |= body.is_moving;
    box.grow(body.box);
  }
  node = {make_corner(box.lower), make_corner(box.upper), has_moving};
}

void SweptPairs::refit(Range range, std::span<const SweptBody> bodies) {
  Node& node = nodes_[range.node];
  if (range.size == 1) return load_leaf(range.first, bodies, node);
  refit(range.left(), bodies);
  refit(range.right(), bodies);
  const Node &left = nodes_[range.left().node], &right = nodes_[range.right().node];
  node = {smaller(left.lower, right.lower), larger(left.upper, right.upper), left.has_moving || right.has_moving};
}

// The whole tree, or for several threads its parts some levels down and what lies between them.
void SweptPairs::list_tasks(bool is_shared) {
  constexpr int kNumLevels = 4;
  constexpr Range kNone{0, 0, 0};
  is_shared_ = is_shared;
  tasks_.clear();
  if (leaves_.empty()) return;
  tasks_.push_back({root(), kNone, {}});
  for (int level = 0; is_shared && level < kNumLevels; ++level) {
    for (std::size_t i = 0, count = tasks_.size(); i < count; ++i) {
      const Range whole = tasks_[i].left;
      if (tasks_[i].right.size > 0 || whole.size == 1) continue;
      tasks_[i].left = whole.left();
      tasks_.push_back({whole.right(), kNone, {}});
      tasks_.push_back({whole.left(), whole.right(), {}});
    }
  }
}

void SweptPairs::sweep(std::span<const SweptBody> bodies, const ThreadTeam& team) {
  num_looked_at_ = 0;
  if (bodies.empty()) return;
  refit(root(), bodies);
  team.share(tasks_.size(), 1, [&](std::size_t i, std::size_t, std::size_t) {
    Task& task = tasks_[i];
    task.found.clear(), task.num_looked_at = 0;
    if (task.right.size > 0) {
      sweep_between(task.left, task.right, bodies, task);
    } else {
      sweep_within(task.left, bodies, task);
    }
  });
  for (const Task& task : tasks_) num_looked_at_ += task.num_looked_at;
}

void SweptPairs::sweep_within(Range range, std::span<const SweptBody> bodies, Task& task) const {
  if (!nodes_[range.node].has_moving) return;
  if (range.size == 1) return sweep_leaf(range.first, bodies, task);
  sweep_within(range.left(), bodies, task);
  sweep_within(range.right(), bodies, task);
  sweep_between(range.left(), range.right(), bodies, task);
}

// Descends into the larger of the two, so that neither is opened long after the other.
void SweptPairs::sweep_between(Range left, Range right, std::span<const SweptBody> bodies, Task& task) const {
  ++task.num_looked_at;
  const Node &l = nodes_[left.node], &r = nodes_[right.node];
  if (!(l.has_moving || r.has_moving) || math::any((l.lower > r.upper) | (r.lower > l.upper))) return;
  if (left.size == 1 && right.size == 1) {
    sweep_leaves(left, right, bodies, task);
  } else if (left.size >= right.size) {
    sweep_between(left.left(), right, bodies, task);
    sweep_between(left.right(), right, bodies, task);
  } else {
    sweep_between(left, right.left(), bodies, task);
    sweep_between(left, right.right(), bodies, task);
  }
}

// Of which boxes overlap this one.
unsigned SweptPairs::Leaf::find_met(const Four& low, const Four& high) const {
  const auto all = [](const Four& corner, std::size_t axis) { return Four::all(corner[axis]); };
  const math::FourFlags is_apart = (lower.x > all(high, 0)) | (all(low, 0) > upper.x) | (lower.y > all(high, 1)) |
                                   (all(low, 1) > upper.y) | (lower.z > all(high, 2)) | (all(low, 2) > upper.z);
  return ~math::pack_flags(is_apart) & present;
}

void SweptPairs::sweep_leaf(std::uint32_t index, std::span<const SweptBody> bodies, Task& task) const {
  const Leaf& leaf = leaves_[index];
  for (unsigned rest = leaf.present; rest != 0; rest &= rest - 1) {
    const auto i = static_cast<std::uint32_t>(std::countr_zero(rest));
    append(index, i, index, leaf.find_met(leaf.low(i), leaf.high(i)) & (rest & (rest - 1)), bodies, task);
  }
}

void SweptPairs::sweep_leaves(const Range& left, const Range& right, std::span<const SweptBody> bodies,
                              Task& task) const {
  const Leaf &l = leaves_[left.first], &r = leaves_[right.first];
  const Node& around = nodes_[right.node];
  for (unsigned rest = l.find_met(around.lower, around.upper); rest != 0; rest &= rest - 1) {
    const auto i = static_cast<std::uint32_t>(std::countr_zero(rest));
    append(left.first, i, right.first, r.find_met(l.low(i), l.high(i)), bodies, task);
  }
}

// The i-th of one leaf with those of another whose bits are set.
void SweptPairs::append(std::uint32_t leaf, std::uint32_t i, std::uint32_t other, unsigned which,
                        std::span<const SweptBody> bodies, Task& task) const {
  for (; which != 0; which &= which - 1) {
    const auto k = static_cast<std::uint32_t>(std::countr_zero(which));
    const std::uint32_t a = order_[kLeafSize * leaf + i], b = order_[kLeafSize * other + k];
    if (can_meet(bodies[a], bodies[b])) task.found.push_back({std::min(a, b), std::max(a, b)});
  }
}

// By counting how many pairs each first body has; then each body's few by themselves.
void SweptPairs::sort_pairs() {
  std::ranges::fill(starts_, 0u);
  std::size_t num_found = 0;
  for (const Task& task : tasks_) {
    num_found += task.found.size();
    for (const SweptPair& pair : task.found) ++starts_[pair.a];
  }
  std::exclusive_scan(starts_.begin(), starts_.end(), starts_.begin(), 0u);
  pairs_.resize(num_found);
  for (const Task& task : tasks_)
    for (const SweptPair& pair : task.found) pairs_[starts_[pair.a]++] = pair;
  std::uint32_t first = 0;
  for (const std::uint32_t last : starts_) {  // each start has moved to its end
    std::sort(pairs_.begin() + first, pairs_.begin() + last);
    first = last;
  }
}

}  // namespace abut::continuous
