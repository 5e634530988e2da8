#include "abut/dynamics/pair_room.h"

#include <algorithm>

namespace abut::dynamics {
namespace {

using math::Vec3;

// Whether a shift along the sum of their normals opens all groups: then a part lies in a wedge, not in a slot.
bool can_lift_out(const contact::FoundContacts& found) {
  constexpr double kOpening = 0.1;  // of the sum's length
  const auto get_normal = [&](const contact::FoundGroup& group) { return found.contacts[group.first].nhat_BA_W; };
  Vec3 sum = Vec3::Zero();
  for (const contact::FoundGroup& group : found.groups) sum += get_normal(group);
  const double least = kOpening * sum.norm();
  return std::ranges::all_of(found.groups, [&](const auto& group) { return get_normal(group).dot(sum) > least; });
}

}  // namespace

void share_room(const contact::FoundContacts& found, const Tolerances& tolerances, PairLengths& lengths) {
  constexpr double kFacing = -0.3;  // cosine of the normals
  double security = lengths.security;
  for (std::size_t i = 0; i < found.groups.size(); ++i) {
    const contact::FoundContact& one = found.contacts[found.groups[i].first];
    for (std::size_t k = i + 1; k < found.groups.size(); ++k) {
      const contact::FoundContact& other = found.contacts[found.groups[k].first];
      if (one.nhat_BA_W.dot(other.nhat_BA_W) < kFacing) security = std::min(security, 0.25 * (one.gap + other.gap));
    }
  }
  if (security == lengths.security || can_lift_out(found)) return;
  lengths.security = std::max(security, 4 * lengths.d_min / tolerances.repositioning_ratio);
  lengths.repositioning = tolerances.repositioning_ratio * lengths.security;
  // Nothing rests that far from where it would like to be: up to there it may approach.
  lengths.breaking = 1.01 * lengths.security;
}

}  // namespace abut::dynamics
