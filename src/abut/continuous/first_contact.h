// When two pieces, or two shapes, each along its motion over s in [0, 1], first come within a minimum separation.
//
//   s* = min { s : separation(s) <= d_min }
//
// The answer is never later than s*: up to s_lower the separation is proven to exceed d_min. Where a hit is proven, s*
// is in [s_lower, s_upper], no more than twice the resolution apart unless the pair grazes the minimum before. "Apart"
// is proven, with a lower bound of the separation: what the proof came to, for shapes often little more than d_min. Who
// needs a larger one asks with a larger d_min.
//
// Pieces: certify.h. Shapes: all pairs of pieces that boxes and layers do not part, the earliest first
// (shape_search.h). What counts are the pieces: of a solid that is not convex, its boundary. A body, or a
// connected part of it, that starts wholly inside such a solid is in contact from the start (containment.h): later it
// cannot come there without meeting the boundary. In a cavity it is outside.
//
// Pairs are reported where the search stops, in the features of the shapes (shape_pairs.h): of all pairs of pieces that
// are there no farther apart than the one that stopped it, or than d_min, and near_bound, the nearest pair of features
// of each, cuts lifted, each once. compute_manifold has all corners of such a pair.
//
// Cost: bench/first_contact_bench.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "abut/geometry/shape.h"
#include "abut/math/motion.h"
#include "abut/proximity/piece_pair.h"
#include "abut/proximity/shape_pairs.h"

namespace abut::continuous {

enum class ContactOutcome : std::uint8_t {
  kApart,            // throughout
  kHit,              // proven
  kUncertain,        // so near the minimum, or so many cases, that it is not decided; it may be a false alarm
  kStartsInContact,  // not proven to be farther apart than the minimum at s = 0, or one inside the other
};

struct FirstContactOptions {
  double d_min = 0.0;           // m
  double resolution = 0x1p-20;  // of s
  int max_queries = 200;        // of distance, for each pair of pieces and part of the step
  double near_bound = 1e-6;     // m: pairs not farther apart than the one that stops the search and this are reported
};

struct ContactTime {
  ContactOutcome outcome = ContactOutcome::kUncertain;
  double s_lower = 0.0;                     // 1 if apart
  double s_upper = 0.0;                     // kUncertain: where the search ended
  double separation = 0.0;                  // m: proven for s in [0, s_lower]; 0 if one starts inside the other
  std::vector<proximity::ShapePair> pairs;  // at s_lower, by features; none if apart
  std::size_t num_queries = 0;              // of distance
};

// Each throws InputError, before any work, if a shape is empty or a piece none (proximity/require_input.h), if a motion
// is none or too fast (require_motion.h), if d_min or near_bound is negative or not finite, if the resolution is not in
// [2^-50, 1], or if fewer than two queries are allowed.
ContactTime find_first_contact(const proximity::PieceRef& a, const math::Motion& motion_a, const proximity::PieceRef& b,
                               const math::Motion& motion_b, const FirstContactOptions& options = {});
ContactTime find_first_contact(const geometry::Shape& a, const math::Motion& motion_a, const geometry::Shape& b,
                               const math::Motion& motion_b, const FirstContactOptions& options = {});

}  // namespace abut::continuous
