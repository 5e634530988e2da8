#include "abut/dynamics/solve_island.h"

#include <algorithm>
#include <cmath>

#include "abut/dynamics/candidates.h"
#include "abut/dynamics/island_part.h"
#include "abut/dynamics/islands.h"
#include "abut/dynamics/solve_impacts.h"

namespace abut::dynamics {
namespace {

using math::Twist;
using math::Vec3;

// What moves is another problem in the next step, and is solved to the law's own tolerance. More is asked of what is
// small, since it costs little, and of what stands or leans, since what is left over adds up from step to step where
// nothing opposes it. What is solved far below its tolerance takes no sweep in the next step, if it stands.
constexpr std::size_t kFewContacts = 8, kSmallProblem = 64;
constexpr double kFineTolerance = 1e-6, kDeepAim = 1e-11;
// What moves is at first solved only so far that certification finds what it meets; then, with the contacts of that, to
// the end. After so many rounds nothing is loose any more.
constexpr double kLooser = 10.0;  // times the law's own tolerance, of what is solved to no more than that in the end
constexpr int kLooseRounds = 8;

// Other outcomes come with the best that the law could do.
bool has_answer(response::SolveOutcome outcome) {
  return outcome != response::SolveOutcome::kUnbounded && outcome != response::SolveOutcome::kTooLarge;
}

const math::Mat3& get_inverse_inertia(const MovingBody& body) {
  return body.get_inverse_inertia();
}

// The bodies of contacts, in the order in which they are met, after those that are members already.
void add_members(const StepStage& stage, std::span<const std::uint32_t> groups, WorkRoom& room) {
  for (const std::uint32_t g : groups) {
    const BodyPair& pair = stage.pairs[stage.groups[g].pair];
    for (const std::uint32_t body : {pair.a, pair.b}) {
      if (room.local[body] != WorkRoom::kNotLocal) continue;
      room.local[body] = static_cast<std::uint32_t>(room.members.size());
      room.members.push_back(body);
    }
  }
}

void load_members(const StepStage& stage, std::span<const std::uint32_t> groups, WorkRoom& room) {
  for (const std::uint32_t body : room.members) room.local[body] = WorkRoom::kNotLocal;
  room.members.clear();
  room.local.resize(stage.bodies.size(), WorkRoom::kNotLocal);
  add_members(stage, groups, room);
}

// Without any impulse.
Twist compute_free_velocity(const MovingBody& moving) {
  const Vec3 w = moving.is_dynamic ? Vec3(get_inverse_inertia(moving) * moving.flight.L1) : moving.flight.V1.w;
  return {w, moving.flight.V1.v};
}

template <class Call>
void for_each_contact(StepStage& stage, std::span<const std::uint32_t> groups, const Call& call) {
  for (const std::uint32_t g : groups) {
    const StepGroup& group = stage.groups[g];
    for (std::uint32_t i = 0; i < group.count; ++i) call(stage.contacts[group.first + i]);
  }
}

// Those of the members that are dynamic, shared by threads where there are many.
template <class Call>
void for_each_moving(const StepStage& stage, std::span<const std::uint32_t> members, const Call& call) {
  constexpr std::size_t kGrain = 64;
  stage.team.share(members.size(), kGrain, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i)
      if (stage.bodies[members[i]].is_dynamic) call(i, members[i]);
  });
}

// Impulses that stay as they are act on the members like forces.
void load_outside(StepStage& stage, std::span<const std::uint32_t> outside, WorkRoom& room) {
  const auto push = [&](std::uint32_t body, const Vec3& p, const Vec3& arm) {
    if (room.local[body] == WorkRoom::kNotLocal) return;
    response::ProblemBody& member = room.problem.bodies[room.local[body]];
    member.V.v += member.inv_mass.cwiseProduct(p), member.V.w += member.inv_inertia * arm.cross(p);
  };
  for_each_contact(stage, outside, [&](const StepContact& contact) {
    push(stage.pairs[contact.pair].a, contact.impulse_W, contact.arm_a);
    push(stage.pairs[contact.pair].b, -contact.impulse_W, contact.arm_b);
  });
}

