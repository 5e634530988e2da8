#include "abut/proximity/distance.h"

#include <cmath>

#include "abut/geometry/pieces/polygon_plane.h"
#include "abut/proximity/depth/extreme_vertex.h"
#include "abut/proximity/exact_distance.h"
#include "abut/proximity/start_features.h"
#include "abut/proximity/tracked_witness.h"
#include "abut/proximity/witness.h"

namespace abut::proximity {
namespace {

using math::Vec3;

struct Query {
  const PieceRef& a;
  const PieceRef& b;
  const math::Pose& X_WA;
  const math::Pose& X_WB;
  RelativePose pose;
  PairCache& cache;
};

bool has_inside(const geometry::Piece& piece) {
  return piece.kind == geometry::PieceKind::kSolid || piece.radius > 0;
}

// From the features of last time or, if the way from there is long, from a table.
TrackedWitness track(const Query& query) {
  constexpr int kShortWay = 1;  // steps; a table look-up costs about as much
  TrackedWitness tracked = find_tracked_witness(query.a, query.b, query.pose, query.cache.features, kShortWay);
  if (tracked.is_closest || tracked.num_steps < kShortWay) return tracked;
  const ClosestFeatures start = choose_start_features(query.a, query.b, query.pose, tracked.features);
  const int num_steps = tracked.num_steps;
  tracked = find_tracked_witness(query.a, query.b, query.pose, start);
  tracked.num_steps += num_steps;
  return tracked;
}

// The cores as they stand, with features and origin of the normal set in `pair`.
Witness take_witness(const Witness& witness, const ClosestFeatures& features, FeaturePair& pair) {
  pair.feature_a = features.a, pair.feature_b = features.b;
  pair.normal_origin = witness.normal_origin;
  return witness;
}

Witness take_depth(const Depth& depth, FeaturePair& pair) {
  const Witness witness{depth.p_BCa, depth.p_BCb, depth.nhat_BA_B, -depth.depth, NormalOrigin::kDepth};
  return take_witness(witness, {depth.feature_a, depth.feature_b}, pair);
}

Witness take_exact(const ExactDistance& exact, FeaturePair& pair) {
  pair.is_fallback = true;
  return take_witness({exact.p_BCa, exact.p_BCb, exact.nhat_BA_B, exact.distance, NormalOrigin::kWitness},
                      exact.features, pair);
}

// Cores that meet or are too near to tell: how far they must be moved to part them, or how far apart they are. If the
// walk was wrong and they are clearly apart, the exact distance; a depth only proves it.
Witness measure_meeting(const Query& query, FeaturePair& pair) {
  const Depth depth = update_depth(query.a, query.b, query.pose, query.cache.depth);
  query.cache.is_meeting = depth.depth > pair.phi_bound;
  if (depth.depth >= -pair.phi_bound) return take_depth(depth, pair);
  return take_exact(compute_exact_distance(query.a, query.b, query.X_WA, query.X_WB), pair);
}

// Closest points that are too near to tell from touch: theirs are the features, and the depth has the normal.
Witness measure_touch(const Query& query, const ClosestFeatures& features, const Witness& witness, FeaturePair& pair) {
  const Witness depth = measure_meeting(query, pair);
  if (std::abs(depth.distance) > pair.phi_bound) return depth;
  return take_witness({witness.p_BCa, witness.p_BCb, depth.nhat_BA_B, depth.distance, depth.normal_origin}, features,
                      pair);
}

Witness measure_exactly(const Query& query, FeaturePair& pair) {
  const ExactDistance exact = compute_exact_distance(query.a, query.b, query.X_WA, query.X_WB);
  pair.is_fallback = true;
  if (exact.is_meeting) return measure_meeting(query, pair);
  if (exact.distance > pair.phi_bound) return take_exact(exact, pair);
  return measure_touch(query, exact.features,
                       {.p_BCa = exact.p_BCa, .p_BCb = exact.p_BCb, .nhat_BA_B = exact.nhat_BA_B}, pair);
}

// Near touch, where the gap is below this share of the reaches, the direction between two points is mostly rounding,
// and with it the tests that took these features for closest. (Above, it is right to a thousandth of what phi_bound
// allows.)
constexpr double kNearTouch = 1e-3;

// Then only the pieces' separation along it, found by going uphill on both, shows whether they are.
[[gnu::noinline]] bool is_proven_closest(const Query& query, const ClosestFeatures& features, const Witness& witness,
                                         double phi_bound) {
  const Vec3& n = witness.nhat_BA_B;
  const std::uint32_t start_a = find_any_vertex(query.a.pieces, features.a),
                      start_b = find_any_vertex(query.b.pieces, features.b);
  const std::uint32_t va = update_extreme_vertex(query.a, -query.pose.turn_to_a(n), start_a);
  const std::uint32_t vb = update_extreme_vertex(query.b, n, start_b);
  const double separation = n.dot(query.pose.to_b(query.a.pieces.vertices[va].p) - query.b.pieces.vertices[vb].p);
  return separation >= witness.distance - 0.5 * phi_bound;
}

bool is_closest(const Query& query, const ClosestFeatures& features, const Witness& witness, double phi_bound) {
  const double reach = query.a.piece().reach + query.b.piece().reach;
  return witness.distance >= kNearTouch * reach || is_proven_closest(query, features, witness, phi_bound);
}

// The signed distance of the cores.
Witness measure_cores(const Query& query, FeaturePair& pair) {
  PairCache& cache = query.cache;
  if (!cache.is_set) cache.features = make_first_features(query.a, query.b), cache.is_set = true;
  if (cache.is_meeting) {  // a depth that is clear needs no walk to say that they meet
    const Depth depth = update_depth(query.a, query.b, query.pose, cache.depth);
    if (depth.depth > pair.phi_bound) return take_depth(depth, pair);
    cache.is_meeting = false;
  }
  const TrackedWitness tracked = track(query);
  cache.features = tracked.features;
  pair.num_steps = tracked.num_steps;
  if (tracked.is_closest && is_closest(query, tracked.features, tracked.witness, pair.phi_bound))
    return take_witness(tracked.witness, tracked.features, pair);
  const Walk walk = update_closest_features(query.a, query.b, query.pose, tracked.features);
  cache.features = walk.features;
  pair.num_steps += walk.num_steps;
  if (walk.outcome == WalkOutcome::kCycled) return measure_exactly(query, pair);
  if (walk.outcome == WalkOutcome::kPenetrating) return measure_meeting(query, pair);
  const Witness witness = compute_witness(query.a, query.b, query.pose, walk.features);
  if (witness.distance <= pair.phi_bound) return measure_touch(query, walk.features, witness, pair);
  if (!is_closest(query, walk.features, witness, pair.phi_bound)) return measure_exactly(query, pair);
  return take_witness(witness, walk.features, pair);
}

PairOutcome choose_outcome(const Query& query, const FeaturePair& pair) {
  const bool can_overlap = has_inside(query.a.piece()) && has_inside(query.b.piece());
  if (std::abs(pair.phi) <= pair.phi_bound) return PairOutcome::kTouching;
  if (pair.phi > 0) return PairOutcome::kApart;
  return can_overlap ? PairOutcome::kOverlapping : PairOutcome::kCrossing;
}

}  // namespace

double compute_phi_bound(const PieceRef& a, const PieceRef& b, const RelativePose& pose) {
  const geometry::Piece &of_a = a.piece(), &of_b = b.piece();
  const double offset = pose.p_BA.norm(), radii = of_a.radius + of_b.radius;
  return kSeenVertexBound * of_a.reach + kSeenOriginBound * offset +  // compute_rounding_bound
         kDepthBound * (of_a.reach + of_b.reach + offset) +           // compute_depth_bound
         8 * geometry::kUnitRoundoff * radii;
}

FeaturePair update_feature_pair(const PieceRef& a, const PieceRef& b, const math::Pose& X_WA, const math::Pose& X_WB,
                                PairCache& cache) {
  const math::Mat3 R_WB = math::compute_rotation(X_WB.q);
  const Query query{a, b, X_WA, X_WB, make_relative_pose(X_WA, X_WB, R_WB), cache};
  FeaturePair pair;
  pair.phi_bound = compute_phi_bound(a, b, query.pose);
  const Witness cores = measure_cores(query, pair);
  const double radius_a = a.piece().radius, radius_b = b.piece().radius;
  pair.phi = cores.distance - radius_a - radius_b;
  pair.nhat_BA_W = R_WB * cores.nhat_BA_B;
  pair.p_WCa = R_WB * cores.p_BCa + X_WB.p - radius_a * pair.nhat_BA_W;
  pair.p_WCb = pair.p_WCa - pair.phi * pair.nhat_BA_W;
  pair.outcome = choose_outcome(query, pair);
  if (pair.outcome == PairOutcome::kCrossing) pair.phi = 0.0;
  return pair;
}

}  // namespace abut::proximity
