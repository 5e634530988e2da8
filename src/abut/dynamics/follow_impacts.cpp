#include "abut/dynamics/follow_impacts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "abut/continuous/swept_box.h"
#include "abut/dynamics/arrivals.h"
#include "abut/dynamics/classify_contacts.h"
#include "abut/dynamics/energy_balance.h"
#include "abut/dynamics/leave_out.h"
#include "abut/dynamics/make_record.h"
#include "abut/dynamics/next_state.h"
#include "abut/dynamics/step.h"

namespace abut::dynamics {
namespace {

constexpr double kBlowShare = 0x1p-30;  // of a step: how long an impact takes
constexpr int kMostTries = 16;          // of one part, each shorter

// What a course may cost. Where nothing bounces, where it is that bodies turn is not worth more than some steps of all
// of them: of each a part takes about as much, or, where bodies are fine, as long as it takes to look for contacts.
struct CourseBounds {
  int parts = 6 * kMostImpacts;
  std::size_t looks = std::numeric_limits<std::size_t>::max();  // pairs of pieces
};
CourseBounds choose_bounds(const ArrivalCluster& cluster) {
  constexpr int kParts = 128;  // times bodies
  constexpr std::size_t kLooks = 20000;
  if (cluster.has_bounce) return {};
  return {kParts / static_cast<int>(cluster.num_moving), kLooks};
}

// The members alone.
State extract_state(std::span<const std::uint32_t> members, const State& state, std::uint64_t next_contact_id) {
  State own;
  own.num_steps = state.num_steps, own.t = state.t, own.next_contact_id = next_contact_id;
  for (const std::uint32_t i : members) own.bodies.push_back(state.bodies[i]);
  const auto find = [&](BodyId body) { return std::ranges::lower_bound(members, body.value()); };
  const auto has = [&](BodyId body) { return find(body) != members.end() && *find(body) == body.value(); };
  for (contact::ContactSet set : state.contacts.sets) {
    if (!has(set.a) || !has(set.b)) continue;
    set.a = BodyId(static_cast<std::size_t>(find(set.a) - members.begin()));
    set.b = BodyId(static_cast<std::size_t>(find(set.b) - members.begin()));
    contact::append_set(own.contacts, state.contacts, set);
  }
  return own;
}

// A few bodies on their way through a step.
class FewBodies {
 public:
  FewBodies(std::span<const BodyModel> models, std::span<const math::Aabb> boxes, Settings settings)
      : models_(models), boxes_(boxes), settings_(std::move(settings)), stage_(make_step_stage(settings_)) {}

  CourseEnd go(State& state, double t_end, const CourseBounds& most, ImpactCourse& course) {
    int num_impacts = 0;
    for (int i = 0; state.t < t_end; ++i) {
      const double left = t_end - state.t;
      const PartEnd end = try_to_next(state, left);
      if (end == PartEnd::kBad) return CourseEnd::kNotFollowed;
      if (i == most.parts || stage_.rooms[0].num_looks > most.looks) return CourseEnd::kTooLong;
      if (end == PartEnd::kBlow && ++num_impacts > kMostImpacts) return CourseEnd::kTooMany;
      accept(state, stage_.h == left, t_end, course);
    }
    // The guess of the next step, which is a whole one.
    if (stage_.mode == StageMode::kSmooth)
      for (contact::TrackedContact& contact : state.contacts.contacts) contact.impulse_W *= settings_.step / stage_.h;
    return CourseEnd::kFollowed;
  }

 private:
  enum class Trial { kGood, kTooLong, kBad };
  enum class PartEnd { kSmooth, kBlow, kBad };

  Trial try_part(State& state, StageMode mode, double h, bool is_guess = false) {
    stage_.mode = mode, stage_.is_guess = is_guess;
    const StepOutcome outcome = certify_step(stage_, models_, state, settings_, h);
    if (outcome == StepOutcome::kTooFast) return Trial::kTooLong;
    if (outcome != StepOutcome::kAccepted) return Trial::kBad;
    for (std::size_t i = 0; i < models_.size(); ++i) {
      const MovingBody& body = stage_.bodies[i];
      if (!body.is_moving) continue;
      if (body.share < 1) return Trial::kTooLong;
      const math::Aabb box = continuous::compute_swept_box(models_[i].shape->bounds,
                                                           std::get<math::StepMotion>(body.motion), body.bounds, 0.0);
      if (!boxes_[i].contains(box)) return Trial::kBad;
    }
    return Trial::kGood;
  }

  // Up to where the next bodies arrive, at most h; or the blow of those that have. What it asks of those that do is no
  // more than a guess of when that is: a part is taken only if it asks nothing of them, so that what they are struck
  // with is all in the blow. Where that strikes nothing the guess was too early, and a shorter part tells better. The
  // first try, up to the end of the step, meets so much that hardly one in a hundred is taken: it is for the guess
  // alone.
  PartEnd try_to_next(State& state, double h) {
    constexpr double kSooner = 0.75;
    for (int i = 0; i < kMostTries; ++i) {
      const bool is_guess = i == 0;
      const Trial trial = try_part(state, StageMode::kSmooth, h, is_guess);
      if (trial == Trial::kBad) return PartEnd::kBad;
      const double arrival = trial == Trial::kGood ? find_first_arrival(stage_, settings_) : kSooner;
      if (arrival == 0.0 && try_blow(state, std::min(kBlowShare * settings_.step, h))) return PartEnd::kBlow;
      const bool has_none = arrival == std::numeric_limits<double>::infinity();
      if (has_none && !is_guess) return PartEnd::kSmooth;
      if (!has_none) h *= arrival > 0 && arrival < 1 ? arrival : kSooner;
    }
    return PartEnd::kBad;
  }