// Returns by how much faster they would approach than they may.
double load_contact(const StepStage& stage, const StepContact& contact, std::size_t place, WorkRoom& room) {
  const BodyPair& pair = stage.pairs[contact.pair];
  const std::uint32_t a = room.local[pair.a], b = room.local[pair.b];
  room.problem.contacts[place] = {
      a, b, contact.nhat_BA_W, contact.arm_a, contact.arm_b, pair.mu, contact.least_speed, contact.stick_velocity};
  room.problem.guess[place] = contact.impulse_W;
  return contact.least_speed - contact.compute_normal_speed(room.problem.bodies[a].V, room.problem.bodies[b].V);
}

void load_groups(const StepStage& stage, std::span<const std::uint32_t> groups, WorkRoom& room) {
  std::uint32_t num_contacts = 0;
  for (const std::uint32_t g : groups) {
    const StepGroup& group = stage.groups[g];
    room.problem.groups.push_back({num_contacts, group.count, stage.pairs[group.pair].lengths.merging});
    num_contacts += group.count;
  }
  room.problem.contacts.resize(num_contacts), room.problem.guess.resize(num_contacts);
}

void load_problem(StepStage& stage, const IslandPart& part, WorkRoom& room, const Settings& settings) {
  constexpr std::size_t kGrain = 64;
  room.problem.clear();
  load_members(stage, part.groups, room);
  double speed_scale = 0.0;
  for (const std::uint32_t body : room.members) {
    const MovingBody& moving = stage.bodies[body];
    room.problem.bodies.push_back({moving.inv_mass, get_inverse_inertia(moving), compute_free_velocity(moving)});
    // A part is solved by the scale of the whole.
    speed_scale = std::max({speed_scale, moving.acceleration * settings.step, moving.speed_scale});
  }
  load_outside(stage, part.outside, room);
  load_groups(stage, part.groups, room);
  room.excesses.assign((part.groups.size() + kGrain - 1) / kGrain, 0.0);
  stage.team.share(part.groups.size(), kGrain, [&](std::size_t begin, std::size_t end, std::size_t) {
    double& excess = room.excesses[begin / kGrain];
    for (std::size_t k = begin; k < end; ++k) {
      const StepGroup& group = stage.groups[part.groups[k]];
      for (std::uint32_t i = 0; i < group.count; ++i)
        excess = std::max(excess,
                          load_contact(stage, stage.contacts[group.first + i], room.problem.groups[k].first + i, room));
    }
  });
  for (const double excess : room.excesses) speed_scale = std::max(speed_scale, excess);
  room.problem.speed_scale = speed_scale > 0 ? speed_scale : 1.0;
}

struct SolvedIsland {
  const response::ContactImpulses* answer = nullptr;
  bool is_standing = false;  // its velocities are on top of those at the start
  double residual = 0.0;
};

// The fastest that the step finds bodies moving against each other where they touch, relative to the problem's scale.
double compute_start_speed(const StepStage& stage, const WorkRoom& room) {
  double largest_sq = 0.0;
  for (const response::ProblemContact& contact : room.problem.contacts) {
    const Twist &A = stage.bodies[room.members[contact.a]].flight.V0,
                &B = stage.bodies[room.members[contact.b]].flight.V0;
    const Vec3 u = A.v + A.w.cross(contact.arm_a) - B.v - B.w.cross(contact.arm_b);
    largest_sq = std::max(largest_sq, u.squaredNorm());
  }
  return std::sqrt(largest_sq) / room.problem.speed_scale;
}

void shift_velocities(const StepStage& stage, WorkRoom& room, double sign) {
  for (std::size_t i = 0; i < room.members.size(); ++i) {
    Twist& V = room.problem.bodies[i].V;
    V = V + sign * stage.bodies[room.members[i]].flight.V0;
  }
}

