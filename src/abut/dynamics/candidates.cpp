#include "abut/dynamics/candidates.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>

#include "abut/continuous/moving_piece.h"
#include "abut/continuous/swept_box.h"
#include "abut/dynamics/body_names.h"
#include "abut/dynamics/script.h"

namespace abut::dynamics {
namespace {

using geometry::Shape;
using math::Pose;
using math::Vec3;

// To the farthest corner of its box.
double compute_reach(const BodyModel& model) {
  const math::Aabb& box = model.shape->bounds;
  return (box.lower - model.p_BBcm).cwiseAbs().cwiseMax((box.upper - model.p_BBcm).cwiseAbs()).norm();
}

void start_body(const BodyModel& model, const BodyState& state, const Settings& settings, double t, double h,
                StageMode mode, MovingBody& body) {
  std::construct_at(&body);  // in place: it is large
  body.X0 = compute_body_pose(model, state);
  body.is_dynamic = model.type == BodyType::kDynamic;
  body.is_asleep = state.is_asleep();
  if (!body.is_asleep) body.flight = compute_free_flight(model, state, settings.gravity, h);
  body.inv_mass = compute_inverse_mass(model);
  body.reach = compute_reach(model);
  if (model.type == BodyType::kKinematic) {
    body.X_script = compute_script_centre(model, t + h);
    body.flight.V_mid = compute_mean_velocity(state, body.X_script, h);
    body.flight.V0 = body.flight.V1 = compute_steady_velocity(body.flight.V_mid, h);
    if (mode == StageMode::kBlow) body.flight.V0 = body.flight.V1 = body.flight.V_mid = {state.w_WB, state.v_WBcm};
  } else if (body.is_dynamic) {
    body.acceleration = (settings.gravity + model.force / model.mass).norm();
  }
  const double slow = 0.125 * settings.tolerances.resting_speed;
  body.is_slow = body.flight.V0.v.squaredNorm() <= slow * slow &&
                 body.flight.V0.w.squaredNorm() * (body.reach * body.reach) <= slow * slow;
  body.V1 = body.flight.V1, body.L1 = body.flight.L1, body.V_move = body.flight.V_mid;
}

// A bound of how far the computed distance of a pair may be off: of queries (proximity/piece_pair.h, penetration.h) and
// of poses between recorded ones (continuous/moving_piece.h).
double compute_pair_rounding(const MovingBody& a, const Shape& shape_a, const MovingBody& b, const Shape& shape_b) {
  const double reaches = shape_a.bounds.lower.norm() + shape_a.bounds.upper.norm() + shape_b.bounds.lower.norm() +
                         shape_b.bounds.upper.norm();
  return 0x1p-53 * (512 * (reaches + (a.X0.p - b.X0.p).norm()) + 32 * (a.X0.p.norm() + b.X0.p.norm()));
}

// At most the sum of these of both bodies.
double compute_body_rounding(const MovingBody& body, const Shape& shape) {
  const double reach = shape.bounds.lower.norm() + shape.bounds.upper.norm(), place = body.X0.p.norm();
  return 0x1p-53 * (512 * (reach + place) + 32 * place);
}

PairLengths compute_lengths(const MovingBody& a, const Shape& shape_a, const MovingBody& b, const Shape& shape_b,
                            double rounding, const Settings& settings) {
  PairScales scales;
  scales.diagonal = a.is_dynamic && b.is_dynamic ? std::min(shape_a.diagonal, shape_b.diagonal)
                    : a.is_dynamic               ? shape_a.diagonal
                                                 : shape_b.diagonal;
  if (!(scales.diagonal > 0)) scales.diagonal = std::max(shape_a.diagonal, shape_b.diagonal);
  scales.acceleration = std::max(a.acceleration, b.acceleration);
  scales.step = settings.step;
  scales.rounding_bound = rounding;
  PairLengths lengths = compute_sound_lengths(settings.tolerances, scales);
  const double least = settings.minimum_separation;
  lengths.d_min += least, lengths.repositioning += least, lengths.security += least, lengths.breaking += least;
  return lengths;
}

std::uint32_t take_cache(StepStage& stage) {
  if (stage.free_caches.empty()) {
    stage.caches.push_back(std::make_unique<PairCaches>());
    return static_cast<std::uint32_t>(stage.caches.size() - 1);
  }
  const std::uint32_t cache = stage.free_caches.back();
  stage.free_caches.pop_back();
  *stage.caches[cache] = {};
  return cache;
}

void start_pair(const StepStage& stage, std::span<const BodyModel> models, const Settings& settings,
                const CachedPair& found, BodyPair& pair) {
  std::construct_at(&pair);
  pair.a = found.bodies.a, pair.b = found.bodies.b, pair.cache = found.cache;
  const BodyModel &a = models[pair.a], &b = models[pair.b];
  pair.rounding = compute_pair_rounding(stage.bodies[pair.a], *a.shape, stage.bodies[pair.b], *b.shape);
  try {
    pair.lengths =
        compute_lengths(stage.bodies[pair.a], *a.shape, stage.bodies[pair.b], *b.shape, pair.rounding, settings);
  } catch (const InputError& error) {
    throw InputError({"", name_bodies(stage.names, pair.a, pair.b), error.fault().fault, error.fault().remedy});
  }
  const MaterialMeeting& meeting = settings.meeting(a.material, b.material);
  pair.mu = meeting.friction, pair.restitution = meeting.restitution;
}

// By their bodies.
void list_pairs(const StepStage& stage, std::vector<CachedPair>& list) {
  list.clear();
  for (const BodyPair& pair : stage.pairs) list.push_back({{pair.a, pair.b}, pair.cache});
  if (list.size() > stage.num_sorted_pairs) std::ranges::sort(list, {}, &CachedPair::bodies);
}

bool is_before(const BodyPair& x, const continuous::SweptPair& y) {
  return x.a < y.a || (x.a == y.a && x.b < y.b);
}

// What boxes are grown by: each body takes its half of what the pair reaches, and some room to be pushed elsewhere
// without leaving its box.
double compute_box_margin(const MovingBody& body, const Shape& shape, const Settings& settings) {
  const Tolerances& t = settings.tolerances;
  const double security =
      compute_security(t, {shape.diagonal, body.acceleration, settings.step, compute_body_rounding(body, shape)});
  const double room = body.is_moving ? 0.005 * shape.diagonal : 0.0;
  return t.breaking_ratio * security + room + 0.5 * settings.contact_margin + settings.minimum_separation;
}

// Where a body is on its way, with what it can reach from there.
math::Aabb compute_motion_box(const BodyModel& model, const MovingBody& body, const Settings& settings) {
  const double margin = compute_box_margin(body, *model.shape, settings);
  return continuous::compute_swept_box(model.shape->bounds, std::get<math::StepMotion>(body.motion), body.bounds,
                                       margin);
}

// Whether a body is, on all of its way, where its partners were looked for. Remembers that it is.
bool check_box(const BodyModel& model, MovingBody& body) {
  if (body.version == body.version_of_box) return true;
  const math::Aabb box =
      continuous::compute_swept_box(model.shape->bounds, std::get<math::StepMotion>(body.motion), body.bounds, 0.0);
  if (!body.candidate_box.contains(box)) return false;
  body.version_of_box = body.version;
  return true;
}

// What stands still or sleeps is met by what moves, not by its like.
std::span<const continuous::SweptPair> sweep(StepStage& stage, std::span<const BodyModel> models) {
  stage.swept.resize(models.size());
  for (std::size_t i = 0; i < models.size(); ++i) {
    const MovingBody& body = stage.bodies[i];
    const bool counts_as_moving = body.is_dynamic ? !body.is_asleep : changes_place(body);
    stage.swept[i] = {body.candidate_box, counts_as_moving, models[i].group};
  }
  return stage.sweeper.update(stage.swept, stage.team);
}

Vec3 limit(const Vec3& v, double most_sq) {
  const double size_sq = v.squaredNorm();
  return size_sq > most_sq ? Vec3(std::sqrt(most_sq / size_sq) * v) : v;
}

BendKind choose_bend(const MovingBody& body) {
  constexpr double kSteadyShare = 0.25;
  if (!body.is_dynamic || body.share != 1) return BendKind::kStraight;
  const math::Twist &V0 = body.flight.V0, &V1 = body.V1;
  const bool turns_steadily = body.pressure == 0 || (V0.w - V1.w).squaredNorm() * (body.reach * body.reach) <=
                                                        (kSteadyShare * kSteadyShare) * (V0.v - V1.v).squaredNorm();
  const BendKind least = turns_steadily && body.s_moved == 0.5 ? BendKind::kSteady : BendKind::kTurning;
  return std::max(body.bend_asked, least);
}

// m/s: what the point of the body that others press on, or with nothing that presses its centre of mass, gains within
// the step, seen backwards; but for how it turns about that point, which it does at one rate throughout. Where
// velocities do not change steadily, as in what is struck, that point goes straight, and the centre of mass turns about
// it, as far as what the centre gains allows: what presses but little turns nothing.
Vec3 compute_gain(const MovingBody& body, double h) {
  const math::Twist &V0 = body.flight.V0, &V1 = body.V1;
  const Vec3& w = body.V_move.w;
  if (body.bend_kind == BendKind::kSteady) return V0.v - V1.v + (V0.w - V1.w).cross(body.lever);
  return limit(h * w.cross(w.cross(body.lever)), (V0.v - V1.v).squaredNorm());
}

// Of the path of the body's origin (math/step_motion.h). A bend below the rounding of positions is none. In single
// precision: so it needs little room in a trace, and is the same from step to step of what falls.
Vec3 compute_bend(const MovingBody& body, const BodyModel& model, double h) {
  if (body.bend_kind == BendKind::kStraight) return Vec3::Zero();
  constexpr double kRounding = 0x1p-50;
  Vec3 turned = Vec3::Zero();
  if (model.p_BBcm != Vec3::Zero())
    turned = body.V_move.w.cross(math::compute_rotation(body.X0.q) * model.p_BBcm -
                                 math::compute_rotation(body.X1.q) * model.p_BBcm);
  const Vec3 bend = (0.5 * h) * (compute_gain(body, h) - turned);
  const double least = kRounding * (body.X0.p.lpNorm<1>() + body.reach);
  if (bend.squaredNorm() <= least * least) return Vec3::Zero();
  return bend.cast<float>().cast<double>();
}

// Two bodies without freedom are exempt, however they move.
bool is_exempt(const StepStage& stage, const continuous::SweptPair& pair) {
  return !stage.bodies[pair.a].is_dynamic && !stage.bodies[pair.b].is_dynamic;
}

}  // namespace

void update_motion(MovingBody& body, const BodyModel& model, const BodyState& start, double h) {
  if (!body.is_dynamic && model.type != BodyType::kKinematic) return;
  // Held to nothing it stands where it stood, whatever its velocity is. A script that is not held is met to the bit.
  body.end = body.share > 0 ? compute_moved(start, body.share * body.V_move, h) : start;
  if (!body.is_dynamic && body.share == 1) body.end.p_WBcm = body.X_script.p, body.end.q_WB = body.X_script.q;
  const Pose X1 = compute_body_pose(model, body.end);
  const bool is_same = body.version > 0 && X1.p == body.X1.p && X1.q.coeffs() == body.X1.q.coeffs();
  body.X1 = X1;
  body.bend_kind = choose_bend(body);
  const Vec3 bend = compute_bend(body, model, h);
  if (is_same && bend == body.get_bend()) return;
  ++body.version;
  body.motion = math::make_step_motion(body.X0, body.X1, bend);
  const bool is_finite = X1.p.allFinite() && X1.q.coeffs().allFinite();  // what is not is bounded by nothing
  body.bounds = is_finite ? compute_step_bounds(std::get<math::StepMotion>(body.motion))
                          : continuous::compute_body_bounds(body.motion);
  const math::Aabb& box = model.shape->bounds;
  body.path = compute_speed_bound(body.bounds, box.lower.cwiseAbs().cwiseMax(box.upper.cwiseAbs()).norm());
}

void predict(StepStage& stage, std::span<const BodyModel> models, const State& state, const Settings& settings,
             double h) {
  stage.h = h;
  stage.bodies.resize(models.size());
  constexpr std::size_t kGrain = 64;
  stage.team.share(models.size(), kGrain, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i) {
      MovingBody& body = stage.bodies[i];
      if (body.is_asleep && state.bodies[i].is_asleep()) continue;  // it is as it was
      start_body(models[i], state.bodies[i], settings, state.t, h, stage.mode, body);
      body.end = state.bodies[i];
      body.X1 = body.X0;
      body.motion = math::make_step_motion(body.X0, body.X0);
      body.is_moving = models[i].type != BodyType::kStatic && !body.is_asleep;
      if (body.is_moving) update_motion(body, models[i], state.bodies[i], h);
      body.candidate_box = compute_motion_box(models[i], body, settings);
      body.version_of_box = body.version;
    }
  });
}

