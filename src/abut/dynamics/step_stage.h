// What a step works on: everything between two states. Flat arrays that are reused from step to step; of all this only
// `caches` outlives a step, and may be dropped at any time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "abut/base/thread_team.h"
#include "abut/base/tolerances.h"
#include "abut/contact/contact_set.h"
#include "abut/contact/find_contacts.h"
#include "abut/continuous/certify.h"
#include "abut/continuous/swept_pairs.h"
#include "abut/dynamics/body.h"
#include "abut/dynamics/energy_terms.h"
#include "abut/dynamics/free_flight.h"
#include "abut/dynamics/open_gaps.h"
#include "abut/dynamics/settings.h"
#include "abut/dynamics/state.h"
#include "abut/math/motion.h"
#include "abut/math/motion_bounds.h"
#include "abut/response/contact_errors.h"
#include "abut/response/island_impact.h"
#include "abut/response/laws.h"

namespace abut::dynamics {

// How the path of a body bends within the step (compute_bend in candidates.cpp).
enum class BendKind : std::uint8_t {
  kSteady,   // with velocities that change steadily from those at the start to those at the end
  kTurning,  // only by what it turns about where others press on it
  kStraight,
};

// What the last solve of a contact problem came to.
struct SolveMark {
  double residual = 0.0;
  bool is_of_cone = false;   // the law of the settings has no answer: the cone's was taken
  bool is_loose = false;     // it was for a look at what the motion meets, and no further
  bool is_finished = false;  // it was solved to the end after such a look

  void add(const SolveMark& other) {
    residual = std::max(residual, other.residual);
    is_of_cone |= other.is_of_cone, is_loose |= other.is_loose, is_finished |= other.is_finished;
  }
};

// A body on its way through the step.
struct MovingBody {
  math::Pose X0, X1;    // recorded: at the start, and where the motion tried last ends
  math::Pose X_script;  // of a kinematic body: its centre of mass, in its axes, where its script is at the end
  FreeFlight flight;
  math::Vec3 inv_mass = math::Vec3::Zero();
  double acceleration = 0.0;  // m/s^2: of the forces that always act
  double reach = 0.0;         // m: no point is farther from the centre of mass
  // An impulse acts at this share of the step: the body is moved with V_mid + (1 - s) (V1 - free V1), and turned with
  // the angular momentum blended alike. Half for what lasts; an impact acts where it happens.
  double s_impulse = 0.5, s_moved = 0.5;  // asked for, and as V_move has it
  math::Twist V1;                         // what it has at the end
  double speed_scale = 0.0;               // m/s: of the contact problem that gave it that; 0 without one
  SolveMark solved;                       // of that problem
  math::Vec3 L1 = math::Vec3::Zero();     // angular momentum at the end
  math::Twist V_move;                     // what it is moved with (compute_moved)
  BodyState end;
  math::Motion motion;
  math::MotionBounds bounds;
  double path = 0.0;                              // m: no point of it moves farther
  math::Aabb candidate_box;                       // its partners were looked for in here
  math::Twist push;                               // of V_move: what repositioning added
  double share = 1.0;                             // of its motion; less if it is held back
  std::uint32_t version = 0, version_of_box = 0;  // of the motion, and of the last that is known to stay in the box
  bool is_dynamic = false, is_moving = false, is_asleep = false;
  bool is_slow = false;  // at the start no point of it moves at a fourth of the resting speed
  BendKind bend_asked = BendKind::kSteady, bend_kind = BendKind::kSteady;  // at least; and as it is
  bool is_apart = false;  // it goes its own way through the step (follow_impacts.h)
  // What presses on it: the sum of the normal impulses, and the arm of their centre.
  double pressure = 0.0;                  // N s
  math::Vec3 lever = math::Vec3::Zero();  // m

