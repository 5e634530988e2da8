#include "abut/dynamics/hit_contacts.h"

#include <algorithm>
#include <utility>

#include "abut/contact/find_contacts.h"
#include "abut/contact/reduce_contacts.h"
#include "abut/continuous/moving_piece.h"
#include "abut/dynamics/classify_contacts.h"
#include "abut/dynamics/contact_arms.h"
#include "abut/dynamics/step_contacts.h"

namespace abut::dynamics {
namespace {

using contact::FoundContact;
using math::Pose;
using math::Vec3;

// Deeper than this share of the smaller body, how they overlap at the end says little of how they met.
constexpr double kDeepShare = 0.03;
// Added so often in a step without an end to its hits, a pair takes contacts that are none yet too: what stops bodies
// in more ways than they touch stops them at last.
constexpr int kAdditionsOfMinima = 2;
// Corrected so often in a step without an end to its hits, a known contact is added beside itself, as it is at the hit.
constexpr int kMostCorrections = 6;
// A hit before this share of a step is looked at here: nearer to its start, velocities have no time to change a gap.
constexpr double kEarliestLook = 0x1p-6;

// On its way through the step. Where impacts are followed, what impulses change between them they change as steadily as
// forces do, whatever path stands for it: what hangs still and begins to swing is slow where it meets something right
// away, however fast it is in the end. In a step of all that happens they may be of an impact.
math::Twist compute_velocity(const MovingBody& body, StageMode mode, double s) {
  if (mode == StageMode::kSmooth && body.s_moved == 0.5) return (1 - s) * body.flight.V0 + s * body.V1;
  return body.V_move;
}

// The contacts of a pair at some s of the motion tried last.
class HitLook {
 public:
  HitLook(StepStage& stage, std::span<const BodyModel> models, const State& state, std::uint32_t index)
      : stage_(stage),
        models_(models),
        state_(state),
        index_(index),
        pair_(stage.pairs[index]),
        a_(stage.bodies[pair_.a]),
        b_(stage.bodies[pair_.b]),
        shape_a_(*models[pair_.a].shape),
        shape_b_(*models[pair_.b].shape),
        which_(pair_.num_additions < kAdditionsOfMinima ? contact::WhichContacts::kLocalMinima
                                                        : contact::WhichContacts::kAll),
        memory_(stage.caches[pair_.cache]->on_the_way),
        found_(stage.rooms[0].found) {}

  void find() {
    const bool is_arrival = pair_.num_found == 0 && pair_.num_additions == 0;
    if (is_arrival && is_at_touch(look_back(std::max(pair_.s_safe, kEarliestLook)))) return;
    if (is_of_use(look(1.0, pair_.lengths.breaking))) return;
    const contact::Nearness on_the_way = look_back(std::max(pair_.s_safe, kEarliestLook));
    if (on_the_way.is_meeting || allows_motion()) look_back(pair_.s_safe);
  }

  contact::FoundContacts& reduce() {
    contact::reduce_contacts(found_, 0, 0, pair_.touching_gap());
    return found_;
  }

  // m: its gap at the end of the motion.
  double compute_end_gap(const FoundContact& one) const {
    StepContact contact;
    contact.found = one, contact.pair = index_;
    linearise(contact);
    return contact.gap + stage_.h * contact.compute_normal_speed(a_.V_move, b_.V_move);
  }

  // At s the gap is what was found. Asked for is that it is open at the end of the step: what has come near by then
  // goes on approaching.
  void linearise(StepContact& contact) const {
    place_hit_contact(stage_, models_, state_, s_, contact);
    const Vec3 bulge = (s_ * (1 - s_)) * (a_.get_bend() - b_.get_bend());
    const double speed = contact.compute_normal_speed(a_.V_move, b_.V_move);
    contact.gap = contact.found.gap - s_ * stage_.h * speed - contact.found.nhat_BA_W.dot(bulge);
    contact.s_safe = pair_.s_safe;
    contact.hit_speed =
        contact.compute_normal_speed(compute_velocity(a_, stage_.mode, s_), compute_velocity(b_, stage_.mode, s_));
    if (stage_.mode != StageMode::kSmooth)
      contact.hit_speed += (1 - 2 * s_) / stage_.h * contact.found.nhat_BA_W.dot(a_.get_bend() - b_.get_bend());
  }

