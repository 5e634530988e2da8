// Judges a FeaturePair. Its signed distance is proven by its certificate: a distance by features and normal, a depth by
// normal and polytope, that they meet by features or polytope; all in long doubles where that leaves no doubt
// (oracle/quick_certificate.h), else in exact arithmetic. From the definition if asked for, or where the certificate
// does not suffice (near touch, a rounded normal proves little).
//
// What a record must be, with b = phi_bound and L = the reaches of both pieces (all lengths as real numbers):
//   phi       within b of the truth
//   b         no more than kBoundShare of what the coordinates could round to
//   outcome   what phi and b make it; crossing exactly for pieces without inside that meet
//   normal    unit, and as good a direction of separation as witness points with an error of b can give: cores d > 0
//             apart are so along it by d - 2 b - 2 b L / d; cores that meet overlap by no more than -d + 2 b
//   witness   within 2 b, and the rounding of the world's coordinates, of their features, and in the record's equation
#pragma once

#include <algorithm>
#include <cmath>
#include <string_view>

#include "abut/proximity/certificate.h"
#include "abut/proximity/feature_pair.h"
#include "oracle/certificate.h"
#include "oracle/convex_depth.h"
#include "oracle/convex_distance.h"
#include "oracle/quick_certificate.h"
#include "proximity/piece_polyhedron.h"

namespace abut::proximity {

enum class Fault {
  kNone,
  kNotFinite,
  kBoundTooLarge,
  kWrongPhi,
  kWrongOutcome,
  kPoorNormal,
  kWitnessOffBody,
  kWitnessOffFeature
};

inline std::string_view name_of(Fault fault) {
  switch (fault) {
    case Fault::kNone:
      return "none";
    case Fault::kNotFinite:
      return "not finite";
    case Fault::kBoundTooLarge:
      return "bound too large";
    case Fault::kWrongPhi:
      return "wrong phi";
    case Fault::kWrongOutcome:
      return "wrong outcome";
    case Fault::kPoorNormal:
      return "poor normal";
    case Fault::kWitnessOffBody:
      return "witness off the body";
    case Fault::kWitnessOffFeature:
      return "witness off its feature";
  }
  return "";
}

class FeaturePairArbiter {
 public:
  FeaturePairArbiter(const PieceRef& a, const PieceRef& b)
      : a_(a), b_(b), pa_(make_polyhedron(a)), pb_(make_polyhedron(b)) {}

  // Small enough to go by the definition.
  bool is_small() const { return pa_.edges.size() * pb_.edges.size() <= 6000; }

  Fault judge(const FeaturePair& pair, const math::Pose& X_WA, const math::Pose& X_WB, bool by_definition) const {
    if (!is_finite(pair)) return Fault::kNotFinite;
    const double size = a_.piece().reach + b_.piece().reach + a_.piece().radius + b_.piece().radius;
    if (pair.phi_bound > kBoundShare * (size + (X_WA.p - X_WB.p).norm()) || pair.phi_bound < 0)
      return Fault::kBoundTooLarge;
    if (!is_outcome_consistent(pair)) return Fault::kWrongOutcome;
    if (!by_definition && is_proven_quickly(pair, X_WA, X_WB)) return Fault::kNone;
    if (by_definition || !is_proven(pair, X_WA, X_WB)) {
      if (const Fault fault = judge_phi(pair, X_WA, X_WB); fault != Fault::kNone) return fault;
    }
    if (!is_normal_good(pair, X_WA, X_WB, size)) return Fault::kPoorNormal;
    return judge_witness(pair, X_WA, X_WB);
  }

 private:
  using Rational = oracle::Rational;

  // 4096 roundings: several times what the derivations beside the algorithms add up to.
  static constexpr double kBoundShare = 0x1p-41;

  static bool is_finite(const FeaturePair& pair) {
    return std::isfinite(pair.phi) && std::isfinite(pair.phi_bound) && pair.nhat_BA_W.allFinite() &&
           pair.p_WCa.allFinite() && pair.p_WCb.allFinite();
  }