  // m: of the path of its origin.
  const math::Vec3& get_bend() const { return std::get<math::StepMotion>(motion).bend; }
  // As it is turned when its impulses act.
  const math::Mat3& get_inverse_inertia() const {
    return s_impulse == 0.0 ? flight.inv_inertia : flight.inv_inertia_mid;
  }
};

// Two bodies whose motions may meet.
struct BodyPair {
  static constexpr std::uint32_t kNoSet = 0xffffffffu;
  std::uint32_t a = 0, b = 0;
  std::uint32_t cache = 0;
  std::uint32_t set = kNoSet;  // of the state's contacts
  PairLengths lengths;
  double rounding = 0.0;  // m: what a computed distance may be off
  double mu = 0.0, restitution = 0.0;
  proximity::ClosestFeatures closest;            // of convex bodies at the start, as far as they are known
  math::Pose X_AB;                               // where its contacts were found,
  double phi = 0.0;                              // and how far apart it was there, m, from below
  bool is_recalled = false;                      // that was in an earlier step
  bool was_hit = false;                          // in the step before
  double phi0 = 0.0;                             // m: separation at the start, from below
  continuous::PartingDirection parting;          // of convex bodies at the start
  double d_min = 0.0;                            // m: what the step must keep
  std::uint32_t first_group = 0, num_found = 0;  // of contacts at the start
  bool is_hit = false;
  int num_additions = 0;                       // times that contacts were added
  std::uint32_t version_a = 0, version_b = 0;  // of the motions that are certified
  bool is_certified = false;
  double s_safe = 1.0, s_hit = 1.0;  // the last motion was proven up to the first, not to the second
  double separation = 0.0;           // m: proven throughout

  // m: up to which gap none of its contacts may be left out (contact/reduce_contacts.h). Without friction any may.
  double touching_gap() const { return mu > 0 ? lengths.breaking : -std::numeric_limits<double>::infinity(); }
};

// The same, as far as it outlives a step.
struct CachedPair {
  continuous::SweptPair bodies;
  std::uint32_t cache = 0;
};

// A contact of the step.
struct StepContact {
  contact::FoundContact found;
  std::uint32_t pair = 0;
  std::uint64_t id = 0;       // 0: new
  std::uint32_t tracked = 0;  // of the state's contacts, if the pair is recalled
  double gap = 0.0;           // m: linearised, where nothing moves
  double correction = 0.0;    // m: what the gap at the end of the motion tried last is more than linear
  // Its normal when impulses act, and how it turns, 1/s (turning_normal.h). That of `found` is of when it was found.
  math::Vec3 nhat_BA_W = math::Vec3::UnitZ(), nhat_rate_W = math::Vec3::Zero();
  double turning_speed = 0.0;  // m/s: what arms and normal, of when impulses act, add to the normal speed at the start
  // Its point at the start of the step, and how fast it goes from there to where impulses act.
  math::Vec3 p_W = math::Vec3::Zero(), v_W = math::Vec3::Zero();
  math::Vec3 arm_a = math::Vec3::Zero(), arm_b = math::Vec3::Zero();
  double s_a = 0.5, s_b = 0.5;  // s_impulse of its bodies that these are for (contact_arms.h)
  double least_speed = 0.0;
  math::Vec3 stick_velocity = math::Vec3::Zero();  // m/s: as in response::ProblemContact
  // Of an impact: when; what it would ask for if it were none; what forces add to its relative velocity afterwards.
  double s_impact = 0.0, asked = 0.0;
  math::Vec3 drift = math::Vec3::Zero();
  bool is_impact = false, is_added = false;
  // Of one that was added: when it was found, how fast it was then (m/s), and until when the pair was proven apart.
  double s_hit = 0.0, hit_speed = 0.0, s_safe = 0.0;
  bool is_sudden = false;                       // it changes velocities by much more than forces do
  bool has_lasted = false;                      // through the step before
  bool has_struck = false, is_limited = false;  // in the last solve: an impact; with less restitution than asked for
  math::Vec3 impulse_W = math::Vec3::Zero();

