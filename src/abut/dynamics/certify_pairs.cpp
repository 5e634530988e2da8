#include "abut/dynamics/certify_pairs.h"

#include <algorithm>

#include "abut/continuous/certify.h"
#include "abut/continuous/first_contact.h"

namespace abut::dynamics {
namespace {

using geometry::Shape;

constexpr double kResolution = 0x1p-12;  // of s: a hit's place needs no more
constexpr int kMostQueries = 64;

void certify_convex(const Shape& a, const MovingBody& body_a, const Shape& b, const MovingBody& body_b,
                    PairCaches& caches, BodyPair& pair) {
  const PieceId only(0);
  const auto moving_a = continuous::make_moving_piece({a.pieces, only}, body_a.motion, body_a.bounds),
             moving_b = continuous::make_moving_piece({b.pieces, only}, body_b.motion, body_b.bounds);
  pair.separation = bound_along(moving_a, moving_b, pair.parting);
  if (pair.separation > pair.d_min) {
    pair.is_hit = false, pair.s_safe = pair.s_hit = 1.0;
    return;
  }
  const continuous::CertifyOptions options{.d_min = pair.d_min, .resolution = kResolution, .max_queries = kMostQueries};
  const continuous::PairCertificate proof = certify_pair(moving_a, moving_b, options, caches.on_the_way.convex);
  pair.is_hit = proof.outcome != continuous::CertifyOutcome::kApart;
  pair.s_safe = proof.s_safe, pair.s_hit = proof.s_hit, pair.separation = proof.separation;
}

void certify_shapes(const Shape& a, const MovingBody& body_a, const Shape& b, const MovingBody& body_b,
                    BodyPair& pair) {
  const continuous::FirstContactOptions options{
      .d_min = pair.d_min, .resolution = kResolution, .max_queries = kMostQueries, .near_bound = 0.0};
  const continuous::ContactTime time = find_first_contact(a, body_a.motion, b, body_b.motion, options);
  pair.is_hit = time.outcome != continuous::ContactOutcome::kApart;
  pair.s_safe = time.s_lower, pair.s_hit = time.s_upper, pair.separation = time.separation;
}

void certify(StepStage& stage, std::span<const BodyModel> models, BodyPair& pair) {
  const MovingBody &a = stage.bodies[pair.a], &b = stage.bodies[pair.b];
  pair.version_a = a.version, pair.version_b = b.version;
  pair.is_certified = true;
  // Too far apart to meet, however they move.
  const double left = pair.phi0 - (a.path + b.path) * (1 + 0x1p-50);
  if (left > pair.d_min) {
    pair.is_hit = false, pair.separation = left, pair.s_safe = pair.s_hit = 1.0;
    return;
  }
  const Shape &shape_a = *models[pair.a].shape, &shape_b = *models[pair.b].shape;
  if (shape_a.is_convex && shape_b.is_convex) {
    certify_convex(shape_a, a, shape_b, b, *stage.caches[pair.cache], pair);
  } else {
    certify_shapes(shape_a, a, shape_b, b, pair);
  }
}

}  // namespace

std::size_t certify_pairs(StepStage& stage, std::span<const BodyModel> models) {
  constexpr std::size_t kGrain = 32;
  stage.team.share(stage.pairs.size(), kGrain, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (BodyPair& pair : std::span(stage.pairs).subspan(begin, end - begin)) {
      const bool has_changed = !pair.is_certified || pair.is_hit || pair.version_a != stage.bodies[pair.a].version ||
                               pair.version_b != stage.bodies[pair.b].version;
      if (has_changed) certify(stage, models, pair);
    }
  });
  return static_cast<std::size_t>(
      std::count_if(stage.pairs.begin(), stage.pairs.end(), [](const BodyPair& pair) { return pair.is_hit; }));
}

}  // namespace abut::dynamics
