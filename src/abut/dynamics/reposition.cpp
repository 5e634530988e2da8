#include "abut/dynamics/reposition.h"

#include <algorithm>
#include <limits>

namespace abut::dynamics {

using math::any;
using math::Four;
using math::FourFlags;
using math::FourVec3;
using math::kNumLanes;
using math::Twist;
using math::Vec3;
using response::ProblemBody;

namespace {

constexpr int kJudgedEvery = 100;    // sweeps
constexpr double kLittleHelp = 0.9;  // of the shortfall is left after these: there is no room for what is asked

FourVec3 repeat(const Vec3& v) {
  return {Four::all(v.x()), Four::all(v.y()), Four::all(v.z())};
}

}  // namespace

bool can_move(const ProblemBody& body) {
  return body.inv_mass != Vec3::Zero() || body.inv_inertia != math::Mat3::Zero();
}

void Repositioner::append(const GapConstraint& gap, std::size_t lane, double tolerance) {
  if (lane == 0) {
    const Four zero = Four::all(0.0);
    fours_.push_back({FourVec3::zero(), FourVec3::zero(), FourVec3::zero(),
                      Four::all(std::numeric_limits<double>::max()), zero, zero});
  }
  FourGaps& four = fours_.back();
  four.n.set(lane, gap.nhat_BA_W);
  four.turn_a.set(lane, gap.arm_a.cross(gap.nhat_BA_W)), four.turn_b.set(lane, gap.arm_b.cross(gap.nhat_BA_W));
  four.room.set(lane, gap.gap - gap.target), four.slack.set(lane, tolerance * gap.target);
}

void Repositioner::load(std::span<const ProblemBody> bodies, std::span<const GapConstraint> gaps, double tolerance) {
  changed_.assign(bodies.size(), 1);
  clock_ = 1;
  pairs_.clear(), fours_.clear();
  std::size_t lane = 0;
  for (const GapConstraint& gap : gaps) {
    const bool is_same = !pairs_.empty() && pairs_.back().a == gap.a && pairs_.back().b == gap.b;
    if (!is_same) pairs_.push_back({gap.a, gap.b, static_cast<std::uint32_t>(fours_.size()), 0, 0, 0}), lane = 0;
    append(gap, lane % kNumLanes, tolerance);
    pairs_.back().count = static_cast<std::uint32_t>(fours_.size()) - pairs_.back().first;
    pairs_.back().num_gaps = static_cast<std::uint32_t>(++lane);
  }
  answers_.assign(kNumLanes * fours_.size(), {});
}

// How the bodies answer a push, and how fast that opens the gap.
const Repositioner::Answer& Repositioner::prepare(std::size_t four, std::size_t lane, const ProblemBody& a,
                                                  const ProblemBody& b) {
  Answer& answer = answers_[kNumLanes * four + lane];
  if (answer.is_known) return answer;
  const Vec3 n = fours_[four].n[lane], turn_a = fours_[four].turn_a[lane], turn_b = fours_[four].turn_b[lane];
  answer.spin_a = a.inv_inertia * turn_a, answer.spin_b = b.inv_inertia * turn_b;
  answer.inverse =
      n.dot((a.inv_mass + b.inv_mass).cwiseProduct(n)) + turn_a.dot(answer.spin_a) + turn_b.dot(answer.spin_b);
  answer.is_known = true;
  return answer;
}

// One lane after another, each where those before have pushed.
void Repositioner::look_at(std::size_t index, const ProblemBody& a, const ProblemBody& b, double h, Twist& A, Twist& B,
                           Look& look) {
  FourGaps& four = fours_[index];
  const Four zero = Four::all(0.0);
  const auto measure = [&] {
    const Four speed = dot(four.n, repeat(A.v - B.v)) + dot(four.turn_a, repeat(A.w)) - dot(four.turn_b, repeat(B.w));
    return four.room + Four::all(h) * speed;
  };
  Four excess = measure();
  for (std::size_t lane = 0; lane < kNumLanes; ++lane) {
    const FourFlags is_short = -excess > four.slack, is_pushed_too_far = (four.push > zero) & (excess > four.slack);
    if (!any(is_short | is_pushed_too_far)) break;
    if (!is_short[lane] && !is_pushed_too_far[lane]) continue;
    look.is_still = false;
    look.shortfall = std::max(look.shortfall, -excess[lane]);
    const Answer& answer = prepare(index, lane, a, b);
    look.is_hopeless |= !(answer.inverse > 0);
    if (!(answer.inverse > 0)) continue;
    const double size = std::max(-excess[lane] / (h * answer.inverse), -four.push[lane]);
    if (size == 0) continue;
    const Vec3 p = size * four.n[lane];
    A.v += a.inv_mass.cwiseProduct(p), A.w += size * answer.spin_a;
    B.v -= b.inv_mass.cwiseProduct(p), B.w -= size * answer.spin_b;
    four.push.set(lane, four.push[lane] + size);
    ++look.num_pushed;
    excess = measure();
  }
  look.shortfall = std::max(look.shortfall, find_largest(-excess));
}

Repositioner::Look Repositioner::visit(Between& between, std::span<const ProblemBody> bodies, double h,
                                       std::span<Twist> V) {
  const ProblemBody &a = bodies[between.a], &b = bodies[between.b];
  Twist A = V[between.a], B = V[between.b];
  Look look;
  for (std::uint32_t i = 0; i < between.count; ++i) look_at(between.first + i, a, b, h, A, B, look);
  between.seen = ++clock_;
  if (look.num_pushed > 0) {
    V[between.a] = A, V[between.b] = B;
    if (can_move(a)) changed_[between.a] = clock_;
    if (can_move(b)) changed_[between.b] = clock_;
  }
  // What one pushes changes the others; what nothing opens is looked at in every sweep.
  const bool is_settled = look.num_pushed == 0 || (look.num_pushed == 1 && between.num_gaps == 1);
  if (!is_settled || look.is_hopeless) between.seen = 0;
  return look;
}

RepositionResult Repositioner::update(std::span<const ProblemBody> bodies, std::span<const GapConstraint> gaps,
                                      const RepositionOptions& options, std::span<Twist> V) {
  load(bodies, gaps, options.tolerance);
  RepositionResult result;
  double earlier = std::numeric_limits<double>::max();  // shortfall
  for (; result.num_sweeps < options.max_sweeps; ++result.num_sweeps) {
    if (result.num_sweeps > 0 && result.num_sweeps % kJudgedEvery == 0) {
      if (result.shortfall > kLittleHelp * earlier) break;
      earlier = result.shortfall;
    }
    result.is_open = true;
    result.shortfall = 0.0;
    for (Between& between : pairs_) {
      if (std::max(changed_[between.a], changed_[between.b]) <= between.seen) continue;
      const Look look = visit(between, bodies, options.h, V);
      result.is_open &= look.is_still;
      result.shortfall = std::max(result.shortfall, look.shortfall);
    }
    if (result.is_open) break;
  }
  return result;
}

}  // namespace abut::dynamics
