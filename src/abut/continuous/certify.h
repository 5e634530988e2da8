// Proves that two moving convex pieces stay farther apart than a minimum throughout a step, or finds where they may
// not.
//
// Separation along a direction that turns with the pair. Over an
// interval [s0, s0 + d] let u in [0, 1] be where in it we are, n0 and n1 directions of unit length, m(u) = (1-u) n0 + u
// n1. For a vertex a of A and b of B let z(u) be their difference, h(u) = m . z. With |z''| <= K per s^2 (the sum of
// both pieces' accelerations), a path leaves its chord by at most K d^2 u (1-u) / 2 in any direction, and
//
//   m . ((1-u) z0 + u z1) = (1-u) n0 . z0 + u n1 . z1 - u (1-u) (n1 - n0) . (z1 - z0),
//
// so, as |m| <= 1, with h0 <= n0 . z0 and h1 <= n1 . z1 for all pairs of vertices,
//
//   h(u) >= (1-u) h0 + u h1 - u (1-u) C,    C >= (n1 - n0) . (z1 - z0) + K d^2 / 2 for all pairs of vertices.
//
// z1 - z0 is the relative displacement of the origins and at most d times the sum of the turning speeds. The least of
// the right side is min(h0, h1) if C <= |h1 - h0|, and (C - |h1 - h0|)^2 / (4 C) below it otherwise. Since |m| <= 1,
// the pieces are that far apart, less their radii. For h0 = h1 this is a loss of d |n1 - n0| D / 4 + d^2 K / 8, D the
// displacement: of second order in d, where a direction fixed in space would lose d |n1 - n0| r.
//
// n0 and n1 are the normals at the ends, from tracked distance queries; h0 and h1 the extents of the pieces along them
// (core_support.h), so that nothing depends on the queries being right. Rounding is inside: u is 2^-53 below.
//   directions     taken to unit length, at most 1 + 4 u long
//   h              n . (p_A - p_B): 8 u |p_A - p_B|; each support: its direction R^T n is off by kRotationBound in nine
//                  entries and by 6 u for the products, 64 u of the reach; and the poses' own errors (moving_piece.h)
//   C              sums of terms that are not negative, enlarged by 64 u; cancelled differences by 16 u of their terms
// A hit is proven where the distance query's phi, its bound and the poses' errors are together at most d_min; flat
// pieces that cross, whose phi is 0, where their difference contains the origin by more than those. An interval that
// this does not decide is halved, the earlier half first; one no longer than `resolution`, or the end of the allowed
// queries, is where the pieces may meet. Cost: bench/certify_bench.
#pragma once

#include <cstdint>

#include "abut/continuous/moving_piece.h"
#include "abut/proximity/distance.h"
#include "abut/proximity/feature_pair.h"

namespace abut::continuous {

enum class CertifyOutcome : std::uint8_t {
  kApart,      // proven: the separation exceeds the minimum throughout
  kHit,        // proven: it falls to the minimum, for the first time in [s_safe, s_hit]
  kUncertain,  // it exceeds the minimum up to s_safe; whether it falls to it after that is not known
};

struct CertifyOptions {
  double d_min = 0.0;                 // m, >= 0
  double s_begin = 0.0, s_end = 1.0;  // the part of [0, 1] asked about
  double resolution = 0x1p-20;        // of s: no interval is halved further
  int max_queries = 200;              // of distance; where more would be needed the answer is uncertain
};

struct PairCertificate {
  CertifyOutcome outcome = CertifyOutcome::kUncertain;
  double s_safe = 0.0;      // proven apart in [s_begin, s_safe]; s_begin if not even the start is, s_end if all is
  double s_hit = 0.0;       // kHit: the minimum is reached by then. kUncertain: the end of the interval not decided
  double separation = 0.0;  // m: proven for all s in [s_begin, s_safe]; > d_min unless the start is not apart
  int num_queries = 0;      // of distance
  proximity::FeaturePair at_safe, at_hit;  // at s_safe and s_hit
};

// A direction that parts the pieces at the start of the step, unit, towards A, and features of theirs that are thought
// to be the farthest along it.
struct PartingDirection {
  math::Vec3 nhat_BA_W = math::Vec3::Zero();
  proximity::PieceFeature feature_a, feature_b;
};

// m: the pieces stay at least this far apart throughout the step, from below. n0 is the direction given and n1 the same
// turned with the piece whose face it is normal to, across both edges where it was across them, turned with both
// otherwise: supports at the ends, and no query. What is not proven so may still be apart. -infinity where the motion
// is not finite or there is no direction.
double bound_along(const MovingPiece& a, const MovingPiece& b, const PartingDirection& parting);

// A motion that is not finite, or whose poses are not valid, is uncertain from the start.
PairCertificate certify_pair(const MovingPiece& a, const MovingPiece& b, const CertifyOptions& options,
                             proximity::PairCache& cache);

}  // namespace abut::continuous