  double radius() const { return a_.piece().radius + b_.piece().radius; }
  bool have_insides() const {
    return (pa_.is_solid || a_.piece().radius > 0) && (pb_.is_solid || b_.piece().radius > 0);
  }

  bool is_outcome_consistent(const FeaturePair& pair) const {
    switch (pair.outcome) {
      case PairOutcome::kApart:
        return pair.phi > pair.phi_bound;
      case PairOutcome::kTouching:
        return std::abs(pair.phi) <= pair.phi_bound;
      case PairOutcome::kOverlapping:
        return pair.phi < -pair.phi_bound && have_insides();
      case PairOutcome::kCrossing:
        return pair.phi == 0 && !have_insides();
    }
    return false;
  }

  // Whether |x - sqrt(square)| <= bound.
  static bool is_root(const Rational& x, const Rational& square, const Rational& bound) {
    const Rational least = x - bound, most = x + bound;
    return most >= 0 && most * most >= square && (least <= 0 || least * least <= square);
  }

  Fault judge_phi(const FeaturePair& pair, const math::Pose& X_WA, const math::Pose& X_WB) const {
    const Rational phi(pair.phi), bound(pair.phi_bound), r = Rational(a_.piece().radius) + Rational(b_.piece().radius);
    const Rational distance_sq = compute_distance_sq(pa_, X_WA, pb_, X_WB);
    const Rational depth_sq = distance_sq > 0 ? Rational(0) : compute_depth_sq(pa_, X_WA, pb_, X_WB);
    // The cores' signed distance is the root of distance_sq, or minus that of depth_sq.
    if (have_insides() || (distance_sq > 0 && distance_sq >= r * r)) {
      const bool is_right = distance_sq > 0 ? is_root(phi + r, distance_sq, bound) : is_root(-phi - r, depth_sq, bound);
      return is_right ? Fault::kNone : Fault::kWrongPhi;
    }
    // They meet, and there is no depth; by more than the bound, they cross.
    if (abs(phi) > bound) return Fault::kWrongPhi;
    const Rational in = r - bound;
    const bool is_deep = distance_sq > 0 ? in > 0 && distance_sq < in * in : in > 0 || depth_sq > in * in;
    return is_deep && pair.outcome != PairOutcome::kCrossing ? Fault::kWrongOutcome : Fault::kNone;
  }

  // In the fastest way: true only if all that judge asks for holds, with room to spare.
  bool is_proven_quickly(const FeaturePair& pair, const math::Pose& X_WA, const math::Pose& X_WB) const {
    const oracle::QuickPair quick(pa_, X_WA, pb_, X_WB);
    const auto corners_a = list_vertices(a_, pair.feature_a), corners_b = list_vertices(b_, pair.feature_b);
    const oracle::LVec3 foot_a = quick.find_foot_on_a(pair.p_WCa, corners_a),
                        foot_b = quick.find_foot_on_b(pair.p_WCb, corners_b);
    if (std::abs(pair.nhat_BA_W.norm() - 1) > 1e-14) return false;
    if (pair.outcome == PairOutcome::kCrossing)
      return quick.is_near(foot_a, foot_b, radius()) || is_enclosed(quick, pair, X_WA, X_WB, 0.0);
    const double slack = compute_witness_slack(pair);
    if (compute_residual(pair) > slack || !quick.is_at(pair.p_WCa, foot_a, a_.piece().radius, slack) ||
        !quick.is_at(pair.p_WCb, foot_b, b_.piece().radius, slack))
      return false;
    // The signed distance of the cores is no less than their separation along any direction.
    const double d = pair.phi + radius(), b = pair.phi_bound;
    if (!quick.is_apart_along(pair.nhat_BA_W, d - b)) return false;
    return d >= -b ? quick.is_near(foot_a, foot_b, d + b) : is_enclosed(quick, pair, X_WA, X_WB, -d - b);
  }

  // Whether the polytope of the certificate has the ball of radius r around the origin in it.
  bool is_enclosed(const oracle::QuickPair& quick, const FeaturePair& pair, const math::Pose& X_WA,
                   const math::Pose& X_WB, double r) const {
    const Certificate certificate = make_certificate(a_, b_, X_WA, X_WB, pair);
    if (!oracle::is_closed(certificate.facets)) return false;
    const auto doubtful = quick.find_doubtful_facets(certificate.pairs, certificate.facets, r);
    return doubtful.empty() ||
           oracle::are_beyond(oracle::place_pairs(pa_, X_WA, pb_, X_WB, certificate.pairs), doubtful, Rational(r));
  }

