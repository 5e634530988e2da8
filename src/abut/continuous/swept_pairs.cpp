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

std::span<const SweptPair> SweptPairs::update(std::span<const SweptBody> bodies) {
  const bool is_same_tree = bodies.size() == order_.size();
  if (is_same_tree) sweep(bodies);
  if (!is_same_tree || num_looked_at_ > num_looked_at_when_built_ + num_looked_at_when_built_ / 2) {
    build(bodies);
    sweep(bodies);
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

void SweptPairs::sweep(std::span<const SweptBody> bodies) {
  found_.clear();
  num_looked_at_ = 0;
  if (bodies.empty()) return;
  const Range root{0, 0, static_cast<std::uint32_t>(bodies.size())};
  refit(root, bodies);
  sweep_within(root, bodies);
}

void SweptPairs::sweep_within(Range range, std::span<const SweptBody> bodies) {
  if (range.size == 1 || !nodes_[range.node].has_moving) return;
  sweep_within(range.left(), bodies);
  sweep_within(range.right(), bodies);
  sweep_between(range.left(), range.right(), bodies);
}

// Descends into the larger of the two, so that neither is opened long after the other.
void SweptPairs::sweep_between(Range left, Range right, std::span<const SweptBody> bodies) {
  ++num_looked_at_;
  const Node &l = nodes_[left.node], &r = nodes_[right.node];
  if (!(l.has_moving || r.has_moving) || !l.box.overlaps(r.box)) return;
  if (left.size == 1 && right.size == 1) {
    const std::uint32_t a = order_[left.first], b = order_[right.first];
    if (can_meet(bodies[a], bodies[b])) found_.push_back({std::min(a, b), std::max(a, b)});
  } else if (left.size >= right.size) {
    sweep_between(left.left(), right, bodies);
    sweep_between(left.right(), right, bodies);
  } else {
    sweep_between(left, right.left(), bodies);
    sweep_between(left, right.right(), bodies);
  }
}

// By counting how many pairs each first body has; then each body's few by themselves.
void SweptPairs::sort_pairs() {
  std::ranges::fill(starts_, 0u);
  for (const SweptPair& pair : found_) ++starts_[pair.a];
  std::exclusive_scan(starts_.begin(), starts_.end(), starts_.begin(), 0u);
  pairs_.resize(found_.size());
  for (const SweptPair& pair : found_) pairs_[starts_[pair.a]++] = pair;
  std::uint32_t first = 0;
  for (const std::uint32_t last : starts_) {  // each start has moved to its end
    std::sort(pairs_.begin() + first, pairs_.begin() + last);
    first = last;
  }
}

}  // namespace abut::continuous
