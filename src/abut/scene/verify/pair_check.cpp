#include "abut/scene/verify/pair_check.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "abut/scene/verify/crossing_proof.h"
#include "abut/scene/verify/exact_clearance.h"
#include "abut/scene/verify/exact_meeting.h"
#include "abut/scene/verify/separating_direction.h"

namespace abut::scene {
namespace {

using math::Vec3;

constexpr int kMostHalvings = 40;
constexpr int kOldestFront = 32;    // segments
constexpr int kTightHalvings = 14;  // from here on any positive separation will do
constexpr int kFirstCrossing = 6;   // halvings before which a crossing is not looked for: the boxes are too large
constexpr std::size_t kMostNodePairs = std::size_t{1} << 21;
constexpr std::size_t kMostExact = 256;
// How often a pair of nodes is put off before it is opened instead. Hulls of vertices seldom gain by it.
constexpr int kMostWaitsOfBoxes = 2, kMostWaitsOfHulls = 8;
// Features nearer than this, as a share of their size, have their normals and products of edges tried as well.
constexpr double kNearShare = 1e-4;

}  // namespace

PairVerdict PairChecker::check(const PairMotion& pair, LeastSeparation& least, PairFront& front) {
  pair_ = &pair, least_ = &least;
  radii_ = pair.a.radius + pair.b.radius;
  radii_ += radii_ * 0x1p-52;
  num_node_pairs_ = num_remembered_ = num_exact_ = 0;
  verdict_ = {.lower = std::numeric_limits<double>::infinity()};
  const std::size_t old_size = front.nodes.size();
  const bool is_renewed = old_size > 1 && ++front.age >= front.period;
  if (is_renewed) front.nodes = {{.n = front.nodes.front().n}};
  waiting_.assign(front.nodes.begin(), front.nodes.end());
  open_.clear(), front_.clear();
  decide({0.0, pair.is_moving ? 1.0 : 0.0, 0}, 0, waiting_.size());
  if (verdict_.outcome == PairOutcome::kApart) {
    std::swap(front.nodes, front_);
    if (is_renewed) {
      front.age = 0;
      front.period = 2 * front.nodes.size() > old_size ? std::min(2 * front.period, kOldestFront) : 1;
    }
  } else {
    front = {};
  }
  verdict_.was_remembered = num_remembered_ == num_node_pairs_;
  counts_.node_pairs += num_node_pairs_, counts_.exact += num_exact_;
  return verdict_;
}

void PairChecker::decide(const Part& part, std::size_t first, std::size_t last) {
  const PairMotion& pair = *pair_;
  const RelativeSweep sweep =
      make_relative_sweep(pair.motion_a, pair.motion_b, part.s0, part.s1, pair.a.extent + pair.b.extent);
  for (std::size_t i = first; i < last; ++i) {
    open_.push_back(waiting_[i]);
    while (!open_.empty()) {
      const NodePair nodes = open_.back();
      open_.pop_back();
      const Step step = look_at(nodes, part, sweep);
      if (step == Step::kStop) {
        open_.clear();
        return;
      }
      if (step == Step::kWait) waiting_.push_back({nodes.a, nodes.b, nodes.num_waits + 1, nodes.n});
    }
  }
  const std::size_t end = waiting_.size();
  if (end == last) return;
  ++counts_.halvings;
  const double middle = 0.5 * (part.s0 + part.s1);
  for (const Part& half : {Part{part.s0, middle, part.depth + 1}, Part{middle, part.s1, part.depth + 1}}) {
    decide(half, last, end);
    if (verdict_.outcome == PairOutcome::kMeeting || num_node_pairs_ > kMostNodePairs) return;
    waiting_.resize(end);
  }
  waiting_.resize(last);
}

PairChecker::Step PairChecker::look_at(const NodePair& nodes, const Part& part, const RelativeSweep& sweep) {
  if (++num_node_pairs_ > kMostNodePairs) {
    give_up(part);
    return Step::kStop;
  }
  const FeatureNode &a = pair_->a.nodes[nodes.a], &b = pair_->b.nodes[nodes.b];
  if (is_proven(nodes, part, sweep, {nodes.n, nodes.n})) {
    ++num_remembered_;
    return Step::kDone;
  }
  if (!sweep.is_valid) {
    give_up(part);
    return Step::kStop;
  }
  if (a.is_leaf() && b.is_leaf()) return look_at_features(nodes, part, sweep);

  const Parting p0 = find_parting(pair_->a, a, sweep.start(), pair_->b, b, nodes.n);
  const Parting p1 = pair_->is_moving ? find_parting(pair_->a, a, sweep.end(), pair_->b, b, p0.n) : p0;
  const Parting& nearer = p0.gap < p1.gap ? p0 : p1;
  const bool is_near = nearer.gap - radii_ < least_->goal();
  const bool is_hull = a.num_corners > 0 && b.num_corners > 0;
  if (!is_near) {
    if (is_proven(nodes, part, sweep, {p0.n, p1.n})) return Step::kDone;
    if (pair_->is_moving && nodes.num_waits < (is_hull ? kMostWaitsOfHulls : kMostWaitsOfBoxes)) return Step::kWait;
  }
  open(nodes, nearer.n);
  return Step::kDone;
}

PairChecker::Step PairChecker::look_at_features(const NodePair& nodes, const Part& part, const RelativeSweep& sweep) {
  const FeatureNode &a = pair_->a.nodes[nodes.a], &b = pair_->b.nodes[nodes.b];
  const auto part_features = [&](const Placing& X_BA, double weight, double s, const Vec3& start) {
    Parting p = find_parting(pair_->a, a, X_BA, pair_->b, b, start);
    if (p.gap - radii_ < kNearShare * (a.size + b.size)) p = find_leaf_parting(pair_->a, a, X_BA, pair_->b, b, start);
    if (least_->keep_upper(p.distance - radii_ + 2 * sweep.error / weight)) verdict_.least_s = s;
    return p;
  };
  const Parting p0 = part_features(sweep.start(), sweep.w.front(), part.s0, nodes.n);
  const Parting p1 = pair_->is_moving ? part_features(sweep.end(), sweep.w.back(), part.s1, p0.n) : p0;
  double best = 0.0;
  for (const TurningDirection& n : {TurningDirection{p0.n, p1.n}, {p0.n, p0.n}, {p1.n, p1.n}}) {
    if (is_proven(nodes, part, sweep, n)) return Step::kDone;
    best = std::max(best, compute_separation(nodes, sweep, n));
  }
  if (best > 0 && (part.depth >= kTightHalvings || !pair_->is_moving)) {
    least_->keep_lower(best);
    keep(nodes, part, best, p1.n);
    return Step::kDone;
  }
  const bool is_near0 = p0.gap - radii_ <= 4 * sweep.error / sweep.w.front();
  const bool is_near1 = p1.gap - radii_ <= 4 * sweep.error / sweep.w.back();
  if (is_near0 || is_near1) {
    const Step step = look_exactly(nodes, part, {p0.n, p1.n}, is_near0, is_near1);
    if (step != Step::kWait) return step;
  }
  if (part.depth >= kFirstCrossing &&
      is_crossing_proven(sweep, pair_->a, pair_->a.features[a.first], pair_->b, pair_->b.features[b.first])) {
    verdict_.outcome = PairOutcome::kMeeting;
    verdict_.s0 = part.s0, verdict_.s1 = part.s1;
    return Step::kStop;
  }
  if (part.depth < kMostHalvings && pair_->is_moving && num_exact_ < kMostExact) return Step::kWait;
  give_up(part);
  return Step::kDone;
}

double PairChecker::compute_separation(const NodePair& nodes, const RelativeSweep& sweep,
                                       const TurningDirection& n) const {
  const double clearance =
      compute_clearance(sweep, pair_->a, pair_->a.nodes[nodes.a], pair_->b, pair_->b.nodes[nodes.b], n);
  return clearance - radii_ - (std::abs(clearance) + radii_) * 0x1p-52;
}

bool PairChecker::is_proven(const NodePair& nodes, const Part& part, const RelativeSweep& sweep,
                            const TurningDirection& n) {
  const double separation = compute_separation(nodes, sweep, n);
  if (!(separation >= least_->goal() && separation > 0)) return false;
  keep(nodes, part, separation, n.n1);
  return true;
}

void PairChecker::keep(const NodePair& nodes, const Part& part, double separation, const Vec3& n) {
  verdict_.lower = std::min(verdict_.lower, separation);
  if (part.s1 == (pair_->is_moving ? 1.0 : 0.0)) front_.push_back({nodes.a, nodes.b, 0, n});
}

// Nearer than doubles can tell, at the start of the part, or at its end.
PairChecker::Step PairChecker::look_exactly(const NodePair& nodes, const Part& part, const TurningDirection& n,
                                            bool is_near0, bool is_near1) {
  const PairMotion& pair = *pair_;
  const VerifiedFeature& f = pair.a.features[pair.a.nodes[nodes.a].first];
  const VerifiedFeature& g = pair.b.features[pair.b.nodes[nodes.b].first];
  double separation = std::numeric_limits<double>::infinity();
  for (const auto& [is_near, s] : {std::pair{is_near0, part.s0}, std::pair{is_near1, part.s1}}) {
    if (!is_near || ++num_exact_ > kMostExact) continue;
    const ExactMeeting exact = compute_exact_meeting(pair.a, f, pair.motion_a, pair.b, g, pair.motion_b, s);
    if (exact.is_meeting) return stop_at(s, s);
    separation = std::min(separation, exact.separation);
  }
  if (num_exact_ > kMostExact) return Step::kWait;
  if (pair.is_moving) {
    // At a far end the best direction may be another: that of the near end, and of the nodes above, are tried
    // throughout.
    separation = 0.0;
    const Vec3& near = is_near0 ? n.n0 : n.n1;
    for (const TurningDirection& m : {n, TurningDirection{near, near}, TurningDirection{nodes.n, nodes.n}}) {
      if (separation > 0) break;
      ++num_exact_;
      separation = compute_exact_clearance(pair.a, f, pair.motion_a, pair.b, g, pair.motion_b, part.s0, part.s1, m);
    }
    if (!(separation > 0)) return Step::kWait;
  }
  least_->keep_lower(separation);
  keep(nodes, part, separation, is_near1 ? n.n1 : n.n0);
  return Step::kDone;
}

void PairChecker::open(const NodePair& nodes, const Vec3& n) {
  const FeatureNode &a = pair_->a.nodes[nodes.a], &b = pair_->b.nodes[nodes.b];
  if (!a.is_leaf() && (b.is_leaf() || a.size >= b.size)) {
    open_.push_back({a.right, nodes.b, 0, n});
    open_.push_back({a.left, nodes.b, 0, n});
  } else {
    open_.push_back({nodes.a, b.right, 0, n});
    open_.push_back({nodes.a, b.left, 0, n});
  }
}

PairChecker::Step PairChecker::stop_at(double s0, double s1) {
  verdict_.outcome = PairOutcome::kMeeting;
  verdict_.s0 = s0, verdict_.s1 = s1;
  return Step::kStop;
}

void PairChecker::give_up(const Part& part) {
  if (verdict_.outcome == PairOutcome::kApart) verdict_.s0 = part.s0, verdict_.s1 = part.s1;
  verdict_.outcome = PairOutcome::kUndecided;
}

}  // namespace abut::scene
