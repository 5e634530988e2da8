#include "abut/dynamics/state.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <set>
#include <vector>

namespace abut::dynamics {
namespace {

State make_state() {
  State state;
  state.num_steps = 3, state.t = 0.25;
  state.bodies.resize(2);
  state.contacts.sets.push_back({.a = BodyId(0), .b = BodyId(1), .count = 1});
  state.contacts.contacts.resize(1);
  return state;
}

// Each number by its last bit alone.
TEST(State, HashSeesEveryNumber) {
  const auto nudge = [](double& x) { x = std::nextafter(x, 1e300); };
  const std::vector<std::function<void(State&)>> changes{
      [](State&) {},
      [](State& s) { ++s.num_steps; },
      [&](State& s) { nudge(s.t); },
      [](State& s) { ++s.next_contact_id; },
      [&](State& s) { nudge(s.bodies[1].p_WBcm.z()); },
      [&](State& s) { nudge(s.bodies[1].q_WB.w()); },
      [&](State& s) { nudge(s.bodies[1].q_WB.x()); },
      [&](State& s) { nudge(s.bodies[0].v_WBcm.x()); },
      [&](State& s) { nudge(s.bodies[0].L_WBcm.y()); },
      [&](State& s) { nudge(s.bodies[0].w_WB.y()); },
      [](State& s) { ++s.bodies[0].num_steps_held; },
      [&](State& s) { nudge(s.bodies[0].time_slow); },
      [](State& s) { s.bodies[0].asleep_with = BodyId(0); },
      [](State& s) { s.sleeping = make_sleeping_contacts(s.contacts); },
      [&](State& s) {
        contact::ContactSets sets = s.contacts;
        nudge(sets.contacts[0].p_AC.x());
        s.sleeping = make_sleeping_contacts(sets);
      },
      [](State& s) { s.contacts.sets[0].closest_b = proximity::PieceFeature::edge(0); },
      [](State& s) { s.contacts.sets[0].closest_a = proximity::PieceFeature::vertex(1); },
      [&](State& s) { nudge(s.contacts.sets[0].X_AB.p.y()); },
      [&](State& s) { nudge(s.contacts.sets[0].X_AB.q.w()); },
      [&](State& s) { nudge(s.contacts.sets[0].X_AB.q.z()); },
      [&](State& s) { nudge(s.contacts.sets[0].phi); },
      [](State& s) { s.contacts.sets[0].may_recall = true; },
      [](State& s) { s.contacts.contacts[0].id = 9; },
      [](State& s) { s.contacts.contacts[0].group = 1; },
      [&](State& s) { nudge(s.contacts.contacts[0].p_BC.x()); },
      [&](State& s) { nudge(s.contacts.contacts[0].nhat_BA_A.z()); },
      [](State& s) { s.contacts.contacts[0].feature_a = proximity::PieceFeature::face(0); },
      [&](State& s) { nudge(s.contacts.contacts[0].impulse_W.z()); },
      [&](State& s) { nudge(s.contacts.contacts[0].p_AC.x()); },
      [](State& s) { s.contacts.contacts[0].piece_b = PieceId(4); },
  };
  std::set<std::uint64_t> hashes;
  for (const auto& change : changes) {
    State state = make_state();
    change(state);
    hashes.insert(compute_hash(state));
  }
  EXPECT_EQ(hashes.size(), changes.size());
  EXPECT_EQ(compute_hash(make_state()), compute_hash(make_state()));
}

TEST(State, NoSleepingContactsAreNone) {
  EXPECT_EQ(make_sleeping_contacts({}), nullptr);
}

}  // namespace
}  // namespace abut::dynamics
