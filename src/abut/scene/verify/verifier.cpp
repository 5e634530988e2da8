#include "abut/scene/verify/verifier.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "abut/scene/verify/enclosure.h"

namespace abut::scene {
namespace {

using math::Pose;
using math::Vec3;

// Separations are measured up to this share of the smallest body's size.
constexpr double kReachShare = 0.05;

double choose_reach(std::span<const VerifiedBody> bodies) {
  double smallest = std::numeric_limits<double>::infinity(), largest = 0.0;
  for (const VerifiedBody& body : bodies) {
    const double size = math::compute_diagonal(geometry::compute_bounds(body.mesh)) + 2 * body.radius;
    if (size > 0) smallest = std::min(smallest, size);
    largest = std::max(largest, size);
  }
  return largest > 0 ? kReachShare * smallest : 1.0;  // of points alone there is no size to go by
}

bool is_same_pose(const Pose& X, const Pose& Y) {
  return X.p == Y.p && X.q.coeffs() == Y.q.coeffs();
}

double compute_box_gap(const math::Aabb& a, const math::Aabb& b) {
  return std::max((a.lower - b.upper).maxCoeff(), (b.lower - a.upper).maxCoeff());
}

}  // namespace

Verifier::Verifier(std::vector<VerifiedBody> bodies, std::vector<BodyPair> exempt)
    : near_(std::move(exempt), choose_reach(bodies)), least_(choose_reach(bodies)) {
  report_.num_bodies = bodies.size();
  report_.reach = choose_reach(bodies);
  report_.exempt = near_.exempt();
  for (VerifiedBody& body : bodies) {
    FeatureTree tree = make_feature_tree(body.mesh, body.radius);
    std::vector<math::Vec3> part_vertices = find_part_vertices(body.mesh);
    bodies_.push_back(
        {std::move(body), std::move(tree), std::move(part_vertices), math::make_step_motion({}, {}), false});
  }
  swept_.resize(bodies_.size());
}

void Verifier::start(std::span<const Pose> poses) {
  if (!accept_motions(poses, {}, true)) return;
  check_pairs(true);
}

void Verifier::advance(std::span<const Pose> next, std::span<const Vec3> bends, double t0, double t1) {
  if (is_ended_ || !accept_motions(next, bends, false)) return;
  check_meanwhile(t0, t1);
  check_pairs(false);
  ++report_.num_segments;
}

// Makes the motions of the segment, or of no time at all at the start, and their boxes.
bool Verifier::accept_motions(std::span<const Pose> next, std::span<const Vec3> bends, bool is_start) {
  if (next.size() != bodies_.size()) throw std::invalid_argument("Verifier: as many poses as bodies are needed");
  if (!bends.empty() && bends.size() != bodies_.size())
    throw std::invalid_argument("Verifier: as many bends as bodies are needed, or none");
  const auto get_bend = [&](std::size_t i) { return bends.empty() ? Vec3(Vec3::Zero()) : bends[i]; };
  for (std::uint32_t i = 0; i < next.size(); ++i) {
    if (!is_start && is_same_pose(bodies_[i].motion.X1, next[i]) && get_bend(i).isZero(0.0)) continue;
    const math::TurnSize turn = math::classify_turn(is_start ? next[i].q : bodies_[i].motion.X1.q, next[i].q);
    if (turn == math::TurnSize::kNotDefined || !next[i].p.allFinite() || !get_bend(i).allFinite()) {
      report_.faults.push_back({VerifyFaultKind::kNotAPose, i, report_.num_segments});
      is_ended_ = true;
    } else if (turn == math::TurnSize::kLarge) {
      report_.faults.push_back({VerifyFaultKind::kLargeTurn, i, report_.num_segments});
    }
  }
  if (is_ended_) return false;
  for (std::size_t i = 0; i < next.size(); ++i) {
    Body& body = bodies_[i];
    const bool was_moving = body.is_moving;
    const Pose last = is_start ? next[i] : body.motion.X1;
    body.is_moving = !is_same_pose(last, next[i]) || !get_bend(i).isZero(0.0);
    if (!body.is_moving && !was_moving && !is_start) continue;
    body.motion = math::make_step_motion(last, next[i], get_bend(i));
    swept_[i] = compute_swept_box(body.tree, body.motion);
  }
  return true;
}

void Verifier::check_pairs(bool is_start) {
  near_.update(swept_);
  for (NearPair& pair : near_.pairs()) {
    const bool is_still = !bodies_[pair.bodies.first].is_moving && !bodies_[pair.bodies.second].is_moving;
    if (is_still && !is_start) {
      ++report_.num_still;
    } else if (compute_box_gap(swept_[pair.bodies.first], swept_[pair.bodies.second]) > least_.goal() * (1 + 0x1p-40)) {
      ++report_.num_by_boxes;
    } else if (is_still_proven(pair)) {
      ++report_.num_by_memory;
    } else {
      check_pair(pair, is_start);
    }
  }
  report_.least_lower = least_.lower(), report_.least_upper = least_.upper();
  report_.work = checker_.counts();
}

// A pair of which one moves in this segment and the other in an earlier one of the same time is looked at in each, but
// never with both on their ways.
void Verifier::check_meanwhile(double t0, double t1) {
  if (t0 >= last_end_) ways_.clear();
  last_end_ = ways_.empty() ? t1 : std::max(last_end_, t1);
  const std::size_t num_before = ways_.size();
  for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
    if (!bodies_[i].is_moving) continue;
    for (std::size_t k = 0; k < num_before; ++k) {
      const Way& way = ways_[k];
      if (!(way.t0 < t1 && t0 < way.t1)) continue;
      if (way.body == i) {
        report_.faults.push_back({VerifyFaultKind::kTwoWays, i, report_.num_segments});
        continue;
      }
      const BodyPair bodies = std::minmax(i, way.body);
      if (near_.is_exempt(bodies) || compute_box_gap(swept_[i], way.box) > 0) continue;
      keep_finding(report_.undecided, bodies, 0.0, 1.0, false);
    }
    ways_.push_back({i, swept_[i], t0, t1});
  }
}

