// The checks in long doubles (oracle/quick_certificate.h) against the exact ones, with claims around the truth: what
// they prove is true, and they prove what is true by some multiple of their rounding.
#include <gtest/gtest.h>

#include <cmath>

#include "abut/proximity/certificate.h"
#include "oracle/certificate.h"
#include "oracle/quick_certificate.h"
#include "proximity/feature_pair_arbiter.h"
#include "proximity/sample_shapes.h"

namespace abut::proximity {
namespace {

using math::Pose;
using math::Vec3;
using oracle::Rational;

// Fractions of a length: some within the rounding of long doubles, some beyond it.
constexpr double kOffs[] = {0.0, 0x1p-66, 0x1p-62, 0x1p-58, 0x1p-54, 0x1p-50, 0x1p-40};

struct SamplePair {
  PieceRef a, b;
  Pose X_WA, X_WB;
  FeaturePair found;
  oracle::Polyhedron pa, pb;
};

template <class Check>
void for_sample_pairs(std::uint64_t seed, Check&& check) {
  const std::vector<NamedShape> shapes = make_sample_shapes();
  math::Random random(seed);
  for (int i = 0; i < 120; ++i) {
    const PieceRef a = only_piece(shapes[random.next_index(7)].shape),
                   b = only_piece(shapes[random.next_index(7)].shape);
    const Pose X_WA = draw_pose(random, 2.0, i), X_WB = draw_pose(random, 0.3, i);
    PairCache cache;
    const FeaturePair found = update_feature_pair(a, b, X_WA, X_WB, cache);
    check(SamplePair{a, b, X_WA, X_WB, found, make_polyhedron(a), make_polyhedron(b)});
  }
}

TEST(QuickCertificate, ProvesASeparationUpToTheTruthAndNoFurther) {
  int num_proven = 0;
  for_sample_pairs(3, [&](const SamplePair& pair) {
    const oracle::QuickPair quick(pair.pa, pair.X_WA, pair.pb, pair.X_WB);
    const Vec3 n(2, -3, 6);  // of length 7
    const Rational truth = oracle::compute_separation(pair.pa, pair.X_WA, pair.pb, pair.X_WB, n) / 7;
    for (const double off : kOffs) {
      for (const double side : {-1.0, 1.0}) {
        const long double claim = static_cast<long double>(static_cast<double>(truth)) + side * off;
        const bool is_true = Rational(static_cast<double>(truth)) + Rational(side * off) <= truth;
        const bool is_proven = quick.is_apart_along(n, claim);
        if (is_proven) {
          EXPECT_TRUE(is_true) << side * off;
        }
        if (side < 0 && off >= 0x1p-50) {
          EXPECT_TRUE(is_proven) << off;
        }
        num_proven += is_proven;
      }
    }
  });
  EXPECT_GT(num_proven, 200);
}

TEST(QuickCertificate, ProvesThatFeaturesAreNearFromTheTruthOn) {
  int num_proven = 0;
  for_sample_pairs(5, [&](const SamplePair& pair) {
    if (pair.found.outcome != PairOutcome::kApart) return;
    const auto feature_a = list_vertices(pair.a, pair.found.feature_a),
               feature_b = list_vertices(pair.b, pair.found.feature_b);
    const oracle::QuickPair quick(pair.pa, pair.X_WA, pair.pb, pair.X_WB);
    const auto foot_a = quick.find_foot_on_a(pair.found.p_WCa, feature_a),
               foot_b = quick.find_foot_on_b(pair.found.p_WCb, feature_b);
    const Rational truth_sq =
        oracle::compute_distance_sq(make_part(pair.pa, feature_a), pair.X_WA, make_part(pair.pb, feature_b), pair.X_WB);
    for (const double off : kOffs) {
      for (const double side : {-1.0, 1.0}) {
        const Rational claim = Rational(pair.found.phi) + Rational(side * off);
        const bool is_proven = quick.is_near(foot_a, foot_b, static_cast<long double>(pair.found.phi) + side * off);
        if (is_proven) {
          EXPECT_LE(truth_sq, claim * claim) << side * off;
        }
        if (side > 0 && off >= 0x1p-40) {  // beyond the rounding of the query's points
          EXPECT_TRUE(is_proven);
        }
        num_proven += is_proven;
      }
    }
  });
  EXPECT_GT(num_proven, 50);
}

TEST(QuickCertificate, DoubtsEveryFacetThatIsTooNear) {
  int num_doubtful = 0, num_proven = 0;
  for_sample_pairs(7, [&](const SamplePair& pair) {
    if (pair.found.outcome != PairOutcome::kOverlapping) return;
    const Certificate c = make_certificate(pair.a, pair.b, pair.X_WA, pair.X_WB, pair.found);
    const oracle::QuickPair quick(pair.pa, pair.X_WA, pair.pb, pair.X_WB);
    const oracle::PlacedPair placed = oracle::place_pairs(pair.pa, pair.X_WA, pair.pb, pair.X_WB, c.pairs);
    for (const double off : kOffs) {
      for (const double side : {-1.0, 1.0}) {
        const Rational r = Rational(-pair.found.phi) + Rational(side * off);
        const auto doubtful =
            quick.find_doubtful_facets(c.pairs, c.facets, -static_cast<long double>(pair.found.phi) + side * off);
        for (const auto& facet : c.facets) {
          const bool is_doubtful = std::find(doubtful.begin(), doubtful.end(), facet) != doubtful.end();
          if (!oracle::are_beyond(placed, {facet}, r)) {
            EXPECT_TRUE(is_doubtful) << side * off;
          }
          ++(is_doubtful ? num_doubtful : num_proven);
        }
      }
    }
  });
  EXPECT_GT(num_doubtful, 50);
  EXPECT_GT(num_proven, 500);
}

// The arbiter with the quick checks in front refuses what is wrong by little more than the bound.
TEST(QuickCertificate, LetsNoWrongRecordPass) {
  int num_judged = 0;
  for_sample_pairs(11, [&](const SamplePair& pair) {
    if (pair.found.outcome != PairOutcome::kApart && pair.found.outcome != PairOutcome::kOverlapping) return;
    if (pair.pa.edges.size() * pair.pb.edges.size() > 1200) return;  // a wrong one goes as far as the definition
    const FeaturePairArbiter arbiter(pair.a, pair.b);
    const auto judge = [&](const FeaturePair& record) { return arbiter.judge(record, pair.X_WA, pair.X_WB, false); };
    ASSERT_EQ(judge(pair.found), Fault::kNone);
    for (const double side : {-1.0, 1.0}) {
      FeaturePair wrong = pair.found;
      wrong.phi += side * 2.5 * wrong.phi_bound;
      EXPECT_NE(judge(wrong), Fault::kNone);
      wrong = pair.found;
      wrong.p_WCa += side * 8 * wrong.phi_bound * wrong.nhat_BA_W;
      EXPECT_NE(judge(wrong), Fault::kNone);
      wrong = pair.found;
      wrong.nhat_BA_W = (wrong.nhat_BA_W + side * 0.1 * wrong.nhat_BA_W.unitOrthogonal()).normalized();
      EXPECT_NE(judge(wrong), Fault::kNone);
    }
    ++num_judged;
  });
  EXPECT_GT(num_judged, 30);
}

}  // namespace
}  // namespace abut::proximity
