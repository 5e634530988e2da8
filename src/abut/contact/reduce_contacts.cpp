#include "abut/contact/reduce_contacts.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <ranges>
#include <span>
#include <utility>

namespace abut::contact {
namespace {

using math::Vec3;

struct Patch {
  Vec3 normal;
  std::vector<std::size_t> members;
};

// Each contact, the nearest first, joins the first patch of its normal. What touches has one in any case.
std::vector<Patch> make_patches(const std::vector<FoundContact>& contacts, double touching) {
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
    } else if (patches.size() < kMostPatches || contacts[i].gap <= touching) {
      patches.push_back({n, {i}});
    }
  }
  return patches;
}

// The first of these whose value is the largest, but for a tie, m: which of several that lie in a row stays must not
// change with a rounding error.
template <typename Call>
std::size_t find_farthest(const std::vector<std::size_t>& members, double tie, const Call& compute_value) {
  const double enough = std::ranges::max(std::views::transform(members, compute_value)) - tie;
  return *std::ranges::find_if(members, [&](std::size_t i) { return compute_value(i) >= enough; });
}

// What touches, the nearest, and the farthest in eight directions; each once, in the order of the contacts.
void keep_extremes(const std::vector<FoundContact>& contacts, double touching, Patch& patch) {
  constexpr std::size_t kCorners = 8;
  constexpr double kDiagonal = 0.70710678118654752, kTie = 1e-7;  // of the patch
  std::vector<std::size_t>& members = patch.members;
  std::ranges::sort(members);
  std::vector<std::size_t> kept;
  std::ranges::copy_if(members, std::back_inserter(kept), [&](std::size_t i) { return contacts[i].gap <= touching; });
  if (members.size() <= kCorners || kept.size() == members.size()) return;
  const Vec3 x = patch.normal.cross(std::abs(patch.normal.x()) < 0.6 ? Vec3::UnitX() : Vec3::UnitY()).normalized(),
             y = patch.normal.cross(x), &first = contacts[members[0]].p_WCa;
  double reach = 0.0;
  for (const std::size_t i : members) reach = std::max(reach, (contacts[i].p_WCa - first).norm());
  const double tie = kTie * reach;
  kept.push_back(find_farthest(members, tie, [&](std::size_t i) { return -contacts[i].gap; }));
  for (const Vec3& axis : {x, y, Vec3(kDiagonal * (x + y)), Vec3(kDiagonal * (x - y))}) {
    kept.push_back(find_farthest(members, tie, [&](std::size_t i) { return axis.dot(contacts[i].p_WCa); }));
    kept.push_back(find_farthest(members, tie, [&](std::size_t i) { return -axis.dot(contacts[i].p_WCa); }));
  }
  std::ranges::sort(kept);
  const auto repeated = std::ranges::unique(kept);
  kept.erase(repeated.begin(), repeated.end());
  members = std::move(kept);
}

// Groups of one normal become one, in the place of the first of them.
void join_groups(FoundContacts& found, std::size_t first_contact, std::size_t first_group) {
  constexpr double kOneNormal = 1e-12;
  if (found.groups.size() - first_group < 2) return;
  const std::vector<FoundContact> contacts = found.contacts;
  std::vector<FoundGroup> groups(found.groups.begin() + static_cast<std::ptrdiff_t>(first_group), found.groups.end());
  const auto get_normal = [&](const FoundGroup& group) { return contacts[group.first].nhat_BA_W; };
  found.contacts.resize(first_contact), found.groups.resize(first_group);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (groups[i].count == 0) continue;  // it has joined another
    const auto first = static_cast<std::uint32_t>(found.contacts.size());
    const Vec3 n = get_normal(groups[i]);
    for (FoundGroup& group : std::span(groups).subspan(i)) {
      if (group.count == 0 || (get_normal(group) - n).norm() > kOneNormal) continue;
      const auto begin = contacts.begin() + group.first;
      found.contacts.insert(found.contacts.end(), begin, begin + group.count);
      group.count = 0;
    }
    found.groups.push_back({first, static_cast<std::uint32_t>(found.contacts.size()) - first});
  }
}

}  // namespace

void reduce_contacts(FoundContacts& found, std::size_t first_contact, std::size_t first_group, double touching) {
  const bool is_few = found.contacts.size() - first_contact <= kFewContacts;
  if (is_few && std::isfinite(touching)) join_groups(found, first_contact, first_group);
  if (is_few) return;
  const std::vector<FoundContact> all(found.contacts.begin() + static_cast<std::ptrdiff_t>(first_contact),
                                      found.contacts.end());
  found.contacts.resize(first_contact), found.groups.resize(first_group);
  for (Patch& patch : make_patches(all, touching)) {
    keep_extremes(all, touching, patch);
    found.groups.push_back(
        {static_cast<std::uint32_t>(found.contacts.size()), static_cast<std::uint32_t>(patch.members.size())});
    for (const std::size_t i : patch.members) found.contacts.push_back(all[i]);
  }
}

}  // namespace abut::contact
