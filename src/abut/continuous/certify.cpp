#include "abut/continuous/certify.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "abut/continuous/chord_sag.h"
#include "abut/continuous/core_support.h"

namespace abut::continuous {
namespace {

using math::Vec3;
using proximity::FeaturePair;
using proximity::PieceFeature;

constexpr double kRoundoff = 0x1p-53;
constexpr double kTurnedSupportBound = 64 * kRoundoff;  // of the reach
constexpr double kOffsetDotBound = 8 * kRoundoff;       // of |p_A - p_B|
constexpr int kMostHalvings = 60;
constexpr int kMostProbes = 3;

// The pair at one s, along a direction.
struct End {
  double s = 0.0;
  Vec3 n = Vec3::UnitX();  // unit, towards A
  Vec3 p_WA = Vec3::Zero(), p_WB = Vec3::Zero();
  double error = 0.0;   // m: of both placings
  double extent = 0.0;  // m: the cores are at least this far apart along n; negative if they overlap there
};

// Along the normal found by a distance query.
struct Sample : End {
  FeaturePair pair;
  double highest = 0.0;  // m: the separation of the pieces is at most this
};

// What holds for the pair throughout the step.
struct PairBounds {
  double radii, acceleration, turning_speed;

  PairBounds(const MovingPiece& a, const MovingPiece& b)
      : radii(a.piece.piece().radius + b.piece.piece().radius),
        acceleration(a.acceleration + b.acceleration),
        turning_speed(a.turning_speed + b.turning_speed) {}

  bool is_finite() const { return std::isfinite(acceleration) && std::isfinite(turning_speed); }
  double bound_separation(double extent) const;
  double bound_curvature(const End& start, const End& end) const;
  double bound_between(const End& start, const End& end) const;
};

struct Certifier {
  const MovingPiece& a;
  const MovingPiece& b;
  const CertifyOptions& options;
  proximity::PairCache& cache;
  PairBounds bounds;
  int num_queries = 0;

