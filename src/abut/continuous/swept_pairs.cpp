#include "abut/continuous/swept_pairs.h"

#include <algorithm>
#include <numeric>

namespace abut::continuous {
namespace {

bool can_meet(const SweptBody& a, const SweptBody& b) {
  if (!a.is_moving && !b.is_moving) return false;
  return a.group == SweptBody::kNoGroup || a.group != b.group;
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
  nodes_.resize(size == 0 ? 0 : 2 * size - 1);
  starts_.resize(size + 1);
  if (size > 0) split({0, 0, size});
  ++num_builds_;
}

void SweptPairs::split(Range range) {
  if (range.size == 1) return;
  const auto first = order_.begin() + range.first, middle = first + range.size / 2, last = first + range.size;
  math::Aabb box;
  for (auto i = first; i != last; ++i) box.grow(centers_[*i]);
  Eigen::Index axis = 0;
  (0.5 * box.upper - 0.5 * box.lower).maxCoeff(&axis);
  std::nth_element(first, middle, last,
                   [&](std::uint32_t i, std::uint32_t j) { return centers_[i][axis] < centers_[j][axis]; });
  split(range.left());
  split(range.right());
}

void SweptPairs::refit(Range range, std::span<const SweptBody> bodies) {
  Node& node = nodes_[range.node];
  if (range.size == 1) {
    const SweptBody& body = bodies[order_[range.first]];
    node = {body.box, body.is_moving};
    return;
  }
  refit(range.left(), bodies);
  refit(range.right(), bodies);
  const Node &left = nodes_[range.left().node], &right = nodes_[range.right().node];
  node = left;
  node.box.grow(right.box);
  node.has_moving = left.has_moving || right.has_moving;
}

// The whole tree, or for several threads its parts some levels down and what lies between them.
void SweptPairs::list_tasks(bool is_shared) {
  constexpr int kNumLevels = 4;
  constexpr Range kNone{0, 0, 0};
  is_shared_ = is_shared;
  tasks_.clear();
  if (order_.empty()) return;
  tasks_.push_back({{0, 0, static_cast<std::uint32_t>(order_.size())}, kNone, {}});
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
  refit({0, 0, static_cast<std::uint32_t>(bodies.size())}, bodies);
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
  if (range.size == 1 || !nodes_[range.node].has_moving) return;
  sweep_within(range.left(), bodies, task);
  sweep_within(range.right(), bodies, task);
  sweep_between(range.left(), range.right(), bodies, task);
}

// Descends into the larger of the two, so that neither is opened long after the other.
void SweptPairs::sweep_between(Range left, Range right, std::span<const SweptBody> bodies, Task& task) const {
  ++task.num_looked_at;
  const Node &l = nodes_[left.node], &r = nodes_[right.node];
  if (!(l.has_moving || r.has_moving) || !l.box.overlaps(r.box)) return;
  if (left.size == 1 && right.size == 1) {
    const std::uint32_t a = order_[left.first], b = order_[right.first];
    if (can_meet(bodies[a], bodies[b])) task.found.push_back({std::min(a, b), std::max(a, b)});
  } else if (left.size >= right.size) {
    sweep_between(left.left(), right, bodies, task);
    sweep_between(left.right(), right, bodies, task);
  } else {
    sweep_between(left, right.left(), bodies, task);
    sweep_between(left, right.right(), bodies, task);
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