response::LawOptions choose_options(const StepStage& stage, const Island& island, const WorkRoom& room,
                                    const Settings& settings, bool is_slow) {
  const std::size_t num_contacts = room.problem.contacts.size();
  response::LawOptions options = settings.law;
  options.team = &stage.team;
  if (island.solved.is_loose) {
    options.tolerance *= kLooser;
    return options;
  }
  if (is_slow || num_contacts <= kSmallProblem) {
    options.tolerance = std::min(options.tolerance, kFineTolerance);
    if (is_slow || num_contacts <= kFewContacts) options.aim = kDeepAim;
  }
  return options;
}

// Bodies that stand still keep what little velocity they have, and their impulses balance the forces. Those that would
// take it from them are no guess for the next step: there they make the opposite one. Returns if the answer, in
// room.law, is as exact as what little they have.
bool solve_standing(const StepStage& stage, Island& island, WorkRoom& room, response::LawOptions options,
                    double start_speed, SolvedIsland& solved) {
  constexpr double kStill = 2e-9, kKept = 0.02;
  const double still = std::min(kStill, 0.5 * options.tolerance);
  if (start_speed > still) return false;
  options.guess_tolerance = kKept * still;
  shift_velocities(stage, room, -1.0);
  solved.answer = &room.law->solve(room.problem, options);
  shift_velocities(stage, room, 1.0);
  island.num_sweeps += solved.answer->num_sweeps;
  solved.residual = solved.answer->residuals.largest() + start_speed;
  solved.is_standing = solved.residual <= 2 * still;
  return solved.is_standing;
}

// Where certification finds something in this step, or found something in the last.
bool may_be_loose(const StepStage& stage, const Island& island, const IslandPart& part, const WorkRoom& room) {
  if (stage.is_guess) return true;
  if (stage.mode != StageMode::kStep || stage.num_rounds >= kLooseRounds || island.is_to_finish ||
      island.solved.is_finished || room.problem.contacts.size() <= kFewContacts)
    return false;
  return std::ranges::any_of(part.groups, [&](std::uint32_t g) {
    const BodyPair& pair = stage.pairs[stage.groups[g].pair];
    return pair.was_hit || pair.num_additions > 0;
  });
}

SolvedIsland solve_problem(StepStage& stage, Island& island, const IslandPart& part, WorkRoom& room,
                           const Settings& settings) {
  constexpr double kSlow = 1e-2;  // of the problem's speed scale: what moves no faster stands or leans
  SolvedIsland solved;
  const double start_speed = compute_start_speed(stage, room);
  const bool is_slow = start_speed <= kSlow;
  island.solved.is_loose = !is_slow && may_be_loose(stage, island, part, room);
  const response::LawOptions options = choose_options(stage, island, room, settings, is_slow);
  if (has_impacts(stage, part.groups)) {
    solved.answer = &solve_impacts(stage, part.groups, room, settings, options);
  } else if (part.outside.empty() && solve_standing(stage, island, room, options, start_speed, solved)) {
    return solved;
  } else {
    solved.answer = &room.law->solve(room.problem, options);
  }
  island.num_sweeps += solved.answer->num_sweeps;
  solved.residual = solved.answer->residuals.largest();
  return solved;
}

// Impulses act at their share s of the step: before it the body has the velocity and the angular momentum of its free
// flight, then those that they give it. One that they change by much more than its forces do is moved with its new ones
// throughout: the mean of before and after would take it on into what it ran into. Where impacts are followed one by
// one the mean will do: what is between them has none.
Twist compute_move(const StepStage& stage, MovingBody& body, const BodyModel& model, const BodyState& start,
                   const Twist& free) {
  const Twist change = body.V1 - free;
  const double h = stage.h, large = 4 * body.acceleration * h;
  const bool is_large = body.s_impulse == 0.5 && change.v.norm() + change.w.norm() * body.reach > large;
  body.s_moved = is_large && stage.mode == StageMode::kStep ? 0.0 : body.s_impulse;
  const FreeFlight& flight = body.flight;
  const auto turn = [&](const Vec3& L) { return compute_turning(model, start.q_WB, flight.inv_inertia, L, h); };
  if (body.s_moved == 0.0) return {turn(body.L1), body.V1.v};
  const double rest = 1 - body.s_impulse;
  const Vec3 L = 0.5 * (start.L_WBcm + flight.L1) + rest * (body.L1 - flight.L1);
  return {turn(L), flight.V_mid.v + rest * change.v};
}