  Sample sample(double s);
};

// The least n . x of A less the greatest of B, from below.
double compute_extent(const MovingPiece& a, const Placing& at_a, const MovingPiece& b, const Placing& at_b,
                      const Vec3& n, PieceFeature feature_a, PieceFeature feature_b) {
  const Vec3 p_BA = at_a.X_WB.p - at_b.X_WB.p;
  const Vec3 n_A = math::compute_rotation(at_a.X_WB.q).transpose() * n,
             n_B = math::compute_rotation(at_b.X_WB.q).transpose() * n;
  const double least_a = -compute_support_bound(a.piece, -n_A, feature_a);
  const double greatest_b = compute_support_bound(b.piece, n_B, feature_b);
  const double reaches = a.piece.piece().reach + b.piece.piece().reach;
  const double rounding = kTurnedSupportBound * reaches + kOffsetDotBound * p_BA.norm();
  return n.dot(p_BA) + least_a - greatest_b - rounding - (at_a.error + at_b.error);
}

// What the separation is at most; not more than 0 only if they meet. Pieces that cross have phi = 0, and a depth as
// well, that of their difference, which tells a clear crossing from touch: it is between the witness points. Those are
// rounded by a few units of where they are in the world.
double bound_from_above(const FeaturePair& pair) {
  const double by_phi = pair.phi + pair.phi_bound;
  if (pair.outcome != proximity::PairOutcome::kCrossing) return by_phi;
  const double depth = pair.nhat_BA_W.dot(pair.p_WCb - pair.p_WCa);
  const double rounding = 64 * kRoundoff * (pair.p_WCa.norm() + pair.p_WCb.norm());
  return std::min(by_phi, 2 * pair.phi_bound + rounding - depth);
}

End make_end(const MovingPiece& a, const Placing& at_a, const MovingPiece& b, const Placing& at_b, double s,
             const Vec3& n, PieceFeature feature_a, PieceFeature feature_b) {
  End end;
  end.s = s, end.n = n;
  end.p_WA = at_a.X_WB.p, end.p_WB = at_b.X_WB.p;
  end.error = at_a.error + at_b.error;
  end.extent = compute_extent(a, at_a, b, at_b, n, feature_a, feature_b);
  return end;
}

Sample Certifier::sample(double s) {
  const Placing at_a = a.place(s), at_b = b.place(s);
  const FeaturePair pair = update_feature_pair(a.piece, b.piece, at_a.X_WB, at_b.X_WB, cache);
  const Vec3 n = pair.nhat_BA_W.normalized();
  Sample sample{make_end(a, at_a, b, at_b, s, n, pair.feature_a, pair.feature_b), pair, 0.0};
  sample.highest = bound_from_above(pair) + sample.error * (1 + 4 * kRoundoff);
  ++num_queries;
  return sample;
}

// What an extent of the cores proves for the pieces: |m| is at most 1 + 4 u, and sums round by 4 u of their terms.
double PairBounds::bound_separation(double extent) const {
  return extent - radii - 8 * kRoundoff * (std::abs(extent) + radii);
}

// C of the header.
double PairBounds::bound_curvature(const End& start, const End& end) const {
  const Vec3 turn = end.n - start.n, moved_a = end.p_WA - start.p_WA, moved_b = end.p_WB - start.p_WB;
  const double length = end.s - start.s;
  const double slack = 16 * kRoundoff * (moved_a.norm() + moved_b.norm()) + start.error + end.error;
  const double across = turn.dot(moved_a - moved_b) + turn.norm() * (length * turning_speed + slack);
  return (std::max(across, 0.0) + 0.5 * length * length * acceleration) * (1 + 64 * kRoundoff);
}

// The separation throughout the interval, from below.
double PairBounds::bound_between(const End& start, const End& end) const {
  const double least = std::min(start.extent, end.extent), rise = std::abs(end.extent - start.extent);
  return bound_separation(least - compute_chord_sag(bound_curvature(start, end), rise));
}

bool is_proven_hit(const Certifier& certifier, const Sample& sample) {
  return sample.highest <= certifier.options.d_min;
}

// Nothing more is proven after `safe`. `later` are ends of intervals not decided, the nearest in time last. The hit may
// be at the nearest itself, too near the minimum to be proven: so a proof is looked for soon after it as well.
PairCertificate make_undecided(Certifier& certifier, const Sample& safe, std::span<const Sample> later) {
  const auto hit =
      std::find_if(later.rbegin(), later.rend(), [&](const Sample& s) { return is_proven_hit(certifier, s); });
  bool is_hit = hit != later.rend();
  Sample end = is_hit ? *hit : later.back();
  const double nearest = later.back().s, last = is_hit ? end.s : certifier.options.s_end;
  double step = certifier.options.resolution;
  for (int probe = 0;
       probe < kMostProbes && certifier.num_queries < certifier.options.max_queries && nearest + step < last;
       ++probe, step *= 8) {
    const Sample sample = certifier.sample(nearest + step);
    if (!is_proven_hit(certifier, sample)) continue;
    end = sample;
    is_hit = true;
    break;
  }
  PairCertificate certificate;
  certificate.outcome = is_hit ? CertifyOutcome::kHit : CertifyOutcome::kUncertain;
  certificate.s_safe = safe.s, certificate.at_safe = safe.pair;
  certificate.s_hit = end.s, certificate.at_hit = end.pair;
  return certificate;
}

PairCertificate make_apart(const Sample& end) {
  PairCertificate certificate;
  certificate.outcome = CertifyOutcome::kApart;
  certificate.s_safe = certificate.s_hit = end.s;
  certificate.at_safe = certificate.at_hit = end.pair;
  return certificate;
}

// From `safe`, which is apart, to `last`, whose interval is not decided as a whole. `separation` is lowered to what is
// proven on the way.
PairCertificate certify_by_halves(Certifier& certifier, Sample safe, const Sample& last, double& separation) {
  const CertifyOptions& options = certifier.options;
  std::array<Sample, kMostHalvings + 1> later{last};
  std::size_t num_later = 1;
  while (num_later > 0) {
    const Sample& end = later[num_later - 1];
    if (const double bound = certifier.bounds.bound_between(safe, end); bound > options.d_min) {
      separation = std::min(separation, bound);
      safe = end;
      --num_later;
    } else if (end.s - safe.s <= options.resolution || certifier.num_queries >= options.max_queries ||
               num_later == later.size()) {
      return make_undecided(certifier, safe, std::span(later).first(num_later));
    } else {
      later[num_later++] = certifier.sample(0.5 * (safe.s + end.s));
    }
  }
  return make_apart(safe);
}

PairCertificate certify_samples(Certifier& certifier, const Sample& start, const Sample& end, double& separation) {
  const double d_min = certifier.options.d_min;
  if (const double bound = certifier.bounds.bound_between(start, end); bound > d_min) {
    separation = bound;
    return make_apart(end);
  }
  return certify_by_halves(certifier, start, end, separation);
}

Vec3 get_edge(const proximity::PieceRef& ref, PieceFeature feature) {
  const geometry::PieceEdge& edge = ref.pieces.edges[feature.index()];
  return ref.pieces.vertices[edge.head].p - ref.pieces.vertices[edge.tail].p;
}

// As it is at the end of the step: of two edges it is across both, unless they are nearly parallel.
Vec3 turn_direction(const MovingPiece& a, const MovingPiece& b, const PartingDirection& parting, const Placing& a0,
                    const Placing& a1, const Placing& b0, const Placing& b1) {
  constexpr double kParallel = 1e-3;  // sine of the angle
  const math::Mat3 R_WA = math::compute_rotation(a1.X_WB.q), R_WB = math::compute_rotation(b1.X_WB.q);
  const auto see_from = [&](const Placing& at) {
    return Vec3(math::compute_rotation(at.X_WB.q).transpose() * parting.nhat_BA_W);
  };
  if (parting.feature_b.is_face()) return R_WB * see_from(b0);
  const Vec3 with_a = R_WA * see_from(a0);
  if (parting.feature_a.is_face()) return with_a;
  if (parting.feature_a.is_edge() && parting.feature_b.is_edge()) {
    const Vec3 e_a = R_WA * get_edge(a.piece, parting.feature_a), e_b = R_WB * get_edge(b.piece, parting.feature_b);
    const Vec3 across = e_a.cross(e_b);
    if (across.squaredNorm() > kParallel * kParallel * e_a.squaredNorm() * e_b.squaredNorm())
      return std::copysign(1.0, across.dot(with_a)) * across;
  }
  return with_a + R_WB * see_from(b0);
}

}  // namespace

double bound_along(const MovingPiece& a, const MovingPiece& b, const PartingDirection& parting) {
  constexpr double kNothing = -std::numeric_limits<double>::infinity();
  const PairBounds bounds(a, b);
  if (!bounds.is_finite() || parting.nhat_BA_W.isZero(0)) return kNothing;
  const Placing a0 = a.place(0.0), a1 = a.place(1.0), b0 = b.place(0.0), b1 = b.place(1.0);
  const Vec3 n0 = parting.nhat_BA_W.normalized(), n1 = turn_direction(a, b, parting, a0, a1, b0, b1).normalized();
  const PieceFeature feature_a = parting.feature_a, feature_b = parting.feature_b;
  return bounds.bound_between(make_end(a, a0, b, b0, 0.0, n0, feature_a, feature_b),
                              make_end(a, a1, b, b1, 1.0, n1, feature_a, feature_b));
}

PairCertificate certify_pair(const MovingPiece& a, const MovingPiece& b, const CertifyOptions& options,
                             proximity::PairCache& cache) {
  const PairBounds bounds(a, b);
  if (!bounds.is_finite()) return {};
  Certifier certifier{a, b, options, cache, bounds};
  const Sample start = certifier.sample(options.s_begin);
  double separation = bounds.bound_separation(start.extent);
  PairCertificate certificate = separation > options.d_min
                                    ? certify_samples(certifier, start, certifier.sample(options.s_end), separation)
                                    : make_undecided(certifier, start, std::span(&start, 1));
  certificate.separation = separation;
  certificate.num_queries = certifier.num_queries;
  return certificate;
}

}  // namespace abut::continuous
