// Contacts that last from step to step (paper 000, section 3.1): which features of two bodies touch, and the impulse
// that was between them, from which the next solve starts. State: saved, restored and hashed with the simulation.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/base/ids.h"
#include "abut/math/types.h"
#include "abut/proximity/piece_feature.h"

namespace abut::contact {

struct TrackedContact {
  std::uint64_t id = 0;  // never given twice
  PieceId piece_a, piece_b;
  proximity::PieceFeature feature_a, feature_b;
  math::Vec3 p_AC = math::Vec3::Zero();       // where it was, on A
  math::Vec3 impulse_W = math::Vec3::Zero();  // N s, on A
};

// Those of one pair of bodies: a range of ContactSets::contacts, maybe none. The closest features of a convex pair,
// from which the next query starts, are state as well: where features tie, the answer's last bits depend on them.
struct ContactSet {
  BodyId a, b;  // a < b
  std::uint32_t first = 0, count = 0;
  proximity::PieceFeature closest_a, closest_b;
};

struct ContactSets {
  std::vector<ContactSet> sets;  // by a, then b
  std::vector<TrackedContact> contacts;
};

}  // namespace abut::contact
