#include "abut/dynamics/simulation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "abut/dynamics/energy_balance.h"
#include "abut/dynamics/follow_impacts.h"
#include "abut/dynamics/make_record.h"
#include "abut/dynamics/next_state.h"
#include "abut/dynamics/sleep.h"
#include "abut/dynamics/start.h"
#include "abut/dynamics/step.h"
#include "abut/dynamics/step_errors.h"
#include "abut/dynamics/step_stage.h"

namespace abut::dynamics {
namespace {

constexpr double kLargestTurn = 0.45;  // rad in one segment: below the 30 degrees that a motion may have
constexpr std::int64_t kMostSegments = 1 << 16;
constexpr int kMostCuts = 20;        // of one step, for kinematic bodies that are held back
constexpr int kMostLossCuts = 5;     // one within another, for motion that would be lost
constexpr double kLargeLoss = 1e-3;  // as a share
constexpr int kMostRattleCuts = 6;   // one within another, for more impacts than are followed in one

double compute_largest_rate(const std::vector<BodyModel>& models, const State& state) {
  double rate = 0.0;
  for (std::size_t i = 0; i < models.size(); ++i)
    if (models[i].type != BodyType::kStatic) rate = std::max(rate, state.bodies[i].w_WB.norm());
  return rate;
}

// The first kinematic body that did not go as far as its script, or none.
BodyId find_held_script(const std::vector<BodyModel>& models, const StepStage& stage) {
  for (std::size_t i = 0; i < models.size(); ++i)
    if (models[i].type == BodyType::kKinematic && stage.bodies[i].share < 1) return BodyId(i);
  return {};
}

// Of the motion of all bodies in the part of a step that was tried last.
double compute_lost_share(const StepStage& stage) {
  double asked = 0.0, lost = 0.0;
  for (const MovingBody& body : stage.bodies) {
    if (!body.is_moving) continue;
    const double path = body.V_move.v.norm() + body.V_move.w.norm() * body.reach;
    asked += path, lost += (1 - body.share) * path;
  }
  return asked > 0 ? lost / asked : 0.0;
}

// Equal parts of a step: how many, and which is next. One that is cut is two; halves that are done are one again.
struct StepParts {
  std::int64_t count = 1, next = 0;
  int num_cuts = 0;  // that are not done

  void halve() { count *= 2, next *= 2; }
  void cut() { halve(), ++num_cuts; }
  void advance() {
    ++next;
    for (; num_cuts > 0 && next % 2 == 0; --num_cuts) count /= 2, next /= 2;
  }
};

StepErrors name_globally(const ImpactCourse& course) {
  StepErrors errors = course.errors;
  for (BodyId* body : {&errors.a, &errors.b})
    if (!body->is_none()) *body = BodyId(course.members[body->index()]);
  return errors;
}

}  // namespace

struct Simulation::Stage {
  std::vector<BodyModel> models;
  Settings settings;
  std::vector<std::string> names;
  State state;
  State now, next;  // within a step: at the part that is tried, and after it
  StepStage step;
  StepRecord record;

  // What acts on a body besides what its model said at first.
  struct Load {
    BodyId body;
    math::Vec3 own_force, own_torque;     // the model's
    math::Vec3 force;                     // the load's
    math::Vec3 p_W = math::Vec3::Zero();  // where it acts, at the start of the step
  };
  std::vector<Load> loads;

  // Nothing in it outlives a change of settings or of the state.
  void renew_step(const Settings& of) {
    step = make_step_stage(of);
    step.names = names;
  }
  // A step of fewer is over before threads have come.
  bool has_many_bodies() const { return models.size() >= 64; }
  void take_step();
  void finish_step() {
    const auto finish_half = [&](std::size_t half) {
      if (half == 0) return finish_record(models, settings, state, record);
      record.hash = compute_hash(state);
    };
    step.team.share(2, has_many_bodies() ? 1 : 2, [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t half = begin; half < end; ++half) finish_half(half);
    });
    for (const Load& load : loads) {
      const math::Vec3& p_W = state.bodies[load.body.index()].p_WBcm;
      record.potential_energy += load.force.dot(p_W);
      record.energy.work_forces += load.force.dot(p_W - load.p_W);
    }
  }
};

Simulation::Simulation(std::vector<BodyModel> models, std::vector<BodyState> bodies, Settings settings,
                       std::vector<std::string> names)
    : stage_(std::make_unique<Stage>()) {
  stage_->models = std::move(models);
  stage_->settings = std::move(settings);
  stage_->names = std::move(names);
  stage_->state.bodies = std::move(bodies);
  stage_->renew_step(stage_->settings);
  open_touching_pairs(stage_->models, stage_->settings, stage_->names, stage_->state);
}

Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;

const std::vector<BodyModel>& Simulation::models() const {
  return stage_->models;
}
const Settings& Simulation::settings() const {
  return stage_->settings;
}
const State& Simulation::state() const {
  return stage_->state;
}
void Simulation::restore(State state) {
  stage_->state = std::move(state);
  stage_->renew_step(stage_->settings);
}

