// What a step does with a hit (paper 000, section 3): contacts grow by features that they did not have, or those they
// have are linearised anew. An addition that does neither would leave the same problem to be solved to the same motion,
// round after round, until the bodies are held back.
#include "abut/dynamics/hit_contacts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "abut/dynamics/certify_pairs.h"
#include "abut/dynamics/solve_island.h"
#include "abut/dynamics/step.h"
#include "abut/math/random.h"
#include "dynamics/physics_worlds.h"
#include "full_run.h"

namespace abut::dynamics {
namespace {

constexpr int kMostHits = 6;  // of one pair in one step that add to it

// Up to rounding: of lengths of about 1 m.
bool has_same_plane(const StepContact& x, const StepContact& y) {
  constexpr double kRounding = 1e-12;
  return (x.found.nhat_BA_W - y.found.nhat_BA_W).norm() < kRounding && std::abs(x.gap - y.gap) < kRounding &&
         (x.arm_a - y.arm_a).norm() < kRounding && (x.arm_b - y.arm_b).norm() < kRounding;
}

struct HitCounts {
  int num_hits = 0;
  int num_grown = 0, num_moved = 0;  // by features that were not there; else by planes that were not
  int num_straightened = 0;          // else by paths that went on bent, and from there on go straighter
  int num_without = 0;               // that did nothing
  int num_obeyed = 0;                // whose contacts allow the very motion that hit, which had no bend

