#include "abut/dynamics/state.h"

#include <array>
#include <bit>
#include <cstddef>
#include <utility>

namespace abut::dynamics {
namespace {

// FNV-1a, eight bytes at a time, on four lanes at once: one would wait for its own products.
class StateHash {
 public:
  template <std::size_t kCount>
  void add(const std::array<std::uint64_t, kCount>& words) {
    static_assert(kCount % kNumHashLanes == 0);
    for (std::size_t i = 0; i < kCount; i += kNumHashLanes)
      for (std::size_t lane = 0; lane < kNumHashLanes; ++lane) mix(lanes_[lane], words[i + lane]);
  }
  std::uint64_t value() const {
    std::uint64_t hash = kBasis;
    for (const std::uint64_t lane : lanes_) mix(hash, lane);
    return hash;
  }

 private:
  static constexpr std::size_t kNumHashLanes = 4;
  static constexpr std::uint64_t kBasis = 0xcbf29ce484222325ull;

  static void mix(std::uint64_t& hash, std::uint64_t bits) {
    hash = (hash ^ bits) * 0x100000001b3ull;
    hash ^= hash >> 29;
  }

  std::array<std::uint64_t, kNumHashLanes> lanes_{kBasis, kBasis + 1, kBasis + 2, kBasis + 3};
};

std::uint64_t to_bits(double x) {
  return std::bit_cast<std::uint64_t>(x);
}
std::uint64_t join(std::uint32_t high, std::uint32_t low) {
  return (std::uint64_t{high} << 32) | low;
}
std::uint32_t to_bits(proximity::PieceFeature feature) {
  return (static_cast<std::uint32_t>(feature.kind()) << 30) | feature.index();
}

void add_set(StateHash& hash, const contact::ContactSet& set) {
  const math::Vec3& p = set.X_AB.p;
  const math::Quat& q = set.X_AB.q;
  hash.add(std::array{join(set.a.value(), set.b.value()), join(set.first, set.count),
                      join(to_bits(set.closest_a), to_bits(set.closest_b)), to_bits(p.x()), to_bits(p.y()),
                      to_bits(p.z()), to_bits(q.w()), to_bits(q.x()), to_bits(q.y()), to_bits(q.z()), to_bits(set.phi),
                      std::uint64_t{set.may_recall}});
}

void add_contact(StateHash& hash, const contact::TrackedContact& contact) {
  const math::Vec3 &a = contact.p_AC, &b = contact.p_BC, &n = contact.nhat_BA_A, &impulse = contact.impulse_W;
  hash.add(std::array{contact.id, to_bits(a.x()), to_bits(a.y()), to_bits(a.z()), to_bits(b.x()), to_bits(b.y()),
                      to_bits(b.z()), to_bits(n.x()), to_bits(n.y()), to_bits(n.z()), to_bits(impulse.x()),
                      to_bits(impulse.y()), to_bits(impulse.z()), join(contact.has_lasted ? 1 : 0, contact.group),
                      join(contact.piece_a.value(), contact.piece_b.value()),
                      join(to_bits(contact.feature_a), to_bits(contact.feature_b))});
}

void add_contacts(StateHash& hash, const contact::ContactSets& sets) {
  for (const contact::ContactSet& set : sets.sets) add_set(hash, set);
  for (const contact::TrackedContact& contact : sets.contacts) add_contact(hash, contact);
}

void add_body(StateHash& hash, const BodyState& body) {
  const math::Vec3 &p = body.p_WBcm, &v = body.v_WBcm, &L = body.L_WBcm, &w = body.w_WB;
  const math::Quat& q = body.q_WB;
  hash.add(std::array{to_bits(p.x()),
                      to_bits(p.y()),
                      to_bits(p.z()),
                      to_bits(v.x()),
                      to_bits(v.y()),
                      to_bits(v.z()),
                      to_bits(L.x()),
                      to_bits(L.y()),
                      to_bits(L.z()),
                      to_bits(w.x()),
                      to_bits(w.y()),
                      to_bits(w.z()),
                      to_bits(q.w()),
                      to_bits(q.x()),
                      to_bits(q.y()),
                      to_bits(q.z()),
                      join(static_cast<std::uint32_t>(body.num_steps_held), body.asleep_with.value()),
                      to_bits(body.time_slow),
                      std::uint64_t{0},
                      std::uint64_t{0}});
}

}  // namespace

SleepingContactsPointer make_sleeping_contacts(contact::ContactSets sets) {
  if (sets.sets.empty()) return nullptr;
  StateHash hash;
  add_contacts(hash, sets);
  return std::make_shared<const SleepingContacts>(SleepingContacts{std::move(sets), hash.value()});
}

std::uint64_t compute_hash(const State& state) {
  StateHash hash;
  for (const BodyState& body : state.bodies) add_body(hash, body);
  add_contacts(hash, state.contacts);
  const std::uint64_t sleeping = state.sleeping != nullptr ? state.sleeping->hash : 0;
  hash.add(std::array{static_cast<std::uint64_t>(state.num_steps), to_bits(state.t),
                      static_cast<std::uint64_t>(state.next_contact_id), sleeping});
  return hash.value();
}

}  // namespace abut::dynamics
