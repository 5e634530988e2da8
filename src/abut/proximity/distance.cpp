#include "abut/proximity/distance.h"

#include <array>
#include <cmath>
#include <optional>

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

// From the features of last time, unless the way from there is long: then from a table, if that is nearer. That it was
// last time is the best guess whether it is.
TrackedWitness track(const Query& query) {
  constexpr int kShortWay = 4;  // steps
  PairCache& cache = query.cache;
  const auto look_up = [&] {
    const ClosestFeatures start = choose_start_features(query.a, query.b, query.pose, cache.features);
    cache.is_far = start != cache.features;
    return start;
  };
  const bool was_far = cache.is_far;
  const ClosestFeatures start = was_far ? look_up() : cache.features;
  const int max_steps = was_far ? kMostTrackedSteps : kShortWay;
  TrackedWitness tracked = find_tracked_witness(query.a, query.b, query.pose, start, max_steps);
  cache.features = tracked.features;
  if (tracked.is_closest || was_far || tracked.num_steps < kShortWay) return tracked;
  tracked = find_tracked_witness(query.a, query.b, query.pose, look_up());
  cache.features = tracked.features;
  tracked.num_steps += kShortWay;
  return tracked;
}

// The cores as they stand, with their features set in `pair`.
Witness take_witness(const Witness& witness, const ClosestFeatures& features, FeaturePair& pair) {
  pair.feature_a = features.a, pair.feature_b = features.b;
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

// The difference of the vertices that part the pieces least along n, found by going uphill on both.
Vec3 find_least_difference(const Query& query, const ClosestFeatures& features, const Vec3& n) {
  const std::uint32_t start_a = find_any_vertex(query.a.pieces, features.a),
                      start_b = find_any_vertex(query.b.pieces, features.b);
  const std::uint32_t va = update_extreme_vertex(query.a, -query.pose.turn_to_a(n), start_a);
  const std::uint32_t vb = update_extreme_vertex(query.b, n, start_b);
  return query.pose.to_b(query.a.pieces.vertices[va].p) - query.b.pieces.vertices[vb].p;
}

// Then the features are closest only if along some direction the pieces are as far apart. That is the witness's or,
// where edges or faces are parallel or nearly so, that made perpendicular to what ties with the witness points but for
// rounding: at most two differences of differences, which span a plane. It becomes the witness's, as long as it leaves
// its points where they are.
[[gnu::noinline]] bool prove_closest(const Query& query, const ClosestFeatures& features, double phi_bound,
                                     Witness& witness) {
  constexpr std::size_t kMostTies = 2;
  const double slack = 0.5 * phi_bound;
  std::array<Vec3, kMostTies> ties;
  Vec3 n = witness.nhat_BA_B;
  for (std::size_t num_ties = 0;; ++num_ties) {
    if ((n - witness.nhat_BA_B).norm() * witness.distance > slack) return false;
    const Vec3 difference = find_least_difference(query, features, n);
    if (n.dot(difference) >= witness.distance - slack) break;
    if (num_ties == kMostTies) return false;
    Vec3 tie = difference - (witness.p_BCa - witness.p_BCb);
    for (std::size_t i = 0; i < num_ties; ++i) tie -= tie.dot(ties[i]) * ties[i];
    if (!(tie.norm() > phi_bound)) return false;
    ties[num_ties] = tie.normalized();
    n = (n - n.dot(ties[num_ties]) * ties[num_ties]).normalized();
  }
  witness.nhat_BA_B = n;
  return true;
}

// May set the witness's normal.
bool is_closest(const Query& query, const ClosestFeatures& features, double phi_bound, Witness& witness) {
  const double reach = query.a.piece().reach + query.b.piece().reach;
  return witness.distance >= kNearTouch * reach || prove_closest(query, features, phi_bound, witness);
}

// Cores that met last time, and clearly still do: a depth says so without a walk.
[[gnu::noinline]] std::optional<Witness> find_clear_depth(const Query& query, FeaturePair& pair) {
  const Depth depth = update_depth(query.a, query.b, query.pose, query.cache.depth);
  query.cache.is_meeting = depth.depth > pair.phi_bound;
  if (!query.cache.is_meeting) return std::nullopt;
  return take_depth(depth, pair);
}

// Cores whose features the walk by explicit points (tracked_witness.h) did not prove closest: V-Clip goes on from
// there.
[[gnu::noinline]] Witness measure_by_clipping(const Query& query, FeaturePair& pair) {
  const Walk walk = update_closest_features(query.a, query.b, query.pose, query.cache.features);
  query.cache.features = walk.features;
  pair.num_steps += walk.num_steps;
  if (walk.outcome == WalkOutcome::kCycled) return measure_exactly(query, pair);
  if (walk.outcome == WalkOutcome::kPenetrating) return measure_meeting(query, pair);
  Witness witness = compute_witness(query.a, query.b, query.pose, walk.features);
  if (witness.distance <= pair.phi_bound) return measure_touch(query, walk.features, witness, pair);
  if (!is_closest(query, walk.features, pair.phi_bound, witness)) return measure_exactly(query, pair);
  return take_witness(witness, walk.features, pair);
}

PairOutcome choose_outcome(const geometry::Piece& a, const geometry::Piece& b, const FeaturePair& pair) {
  if (std::abs(pair.phi) <= pair.phi_bound) return PairOutcome::kTouching;
  if (pair.phi > 0) return PairOutcome::kApart;
  return has_inside(a) && has_inside(b) ? PairOutcome::kOverlapping : PairOutcome::kCrossing;
}

// Sets in `pair` where the cores are in the world, thickened by their radii.
void place(const Query& query, const math::PaddedMat3& R_BW, const Witness& cores, FeaturePair& pair) {
  const geometry::Piece &a = query.a.piece(), &b = query.b.piece();
  pair.normal_origin = cores.normal_origin;
  pair.phi = cores.distance - a.radius - b.radius;
  pair.nhat_BA_W = R_BW.turn_back(cores.nhat_BA_B);
  pair.p_WCa = R_BW.turn_back(cores.p_BCa) + query.X_WB.p - a.radius * pair.nhat_BA_W;
  pair.p_WCb = pair.p_WCa - pair.phi * pair.nhat_BA_W;
  pair.outcome = choose_outcome(a, b, pair);
  if (pair.outcome == PairOutcome::kCrossing) pair.phi = 0.0;
}

}  // namespace