 private:
  contact::Nearness look(double s, double reach) {
    s_ = s;
    found_.clear();
    const Pose X_WA = continuous::compute_placing(a_.motion, s, a_.reach).X_WB,
               X_WB = continuous::compute_placing(b_.motion, s, b_.reach).X_WB;
    WorkRoom& room = stage_.rooms[0];
    const contact::Nearness near = find_contacts(shape_a_, shape_b_, X_WA, X_WB, reach, pair_.lengths.breaking, memory_,
                                                 room.finder, found_, which_);
    room.num_looks += near.num_pairs;
    return near;
  }
  // What is fast may be farther away there than contacts are: by what it goes until it meets.
  contact::Nearness look_back(double s) {
    return look(s, pair_.lengths.breaking + std::max(pair_.s_hit - s, 0.0) * (a_.path + b_.path));
  }
  // Of where they were stopped: apart, with contacts that stop them.
  bool is_at_touch(const contact::Nearness& on_the_way) const {
    return !on_the_way.is_meeting && !found_.contacts.empty() && !allows_motion();
  }
  // Of the end: near, or overlapping a little, with a depth.
  bool is_of_use(const contact::Nearness& at_end) const {
    const double deep = kDeepShare * std::min(shape_a_.diagonal, shape_b_.diagonal);
    const bool is_crossing = at_end.is_meeting && at_end.phi >= 0;
    return !found_.contacts.empty() && !is_crossing && at_end.phi >= -deep &&
           at_end.phi <= 0.5 * pair_.lengths.repositioning;
  }
  // Contacts that let it go on as it does are of the far side of something that it is through by then.
  bool allows_motion() const {
    return std::ranges::all_of(
        found_.contacts, [&](const FoundContact& one) { return compute_end_gap(one) >= pair_.lengths.repositioning; });
  }