  HitCounts& operator+=(const HitCounts& other) {
    num_hits += other.num_hits, num_grown += other.num_grown, num_moved += other.num_moved;
    num_straightened += other.num_straightened;
    num_without += other.num_without, num_obeyed += other.num_obeyed;
    return *this;
  }
};

// m: what is left of the gap at the end of the motion, as the contact sees it.
double compute_gap_at_end(const StepStage& stage, const StepContact& contact) {
  const BodyPair& pair = stage.pairs[contact.pair];
  const Twist &A = stage.bodies[pair.a].V_move, &B = stage.bodies[pair.b].V_move;
  return contact.gap + contact.correction +
         stage.h * contact.nhat_BA_W.dot(A.v + A.w.cross(contact.arm_a) - B.v - B.w.cross(contact.arm_b));
}

// What contacts from first_new on, those of a hit of the pair, add to those before, and what the hit corrected of
// these.
HitCounts count_hit(const StepStage& stage, std::uint32_t pair, std::size_t first_new,
                    std::span<const double> corrections) {
  bool is_grown = false, is_moved = false;
  const BodyPair& bodies = stage.pairs[pair];
  const bool is_straight = stage.bodies[bodies.a].get_bend().isZero(0) && stage.bodies[bodies.b].get_bend().isZero(0);
  bool is_obeyed = is_straight;
  const auto before = std::span(stage.contacts).first(first_new), after = std::span(stage.contacts).subspan(first_new);
  for (const StepContact& added : after) {
    bool has_features = false, has_plane = false;
    for (const StepContact& known : before) {
      if (known.pair != pair || !has_same_features(known.found, added.found)) continue;
      has_features = true, has_plane |= has_same_plane(known, added);
    }
    is_grown |= !has_features, is_moved |= has_features && !has_plane;
    is_obeyed &= compute_gap_at_end(stage, added) >= bodies.lengths.repositioning;
  }
  for (std::size_t i = 0; i < first_new; ++i) {
    if (stage.contacts[i].correction == corrections[i]) continue;
    is_moved = true;
    is_obeyed &= compute_gap_at_end(stage, stage.contacts[i]) >= bodies.lengths.repositioning;
  }
  const bool is_changed = is_grown || is_moved;
  return {1, is_grown, !is_grown && is_moved, !is_changed && !is_straight, !is_changed && is_straight, is_obeyed};
}

bool turns_far(const StepStage& stage) {
  for (const MovingBody& body : stage.bodies)
    if (body.is_moving && !(stage.h * body.V_move.w.norm() <= 0.5)) return true;
  return false;
}

// The rounds of a step from the given state, up to where it is accepted, is cut, or bodies are held back.
HitCounts count_hits(const World& world, const State& state) {
  HitCounts counts;
  StagedWorld staged(world, world.settings.step);
  staged.state = state;
  staged.start();
  StepStage& stage = staged.stage;
  stage.first_added_group = stage.groups.size();
  for (stage.num_rounds = 0; stage.num_rounds < kMostRounds; ++stage.num_rounds) {
    for (Island& island : stage.islands) {
      if (!island.is_dirty) continue;
      if (island.needs_solve) {
        solve_island(stage, island, stage.rooms[0], world.models, state, world.settings);
      } else {
        reposition_island(stage, island, stage.rooms[0], world.models, state);
      }
    }
    if (turns_far(stage)) break;
    const std::size_t first_contact = stage.contacts.size(), first_group = stage.groups.size();
    if (!are_candidates_complete(stage, world.models)) {
      const std::size_t first = extend_candidates(stage, world.models, world.settings);
      find_start_contacts(stage, world.models, state, world.settings, first);
    } else if (certify_pairs(stage, world.models) == 0) {
      break;
    } else {
      for (std::uint32_t i = 0; i < stage.pairs.size(); ++i) {
        if (!stage.pairs[i].is_hit || stage.pairs[i].num_additions >= kMostHits) continue;
        const std::size_t first_new = stage.contacts.size();
        std::vector<double> corrections;
        for (const StepContact& contact : stage.contacts) corrections.push_back(contact.correction);
        add_hit_contacts(stage, world.models, state, i);
        counts += count_hit(stage, i, first_new, corrections);
      }
      if (stage.contacts.size() == first_contact && stage.corrected.empty()) break;
    }
    classify_contacts(stage, state, world.settings, first_contact);
    update_islands(stage, first_group);
    for (const std::uint32_t g : std::exchange(stage.corrected, {})) stage.groups[g].is_corrected = false;
  }
  return counts;
}

HitCounts count_hits(const World& world, int num_steps) {
  Simulation simulation = world.make();
  HitCounts counts;
  for (int i = 0; i < num_steps; ++i) {
    counts += count_hits(world, simulation.state());
    simulation.step();
  }
  return counts;
}

void expect_change(const HitCounts& counts) {
  EXPECT_EQ(counts.num_without, 0);
  EXPECT_EQ(counts.num_obeyed, 0);
  EXPECT_EQ(counts.num_grown + counts.num_moved + counts.num_straightened, counts.num_hits);
  EXPECT_LE(20 * counts.num_straightened, counts.num_hits);
  EXPECT_GT(counts.num_hits, 0);
}

// Of random boxes, thrown on a heap.
TEST(HitContacts, OfTumblingBoxesChangeTheirContacts) {
  HitCounts counts;
  for (std::uint64_t seed = 1; seed <= (is_full_run() ? 100 : 3); ++seed) {
    counts += count_hits(make_tumble(seed, 1.8, 8.0), 150);
  }
  expect_change(counts);
}

// From a metre above a thin plate to a metre below, or past it, in one step, however both are turned.
TEST(HitContacts, OfAFastSmallBoxChangeItsContacts) {
  HitCounts counts;
  math::Random random(5);
  for (int k = 0; k < (is_full_run() ? 10000 : 50); ++k) {
    World world;
    world.settings.step = 0.01;
    const Quat plate = k % 4 < 2 ? Quat::Identity() : random.next_rotation(),
               bullet = k % 2 == 0 ? Quat::Identity() : random.next_rotation();
    world.add_fixed(make_box_shape({1, 1, 1e-3}), {Vec3::Zero(), plate});
    world.add(make_box_model({0.01, 0.01, 0.01}, 1),
              {Vec3(random.next_between(-0.5, 0.5), random.next_between(-0.5, 0.5), 1), bullet},
              {20 * random.next_direction(), Vec3(0, 0, -200)});
    counts += count_hits(world, 3);
  }
  expect_change(counts);
}

// It meets the plate 4 mm below it after 1/250 of the step, and is half a millimetre past it after 1/64. (There its
// contacts were once looked for: those of the far side, which it leaves. It was held back.)
TEST(HitContacts, OfABoxThatIsThroughAtOnceChangeItsContacts) {
  World world;
  world.settings.step = 0.01;
  world.add_fixed(make_box_shape({1, 1, 1e-3}), make_place(0, 0, -0.5e-3));
  world.add(make_box_model({0.01, 0.01, 0.01}, 1), make_place(0.1, 0.2, 5e-3 + 4e-3), {Vec3::Zero(), Vec3(0, 0, -99)});
  expect_change(count_hits(world, 1));
  Simulation simulation = world.make();
  EXPECT_EQ(simulation.step().path_lost, 0);
}

// Blades that swing through each other and against a plate.
TEST(HitContacts, OfSpinningPrismsChangeTheirContacts) {
  HitCounts counts;
  for (const double tilt : {0.0, 1e-9, 0.1}) {
    World world;
    world.settings.gravity = Vec3::Zero();
    world.settings.step = 0.02;
    world.add_fixed(make_box_shape({0.02, 1, 1}), make_place(0.6, 0, 0));
    world.add(make_box_model({0.02, 1, 0.2}, 1), make_place(0.2, 0, 0), {Vec3(0, tilt, -24), Vec3::Zero()});
    world.add(make_box_model({0.02, 1, 0.2}, 1), make_place(-0.2, 0.1, 0.05), {Vec3(tilt, 0, 24), Vec3::Zero()});
    counts += count_hits(world, 60);
  }
  expect_change(counts);
}

// Rings of a chain thrown about, the first one fixed.
TEST(HitContacts, OfLinkedRingsChangeTheirContacts) {
  const ShapePointer ring = make_shared_shape(geometry::make_shape(geometry::make_torus(0.3, 0.08, 12, 6)));
  const Quat across[] = {Quat(Eigen::AngleAxisd(kPi / 2, Vec3::UnitX())),
                         Quat(Eigen::AngleAxisd(kPi / 2, Vec3::UnitY()))};
  World world;
  world.settings.step = 0.01;
  world.add_fixed(ring, {Vec3::Zero(), across[0]});
  for (int i = 1; i < 4; ++i)
    world.add(make_model(ring, 1, Vec3(0.03, 0.03, 0.05)), {Vec3(0, 0, -0.41 * i), across[i % 2]},
              {Vec3(8, 5, 3 * i), Vec3(5, -4, -5)});
  expect_change(count_hits(world, is_full_run() ? 20 : is_short_run() ? 3 : 8));
}

// Face, edge and corner straight on face, edge and corner, and next to that: where features tie.
TEST(HitContacts, OfBoxesStraightOnEachOtherChangeTheirContacts) {
  const double upright = std::acos(1 / std::sqrt(3.0));  // from a diagonal to the vertical
  const Quat turns[] = {Quat::Identity(), Quat(Eigen::AngleAxisd(kPi / 4, Vec3::UnitX())),
                        Quat(Eigen::AngleAxisd(upright, Vec3(1, -1, 0).normalized()))};
  HitCounts counts;
  for (const Quat& lower : turns) {
    for (const Quat& upper : turns) {
      for (const double off : {0.0, 1e-9, 1e-3}) {
        if (is_short_run() && off == 1e-9) continue;
        for (const Vec3& w : {Vec3(0, 0, 0), Vec3(3, 2, 1)}) {
          World world;
          world.settings.step = 0.01;
          world.add_fixed(make_box_shape({1, 1, 1}), {Vec3::Zero(), lower});
          world.add(make_box_model({1, 1, 1}, 1), {Vec3(off, 0, 1.9), upper}, {w, Vec3(0, 0, -20)});
          counts += count_hits(world, 20);
        }
      }
    }
  }
  expect_change(counts);
}

// A cube beside the seam of a plane of two triangles, which the far one would strike from the side: that is no contact,
// until two additions have not been enough.
TEST(HitContacts, FromTheThirdAdditionOnContactsThatAreNoMinimaCountToo) {
  geometry::Mesh mesh;
  mesh.vertices = {{0, -4, 0}, {0, 4, 0}, {-4, 0, 0}, {4, 0, 1e-12}};
  mesh.triangles = {{VertexId(0), VertexId(1), VertexId(2)}, {VertexId(0), VertexId(3), VertexId(1)}};
  World world;
  world.add_fixed(make_shared_shape(geometry::make_shape(mesh)), Pose());
  world.add(make_box_model({0.5, 0.5, 0.5}, 1), make_place(-0.250005, 0, 0.25 + 1e-6));
  for (int num_before = 0; num_before < 5; ++num_before) {
    StagedWorld staged(world);
    ASSERT_EQ(staged.stage.pairs.size(), 1u);
    const std::size_t first = staged.stage.contacts.size();
    staged.stage.pairs[0].num_additions = num_before, staged.stage.pairs[0].s_safe = 0.0;
    ASSERT_GT(add_hit_contacts(staged.stage, staged.models(), staged.state, 0), 0u);
    int num_aside = 0;
    for (const StepContact& contact : std::span(staged.stage.contacts).subspan(first))
      num_aside += std::abs(contact.found.nhat_BA_W.x()) > 0.5;
    EXPECT_EQ(num_aside > 0, num_before >= 2) << num_before;
  }
}

}  // namespace
}  // namespace abut::dynamics
