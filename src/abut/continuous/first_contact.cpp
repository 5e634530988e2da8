#include "abut/continuous/first_contact.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "abut/base/input_error.h"
#include "abut/continuous/certify.h"
#include "abut/continuous/require_motion.h"
#include "abut/continuous/shape_search.h"
#include "abut/proximity/containment.h"
#include "abut/proximity/lift_feature.h"
#include "abut/proximity/require_input.h"

namespace abut::continuous {
namespace {

using geometry::Shape;
using proximity::PieceRef;

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

void list_near_pairs(MovingShape& a, MovingShape& b, double s, double margin, ContactTime& time) {
  proximity::ShapePairCache cache;
  update_pairs_within(a.shape, b.shape, a.memo.place(s).X_WB, b.memo.place(s).X_WB, margin, cache, time.pairs);
  time.num_queries += cache.known.size();
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
  MovingShape moving_a = make_moving_shape(a, motion_a), moving_b = make_moving_shape(b, motion_b);
  const auto [earliest, separation, num_queries] =
      search_shapes(moving_a, moving_b,
                    {.d_min = options.d_min, .resolution = options.resolution, .max_queries = options.max_queries});
  ContactTime time = make_contact_time(earliest, separation);
  time.num_queries = num_queries;
  if (earliest.is_found) {
    const double margin = std::max(earliest.phi, options.d_min) + options.near_bound;
    list_near_pairs(moving_a, moving_b, earliest.s_safe, margin, time);
  }
  return time;
}

}  // namespace abut::continuous
