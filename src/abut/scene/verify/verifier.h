// An independent proof, from recorded poses alone, that no two bodies ever meet: neither their features (triangles,
// loose segments and points, thickened by radii) nor, at the start, one wholly inside the other.
//
// The motion between two recorded poses is that of math/step_motion.h. Everything else is this folder's own: its trees
// and swept boxes, its enclosure of motions (relative_sweep.h) and its exact arithmetic. Nothing of proximity,
// continuous and what builds on them is used, so that one mistake cannot hide in both the simulation and its proof
// (scripts/check_layout.py enforces it).
//
//   poses ──swept boxes──▶ near pairs ──directions, trees, halved time, exact arithmetic──▶ VerifyReport
//
// A pair is apart by proof, meets by proof, or is undecided; what is reported is never a guess. A pair of which neither
// body has moved over a segment stays as it was at its start; one that has hardly moved since it was proven apart by
// more still is (pair_proof.h).
// Cost: below a microsecond for each pair of boxes near contact at rest and 2 to 4 tumbling, some 50 for two links of a
// taut chain, 450 for two gears, 13,000 for a nut on its bolt (bench/verify_bench.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "abut/math/pose.h"
#include "abut/math/step_motion.h"
#include "abut/scene/verify/feature_tree.h"
#include "abut/scene/verify/near_pairs.h"
#include "abut/scene/verify/pair_check.h"

namespace abut::scene {

// Time is the segment's number, the first being 0, and the fraction s of it. The start is segment 0 with s = 0.
struct VerifyMoment {
  std::size_t segment = 0;
  double s0 = 0.0, s1 = 0.0;  // somewhere in [s0, s1]
};

// Of a pair, its first, and in how many segments there is one, the start counted as one more.
struct VerifyFinding {
  BodyPair bodies;
  VerifyMoment first;
  std::size_t num_segments = 0;
  bool is_inside = false;  // one body, or a part of it, is wholly inside the other
};

enum class VerifyFaultKind : std::uint8_t {
  kNotAPose,   // not finite, or a quaternion of length zero: nothing is verified from there on
  kLargeTurn,  // a body turns by more than 30 degrees in one segment; its motion is verified as it is
  kTwoWays,    // a body moves in two segments of the same time
};

struct VerifyFault {
  VerifyFaultKind kind;
  std::uint32_t body;
  std::size_t segment;
};

struct VerifyReport {
  std::size_t num_bodies = 0;
  std::size_t num_segments = 0;                    // verified
  std::vector<BodyPair> exempt;                    // in lexicographic order
  std::vector<VerifyFinding> meetings, undecided;  // in the order found
  std::vector<VerifyFault> faults;

  // The least separation of all pairs over all time lies in [lower, upper]; it is 0 if any meet. `upper` is infinite,
  // and least_pair nothing, if no pair came within `reach`.
  double least_lower = 0.0, least_upper = std::numeric_limits<double>::infinity();
  double reach = 0.0;
  std::optional<BodyPair> least_pair;
  VerifyMoment least_moment;

  // Pairs and segments, by what decided them.
  std::size_t num_still = 0;      // neither body moved
  std::size_t num_by_boxes = 0;   // of pairs near enough to be kept
  std::size_t num_by_memory = 0;  // by the direction of the last segment, or by its proof
  std::size_t num_by_search = 0;
  PairCounts work;

  // Nothing met, nothing is undecided, nothing is at fault.
  bool is_proven() const { return meetings.empty() && undecided.empty() && faults.empty(); }
};

class Verifier {
 public:
  // `exempt` pairs by the bodies' indices, in any order.
  explicit Verifier(std::vector<VerifiedBody> bodies, std::vector<BodyPair> exempt = {});

  // Precondition of both: as many poses as bodies. `start` once, before any segment.
  void start(std::span<const math::Pose> poses);
  // `bends` of the paths (math/step_motion.h): as many as bodies, or none where all are straight.
  void advance(std::span<const math::Pose> next, std::span<const math::Vec3> bends = {}) {
    advance(next, bends, last_end_, last_end_ + 1);
  }
  // From t0 to t1. Where that is while bodies of earlier segments moved, other bodies move now, and all of these are
  // apart by the boxes of their ways: those that are not are undecided.
  void advance(std::span<const math::Pose> next, std::span<const math::Vec3> bends, double t0, double t1);

  const VerifyReport& report() const { return report_; }

 private:
  struct Body {
    VerifiedBody given;
    FeatureTree tree;
    std::vector<math::Vec3> part_vertices;
    math::StepMotion motion;  // over the present segment
    bool is_moving = false;
  };

  bool accept_motions(std::span<const math::Pose> next, std::span<const math::Vec3> bends, bool is_start);
  void check_pairs(bool is_start);
  void check_meanwhile(double t0, double t1);
  void check_pair(NearPair& pair, bool is_start);
  bool is_still_proven(const NearPair& pair) const;
  void check_enclosure(const BodyPair& bodies, double separation);
  void keep_finding(std::vector<VerifyFinding>& findings, const BodyPair& bodies, double s0, double s1, bool is_inside);

  std::vector<Body> bodies_;
  // What moved in segments that may not be over.
  struct Way {
    std::uint32_t body;
    math::Aabb box;
    double t0, t1;  // s
  };

  std::vector<math::Aabb> swept_;
  std::vector<Way> ways_;
  double last_end_ = 0.0;  // s
  NearPairs near_;
  LeastSeparation least_;
  PairChecker checker_;
  VerifyReport report_;
  bool is_ended_ = false;
};

}  // namespace abut::scene