  void list_struck() {
    stage_.struck.clear();
    for (const BodyPair& pair : stage_.pairs)
      if (pair.num_additions > 0) stage_.struck.push_back({pair.a, pair.b});
  }

  bool try_blow(State& state, double h) {
    list_struck();
    if (try_part(state, StageMode::kBlow, h) != Trial::kGood || !has_struck()) return false;
    mark_struck();
    return true;
  }
  // Something that arrived: else it would arrive again, and again.
  bool has_struck() const {
    return std::ranges::any_of(stage_.contacts, [&](const StepContact& contact) {
      return contact.impulse_W != math::Vec3::Zero() &&
             compute_start_speed(stage_, contact) < -settings_.tolerances.resting_speed;
    });
  }
  void mark_struck() {
    for (StepContact& contact : stage_.contacts) contact.has_struck = contact.impulse_W != math::Vec3::Zero();
  }

  void accept(State& state, bool is_last, double t_end, ImpactCourse& course) {
    compute_next_state(stage_, models_, state, settings_, state.next_contact_id, next_);
    if (is_last) next_.t = t_end;
    append_segment(stage_, models_, state, next_, settings_, course.record);
    add_energy_terms(stage_, models_, state, next_, settings_, course.record.energy);
    course.errors.add(compute_step_errors(stage_, models_, settings_));
    std::swap(state, next_);
  }

  std::span<const BodyModel> models_;
  std::span<const math::Aabb> boxes_;
  Settings settings_;
  StepStage stage_;
  State next_;
};

// The first that is free to move. None where a script closes in on it: how that ends the step itself finds out.
BodyId find_rattling(const ArrivalCluster& cluster, std::span<const BodyModel> models) {
  const auto find_type = [&](BodyType type) {
    return std::ranges::find_if(cluster.members, [&, type](std::uint32_t i) { return models[i].type == type; });
  };
  if (find_type(BodyType::kKinematic) != cluster.members.end()) return {};
  return BodyId(*find_type(BodyType::kDynamic));
}

ImpactCourse follow(const ArrivalCluster& cluster, const StepStage& stage, std::span<const BodyModel> models,
                    const State& state, const Settings& settings, double t_end, std::uint64_t next_contact_id) {
  ImpactCourse course;
  course.members = cluster.members;
  std::vector<BodyModel> own;
  std::vector<math::Aabb> boxes;
  for (const std::uint32_t i : cluster.members)
    own.push_back(models[i]), boxes.push_back(stage.bodies[i].candidate_box);
  Settings alone = settings;
  alone.num_threads = 1, alone.allows_sleep = false;
  course.state = extract_state(cluster.members, state, next_contact_id);
  course.end = FewBodies(own, boxes, alone).go(course.state, t_end, choose_bounds(cluster), course);
  if (course.end == CourseEnd::kTooLong && !cluster.has_bounce) course.end = CourseEnd::kNotFollowed;
  return course;
}

}  // namespace

ImpactCourses follow_impacts(StepStage& stage, std::span<const BodyModel> models, const State& state,
                             const Settings& settings, double t_end, std::uint64_t& next_contact_id) {
  const std::size_t num_pairs = stage.pairs.size();
  ImpactCourses all;
  std::vector<std::uint32_t> left;
  for (const ArrivalCluster& cluster : find_arrival_clusters(stage, models, settings)) {
    ImpactCourse course = follow(cluster, stage, models, state, settings, t_end, next_contact_id);
    all.is_too_long |= course.end == CourseEnd::kTooLong;
    if (course.end == CourseEnd::kTooMany) all.rattling = find_rattling(cluster, models);
    if (course.end != CourseEnd::kFollowed) continue;
    next_contact_id = course.state.next_contact_id;
    left.insert(left.end(), course.members.begin(), course.members.end());
    all.courses.push_back(std::move(course));
  }
  if (!all.courses.empty() || stage.pairs.size() > num_pairs) leave_out(stage, left, num_pairs);
  return all;
}

void put_course(const ImpactCourse& course, std::span<const BodyModel> models, State& next) {
  const std::vector<std::uint32_t>& members = course.members;
  for (std::size_t k = 0; k < members.size(); ++k) {
    if (models[members[k]].type == BodyType::kStatic) continue;
    next.bodies[members[k]] = course.state.bodies[k];
    next.bodies[members[k]].time_slow = 0.0;
  }
  contact::ContactSets own = course.state.contacts;
  for (contact::ContactSet& set : own.sets)
    set.a = BodyId(members[set.a.index()]), set.b = BodyId(members[set.b.index()]);
  next.contacts = contact::merge_sets(next.contacts, own);
}

}  // namespace abut::dynamics
