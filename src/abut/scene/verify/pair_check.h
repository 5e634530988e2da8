// Two bodies over one recorded segment: apart throughout, meeting, or undecided.
//
// Pairs of nodes wait in a list, at first the front: those that were proven apart last time, each with its direction.
// For each, over a part [s0, s1] of the segment, which at first is all of it:
//   1. the direction at hand (of the last segment, or of the parent nodes), if it parts the cores throughout: done
//   2. the cores at s0 and s1: if they are too near each other, the larger node is opened; two features whose cores
//      overlap within rounding are put to exact arithmetic (exact_meeting.h, exact_clearance.h): a hit, or apart
//   3. the direction that turns from that at s0 to that at s1, if it parts the cores throughout: done
//   4. otherwise the pair of nodes is put off to the halves of the part
// So time is cut only where both ends are apart, and nodes are opened only where time would not help.
//
// Along the way the least separation is bracketed: "parts" and "too near" are not meant against zero but against a goal
// just below the least distance of two features seen so far. What is proven beyond the goal cannot be the least.
//
// The front only ever opens, so it is made anew from the roots, at once and, if that leaves it as it was, less and less
// often. It may be dropped at any time.
//
// Bounds: kMostHalvings of time, kMostNodePairs, kMostExact; reaching one leaves the pair undecided.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "abut/math/step_motion.h"
#include "abut/math/types.h"
#include "abut/scene/verify/feature_tree.h"
#include "abut/scene/verify/relative_sweep.h"

namespace abut::scene {

// The least separation of all pairs over all time, as it becomes known.
class LeastSeparation {
 public:
  // Separations beyond `reach` are not measured.
  explicit LeastSeparation(double reach) : reach_(reach) {}

  static constexpr double kShare = 0.75;  // of the least distance seen: what is proven of the rest
  double goal() const { return goal_; }
  double lower() const { return std::min(lower_, goal_); }
  double upper() const { return upper_; }

  // A proven separation.
  void keep_lower(double separation) { lower_ = std::min(lower_, separation); }
  // A distance measured, 0 if negative; true if it is the least so far.
  bool keep_upper(double distance) {
    if (!(std::max(distance, 0.0) < upper_)) return false;
    upper_ = std::max(distance, 0.0);
    goal_ = std::min(reach_, kShare * upper_);
    return true;
  }

 private:
  double reach_;
  double lower_ = std::numeric_limits<double>::infinity(), upper_ = std::numeric_limits<double>::infinity();
  double goal_ = reach_;
};

// Two nodes, and a direction in B's frame, from B towards A, that parted them or may part them.
struct NodePair {
  std::uint32_t a = 0, b = 0;
  int num_waits = 0;
  math::Vec3 n = math::Vec3::UnitZ();
};

// What is remembered of a pair from segment to segment: nodes that together cover both bodies.
struct PairFront {
  std::vector<NodePair> nodes{NodePair{}};
  int age = 0;     // segments since it was made from the roots
  int period = 1;  // at this age it is made from them again: later and later if that is of no use
};

struct PairMotion {
  const FeatureTree& a;
  const FeatureTree& b;
  const math::StepMotion& motion_a;
  const math::StepMotion& motion_b;
  bool is_moving = true;  // otherwise only the start is looked at
};

enum class PairOutcome : std::uint8_t { kApart, kMeeting, kUndecided };

struct PairVerdict {
  PairOutcome outcome = PairOutcome::kApart;
  double s0 = 0.0, s1 = 0.0;    // kMeeting: they meet in [s0, s1]; kUndecided: the first such part
  double least_s = -1.0;        // where the least separation so far was measured, if in this pair
  double lower = 0.0;           // kApart: proven for this pair, at most the goal
  bool was_remembered = false;  // decided by the directions of the front alone
};

struct PairCounts {
  std::size_t node_pairs = 0, halvings = 0, exact = 0;
};

class PairChecker {
 public:
  // `front` is that of the last segment, and afterwards that of this one.
  PairVerdict check(const PairMotion& pair, LeastSeparation& least, PairFront& front);
  const PairCounts& counts() const { return counts_; }

 private:
  struct Part {
    double s0, s1;
    int depth;
  };
  enum class Step : std::uint8_t { kDone, kWait, kStop };

  void decide(const Part& part, std::size_t first, std::size_t last);
  Step look_at(const NodePair& nodes, const Part& part, const RelativeSweep& sweep);
  Step look_at_features(const NodePair& nodes, const Part& part, const RelativeSweep& sweep);
  double compute_separation(const NodePair& nodes, const RelativeSweep& sweep, const TurningDirection& n) const;
  bool is_proven(const NodePair& nodes, const Part& part, const RelativeSweep& sweep, const TurningDirection& n);
  void keep(const NodePair& nodes, const Part& part, double separation, const math::Vec3& n);
  Step look_exactly(const NodePair& nodes, const Part& part, const TurningDirection& n, bool is_near0, bool is_near1);
  void open(const NodePair& nodes, const math::Vec3& n);
  Step stop_at(double s0, double s1);
  void give_up(const Part& part);

  const PairMotion* pair_ = nullptr;
  LeastSeparation* least_ = nullptr;
  double radii_ = 0.0;
  std::size_t num_node_pairs_ = 0, num_remembered_ = 0, num_exact_ = 0;
  PairVerdict verdict_;
  std::vector<NodePair> waiting_;  // a stack: pairs put off, one part after the other
  std::vector<NodePair> open_;     // pairs of the present part
  std::vector<NodePair> front_;    // proven in the parts that end with the segment
  PairCounts counts_;
};

}  // namespace abut::scene
