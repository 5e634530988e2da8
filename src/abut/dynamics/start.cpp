#include "abut/dynamics/start.h"

#include <fmt/format.h>

#include <cmath>

#include "abut/base/input_error.h"
#include "abut/dynamics/body_names.h"
#include "abut/dynamics/candidates.h"
#include "abut/dynamics/reposition.h"
#include "abut/dynamics/step_stage.h"
#include "abut/proximity/containment.h"

namespace abut::dynamics {
namespace {

using math::Vec3;

constexpr int kMostOpenings = 60;

[[noreturn]] void throw_meeting(std::span<const std::string> names, const BodyPair& pair, const std::string& how,
                                const std::string& remedy) {
  throw InputError({"", name_bodies(names, pair.a, pair.b), how, remedy});
}

// Poses at rest, so that nothing but what touches now is found.
void place_at_rest(StepStage& stage, std::span<const BodyModel> models, const Settings& settings, const State& state) {
  Settings still = settings;
  still.gravity = Vec3::Zero();
  State resting = state;
  for (BodyState& body : resting.bodies) body.v_WBcm = body.L_WBcm = body.w_WB = Vec3::Zero();
  predict(stage, models, resting, still, settings.step);
  find_candidates(stage, models, settings);
}

struct Opening {
  std::vector<GapConstraint> gaps;
  std::vector<OpenedPair> opened;
};

void require_apart(const BodyPair& pair, std::span<const BodyModel> models, const StepStage& stage,
                   std::span<const std::string> names, const contact::Nearness& near,
                   const contact::FoundContacts& found) {
  const std::string remedy = "move one of them, or put both into one collision group";
  if (near.is_meeting) {
    const Vec3 place = found.contacts.empty() ? stage.bodies[pair.a].X0.p
                                              : Vec3(0.5 * (found.contacts[0].p_WCa + found.contacts[0].p_WCb));
    const std::string where = fmt::format("near ({:.6g}, {:.6g}, {:.6g})", place.x(), place.y(), place.z());
    if (near.phi < 0)
      throw_meeting(names, pair, fmt::format("they overlap by {:.3g} m at the start, {}", -near.phi, where), remedy);
    throw_meeting(names, pair, fmt::format("their surfaces cross at the start, {}", where), remedy);
  }
  const proximity::RelativePose pose = proximity::make_relative_pose(stage.bodies[pair.a].X0, stage.bodies[pair.b].X0);
  const proximity::Containment inside = find_containment(*models[pair.a].shape, *models[pair.b].shape, pose);
  if (inside == proximity::Containment::kAInB)
    throw_meeting(names, pair, "the first is, or has a part, inside the second at the start", remedy);
  if (inside == proximity::Containment::kBInA)
    throw_meeting(names, pair, "the second is, or has a part, inside the first at the start", remedy);
}

Opening find_openings(StepStage& stage, std::span<const BodyModel> models, std::span<const std::string> names,
                      bool is_first) {
  Opening opening;
  for (const BodyPair& pair : stage.pairs) {
    const MovingBody &a = stage.bodies[pair.a], &b = stage.bodies[pair.b];
    PairCaches& caches = *stage.caches[pair.cache];
    contact::FoundContacts& found = stage.rooms[0].found;
    found.clear();
    const double wanted = 2 * pair.lengths.d_min;
    const contact::Nearness near =
        find_contacts(*models[pair.a].shape, *models[pair.b].shape, a.X0, b.X0, wanted, pair.lengths.breaking,
                      caches.at_start, stage.rooms[0].finder, found, contact::WhichContacts::kAll);
    if (is_first) require_apart(pair, models, stage, names, near, found);
    if (near.phi >= wanted) continue;
    opening.opened.push_back({BodyId(pair.a), BodyId(pair.b), near.phi});
    for (const contact::FoundContact& contact : found.contacts) {
      const Vec3 p = 0.5 * (contact.p_WCa + contact.p_WCb);
      opening.gaps.push_back({pair.a, pair.b, contact.nhat_BA_W, p - stage.bodies[pair.a].end.p_WBcm,
                              p - stage.bodies[pair.b].end.p_WBcm, contact.gap, 1.5 * wanted});
    }
  }
  return opening;
}

}  // namespace

std::vector<OpenedPair> open_touching_pairs(std::span<const BodyModel> models, const Settings& settings,
                                            std::span<const std::string> names, State& state) {
  StepStage stage;
  stage.names = names;
  Repositioner repositioner;
  std::vector<OpenedPair> first;
  for (int i = 0; i < kMostOpenings; ++i) {
    place_at_rest(stage, models, settings, state);
    Opening opening = find_openings(stage, models, names, i == 0);
    if (i == 0) first = opening.opened;
    if (opening.opened.empty()) return first;
    std::vector<response::ProblemBody> bodies;
    std::vector<math::Twist> V(models.size());
    for (std::size_t k = 0; k < models.size(); ++k)
      bodies.push_back(
          {models[k].mass * stage.bodies[k].inv_mass, models[k].mass * stage.bodies[k].flight.inv_inertia, {}});
    repositioner.update(bodies, opening.gaps, {.h = 1.0, .max_sweeps = 200}, V);
    for (std::size_t k = 0; k < models.size(); ++k) {
      if (models[k].type == BodyType::kDynamic) state.bodies[k] = compute_moved(state.bodies[k], V[k], 1.0);
    }
    if (i + 1 == kMostOpenings) {
      BodyPair pair;
      pair.a = opening.opened[0].a.value(), pair.b = opening.opened[0].b.value();
      throw_meeting(names, pair,
                    fmt::format("they touch at the start (gap {:.3g} m), and there is no room to open them",
                                opening.opened[0].gap),
                    "give them more room");
    }
  }
  return first;
}

}  // namespace abut::dynamics
