// Two meshes along their motions, as the library sees them and as the arbiter does, and what came of many of them.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <utility>

#include "abut/continuous/first_contact.h"
#include "abut/geometry/mesh.h"
#include "abut/geometry/shape.h"
#include "continuous/motion_samples.h"
#include "oracle/mesh_distance.h"

namespace abut::continuous {

struct JudgedMesh {
  geometry::Shape shape;
  oracle::BallTree tree;
  double reach = 0.0;
};

inline JudgedMesh make_judged_mesh(const geometry::Mesh& mesh) {
  JudgedMesh judged{geometry::make_shape(mesh), oracle::make_ball_tree(mesh)};
  for (const math::Vec3& v : mesh.vertices) judged.reach = std::max(judged.reach, v.norm());
  return judged;
}

// Counted by kind. Late, missed and wrong are failures at once.
struct Tally {
  std::size_t num_apart = 0, num_hits = 0, num_wide = 0, num_uncertain = 0, num_false_alarms = 0, num_starts = 0;

  void print(const char* name) const {
    std::printf(
        "%s: apart %zu, hits %zu (bracket wider than 2^-19: %zu), uncertain %zu (false alarms: %zu), from the "
        "start %zu\n",
        name, num_apart, num_hits, num_wide, num_uncertain, num_false_alarms, num_starts);
  }
  // Of those that are not apart, 99.9 % are proven hits within the stated bound; one in a small number may not be.
  void expect_sharp() const { EXPECT_LE(num_wide + num_uncertain, 1 + (num_hits + num_uncertain) / 1000); }
};

struct JudgedScene {
  const JudgedMesh& a;
  const JudgedMesh& b;
  JudgedMotion motion_a, motion_b;

  oracle::MovingMeshes arbiter() const {
    return {a.tree, b.tree, motion_a.path, motion_b.path, motion_a.speed + motion_b.speed + 1e-9};
  }
};

// Never late: up to s_lower the distance is nowhere less than the separation said to be proven. Hits are hits: at
// s_upper it is no more than d_min. The arbiter looks for dips longer than `dip` of the step.
inline void judge(const JudgedScene& scene, double d_min, double dip, Tally& tally) {
  constexpr double kRounding = 1e-12;
  const ContactTime time =
      find_first_contact(scene.a.shape, scene.motion_a.motion, scene.b.shape, scene.motion_b.motion, {.d_min = d_min});
  const oracle::MovingMeshes arbiter = scene.arbiter();
  if (time.outcome != ContactOutcome::kStartsInContact) {
    ASSERT_GT(time.separation, d_min);
    const auto nearer = arbiter.find_first(time.separation - kRounding, 0, time.s_lower, dip);
    ASSERT_FALSE(nearer) << "late: at s = " << *nearer << " already, said to be apart until " << time.s_lower;
  }
  switch (time.outcome) {
    case ContactOutcome::kApart:
      ASSERT_EQ(time.s_lower, 1.0);
      ++tally.num_apart;
      break;
    case ContactOutcome::kHit:
      ASSERT_LE(arbiter.distance(time.s_upper, 1.0), d_min + kRounding);
      ASSERT_FALSE(time.pairs.empty());
      tally.num_wide += time.s_upper - time.s_lower > 2 * 0x1p-20 ? 1 : 0;
      ++tally.num_hits;
      break;
    case ContactOutcome::kUncertain:
      tally.num_false_alarms += arbiter.find_first(d_min + kRounding, time.s_lower, 1, dip) ? 0 : 1;
      ++tally.num_uncertain;
      break;
    case ContactOutcome::kStartsInContact:
      ASSERT_LE(arbiter.distance(0, 1.0), d_min + kRounding);
      ++tally.num_starts;
      break;
  }
}

}  // namespace abut::continuous