  StepStage& stage_;
  std::span<const BodyModel> models_;
  const State& state_;
  std::uint32_t index_;
  const BodyPair& pair_;
  const MovingBody &a_, &b_;
  const geometry::Shape &shape_a_, &shape_b_;
  contact::WhichContacts which_;
  contact::PairMemory& memory_;
  contact::FoundContacts& found_;
  double s_ = 1.0;
};

struct KnownContact {
  StepContact* contact = nullptr;
  std::uint32_t group = 0;
};

// That of the pair which has these features, in a range of groups; or none.
KnownContact find_in_groups(StepStage& stage, std::uint32_t pair, const FoundContact& found, std::size_t first,
                            std::size_t end) {
  for (std::size_t g = first; g < std::min(end, stage.groups.size()); ++g) {
    const StepGroup& group = stage.groups[g];
    if (group.pair != pair) continue;
    for (StepContact& known : std::span(stage.contacts).subspan(group.first, group.count))
      if (has_same_features(known.found, found)) return {&known, static_cast<std::uint32_t>(g)};
  }
  return {};
}

// With the mean of the velocities before and after: contacts act halfway, and what they miss of the path is small. Else
// they act at the start, and what turns on from there runs into what it touches until it is stopped there too.
bool moves_steadily(const StepStage& stage, const BodyPair& pair) {
  const MovingBody &a = stage.bodies[pair.a], &b = stage.bodies[pair.b];
  return (!a.is_dynamic || a.s_moved == 0.5) && (!b.is_dynamic || b.s_moved == 0.5);
}

// One that was added; of what moves steadily, also one that was there from the start.
KnownContact find_known(StepStage& stage, std::uint32_t pair, const FoundContact& found) {
  const BodyPair& own = stage.pairs[pair];
  if (moves_steadily(stage, own)) {
    const KnownContact known = find_in_groups(stage, pair, found, own.first_group, own.first_group + own.num_found);
    if (known.contact != nullptr) return known;
  }
  return find_in_groups(stage, pair, found, stage.first_added_group, stage.groups.size());
}

// What is known already, and near at the end of the motion for what turns there, gets another gap, and no other
// contact beside it: its impulse is that of when impulses act, whatever the path does from there. But what may approach
// up to some distance may do so more slowly then: returns if that asks for another impulse.
bool correct(const StepStage& stage, StepContact& known, double end_gap) {
  const BodyPair& pair = stage.pairs[known.pair];
  const MovingBody &a = stage.bodies[pair.a], &b = stage.bodies[pair.b];
  known.correction = end_gap - known.gap - stage.h * known.compute_normal_speed(a.V_move, b.V_move);
  if (known.gap <= pair.lengths.breaking || known.is_impact) return false;
  const double asked = known.gap + known.correction <= pair.lengths.breaking ? 0.0 : compute_slowest(stage, known);
  const bool is_slower = asked > known.asked;
  known.least_speed += asked - known.asked, known.asked = asked;
  return is_slower && known.compute_normal_speed(a.V1, b.V1) < known.least_speed;
}

// Takes what is known already out of what was found. Returns how many contacts that was.
std::size_t correct_known(StepStage& stage, std::uint32_t pair, const HitLook& look, contact::FoundContacts& found) {
  std::uint32_t num_kept = 0;
  std::size_t num_groups = 0;
  for (const contact::FoundGroup group : found.groups) {
    const std::uint32_t first = num_kept;
    for (std::uint32_t i = group.first; i < group.first + group.count; ++i) {
      const KnownContact known = find_known(stage, pair, found.contacts[i]);
      if (known.contact == nullptr) {
        found.contacts[num_kept++] = found.contacts[i];
        continue;
      }
      StepGroup& own = stage.groups[known.group];
      const bool is_first = !std::exchange(own.is_corrected, true);
      if (is_first) stage.corrected.push_back(known.group), own.asks_for_impulses = false;
      own.asks_for_impulses |= correct(stage, *known.contact, look.compute_end_gap(found.contacts[i]));
    }
    if (num_kept > first) found.groups[num_groups++] = {first, num_kept - first};
  }
  const std::size_t num_corrected = found.contacts.size() - num_kept;
  found.contacts.resize(num_kept), found.groups.resize(num_groups);
  return num_corrected;
}

// What hit on a bent path may pass on one that is less so.
void straighten(MovingBody& body) {
  body.bend_asked = body.bend_kind == BendKind::kSteady ? BendKind::kTurning : BendKind::kStraight;
}

}  // namespace

std::size_t add_hit_contacts(StepStage& stage, std::span<const BodyModel> models, const State& state,
                             std::size_t index) {
  BodyPair& pair = stage.pairs[index];
  const auto number = static_cast<std::uint32_t>(index);
  HitLook look(stage, models, state, number);
  look.find();
  contact::FoundContacts& found = look.reduce();
  ++pair.num_additions;
  std::size_t num_corrected = 0;
  if (stage.mode == StageMode::kStep && pair.num_additions <= kMostCorrections)
    num_corrected = correct_known(stage, number, look, found);
  const std::span<StepContact> contacts = append_found(stage, number, found.groups, found.contacts);
  if (!contacts.empty())
    for (const std::uint32_t body : {pair.a, pair.b}) straighten(stage.bodies[body]);
  for (StepContact& contact : contacts) contact.is_added = true, look.linearise(contact);
  for (std::size_t g = stage.groups.size() - found.groups.size(); g < stage.groups.size(); ++g)
    share_normal_rate(stage, stage.groups[g]);
  return contacts.size() + num_corrected;
}

}  // namespace abut::dynamics
