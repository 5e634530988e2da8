#include "abut/contact/reduce_contacts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace abut::contact {
namespace {

using math::Vec3;

struct Patch {
  Vec3 normal;
  std::vector<std::size_t> members;  // the nearest first
};

// Each contact, the nearest first, joins the first patch of its normal.
std::vector<Patch> make_patches(const std::vector<FoundContact>& contacts) {
  std::vector<std::size_t> order(contacts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t x, std::size_t y) { return contacts[x].gap < contacts[y].gap; });
  std::vector<Patch> patches;
  for (const std::size_t i : order) {
    const Vec3& n = contacts[i].nhat_BA_W;
    const auto patch =
        std::find_if(patches.begin(), patches.end(), [&](const Patch& p) { return p.normal.dot(n) >= kSameNormal; });
    if (patch != patches.end()) {
      patch->members.push_back(i);
    } else if (patches.size() < kMostPatches) {
      patches.push_back({n, {i}});
    }
  }
  return patches;
}

// The nearest, and the farthest in eight directions; in the order of the members, each once.
void keep_extremes(const std::vector<FoundContact>& contacts, Patch& patch) {
  if (patch.members.size() <= 8) return;
  const Vec3 x = patch.normal.cross(std::abs(patch.normal.x()) < 0.6 ? Vec3::UnitX() : Vec3::UnitY()).normalized(),
             y = patch.normal.cross(x);
  constexpr double kDiagonal = 0.70710678118654752;
  const std::array<Vec3, 4> axes{x, y, kDiagonal * (x + y), kDiagonal * (x - y)};
  std::vector<std::size_t> kept{0};
  for (const Vec3& axis : axes) {
    const auto is_less = [&](std::size_t i, std::size_t k) {
      return axis.dot(contacts[i].p_WCa) < axis.dot(contacts[k].p_WCa);
    };
    const auto [least, most] = std::minmax_element(patch.members.begin(), patch.members.end(), is_less);
    kept.push_back(static_cast<std::size_t>(least - patch.members.begin()));
    kept.push_back(static_cast<std::size_t>(most - patch.members.begin()));
  }
  std::sort(kept.begin(), kept.end());
  kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
  for (std::size_t i = 0; i < kept.size(); ++i) patch.members[i] = patch.members[kept[i]];
  patch.members.resize(kept.size());
}

}  // namespace

void reduce_contacts(FoundContacts& found, std::size_t first_contact, std::size_t first_group) {
  if (found.contacts.size() - first_contact <= kFewContacts) return;
  const std::vector<FoundContact> all(found.contacts.begin() + static_cast<std::ptrdiff_t>(first_contact),
                                      found.contacts.end());
  found.contacts.resize(first_contact), found.groups.resize(first_group);
  for (Patch& patch : make_patches(all)) {
    keep_extremes(all, patch);
    found.groups.push_back(
        {static_cast<std::uint32_t>(found.contacts.size()), static_cast<std::uint32_t>(patch.members.size())});
    for (const std::size_t i : patch.members) found.contacts.push_back(all[i]);
  }
}

}  // namespace abut::contact