  // From the bodies' centres of mass to the point.
  void reach_from(const math::Vec3& p, const math::Vec3& x_a, const math::Vec3& x_b) {
    arm_a = p - x_a, arm_b = p - x_b;
  }
  // Of A against B, and along the normal.
  math::Vec3 compute_velocity(const math::Twist& A, const math::Twist& B) const {
    return A.v + A.w.cross(arm_a) - B.v - B.w.cross(arm_b);
  }
  double compute_normal_speed(const math::Twist& A, const math::Twist& B) const {
    return nhat_BA_W.dot(compute_velocity(A, B));
  }
};

// Two bodies that a motion would have let meet.
struct MetBodies {
  std::uint32_t a = 0, b = 0;
};

struct StepGroup {
  std::uint32_t pair = 0;
  std::uint32_t first = 0, count = 0;  // of StepContacts
  bool asks_for_impulses = true;       // the velocities that bodies have now do not do
  bool is_corrected = false;           // since its island was solved last
};

// Where the next group, and the next contact, of a step goes.
struct ContactPlace {
  std::uint32_t group = 0, contact = 0;
};

// What a pair of bodies remembers from step to step.
struct PairCaches {
  contact::PairMemory at_start, on_the_way;
};

// Bodies that contacts tie together; what is fixed does not.
struct Island {
  std::uint32_t first_group = 0, num_groups = 0;  // in StepStage::island_groups
  bool is_dirty = true;                           // it has contacts that its motions do not know
  bool needs_solve = true;                        // nor its velocities
  bool is_to_finish = false;                      // its solve is to be the last
  int num_sweeps = 0;                             // that solving it took
  bool is_unbounded = false;                      // the law has no finite answer
  SolveMark solved;                               // all of its bodies
};

// Room for one thread to work in: to find the contacts of a pair, to solve an island.
struct WorkRoom {
  static constexpr std::uint32_t kNotLocal = 0xffffffffu;
  contact::FinderRoom finder;
  contact::FoundContacts found;          // of one pair
  std::size_t num_looks = 0;             // pairs of pieces whose contacts were looked for, ever
  std::vector<std::ptrdiff_t> carriers;  // of these, those that go on carrying what contacts carried before
  response::ContactProblem problem;
  std::unique_ptr<response::ContactLaw> law;  // that of the settings
  std::vector<response::Arrival> arrivals;
  response::IslandImpact impact;
  GapOpener gap_opener;
  std::vector<std::uint32_t> local;          // of a body in the problem at hand, or kNotLocal
  std::vector<std::uint32_t> members;        // those that are local
  std::vector<int> hops;                     // of every body, from new contacts (island_part.h)
  std::vector<std::uint32_t> part, outside;  // groups
  std::vector<double> excesses;              // m/s, of ranges of contacts
  std::vector<GapConstraint> gaps;
  std::vector<response::ProblemBody> unit_bodies;
  std::vector<math::Twist> moved;
};

// What the bodies of a stage do.
enum class StageMode : std::uint8_t {
  kStep,    // all that happens in a step: impacts where they happen, their impulses with all others
  kSmooth,  // what forces do: no impact
  kBlow,    // an impact of all that touches and approaches, in no time to speak of
};

struct StepStage {
  std::span<const std::string> names;  // of bodies, for messages
  StageMode mode = StageMode::kStep;
  bool is_guess = false;  // what comes of it is not taken, only looked at: solved loosely, once, and proven or not
  double h = 0.0;         // s
  std::vector<MovingBody> bodies;
  std::vector<BodyPair> pairs;  // by a, then b; those that were found later follow as they were
  std::size_t num_sorted_pairs = 0;
  std::vector<contact::FoundContacts> found;  // of ranges of pairs, until they are the step's
  std::vector<ContactPlace> places;           // of what was found there
  std::vector<StepContact> contacts;
  std::vector<MetBodies> struck;  // of a blow: what is near there is a contact, whether it has carried or not
  std::vector<StepGroup> groups;
  std::size_t first_added_group = 0;     // of those that certification, or another look for partners, found
  std::vector<std::uint32_t> corrected;  // groups that are
  std::vector<Island> islands;
  std::vector<std::uint32_t> island_groups;  // groups, by island
  std::vector<std::uint32_t> dirty_islands;  // in the order in which they are begun
  std::size_t first_new_group = 0;           // since islands were solved last
  std::vector<std::uint32_t> roots, island_of_root;
  // Where the next state is made.
  std::vector<std::uint32_t> pairs_in_order, groups_by_pair, group_ends;
  std::vector<contact::ContactSets> set_parts;
  // Where it is judged.
  std::vector<response::JudgedBody> judged_bodies;
  std::vector<math::Twist> mean_velocities;          // of bodies, when impulses act
  std::vector<response::ContactErrors> error_parts;  // of ranges of contacts
  std::vector<EnergyTerms> energy_parts;             // likewise

  std::vector<continuous::SweptBody> swept;
  continuous::SweptPairs sweeper;
  std::vector<std::unique_ptr<PairCaches>> caches;
  std::vector<std::uint32_t> free_caches;
  std::vector<CachedPair> last_pairs, found_pairs;  // of the step before, and of this one, while they are matched

  std::vector<std::uint32_t> lowered;
  ThreadTeam team;
  std::vector<WorkRoom> rooms = std::vector<WorkRoom>(1);  // one for each thread

  // Figures of the step.
  int num_rounds = 0, num_sweeps = 0;
  double dropped_energy = 0.0;                       // J, of bodies that fell asleep at its end
  math::Vec3 dropped_momentum = math::Vec3::Zero();  // kg m/s
};

// With its threads, and the law of the settings for each. Throws InputError where there is no such law, or where
// tolerances are faulty: steps do not look at them again.
StepStage make_step_stage(const Settings& settings);

}  // namespace abut::dynamics