// Beyond the goal, so it is not the least.
bool Verifier::is_still_proven(const NearPair& pair) const {
  const Body &a = bodies_[pair.bodies.first], &b = bodies_[pair.bodies.second];
  const double left =
      pair.proof.bound_separation(a.motion, a.tree.extent + a.tree.radius, b.motion, b.tree.extent + b.tree.radius);
  return left > 0 && left >= least_.goal();
}

void Verifier::check_pair(NearPair& pair, bool is_start) {
  const Body &a = bodies_[pair.bodies.first], &b = bodies_[pair.bodies.second];
  const PairVerdict verdict =
      checker_.check({a.tree, b.tree, a.motion, b.motion, a.is_moving || b.is_moving}, least_, pair.front);
  ++(verdict.was_remembered ? report_.num_by_memory : report_.num_by_search);
  const bool is_apart = verdict.outcome == PairOutcome::kApart;
  pair.proof = {is_apart ? verdict.lower : 0.0, a.motion.X1, b.motion.X1};
  if (verdict.least_s >= 0) {
    report_.least_pair = pair.bodies;
    report_.least_moment = {report_.num_segments, verdict.least_s, verdict.least_s};
  }
  if (verdict.outcome == PairOutcome::kMeeting) {
    keep_finding(report_.meetings, pair.bodies, verdict.s0, verdict.s1, false);
  } else if (verdict.outcome == PairOutcome::kUndecided) {
    keep_finding(report_.undecided, pair.bodies, verdict.s0, verdict.s1, false);
  } else if (is_start) {
    check_enclosure(pair.bodies, verdict.lower);
  }
}

void Verifier::check_enclosure(const BodyPair& bodies, double separation) {
  const auto is_in = [&](const Body& inner, const Body& outer) {
    if (!outer.given.is_solid) return Enclosure::kOutside;
    return find_enclosure(inner.part_vertices, inner.motion.X0, outer.given.mesh, outer.motion.X0, separation);
  };
  const Body &a = bodies_[bodies.first], &b = bodies_[bodies.second];
  for (const Enclosure found : {is_in(a, b), is_in(b, a)}) {
    if (found == Enclosure::kInside) return keep_finding(report_.meetings, bodies, 0.0, 0.0, true);
    if (found == Enclosure::kUndecided) return keep_finding(report_.undecided, bodies, 0.0, 0.0, true);
  }
}

void Verifier::keep_finding(std::vector<VerifyFinding>& findings, const BodyPair& bodies, double s0, double s1,
                            bool is_inside) {
  least_.keep_lower(0.0);
  if (&findings == &report_.meetings && least_.keep_upper(0.0)) {
    report_.least_pair = bodies;
    report_.least_moment = {report_.num_segments, s0, s1};
  }
  const auto known = std::ranges::find(findings, bodies, &VerifyFinding::bodies);
  if (known != findings.end()) {
    ++known->num_segments;
    return;
  }
  findings.push_back({bodies, {report_.num_segments, s0, s1}, 1, is_inside});
}

}  // namespace abut::scene