// What is struck goes straight (candidates.cpp).
void mark_struck(StepStage& stage, const StepContact& contact) {
  if (contact.has_lasted || contact.impulse_W == Vec3::Zero()) return;
  const BodyPair& pair = stage.pairs[contact.pair];
  for (const std::uint32_t body : {pair.a, pair.b})
    stage.bodies[body].bend_asked = std::max(stage.bodies[body].bend_asked, BendKind::kTurning);
}

void store_answer(StepStage& stage, const IslandPart& part, const WorkRoom& room, std::span<const BodyModel> models,
                  const State& state, const response::ContactImpulses& answer, bool is_standing) {
  for (const std::uint32_t body : room.members) {
    MovingBody& moving = stage.bodies[body];
    if (!moving.is_dynamic) continue;
    moving.L1 = moving.flight.L1, moving.speed_scale = room.problem.speed_scale;
    moving.pressure = 0.0, moving.lever = Vec3::Zero();
  }
  std::size_t next = 0;
  for_each_contact(stage, part.groups, [&](StepContact& contact) {
    contact.impulse_W = answer.p[next++];
    mark_struck(stage, contact);
  });
  const auto press = [&](std::uint32_t body, const Vec3& arm, const Vec3& impulse, double normal) {
    MovingBody& moving = stage.bodies[body];
    if (!moving.is_dynamic || room.local[body] == WorkRoom::kNotLocal) return;
    moving.L1 += arm.cross(impulse);
    moving.pressure += normal, moving.lever += normal * arm;
  };
  const auto press_both = [&](const StepContact& contact) {
    const double normal = std::max(contact.impulse_W.dot(contact.nhat_BA_W), 0.0);
    press(stage.pairs[contact.pair].a, contact.arm_a, contact.impulse_W, normal);
    press(stage.pairs[contact.pair].b, contact.arm_b, -contact.impulse_W, normal);
  };
  for_each_contact(stage, part.groups, press_both);
  for_each_contact(stage, part.outside, press_both);
  for_each_moving(stage, room.members, [&](std::size_t i, std::uint32_t body) {
    MovingBody& moving = stage.bodies[body];
    if (moving.pressure > 0) moving.lever /= moving.pressure;
    moving.V1 = is_standing ? answer.V[i] + moving.flight.V0 : answer.V[i];
    moving.push = Twist();
    moving.V_move = compute_move(stage, moving, models[body], state.bodies[body], compute_free_velocity(moving));
  });
}

// Of the members, and of others that they have contacts with, which stay as they are.
void load_gaps(StepStage& stage, const IslandPart& part, WorkRoom& room, std::span<const BodyModel> models) {
  room.gaps.clear(), room.unit_bodies.clear(), room.moved.clear();
  const std::size_t num_moving = room.members.size();
  add_members(stage, part.outside, room);
  for (std::size_t i = 0; i < room.members.size(); ++i) {
    const std::uint32_t body = room.members[i];
    const MovingBody& moving = stage.bodies[body];
    const double mass = i < num_moving ? models[body].mass : 0.0;
    room.unit_bodies.push_back({mass * moving.inv_mass, mass * get_inverse_inertia(moving), {}});
    room.moved.push_back(moving.V_move);
  }
  for (const std::span<const std::uint32_t> groups : {part.groups, part.outside}) {
    for_each_contact(stage, groups, [&](const StepContact& contact) {
      const BodyPair& pair = stage.pairs[contact.pair];
      room.gaps.push_back({room.local[pair.a], room.local[pair.b], contact.nhat_BA_W, contact.arm_a, contact.arm_b,
                           contact.gap + contact.correction, pair.lengths.repositioning});
    });
  }
}

