#include "abut/dynamics/arrivals.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "abut/dynamics/candidates.h"
#include "abut/dynamics/classify_contacts.h"
#include "abut/dynamics/islands.h"

namespace abut::dynamics {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

// 1/kg: along the normal.
double compute_inverse_mass(const StepContact& contact, const MovingBody& a, const MovingBody& b) {
  const math::Vec3 &n = contact.nhat_BA_W, turn_a = contact.arm_a.cross(n), turn_b = contact.arm_b.cross(n);
  return n.dot((a.inv_mass + b.inv_mass).cwiseProduct(n)) + turn_a.dot(a.get_inverse_inertia() * turn_a) +
         turn_b.dot(b.get_inverse_inertia() * turn_b);
}

// The least root of room + v0 s + (v1 - v0) s^2 / 2, all in m, if the approach there is faster than `slow`.
double find_fall(double room, double v0, double v1, double slow) {
  const double change = v1 - v0, under = v0 * v0 - 2 * change * room;
  if (under < 0) return kNever;
  const double speed = std::sqrt(under);  // of approach, where it arrives
  if (!(speed > slow)) return kNever;
  // With v0 + speed, which may be small, in no denominator.
  const double s = v0 < 0 ? 2 * room / (speed - v0) : -(v0 + speed) / change;
  return s >= 0 ? s : kNever;
}

// Carries what would be an impact, soon or now: what a step asks for all at once may brake it before it is there.
bool may_arrive(const StepStage& stage, const StepContact& contact, double slow) {
  if (contact.is_added && contact.hit_speed < -slow) return true;
  if (contact.impulse_W == math::Vec3::Zero()) return false;
  const BodyPair& pair = stage.pairs[contact.pair];
  const MovingBody &a = stage.bodies[pair.a], &b = stage.bodies[pair.b];
  const bool is_near = contact.gap <= compute_touching_gap(stage, contact);
  if (is_near && a.is_slow && b.is_slow) return false;  // what stands, at little cost
  const double speed = compute_start_speed(stage, contact);
  if (speed < -slow) return true;
  const bool bounces = !contact.has_lasted && speed > slow;
  return (!is_near || bounces) && contact.compute_normal_speed(a.flight.V1, b.flight.V1) < -slow;
}

double skip_braked(const BodyPair& pair, double s) {
  constexpr double kAlmostAll = 0.99;
  return pair.restitution == 0 && s > kAlmostAll ? kNever : s;
}

// As the certificate found it: where that was, how fast it was then, and until when nothing met; of bodies that do not
// touch elsewhere no later than they are there if they come on as they do at the start. What turns may have come and
// gone by the end of the motion that was tried: seen from there it arrives too late, and nothing met is all that is
// known.
double compute_hit_arrival(const StepStage& stage, const StepContact& contact, bool may_be_struck) {
  constexpr double kSooner = 0.5, kSoon = 0x1p-6;
  const BodyPair& pair = stage.pairs[contact.pair];
  const double target = compute_arrival_gap(pair), way = stage.h * -contact.hit_speed,
               start_way = stage.h * -compute_start_speed(stage, contact);
  double s = contact.s_hit + (contact.found.gap - target) / way;
  if (contact.s_safe > 0) s = std::min(s, contact.s_safe - target / way);
  if (pair.phi0 > pair.lengths.breaking && start_way > 0) s = std::min(s, (pair.phi0 - target) / start_way);
  if (may_be_struck && s < kSoon) return 0.0;
  return s > 0 ? skip_braked(pair, s) : kSooner * (contact.s_safe > 0 ? contact.s_safe : 1.0);
}

// As velocities at the start and the end tell, the latter without the contact's own impulse: whether it carries one or
// not, since what it carries now others may have carried before, and braked what is on its way.
double compute_found_arrival(const StepStage& stage, const StepContact& contact, double v0, double slow) {
  const BodyPair& pair = stage.pairs[contact.pair];
  const MovingBody &a = stage.bodies[pair.a], &b = stage.bodies[pair.b];
  const double own = compute_inverse_mass(contact, a, b) * contact.impulse_W.dot(contact.nhat_BA_W);
  const double v1 =
      std::min(contact.compute_normal_speed(a.flight.V1, b.flight.V1), contact.compute_normal_speed(a.V1, b.V1) - own);
  const auto find = [&](double distance) {
    return find_fall(std::max(contact.gap - distance, 0.0), stage.h * v0, stage.h * v1, stage.h * slow);
  };
  return find(pair.lengths.security) <= 1 ? skip_braked(pair, find(compute_arrival_gap(pair))) : kNever;
}

double compute_arrival(const StepStage& stage, const StepContact& contact, const Settings& settings) {
  const BodyPair& pair = stage.pairs[contact.pair];
  const MovingBody &a = stage.bodies[pair.a], &b = stage.bodies[pair.b];
  const double slow = settings.tolerances.resting_speed, v0 = contact.compute_normal_speed(a.flight.V0, b.flight.V0);
  const bool is_near = compute_start_gap(stage, contact) <= compute_touching_gap(stage, contact) &&
                       !bounces_off(stage, settings, contact),
             carries = contact.impulse_W != math::Vec3::Zero();
  // One that carries nothing in the end, others having taken over, arrives all the same.
  const bool is_arriving = is_near && compute_start_speed(stage, contact) < -slow;
  if (contact.is_added && contact.hit_speed < -slow) return compute_hit_arrival(stage, contact, is_arriving && carries);
  if (is_near) return is_arriving && (carries || !contact.is_added) ? 0.0 : kNever;
  return contact.is_added && !carries ? kNever : compute_found_arrival(stage, contact, v0, slow);
}

// What can pass an impact on, or has to go along with those that do.
bool ties(const MovingBody& body) {
  return body.is_moving && (body.is_dynamic || changes_place(body));
}

// Bodies that candidate pairs tie together have one root.
void join_candidates(StepStage& stage) {
  std::vector<std::uint32_t>& parent = stage.roots;
  parent.resize(stage.bodies.size());
  std::iota(parent.begin(), parent.end(), 0u);
  for (const BodyPair& pair : stage.pairs) {
    if (!ties(stage.bodies[pair.a]) || !ties(stage.bodies[pair.b])) continue;
    const std::uint32_t a = find_root(parent, pair.a), b = find_root(parent, pair.b);
    parent[std::max(a, b)] = std::min(a, b);
  }
}

std::uint32_t get_root(StepStage& stage, const BodyPair& pair) {
  return find_root(stage.roots, ties(stage.bodies[pair.a]) ? pair.a : pair.b);
}

struct ClusterFigures {
  std::size_t num_contacts = 0, num_moving = 0;
  bool has_arrival = false, has_bounce = false, has_sleeper = false;

