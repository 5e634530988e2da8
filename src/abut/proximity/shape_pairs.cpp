#include "abut/proximity/shape_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <tuple>

#include "abut/base/input_error.h"
#include "abut/proximity/containment.h"
#include "abut/proximity/lift_feature.h"
#include "abut/proximity/require_input.h"

namespace abut::proximity {
namespace {

using geometry::PieceNode;
using geometry::Shape;
using math::Vec3;

struct ShapeQuery {
  const Shape& a;
  const Shape& b;
  const math::Pose& X_WA;
  const math::Pose& X_WB;
  RelativePose pose;
  math::Mat3 abs_R;
  double slack;  // more than the rounding of a box, layer or face of one seen from the other
  ShapePairCache& cache;
};

ShapeQuery make_query(const Shape& a, const Shape& b, const math::Pose& X_WA, const math::Pose& X_WB,
                      ShapePairCache& cache) {
  require_shape("A", a);
  require_shape("B", b);
  require_pose("the pose of A", X_WA);
  require_pose("the pose of B", X_WB);
  const RelativePose pose = make_relative_pose(X_WA, X_WB);
  const double reach = a.bounds.lower.cwiseAbs().cwiseMax(a.bounds.upper.cwiseAbs()).norm();
  const double reach_b = b.bounds.lower.cwiseAbs().cwiseMax(b.bounds.upper.cwiseAbs()).norm();
  const double slack = 4 * compute_rounding_bound(pose, reach) + 0x1p-44 * (reach + reach_b);
  return {a, b, X_WA, X_WB, pose, pose.R_BA.unpad().cwiseAbs(), slack, cache};
}

void require_margin(double margin) {
  if (margin >= 0) return;
  throw InputError({"", "margin", fmt::format("is {}; a distance is not negative", margin), "give a length in metres"});
}

// No two pieces of the nodes have a smaller phi. Boxes that overlap are parted along the axis of least overlap, and so
// is what is in them.
double compute_gap(const ShapeQuery& query, const PieceNode& a, const PieceNode& b) {
  const Vec3 centre = query.pose.to_b(a.box.center()), half = query.abs_R * (0.5 * a.box.extent());
  const Vec3 gap = (centre - b.box.center()).cwiseAbs() - half - 0.5 * b.box.extent();
  const double most = gap.maxCoeff();
  return (most > 0 ? gap.cwiseMax(0.0).norm() : most) - query.slack;
}

// The same, along the mean of the layers' normals: it parts patches of surface that their boxes cannot.
double compute_layer_gap(const ShapeQuery& query, std::uint32_t i, std::uint32_t j) {
  const geometry::NodeHull a(query.a.tree.nodes[i].box, query.a.slabs[i]),
      b(query.b.tree.nodes[j].box, query.b.slabs[j]);
  const math::PaddedVec3 middle =
      math::make_padded(query.pose.to_b(a.center.head<3>())) - b.center;  // of A's box, from that of B's
  const math::PaddedVec3 n_a = math::make_padded(query.pose.turn_to_b(a.normal.head<3>()));
  const math::PaddedVec3 sum =
      std::copysign(1.0, middle.dot(n_a)) * n_a + std::copysign(1.0, middle.dot(b.normal)) * b.normal;
  const double length = sum.norm();
  if (!(length > 0)) return -std::numeric_limits<double>::infinity();
  const math::PaddedVec3 n = sum / length;
  const math::PaddedVec3 n_A = math::make_padded(query.pose.turn_to_a(-n.head<3>()));
  return n.dot(middle) - a.reach_along(n_A) - b.reach_along(n) - query.slack;
}

// How far one piece is beyond the face of another that has only one, on the side where its first vertex is.
double compute_face_gap(const PieceRef& other, const PieceRef& flat, const auto& see) {
  const std::span<const geometry::PieceFace> faces = flat.pieces.faces_of(flat.id);
  if (faces.size() != 1) return -std::numeric_limits<double>::infinity();
  const std::span<const geometry::PieceVertex> vertices = other.pieces.vertices_of(other.id);
  const double side = std::copysign(1.0, faces[0].normal.dot(see(vertices[0].p)) - faces[0].offset);
  double least = std::numeric_limits<double>::infinity();
  for (const geometry::PieceVertex& v : vertices) {
    least = std::min(least, side * (faces[0].normal.dot(see(v.p)) - faces[0].offset));
  }
  return least - flat.piece().radius - other.piece().radius;
}

// phi is no smaller.
double compute_piece_gap(const ShapeQuery& query, PieceId a, PieceId b) {
  const PieceRef ref_a{query.a.pieces, a}, ref_b{query.b.pieces, b};
  const double beyond_b = compute_face_gap(ref_a, ref_b, [&](const Vec3& p) { return query.pose.to_b(p); });
  const double beyond_a = compute_face_gap(ref_b, ref_a, [&](const Vec3& p) { return query.pose.to_a(p); });
  return std::max(beyond_a, beyond_b) - query.slack;
}

// What was known of the pair of pieces last time, if anything.
const ShapePairCache::Known* find_known(const ShapePairCache& cache, PieceId a, PieceId b) {
  const auto at =
      std::lower_bound(cache.known.begin(), cache.known.end(), std::pair(a, b),
                       [](const auto& known, const auto& key) { return std::pair(known.a, known.b) < key; });
  return at != cache.known.end() && at->a == a && at->b == b ? &*at : nullptr;
}

ShapePair measure_pieces(const ShapeQuery& query, PieceId a, PieceId b) {
  ShapePairCache& cache = query.cache;
  const PieceRef ref_a{query.a.pieces, a}, ref_b{query.b.pieces, b};
  const ShapePairCache::Known* known = find_known(cache, a, b);
  cache.pair.is_set = known != nullptr;
  cache.pair.is_meeting = false;
  if (known != nullptr) cache.pair.features = known->features;
  ShapePair result{a, b, {}, {}, update_feature_pair(ref_a, ref_b, query.X_WA, query.X_WB, cache.pair)};
  result.feature_a = lift_feature(query.a.pieces, result.pair.feature_a);
  result.feature_b = lift_feature(query.b.pieces, result.pair.feature_b);
  cache.next_known.push_back({a, b, cache.pair.features});
  return result;
}

// Calls visit(a, b) for all pairs of pieces that boxes, layers and faces do not show to be farther apart than reach(),
// which may fall on the way; nearer halves first.
template <class Reach, class Visit>
void visit_near_pieces(const ShapeQuery& query, Reach&& reach, Visit&& visit) {
  const std::vector<PieceNode>&nodes_a = query.a.tree.nodes, &nodes_b = query.b.tree.nodes;
  std::vector<std::pair<std::uint32_t, std::uint32_t>>& waiting = query.cache.waiting;
  waiting.assign(1, {0, 0});
  while (!waiting.empty()) {  // every pair of nodes at most once
    const auto [i, j] = waiting.back();
    waiting.pop_back();
    const PieceNode &a = nodes_a[i], &b = nodes_b[j];
    if (compute_gap(query, a, b) > reach() || compute_layer_gap(query, i, j) > reach()) continue;
    if (a.is_leaf() && b.is_leaf()) {
      for (std::uint32_t k = 0; k < a.num_pieces; ++k) {
        for (std::uint32_t l = 0; l < b.num_pieces; ++l) {
          const PieceId pa(a.first_piece + k), pb(b.first_piece + l);
          if (compute_piece_gap(query, pa, pb) <= reach()) visit(pa, pb);
        }
      }
      continue;
    }
    const bool is_a_split =
        b.is_leaf() || (!a.is_leaf() && a.box.extent().squaredNorm() >= b.box.extent().squaredNorm());
    std::pair<std::uint32_t, std::uint32_t> left(i, j), right(i, j);
    if (is_a_split) {
      left.first = i + 1, right.first = a.right;
    } else {
      left.second = j + 1, right.second = b.right;
    }
    if (compute_gap(query, nodes_a[left.first], nodes_b[left.second]) <=
        compute_gap(query, nodes_a[right.first], nodes_b[right.second]))
      std::swap(left, right);
    waiting.push_back(left);
    waiting.push_back(right);
  }
}

void keep_known(ShapePairCache& cache) {
  std::sort(cache.next_known.begin(), cache.next_known.end(),
            [](const auto& x, const auto& y) { return std::tie(x.a, x.b) < std::tie(y.a, y.b); });
  cache.known.swap(cache.next_known);
}

// Touching counts as no nearer than that, whatever rounding makes of it: pieces that cross have phi = 0, and say more.
double compute_nearness(const FeaturePair& pair) {
  return pair.outcome == PairOutcome::kTouching ? std::max(pair.phi, 0.0) : pair.phi;
}

bool is_nearer(const ShapePair& x, const ShapePair& y) {
  const auto rank = [](const ShapePair& p) {
    const bool is_touching = p.pair.outcome == PairOutcome::kTouching;
    return std::tuple(compute_nearness(p.pair), is_touching, p.pair.phi, p.piece_a, p.piece_b);
  };
  return rank(x) < rank(y);
}

ShapeRelation find_relation(const ShapeQuery& query, const FeaturePair& nearest) {
  switch (nearest.outcome) {
    case PairOutcome::kTouching:
      return ShapeRelation::kTouching;
    case PairOutcome::kOverlapping:
      return ShapeRelation::kOverlapping;
    case PairOutcome::kCrossing:
      return ShapeRelation::kCrossing;
    default:
      break;
  }
  switch (find_containment(query.a, query.b, query.pose)) {
    case Containment::kAInB:
      return ShapeRelation::kAInsideB;
    case Containment::kBInA:
      return ShapeRelation::kBInsideA;
    case Containment::kUncertain:
      return ShapeRelation::kTouching;
    default:
      return ShapeRelation::kApart;
  }
}

}  // namespace

NearestPair update_nearest_pair(const Shape& a, const Shape& b, const math::Pose& X_WA, const math::Pose& X_WB,
                                ShapePairCache& cache) {
  const ShapeQuery query = make_query(a, b, X_WA, X_WB, cache);
  cache.next_known.clear();
  ShapePair nearest;
  nearest.pair.phi = std::numeric_limits<double>::infinity();
  const auto take = [&](PieceId pa, PieceId pb) {
    const ShapePair found = measure_pieces(query, pa, pb);
    if (is_nearer(found, nearest)) nearest = found;
  };
  // The nearest of last time first: whatever is farther need not be looked at.
  const std::pair<PieceId, PieceId> last = cache.nearest;
  const bool has_last = last.first.value() < a.pieces.pieces.size() && last.second.value() < b.pieces.pieces.size();
  if (has_last) take(last.first, last.second);
  visit_near_pieces(
      query, [&] { return compute_nearness(nearest.pair); },
      [&](PieceId pa, PieceId pb) {
        if (!has_last || std::pair(pa, pb) != last) take(pa, pb);
      });
  cache.nearest = {nearest.piece_a, nearest.piece_b};
  keep_known(cache);
  return {find_relation(query, nearest.pair), nearest};
}

void update_piece_pairs_within(const Shape& a, const Shape& b, const math::Pose& X_WA, const math::Pose& X_WB,
                               double margin, ShapePairCache& cache, std::vector<ShapePair>& pairs) {
  require_margin(margin);
  const ShapeQuery query = make_query(a, b, X_WA, X_WB, cache);
  cache.next_known.clear();
  pairs.clear();
  visit_near_pieces(
      query, [&] { return margin; },
      [&](PieceId pa, PieceId pb) {
        const ShapePair found = measure_pieces(query, pa, pb);
        if (found.pair.phi <= margin) pairs.push_back(found);
      });
  keep_known(cache);
  std::sort(pairs.begin(), pairs.end(), [&](const ShapePair& x, const ShapePair& y) {
    return std::tuple(x.feature_a, x.feature_b, x.pair.phi, x.piece_a, x.piece_b) <
           std::tuple(y.feature_a, y.feature_b, y.pair.phi, y.piece_a, y.piece_b);
  });
}

void update_pairs_within(const Shape& a, const Shape& b, const math::Pose& X_WA, const math::Pose& X_WB, double margin,
                         ShapePairCache& cache, std::vector<ShapePair>& pairs) {
  update_piece_pairs_within(a, b, X_WA, X_WB, margin, cache, pairs);
  const auto features_of = [](const ShapePair& p) { return std::tie(p.feature_a, p.feature_b); };
  pairs.erase(std::unique(pairs.begin(), pairs.end(),
                          [&](const ShapePair& x, const ShapePair& y) { return features_of(x) == features_of(y); }),
              pairs.end());
}

}  // namespace abut::proximity
