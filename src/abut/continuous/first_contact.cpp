#include "abut/continuous/first_contact.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "abut/base/input_error.h"
#include "abut/continuous/certify.h"
#include "abut/continuous/require_motion.h"
#include "abut/continuous/swept_nodes.h"
#include "abut/proximity/containment.h"
#include "abut/proximity/lift_feature.h"
#include "abut/proximity/require_input.h"

namespace abut::continuous {
namespace {

using geometry::PieceNode;
using geometry::Shape;
using proximity::PieceRef;

constexpr double kPartTurn = 0.2;          // rad, both turns together
constexpr double kShortestPart = 0x1p-12;  // of s
constexpr int kMostParts = 4096;

void require_length(const char* name, double value) {
  if (std::isfinite(value) && value >= 0) return;
  throw InputError(
      {"", name, fmt::format("is {}; a length is finite and not negative", value), "give a length in metres"});
}

void require_options(const FirstContactOptions& options) {
  require_length("d_min", options.d_min);
  require_length("near_bound", options.near_bound);
  if (!(options.resolution >= 0x1p-50 && options.resolution <= 1)) {
    throw InputError(
        {"", "resolution", fmt::format("is {}, not in [2^-50, 1]", options.resolution), "give a fraction of the step"});
  }
  if (options.max_queries < 2) {
    throw InputError(
        {"", "max_queries", fmt::format("is {}; a step has two ends", options.max_queries), "allow at least 2"});
  }
}

// The earliest of what was found so far.
struct Earliest {
  double s_safe = 1.0;
  double s_end = 1.0;                                      // of the interval after it that is not decided
  double s_hit = std::numeric_limits<double>::infinity();  // of any pair
  double phi = 0.0;                                        // at s_safe
  bool is_found = false, is_start = false;

  void take(const PairCertificate& certificate, double d_min) {
    if (certificate.outcome == CertifyOutcome::kHit) s_hit = std::min(s_hit, certificate.s_hit);
    if (is_found && certificate.s_safe >= s_safe) return;
    is_found = true;
    s_safe = certificate.s_safe, s_end = certificate.s_hit;
    phi = certificate.at_safe.phi;
    is_start = s_safe == 0.0 && certificate.separation <= d_min;
  }
};

ContactTime make_contact_time(const Earliest& earliest, double separation) {
  ContactTime time;
  time.separation = separation;
  time.s_lower = earliest.s_safe;
  time.s_upper = std::isfinite(earliest.s_hit) ? earliest.s_hit : earliest.s_end;
  time.outcome = !earliest.is_found              ? ContactOutcome::kApart
                 : earliest.is_start             ? ContactOutcome::kStartsInContact
                 : std::isfinite(earliest.s_hit) ? ContactOutcome::kHit
                                                 : ContactOutcome::kUncertain;
  return time;
}

// Two shapes over the parts of a step.
class ShapeSearch {
 public:
  ShapeSearch(const MovingShape& a, const MovingShape& b, const FirstContactOptions& options)
      : a_(a), b_(b), options_(options) {}

  ContactTime find();

 private:
  void search_part(double s_begin, double s_end);
  void certify_pieces(PieceId a, PieceId b, const SweptNodes& sweep);
  void list_near_pairs(double s, double phi, std::vector<proximity::ShapePair>& pairs);
  template <class Visit>
  void walk(std::uint32_t node_a, std::uint32_t node_b, const SweptNodes& sweep, double level, Visit&& visit);
  template <class Visit>
  void walk_children(std::uint32_t node_a, std::uint32_t node_b, const SweptNodes& sweep, double level, Visit&& visit);

