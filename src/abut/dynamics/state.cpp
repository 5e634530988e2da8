#include "abut/dynamics/state.h"

#include <bit>
#include <utility>

namespace abut::dynamics {
namespace {

// FNV-1a, eight bytes at a time.
class StateHash {
 public:
  void add(std::uint64_t bits) { hash_ = (hash_ ^ bits) * 0x100000001b3ull, hash_ ^= hash_ >> 29; }
  void add(double x) { add(std::bit_cast<std::uint64_t>(x)); }
  void add(const math::Vec3& v) { add(v.x()), add(v.y()), add(v.z()); }
  void add(std::uint32_t high, std::uint32_t low) { add((std::uint64_t{high} << 32) | low); }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325ull;
};

void add_features(StateHash& hash, proximity::PieceFeature a, proximity::PieceFeature b) {
  hash.add(a.index(), b.index());
  hash.add(static_cast<std::uint32_t>(a.kind()), static_cast<std::uint32_t>(b.kind()));
}

void add_contacts(StateHash& hash, const contact::ContactSets& sets) {
  for (const contact::ContactSet& set : sets.sets) {
    hash.add(set.a.value(), set.b.value()), hash.add(set.first, set.count);
    add_features(hash, set.closest_a, set.closest_b);
    hash.add(set.X_AB.p), hash.add(set.X_AB.q.w()), hash.add(math::Vec3(set.X_AB.q.vec()));
    hash.add(set.phi), hash.add(std::uint64_t{set.may_recall});
  }
  for (const contact::TrackedContact& contact : sets.contacts) {
    hash.add(contact.id), hash.add(contact.p_AC), hash.add(contact.p_BC), hash.add(contact.nhat_BA_A);
    hash.add(contact.impulse_W), hash.add(std::uint64_t{contact.group});
    hash.add(contact.piece_a.value(), contact.piece_b.value());
    add_features(hash, contact.feature_a, contact.feature_b);
  }
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
  hash.add(static_cast<std::uint64_t>(state.num_steps));
  hash.add(state.t);
  hash.add(state.next_contact_id);
  for (const BodyState& body : state.bodies) {
    hash.add(body.p_WBcm), hash.add(body.v_WBcm), hash.add(body.L_WBcm), hash.add(body.w_WB);
    hash.add(body.q_WB.w()), hash.add(math::Vec3(body.q_WB.vec()));
    hash.add(static_cast<std::uint32_t>(body.num_steps_held), body.asleep_with.value()), hash.add(body.time_slow);
  }
  add_contacts(hash, state.contacts);
  if (state.sleeping != nullptr) hash.add(state.sleeping->hash);
  return hash.value();
}

}  // namespace abut::dynamics
