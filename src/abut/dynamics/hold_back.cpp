#include "abut/dynamics/hold_back.h"

#include <algorithm>
#include <cmath>

#include "abut/dynamics/candidates.h"
#include "abut/dynamics/certify_pairs.h"

namespace abut::dynamics {
namespace {

constexpr double kLeastShare = 0x1p-10;
constexpr int kNumRungs = 12;

}  // namespace

bool hold_back(StepStage& stage, std::span<const BodyModel> models, const State& state) {
  // Each pass lowers at least one body of every hit pair by one rung, so there are at most so many.
  const std::size_t most = kNumRungs * stage.bodies.size() + 1;
  for (std::size_t pass = 0; pass < most; ++pass) {
    if (certify_pairs(stage, models) == 0) return true;
    std::vector<std::uint32_t>& lowered = stage.lowered;
    lowered.clear();
    for (const BodyPair& pair : stage.pairs) {
      if (!pair.is_hit) continue;
      for (const std::uint32_t body : {pair.a, pair.b})
        if (stage.bodies[body].is_moving && stage.bodies[body].share > 0) lowered.push_back(body);
    }
    std::sort(lowered.begin(), lowered.end());
    lowered.erase(std::unique(lowered.begin(), lowered.end()), lowered.end());
    for (const std::uint32_t body : lowered) {
      MovingBody& moving = stage.bodies[body];
      moving.share = moving.share > kLeastShare ? 0.5 * moving.share : 0.0;
      update_motion(moving, models[body], state.bodies[body], stage.h);
    }
    if (lowered.empty()) break;
  }
  return false;
}

double compute_kept_share(const BodyModel& model, const MovingBody& body, const math::Vec3& gravity, double h) {
  if (body.share == 1.0) return 1.0;
  const double kinetic = 0.5 * (model.mass * body.V1.v.squaredNorm() + body.V1.w.dot(body.L1));
  const double work = (1 - body.share) * h *
                      ((model.mass * gravity + model.force).dot(body.V_move.v) + model.torque.dot(body.V_move.w));
  if (!(kinetic > 0) || work <= 0) return 1.0;
  return std::sqrt(std::max(0.0, 1 - work / kinetic));
}

}  // namespace abut::dynamics