  MovingShape a_, b_;
  const FirstContactOptions& options_;
  Earliest earliest_;
  double separation_ = std::numeric_limits<double>::infinity();
  proximity::PairCache cache_;
  std::size_t num_queries_ = 0;
};

// Calls visit(piece of A, piece of B, part of the step) for all pairs not proven to be farther apart than `level`, and
// lowers the proven separation to what parts the others. Where boxes are apart at both ends of a part of the step, and
// only what may happen between is in doubt, time is halved: smaller boxes would not help.
template <class Visit>
void ShapeSearch::walk(std::uint32_t node_a, std::uint32_t node_b, const SweptNodes& sweep, double level,
                       Visit&& visit) {
  if (earliest_.is_found && earliest_.s_safe < sweep.s_begin()) return;
  const SweptNodes::Bound bound =
      sweep.bound_separation(a_.shape.tree.nodes[node_a].box, b_.shape.tree.nodes[node_b].box);
  if (bound.throughout > level) {
    separation_ = std::min(separation_, bound.throughout);
  } else if (bound.at_ends > level && sweep.s_end() - sweep.s_begin() > kShortestPart) {
    const double middle = 0.5 * (sweep.s_begin() + sweep.s_end());
    walk(node_a, node_b, SweptNodes(a_, b_, sweep.s_begin(), middle), level, visit);
    walk(node_a, node_b, SweptNodes(a_, b_, middle, sweep.s_end()), level, visit);
  } else {
    walk_children(node_a, node_b, sweep, level, visit);
  }
}

template <class Visit>
void ShapeSearch::walk_children(std::uint32_t node_a, std::uint32_t node_b, const SweptNodes& sweep, double level,
                                Visit&& visit) {
  const PieceNode &a = a_.shape.tree.nodes[node_a], &b = b_.shape.tree.nodes[node_b];
  if (a.is_leaf() && b.is_leaf()) {
    for (std::uint32_t i = a.first_piece; i < a.first_piece + a.num_pieces; ++i) {
      for (std::uint32_t j = b.first_piece; j < b.first_piece + b.num_pieces; ++j) visit(PieceId(i), PieceId(j), sweep);
    }
  } else if (b.is_leaf() || (!a.is_leaf() && a.box.extent().squaredNorm() > b.box.extent().squaredNorm())) {
    walk(node_a + 1, node_b, sweep, level, visit);
    walk(a.right, node_b, sweep, level, visit);
  } else {
    walk(node_a, node_b + 1, sweep, level, visit);
    walk(node_a, b.right, sweep, level, visit);
  }
}

void ShapeSearch::certify_pieces(PieceId a, PieceId b, const SweptNodes& sweep) {
  const double s_end = earliest_.is_found ? std::min(earliest_.s_safe, sweep.s_end()) : sweep.s_end();
  if (s_end < sweep.s_begin()) return;
  const PieceRef ref_a{a_.shape.pieces, a}, ref_b{b_.shape.pieces, b};
  const SweptNodes::Bound bound =
      sweep.bound_separation(compute_bounds(ref_a.pieces, a), compute_bounds(ref_b.pieces, b));
  if (bound.throughout > options_.d_min) {
    separation_ = std::min(separation_, bound.throughout);
    return;
  }
  cache_.is_set = cache_.is_meeting = false;
  const PairCertificate certificate = certify_pair(make_moving_piece(ref_a, a_.motion, a_.bounds, &a_.memo),
                                                   make_moving_piece(ref_b, b_.motion, b_.bounds, &b_.memo),
                                                   {.d_min = options_.d_min,
                                                    .s_begin = sweep.s_begin(),
                                                    .s_end = s_end,
                                                    .resolution = options_.resolution,
                                                    .max_queries = options_.max_queries},
                                                   cache_);
  num_queries_ += static_cast<std::size_t>(certificate.num_queries);
  separation_ = std::min(separation_, certificate.separation);
  if (certificate.outcome != CertifyOutcome::kApart) earliest_.take(certificate, options_.d_min);
}

void ShapeSearch::search_part(double s_begin, double s_end) {
  walk(0, 0, SweptNodes(a_, b_, s_begin, s_end), options_.d_min,
       [&](PieceId a, PieceId b, const SweptNodes& sweep) { certify_pieces(a, b, sweep); });
}

void ShapeSearch::list_near_pairs(double s, double phi, std::vector<proximity::ShapePair>& pairs) {
  proximity::ShapePairCache cache;
  const double margin = std::max(phi, options_.d_min) + options_.near_bound;
  update_pairs_within(a_.shape, b_.shape, a_.memo.place(s).X_WB, b_.memo.place(s).X_WB, margin, cache, pairs);
  num_queries_ += cache.known.size();
}

ContactTime ShapeSearch::find() {
  const double parts = std::ceil((a_.bounds.rate + b_.bounds.rate) / kPartTurn);
  const int num_parts = parts < kMostParts ? std::max(1, static_cast<int>(parts)) : kMostParts;
  for (int i = 0; i < num_parts && !earliest_.is_found; ++i) {
    search_part(static_cast<double>(i) / num_parts, static_cast<double>(i + 1) / num_parts);
  }
  ContactTime time = make_contact_time(earliest_, separation_);
  if (earliest_.is_found) list_near_pairs(earliest_.s_safe, earliest_.phi, time.pairs);
  time.num_queries = num_queries_;
  return time;
}

// One starts inside the other: no search would find it, for their boundaries do not meet.
bool is_inside_at_start(const Shape& a, const math::Motion& motion_a, const Shape& b, const math::Motion& motion_b) {
  const proximity::RelativePose pose =
      proximity::make_relative_pose(compute_pose(motion_a, 0.0), compute_pose(motion_b, 0.0));
  return find_containment(a, b, pose) != proximity::Containment::kNone;
}

ContactTime make_inside_time(const Shape& a, const math::Motion& motion_a, const Shape& b, const math::Motion& motion_b,
                             const FirstContactOptions& options) {
  const math::Pose X_WA = compute_pose(motion_a, 0.0), X_WB = compute_pose(motion_b, 0.0);
  ContactTime time;
  time.outcome = ContactOutcome::kStartsInContact;
  proximity::ShapePairCache cache;
  const double phi = update_nearest_pair(a, b, X_WA, X_WB, cache).nearest.pair.phi;
  time.num_queries = cache.known.size();
  update_pairs_within(a, b, X_WA, X_WB, std::max(phi, options.d_min) + options.near_bound, cache, time.pairs);
  time.num_queries += cache.known.size();
  return time;
}

}  // namespace

ContactTime find_first_contact(const PieceRef& a, const math::Motion& motion_a, const PieceRef& b,
                               const math::Motion& motion_b, const FirstContactOptions& options) {
  require_options(options);
  proximity::require_piece("A", a);
  proximity::require_piece("B", b);
  require_motion("the motion of A", motion_a);
  require_motion("the motion of B", motion_b);
  proximity::PairCache cache;
  const PairCertificate certificate = certify_pair(
      make_moving_piece(a, motion_a), make_moving_piece(b, motion_b),
      {.d_min = options.d_min, .resolution = options.resolution, .max_queries = options.max_queries}, cache);
  Earliest earliest;
  if (certificate.outcome != CertifyOutcome::kApart) earliest.take(certificate, options.d_min);
  ContactTime time = make_contact_time(earliest, certificate.separation);
  if (earliest.is_found) {
    const proximity::FeaturePair& pair = certificate.at_safe;
    time.pairs.push_back(
        {a.id, b.id, lift_feature(a.pieces, pair.feature_a), lift_feature(b.pieces, pair.feature_b), pair});
  }
  time.num_queries = static_cast<std::size_t>(certificate.num_queries);
  return time;
}

ContactTime find_first_contact(const Shape& a, const math::Motion& motion_a, const Shape& b,
                               const math::Motion& motion_b, const FirstContactOptions& options) {
  require_options(options);
  proximity::require_shape("A", a);
  proximity::require_shape("B", b);
  require_motion("the motion of A", motion_a);
  require_motion("the motion of B", motion_b);
  if (is_inside_at_start(a, motion_a, b, motion_b)) return make_inside_time(a, motion_a, b, motion_b, options);
  return ShapeSearch(make_moving_shape(a, motion_a), make_moving_shape(b, motion_b), options).find();
}

}  // namespace abut::continuous