void reposition_members(StepStage& stage, const IslandPart& part, WorkRoom& room, std::span<const BodyModel> models,
                        const State& state) {
  const std::size_t num_moving = room.members.size();
  load_gaps(stage, part, room, models);
  if (stage.mode != StageMode::kBlow)  // which is over before anything has moved
    room.gap_opener.open(room.unit_bodies, room.gaps, stage.h, room.moved);
  for_each_moving(stage, std::span(room.members).first(num_moving), [&](std::size_t i, std::uint32_t body) {
    MovingBody& moving = stage.bodies[body];
    moving.push += room.moved[i] - moving.V_move;
    moving.V_move = room.moved[i];
    update_motion(moving, models[body], state.bodies[body], stage.h);
  });
}

// False where the law has no finite answer.
bool solve_part(StepStage& stage, Island& island, const IslandPart& part, WorkRoom& room,
                std::span<const BodyModel> models, const State& state, const Settings& settings) {
  load_problem(stage, part, room, settings);
  if (room.law == nullptr) room.law = response::make_law(settings.law);
  const SolvedIsland solved = solve_problem(stage, island, part, room, settings);
  island.solved.residual = solved.residual, island.solved.is_of_cone = solved.answer->is_of_cone;
  island.solved.is_finished |= island.is_to_finish;
  island.is_unbounded = !has_answer(solved.answer->outcome) || !std::isfinite(solved.residual);
  if (island.is_unbounded) return false;
  store_answer(stage, part, room, models, state, *solved.answer, solved.is_standing);
  for (const std::uint32_t body : room.members) stage.bodies[body].solved = island.solved;
  return true;
}

// The largest residual of contacts that a part left out, with the velocities that its bodies now have.
double measure_outside(StepStage& stage, const IslandPart& part, const WorkRoom& room) {
  double largest = 0.0;
  for_each_contact(stage, part.outside, [&](const StepContact& contact) {
    const BodyPair& pair = stage.pairs[contact.pair];
    const MovingBody &a = stage.bodies[pair.a], &b = stage.bodies[pair.b];
    const Vec3 &n = contact.nhat_BA_W, turn_a = contact.arm_a.cross(n), turn_b = contact.arm_b.cross(n);
    const double inv_mass_n = n.dot((a.inv_mass + b.inv_mass).cwiseProduct(n)) +
                              turn_a.dot(a.get_inverse_inertia() * turn_a) +
                              turn_b.dot(b.get_inverse_inertia() * turn_b);
    const response::ProblemContact law{
        0, 1, n, contact.arm_a, contact.arm_b, pair.mu, contact.least_speed, contact.stick_velocity};
    const response::ContactResiduals residuals =
        response::compute_contact_residuals(law, inv_mass_n, contact.compute_velocity(a.V1, b.V1), contact.impulse_W);
    largest = std::max(largest, residuals.largest());
  });
  return largest / room.problem.speed_scale;
}

}  // namespace

void solve_island(StepStage& stage, Island& island, WorkRoom& room, std::span<const BodyModel> models,
                  const State& state, const Settings& settings) {
  IslandPart part = island.is_to_finish ? get_whole(stage, island) : find_part(stage, island, room);
  if (!solve_part(stage, island, part, room, models, state, settings)) return;
  const double most_outside = settings.law.tolerance * (island.solved.is_loose ? kLooser : 1.0);
  if (!part.outside.empty() && measure_outside(stage, part, room) > most_outside) {
    part = get_whole(stage, island);
    if (!solve_part(stage, island, part, room, models, state, settings)) return;
  }
  if (!part.outside.empty()) island.solved = compute_mark(stage, island);
  reposition_members(stage, part, room, models, state);
}

void reposition_island(StepStage& stage, const Island& island, WorkRoom& room, std::span<const BodyModel> models,
                       const State& state) {
  const IslandPart part = find_part(stage, island, room);
  load_members(stage, part.groups, room);
  reposition_members(stage, part, room, models, state);
}

}  // namespace abut::dynamics