  bool is_wanted(const ClusterBounds& most) const {
    const bool is_small = has_bounce ? num_contacts <= most.bouncing : num_contacts * num_moving <= most.stopping;
    return has_arrival && !has_sleeper && is_small;
  }
};

// By root.
std::vector<ClusterFigures> measure_clusters(StepStage& stage, const Settings& settings) {
  join_candidates(stage);
  std::vector<ClusterFigures> figures(stage.bodies.size());
  for (std::uint32_t i = 0; i < stage.bodies.size(); ++i)
    if (ties(stage.bodies[i])) ++figures[find_root(stage.roots, i)].num_moving;
  for (const StepContact& contact : stage.contacts) {
    ClusterFigures& own = figures[get_root(stage, stage.pairs[contact.pair])];
    ++own.num_contacts;
    if (!may_arrive(stage, contact, settings.tolerances.resting_speed)) continue;
    own.has_arrival = true, own.has_bounce |= stage.pairs[contact.pair].restitution > 0;
  }
  for (const BodyPair& pair : stage.pairs)
    if (stage.bodies[pair.a].is_asleep || stage.bodies[pair.b].is_asleep)
      figures[get_root(stage, pair)].has_sleeper = true;
  return figures;
}

// As far as it may get in a step in which it is struck. Returns whether its box was smaller.
bool grow_box(const BodyModel& model, MovingBody& body, double fastest, double h) {
  constexpr double kRoom = 1.1;
  const double path = kRoom * h * (fastest + h * body.acceleration);
  const math::Aabb& own = model.shape->bounds;
  const double reach = own.lower.cwiseAbs().cwiseMax(own.upper.cwiseAbs()).norm();
  math::Aabb box;
  box.grow(body.X0.p - math::Vec3::Constant(reach + path)), box.grow(body.X0.p + math::Vec3::Constant(reach + path));
  if (body.candidate_box.contains(box)) return false;
  body.candidate_box.grow(box);
  return true;
}

}  // namespace