double compute_phi_bound(const PieceRef& a, const PieceRef& b, double offset) {
  const geometry::Piece &of_a = a.piece(), &of_b = b.piece();
  return kSeenVertexBound * of_a.reach + kSeenOriginBound * offset +  // compute_rounding_bound
         kDepthBound * (of_a.reach + of_b.reach + offset) +           // compute_depth_bound
         8 * geometry::kUnitRoundoff * (of_a.radius + of_b.radius);
}

FeaturePair update_feature_pair(const PieceRef& a, const PieceRef& b, const math::Pose& X_WA, const math::Pose& X_WB,
                                PairCache& cache) {
  const math::PaddedMat3 R_BW = math::compute_padded_rotation(X_WB.q.conjugate());
  const Query query{a, b, X_WA, X_WB, make_relative_pose(X_WA, X_WB, R_BW), cache};
  FeaturePair pair;
  pair.phi_bound = compute_phi_bound(a, b, (X_WA.p - X_WB.p).norm());
  if (!cache.is_set) cache.features = make_first_features(a, b), cache.is_set = true;
  if (cache.is_meeting) {
    if (const std::optional<Witness> cores = find_clear_depth(query, pair)) {
      place(query, R_BW, *cores, pair);
      return pair;
    }
  }
  TrackedWitness tracked = track(query);
  pair.num_steps = tracked.num_steps;
  if (tracked.is_closest && is_closest(query, tracked.features, pair.phi_bound, tracked.witness)) {
    pair.feature_a = tracked.features.a, pair.feature_b = tracked.features.b;
    place(query, R_BW, tracked.witness, pair);
  } else {
    place(query, R_BW, measure_by_clipping(query, pair), pair);
  }
  return pair;
}

}  // namespace abut::proximity
