// Contacts that last from step to step (paper 000, section 3.1): which features of two bodies touch, where on each of
// them, and the impulse that was between them, from which the next solve starts. State: saved, restored and hashed with
// the simulation.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/base/ids.h"
#include "abut/math/pose.h"
#include "abut/math/types.h"
#include "abut/proximity/piece_feature.h"

namespace abut::contact {

struct TrackedContact {
  std::uint64_t id = 0;  // never given twice
  PieceId piece_a, piece_b;
  proximity::PieceFeature feature_a, feature_b;
  std::uint32_t group = 0;                                          // of those of the pair that were found together
  math::Vec3 p_AC = math::Vec3::Zero(), p_BC = math::Vec3::Zero();  // where it was, on A and on B
  math::Vec3 nhat_BA_A = math::Vec3::UnitZ();
  math::Vec3 impulse_W = math::Vec3::Zero();  // N s, on A
  bool has_lasted = false;  // bodies touched there at the start of the step; it carried, and was no impact
};

// Those of one pair of bodies: a range of ContactSets::contacts, maybe none. The closest features of a convex pair,
// from which the next query starts, are state as well: where features tie, the answer's last bits depend on them.
struct ContactSet {
  BodyId a, b;  // a < b
  std::uint32_t first = 0, count = 0;
  proximity::PieceFeature closest_a{}, closest_b{};
  // Where they were found, and how far apart the bodies were there, from below: contacts of what has not moved since
  // are recalled (recall_contacts.h), not found again.
  math::Pose X_AB{};
  double phi = 0.0;         // m
  bool may_recall = false;  // none was added on the way
};

struct ContactSets {
  std::vector<ContactSet> sets;  // by a, then b
  std::vector<TrackedContact> contacts;
};

// A copy of a set of `from`, at the end of `to`; its bodies may be told by other numbers there.
void append_set(ContactSets& to, const ContactSets& from, ContactSet set);

// All of both, in their order; of a pair that both have, the first's.
ContactSets merge_sets(const ContactSets& first, const ContactSets& second);

}  // namespace abut::contact