  // By certificate, exactly.
  bool is_proven(const FeaturePair& pair, const math::Pose& X_WA, const math::Pose& X_WB) const {
    const Rational d = Rational(pair.phi) + Rational(a_.piece().radius) + Rational(b_.piece().radius);
    const Rational bound(pair.phi_bound);
    if (pair.outcome == PairOutcome::kCrossing || d < -bound) {
      const Certificate c = make_certificate(a_, b_, X_WA, X_WB, pair);
      const Rational depth = pair.outcome == PairOutcome::kCrossing ? bound : Rational(-d);
      return oracle::check_ball(oracle::place_pairs(pa_, X_WA, pb_, X_WB, c.pairs), c.facets, depth - bound) ==
             oracle::Verdict::kProven;  // no more than the depth: is_normal_good
    }
    const oracle::DistanceCertificate certificate{list_vertices(a_, pair.feature_a), list_vertices(b_, pair.feature_b),
                                                  pair.nhat_BA_W};
    return oracle::check_distance(pa_, X_WA, pb_, X_WB, certificate, d, bound) == oracle::Verdict::kProven;
  }

  bool is_normal_good(const FeaturePair& pair, const math::Pose& X_WA, const math::Pose& X_WB, double size) const {
    if (std::abs(pair.nhat_BA_W.norm() - 1) > 1e-14) return false;
    if (pair.outcome == PairOutcome::kCrossing) return true;
    double slack = 2 * pair.phi_bound + 1e-15 * (size + std::abs(pair.phi));
    const double core_distance = pair.phi + radius();
    if (core_distance > 0) slack += std::min(size, 2 * pair.phi_bound * size / core_distance);
    const Rational separation = oracle::compute_separation(pa_, X_WA, pb_, X_WB, pair.nhat_BA_W);
    return separation >= Rational(pair.phi) + Rational(radius()) - Rational(slack);
  }

  static double compute_witness_slack(const FeaturePair& pair) {
    return 2 * pair.phi_bound + 0x1p-50 * (pair.p_WCa.norm() + pair.p_WCb.norm());
  }
  // Of the record's equation.
  static double compute_residual(const FeaturePair& pair) {
    return (pair.p_WCa - pair.p_WCb - pair.phi * pair.nhat_BA_W).norm();
  }

  Fault judge_witness(const FeaturePair& pair, const math::Pose& X_WA, const math::Pose& X_WB) const {
    if (pair.outcome == PairOutcome::kCrossing) return Fault::kNone;
    const double slack = compute_witness_slack(pair);
    if (compute_residual(pair) > slack) return Fault::kWitnessOffBody;
    const auto is_on = [slack](const math::Vec3& p_W, const oracle::Polyhedron& core, double radius,
                               const math::Pose& X) {
      const oracle::Polyhedron point = oracle::make_polyhedron({p_W}, {});
      return is_root(Rational(radius), compute_distance_sq(point, math::Pose::identity(), core, X), Rational(slack));
    };
    const auto judge_point = [&](const math::Vec3& p_W, const PieceRef& ref, const oracle::Polyhedron& core,
                                 PieceFeature feature, const math::Pose& X) {
      const double r = ref.piece().radius;
      if (is_on(p_W, make_part(core, list_vertices(ref, feature)), r, X)) return Fault::kNone;
      return is_on(p_W, core, r, X) ? Fault::kWitnessOffFeature : Fault::kWitnessOffBody;
    };
    const Fault fault = judge_point(pair.p_WCa, a_, pa_, pair.feature_a, X_WA);
    return fault != Fault::kNone ? fault : judge_point(pair.p_WCb, b_, pb_, pair.feature_b, X_WB);
  }

  PieceRef a_, b_;
  oracle::Polyhedron pa_, pb_;
};

}  // namespace abut::proximity