void find_candidates(StepStage& stage, std::span<const BodyModel> models, const Settings& settings) {
  list_pairs(stage, stage.last_pairs);
  stage.found_pairs.clear();
  auto known = stage.last_pairs.begin();
  const auto drop = [&](const CachedPair& pair) { stage.free_caches.push_back(pair.cache); };
  for (const continuous::SweptPair& found : sweep(stage, models)) {
    if (is_exempt(stage, found)) continue;
    for (; known != stage.last_pairs.end() && known->bodies < found; ++known) drop(*known);
    const bool is_known = known != stage.last_pairs.end() && known->bodies == found;
    stage.found_pairs.push_back({found, is_known ? (known++)->cache : take_cache(stage)});
  }
  std::for_each(known, stage.last_pairs.end(), drop);
  stage.num_sorted_pairs = stage.found_pairs.size();
  stage.pairs.resize(stage.num_sorted_pairs);
  constexpr std::size_t kGrain = 64;
  stage.team.share(stage.pairs.size(), kGrain, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i) start_pair(stage, models, settings, stage.found_pairs[i], stage.pairs[i]);
  });
}

std::size_t extend_candidates(StepStage& stage, std::span<const BodyModel> models, const Settings& settings) {
  for (std::size_t i = 0; i < models.size(); ++i) {
    MovingBody& body = stage.bodies[i];
    if (!check_box(models[i], body)) body.candidate_box.grow(compute_motion_box(models[i], body, settings));
  }
  const std::size_t num_before = stage.pairs.size();
  const auto sorted_end = stage.pairs.begin() + static_cast<std::ptrdiff_t>(stage.num_sorted_pairs);
  const auto is_same = [](const BodyPair& pair, const continuous::SweptPair& found) {
    return pair.a == found.a && pair.b == found.b;
  };
  std::vector<continuous::SweptPair> missing;
  for (const continuous::SweptPair& found : sweep(stage, models)) {
    if (is_exempt(stage, found)) continue;
    const auto place = std::lower_bound(stage.pairs.begin(), sorted_end, found, is_before);
    if (place != sorted_end && is_same(*place, found)) continue;
    if (std::none_of(sorted_end, stage.pairs.end(), [&](const BodyPair& pair) { return is_same(pair, found); }))
      missing.push_back(found);
  }
  for (const continuous::SweptPair& found : missing)
    start_pair(stage, models, settings, {found, take_cache(stage)}, stage.pairs.emplace_back());
  return num_before;
}

bool are_candidates_complete(StepStage& stage, std::span<const BodyModel> models) {
  constexpr std::size_t kGrain = 64;
  std::atomic<bool> is_complete = true;
  stage.team.share(models.size(), kGrain, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end && is_complete; ++i)
      if (!check_box(models[i], stage.bodies[i])) is_complete = false;
  });
  return is_complete;
}

}  // namespace abut::dynamics