double compute_start_gap(const StepStage& stage, const StepContact& contact) {
  if (!contact.is_added) return contact.gap;
  const double back = contact.found.gap - contact.s_hit * stage.h * contact.hit_speed;
  return std::max(back, stage.pairs[contact.pair].phi0);
}

double find_first_arrival(const StepStage& stage, const Settings& settings) {
  double first = kNever;
  for (const StepContact& contact : stage.contacts) first = std::min(first, compute_arrival(stage, contact, settings));
  return first;
}

std::vector<ArrivalCluster> find_arrival_clusters(StepStage& stage, std::span<const BodyModel> models,
                                                  const Settings& settings, const ClusterBounds& most) {
  const auto arrives = [&](const StepContact& contact) {
    return may_arrive(stage, contact, settings.tolerances.resting_speed);
  };
  if (std::ranges::none_of(stage.contacts, arrives)) return {};
  std::vector<ClusterFigures> figures = measure_clusters(stage, settings);
  const auto is_any = [&] {
    return std::ranges::any_of(figures, [&](const ClusterFigures& own) { return own.is_wanted(most); });
  };
  // Each round adds a body to a cluster, or is the last.
  for (std::size_t round = 0; is_any() && round <= models.size(); ++round) {
    std::vector<double> fastest(stage.bodies.size(), 0.0);
    for (std::uint32_t i = 0; i < stage.bodies.size(); ++i) {
      const MovingBody& body = stage.bodies[i];
      if (!ties(body)) continue;
      double& speed = fastest[find_root(stage.roots, i)];
      speed = std::max(speed, body.flight.V0.v.norm() + body.reach * body.flight.V0.w.norm());
    }
    bool has_grown = false;
    for (std::uint32_t i = 0; i < stage.bodies.size(); ++i) {
      MovingBody& body = stage.bodies[i];
      const std::uint32_t root = find_root(stage.roots, i);
      if (ties(body) && body.is_dynamic && figures[root].is_wanted(most))
        has_grown |= grow_box(models[i], body, fastest[root], stage.h);
    }
    if (!has_grown) break;
    if (extend_candidates(stage, models, settings) == stage.pairs.size()) break;
    figures = measure_clusters(stage, settings);
  }
  std::vector<ArrivalCluster> clusters;
  std::vector<std::uint32_t> cluster_of_root(stage.bodies.size(), 0xffffffffu);
  for (std::uint32_t i = 0; i < stage.bodies.size(); ++i) {
    const std::uint32_t root = find_root(stage.roots, i);
    if (!ties(stage.bodies[i]) || !figures[root].is_wanted(most)) continue;
    if (cluster_of_root[root] == 0xffffffffu)
      cluster_of_root[root] = static_cast<std::uint32_t>(clusters.size()), clusters.emplace_back();
    ArrivalCluster& cluster = clusters[cluster_of_root[root]];
    cluster.members.push_back(i), ++cluster.num_moving;
    cluster.has_bounce = figures[root].has_bounce;
  }
  for (const BodyPair& pair : stage.pairs) {
    const std::uint32_t cluster = cluster_of_root[get_root(stage, pair)];
    if (cluster == 0xffffffffu) continue;
    for (const std::uint32_t body : {pair.a, pair.b})
      if (!ties(stage.bodies[body])) clusters[cluster].members.push_back(body);
  }
  for (ArrivalCluster& cluster : clusters) {
    std::ranges::sort(cluster.members);
    cluster.members.erase(std::unique(cluster.members.begin(), cluster.members.end()), cluster.members.end());
  }
  return clusters;
}

}  // namespace abut::dynamics
