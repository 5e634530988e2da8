#include "abut/dynamics/solve_island.h"

#include <algorithm>
#include <cmath>

#include "abut/dynamics/candidates.h"

namespace abut::dynamics {
namespace {

using math::Twist;
using math::Vec3;

// Rounds after the first start from the answer of the one before, and a few contacts more.
constexpr int kResolveShare = 4;

// Other outcomes come with the best that the law could do.
bool has_answer(response::SolveOutcome outcome) {
  return outcome != response::SolveOutcome::kUnbounded && outcome != response::SolveOutcome::kTooLarge;
}

std::span<const std::uint32_t> get_groups(const StepStage& stage, const Island& island) {
  return std::span(stage.island_groups).subspan(island.first_group, island.num_groups);
}

// As the body is turned when its impulses act.
const math::Mat3& get_inverse_inertia(const MovingBody& body) {
  return body.s_impulse == 0.0 ? body.flight.inv_inertia : body.flight.inv_inertia_mid;
}

// The bodies of the island's contacts, in the order in which they are met.
void load_members(StepStage& stage, const Island& island) {
  for (const std::uint32_t body : stage.members) stage.local[body] = StepStage::kNotLocal;
  stage.members.clear();
  stage.local.resize(stage.bodies.size(), StepStage::kNotLocal);
  for (const std::uint32_t g : get_groups(stage, island)) {
    const BodyPair& pair = stage.pairs[stage.groups[g].pair];
    for (const std::uint32_t body : {pair.a, pair.b}) {
      if (stage.local[body] != StepStage::kNotLocal) continue;
      stage.local[body] = static_cast<std::uint32_t>(stage.members.size());
      stage.members.push_back(body);
    }
  }
}

void load_body(StepStage& stage, const MovingBody& moving) {
  const math::Mat3& inv_inertia = get_inverse_inertia(moving);
  const Vec3 w = moving.is_dynamic ? Vec3(inv_inertia * moving.flight.L1) : moving.flight.V1.w;
  stage.problem.bodies.push_back({moving.inv_mass, inv_inertia, {w, moving.flight.V1.v}});
}

void load_contact(StepStage& stage, const StepContact& contact, double& speed_scale) {
  const BodyPair& pair = stage.pairs[contact.pair];
  const std::uint32_t a = stage.local[pair.a], b = stage.local[pair.b];
  stage.problem.contacts.push_back(
      {a, b, contact.found.nhat_BA_W, contact.arm_a, contact.arm_b, pair.mu, contact.least_speed});
  stage.problem.guess.push_back(contact.impulse_W);
  const Twist &A = stage.problem.bodies[a].V, &B = stage.problem.bodies[b].V;
  const double speed = contact.found.nhat_BA_W.dot(A.v + A.w.cross(contact.arm_a) - B.v - B.w.cross(contact.arm_b));
  speed_scale = std::max(speed_scale, contact.least_speed - speed);
}

void load_problem(StepStage& stage, const Island& island, const Settings& settings) {
  stage.problem.clear();
  load_members(stage, island);
  for (const std::uint32_t body : stage.members) load_body(stage, stage.bodies[body]);
  double speed_scale = 0.0;
  for (const std::uint32_t g : get_groups(stage, island)) {
    const StepGroup& group = stage.groups[g];
    stage.problem.groups.push_back({static_cast<std::uint32_t>(stage.problem.contacts.size()), group.count});
    for (std::uint32_t i = 0; i < group.count; ++i) load_contact(stage, stage.contacts[group.first + i], speed_scale);
  }
  for (const std::uint32_t body : stage.members)
    speed_scale = std::max(speed_scale, stage.bodies[body].acceleration * settings.step);
  stage.problem.speed_scale = speed_scale > 0 ? speed_scale : 1.0;
}

struct SolvedIsland {
  const response::ContactImpulses* answer = nullptr;
  bool is_standing = false;  // its velocities are on top of those at the start
  double residual = 0.0;
};

// The fastest that the step finds bodies moving against each other where they touch, relative to the problem's scale.
double compute_start_speed(const StepStage& stage) {
  double largest_sq = 0.0;
  for (const response::ProblemContact& contact : stage.problem.contacts) {
    const Twist &A = stage.bodies[stage.members[contact.a]].flight.V0,
                &B = stage.bodies[stage.members[contact.b]].flight.V0;
    const Vec3 u = A.v + A.w.cross(contact.arm_a) - B.v - B.w.cross(contact.arm_b);
    largest_sq = std::max(largest_sq, u.squaredNorm());
  }
  return std::sqrt(largest_sq) / stage.problem.speed_scale;
}

void shift_velocities(StepStage& stage, double sign) {
  for (std::size_t i = 0; i < stage.members.size(); ++i) {
    Twist& V = stage.problem.bodies[i].V;
    V = V + sign * stage.bodies[stage.members[i]].flight.V0;
  }
}

// Bodies that stand still within half of the tolerance keep what little velocity they have, and their impulses balance
// the forces. Those that would take it from them are no guess for the next step: there they make the opposite one. What
// stands nearly still is solved far below the tolerance, so that it then takes no sweep for a long time. Returns if the
// answer, in stage.law, is within the tolerance.
bool solve_slow(StepStage& stage, const Settings& settings, SolvedIsland& solved) {
  constexpr double kDeeper = 1e-3, kKept = 1e-2, kSlow = 10.0, kStill = 0.5;
  constexpr int kMostSweeps = 50;
  const double tolerance = settings.law.tolerance, start_speed = compute_start_speed(stage);
  if (start_speed > kSlow * tolerance) return false;
  solved.is_standing = start_speed <= kStill * tolerance;
  response::LawOptions options = settings.law;
  options.tolerance = kDeeper * tolerance;
  options.guess_tolerance = solved.is_standing ? kKept * tolerance : 0.0;
  options.max_sweeps = std::min(kMostSweeps, options.max_sweeps);
  if (solved.is_standing) shift_velocities(stage, -1.0);
  solved.answer = &stage.law->solve(stage.problem, options);
  if (solved.is_standing) shift_velocities(stage, 1.0);
  stage.num_sweeps += solved.answer->num_sweeps;
  solved.residual = solved.answer->residuals.largest() + (solved.is_standing ? start_speed : 0.0);
  return solved.residual <= tolerance;
}

SolvedIsland solve_problem(StepStage& stage, const Settings& settings) {
  SolvedIsland solved;
  if (solve_slow(stage, settings, solved)) return solved;
  response::LawOptions options = settings.law;
  if (stage.num_rounds > 0) options.max_sweeps = std::max(options.max_sweeps / kResolveShare, 1);
  solved.answer = &stage.law->solve(stage.problem, options), solved.is_standing = false;
  stage.num_sweeps += solved.answer->num_sweeps;
  solved.residual = solved.answer->residuals.largest();
  return solved;
}

// A body that impulses change by much more than its forces do is moved with its new velocity: the mean of before and
// after would take it on into what it ran into. It turns as L1 says halfway.
Twist compute_move(const MovingBody& body, const BodyModel& model, const BodyState& start, const Twist& free,
                   double h) {
  const Twist change = body.V1 - free;
  const double large = 4 * body.acceleration * h;
  const bool is_large = body.s_impulse == 0.5 && change.v.norm() + change.w.norm() * body.reach > large;
  if (body.s_impulse != 0.0 && !is_large) return body.flight.V_mid + (1 - body.s_impulse) * change;
  if (body.L1 == Vec3::Zero()) return body.V1;
  const BodyState halfway = compute_moved(start, body.V1, 0.5 * h);
  return {compute_inverse_inertia(model, halfway.q_WB) * body.L1, body.V1.v};
}

void store_answer(StepStage& stage, const Island& island, std::span<const BodyModel> models, const State& state,
                  const response::ContactImpulses& answer, bool is_standing) {
  for (const std::uint32_t body : stage.members) {
    MovingBody& moving = stage.bodies[body];
    if (moving.is_dynamic) moving.L1 = moving.flight.L1;
  }
  std::size_t next = 0;
  for (const std::uint32_t g : get_groups(stage, island)) {
    const StepGroup& group = stage.groups[g];
    for (std::uint32_t i = 0; i < group.count; ++i, ++next) {
      StepContact& contact = stage.contacts[group.first + i];
      const BodyPair& pair = stage.pairs[contact.pair];
      contact.impulse_W = answer.p[next];
      stage.bodies[pair.a].L1 += contact.arm_a.cross(contact.impulse_W);
      stage.bodies[pair.b].L1 -= contact.arm_b.cross(contact.impulse_W);
    }
  }
  for (std::size_t i = 0; i < stage.members.size(); ++i) {
    MovingBody& moving = stage.bodies[stage.members[i]];
    if (!moving.is_dynamic) continue;
    moving.V1 = is_standing ? answer.V[i] + moving.flight.V0 : answer.V[i];
    moving.lift = 0.0;
    const std::uint32_t body = stage.members[i];
    moving.V_move = compute_move(moving, models[body], state.bodies[body], stage.problem.bodies[i].V, stage.h);
  }
}

void load_gaps(StepStage& stage, const Island& island, std::span<const BodyModel> models) {
  stage.gaps.clear(), stage.unit_bodies.clear(), stage.moved.clear();
  for (const std::uint32_t body : stage.members) {
    const MovingBody& moving = stage.bodies[body];
    const double mass = models[body].mass;
    stage.unit_bodies.push_back({mass * moving.inv_mass, mass * get_inverse_inertia(moving), {}});
    stage.moved.push_back(moving.V_move);
  }
  for (const std::uint32_t g : get_groups(stage, island)) {
    const StepGroup& group = stage.groups[g];
    const BodyPair& pair = stage.pairs[group.pair];
    for (std::uint32_t i = 0; i < group.count; ++i) {
      const StepContact& contact = stage.contacts[group.first + i];
      stage.gaps.push_back({stage.local[pair.a], stage.local[pair.b], contact.found.nhat_BA_W, contact.arm_a,
                            contact.arm_b, contact.gap, pair.lengths.repositioning});
    }
  }
}

// Where there is no room for what is asked, less is asked, so that nothing is thrown about.
void open_gaps(StepStage& stage) {
  constexpr int kMostTries = 4;
  constexpr double kLargeShortfall = 0.5;
  const RepositionOptions options{.h = stage.h};
  double largest = 0.0;
  for (const GapConstraint& gap : stage.gaps) largest = std::max(largest, gap.target);
  stage.unmoved.assign(stage.moved.begin(), stage.moved.end());
  for (int i = 0; i < kMostTries; ++i, largest *= 0.25) {
    const RepositionResult result = stage.repositioner.update(stage.unit_bodies, stage.gaps, options, stage.moved);
    if (result.shortfall <= kLargeShortfall * largest || i + 1 == kMostTries) return;
    stage.moved.assign(stage.unmoved.begin(), stage.unmoved.end());
    for (GapConstraint& gap : stage.gaps) gap.target *= 0.25;
  }
}

// J: the work of the correction against the forces that always act.
void reposition_members(StepStage& stage, const Island& island, std::span<const BodyModel> models, const State& state,
                        const Settings& settings) {
  load_gaps(stage, island, models);
  open_gaps(stage);
  for (std::size_t i = 0; i < stage.members.size(); ++i) {
    const std::uint32_t body = stage.members[i];
    MovingBody& moving = stage.bodies[body];
    if (!moving.is_dynamic) continue;
    const Vec3 shift = stage.h * (stage.moved[i].v - moving.V_move.v);
    moving.lift -= (models[body].mass * settings.gravity + models[body].force).dot(shift);
    moving.V_move = stage.moved[i];
    update_motion(moving, models[body], state.bodies[body], stage.h);
  }
}

}  // namespace

bool solve_island(StepStage& stage, const Island& island, std::span<const BodyModel> models, const State& state,
                  const Settings& settings) {
  load_problem(stage, island, settings);
  if (stage.law == nullptr) stage.law = response::make_law(settings.law);
  const SolvedIsland solved = solve_problem(stage, settings);
  stage.residual = std::max(stage.residual, solved.residual);
  if (!has_answer(solved.answer->outcome) || !std::isfinite(solved.residual)) return false;
  store_answer(stage, island, models, state, *solved.answer, solved.is_standing);
  reposition_members(stage, island, models, state, settings);
  return true;
}

void reposition_island(StepStage& stage, const Island& island, std::span<const BodyModel> models, const State& state,
                       const Settings& settings) {
  load_members(stage, island);
  reposition_members(stage, island, models, state, settings);
}

}  // namespace abut::dynamics