void Simulation::set_settings(Settings settings) {
  stage_->renew_step(settings);
  stage_->settings = std::move(settings);
  wake_all(stage_->models, stage_->state);
}

void Simulation::set_load(BodyId body, const math::Vec3& force, const math::Vec3& torque) {
  BodyModel& model = stage_->models[body.index()];
  std::vector<Stage::Load>& loads = stage_->loads;
  auto load = std::find_if(loads.begin(), loads.end(), [&](const Stage::Load& l) { return l.body == body; });
  if (load == loads.end())
    load = loads.insert(load, {body, model.force, model.torque, math::Vec3::Zero(), math::Vec3::Zero()});
  load->force = force;
  model.force = load->own_force + force;
  model.torque = load->own_torque + torque;
  wake_all(stage_->models, stage_->state);
}

std::vector<std::pair<BodyId, BodyId>> Simulation::find_exempt_pairs() const {
  std::vector<std::pair<BodyId, BodyId>> pairs;
  const std::vector<BodyModel>& models = stage_->models;
  for (std::size_t a = 0; a < models.size(); ++a) {
    for (std::size_t b = a + 1; b < models.size(); ++b) {
      const bool is_grouped = models[a].group != 0 && models[a].group == models[b].group;
      const bool is_fixed = models[a].type != BodyType::kDynamic && models[b].type != BodyType::kDynamic;
      if (is_grouped || is_fixed) pairs.emplace_back(BodyId(a), BodyId(b));
    }
  }
  return pairs;
}

// As many parts as the fastest turn needs; twice as many again where contacts made it faster. A part in which a script
// is held back, or much motion would be lost, or bodies strike each other too often, is cut in two, again and again:
// what has room gets there. A script that even so has none is squeezed.
void Simulation::Stage::take_step() {
  const double h = settings.step;
  // What the step starts from stays as it is until its end is known. Waking changes a state, and is done to a copy.
  const bool may_wake = state.sleeping != nullptr;
  if (may_wake) now = state;
  State* from = may_wake ? &now : &state;
  for (Load& load : loads) load.p_W = state.bodies[load.body.index()].p_WBcm;
  record = {};
  record.index = state.num_steps + 1;
  StepErrors errors;
  StepParts parts;
  while (parts.count < kMostSegments &&
         compute_largest_rate(models, *from) * h > kLargestTurn * static_cast<double>(parts.count))
    parts.halve();
  int num_script_cuts = 0;
  while (parts.next < parts.count) {
    StepOutcome outcome = certify_step(step, models, *from, settings, h / static_cast<double>(parts.count));
    if (outcome == StepOutcome::kTooFast && parts.count < kMostSegments) {
      parts.halve();
      continue;
    }
    const bool is_last = parts.next + 1 == parts.count;
    const double t_end = is_last ? static_cast<double>(state.num_steps + 1) * h : from->t + step.h;
    std::uint64_t next_contact_id = from->next_contact_id;
    ImpactCourses impacts;
    // Where a script closes in on something, impacts only become more: there the step ends as it stands.
    if (outcome == StepOutcome::kAccepted && num_script_cuts == 0)
      impacts = follow_impacts(step, models, *from, settings, t_end, next_contact_id);
    const BodyId held = outcome == StepOutcome::kAccepted ? find_held_script(models, step) : BodyId();
    const bool is_script_cut = !held.is_none() && num_script_cuts < kMostCuts;
    const bool is_loss_cut =
        outcome == StepOutcome::kAccepted && parts.num_cuts < kMostLossCuts && compute_lost_share(step) > kLargeLoss;
    const bool is_rattle_cut = (!impacts.rattling.is_none() || impacts.is_too_long) && parts.num_cuts < kMostRattleCuts;
    if (is_script_cut || is_loss_cut || is_rattle_cut) {
      num_script_cuts += is_script_cut ? 1 : 0;
      parts.cut();
      continue;
    }
    if (!impacts.rattling.is_none()) outcome = StepOutcome::kRattling;
    if (!held.is_none()) outcome = StepOutcome::kSqueezed;
    record.outcome = outcome;
    if (outcome != StepOutcome::kAccepted) {
      record.culprit = held.is_none() ? impacts.rattling : held;
      record.segments.clear(), record.energy = {};
      return finish_step();  // of the state that stays
    }
    compute_next_state(step, models, *from, settings, next_contact_id, next);
    parts.advance();
    if (is_last) next.num_steps = state.num_steps + 1;
    next.t = t_end;
    append_segment(step, models, *from, next, settings, record);
    add_energy_terms(step, models, *from, next, settings, record.energy);
    errors.add(compute_step_errors(step, models, settings));
    for (const ImpactCourse& course : impacts.courses) {
      append_course(course.record, course.members, record);
      put_course(course, models, next);
      errors.add(name_globally(course));
    }
    std::swap(now, next);
    from = &now;
  }
  std::swap(state, now);
  set_errors(errors, record);
  finish_step();
}

const StepRecord& Simulation::step() {
  Stage& s = *stage_;
  if (s.has_many_bodies()) {
    s.step.team.gather([&] { s.take_step(); });
  } else {
    s.take_step();
  }
  return s.record;
}

}  // namespace abut::dynamics
