#include "abut/proximity/certificate.h"

#include <gtest/gtest.h>

#include <map>

#include "oracle/certificate.h"
#include "proximity/piece_polyhedron.h"
#include "proximity/sample_shapes.h"

namespace abut::proximity {
namespace {

using geometry::Shape;
using math::Pose;
using math::Vec3;
using oracle::Rational;
using oracle::Verdict;

// What the certificate proves, by exact arithmetic that shares no code with the query.
Verdict check_certificate(const PieceRef& a, const PieceRef& b, const Pose& X_WA, const Pose& X_WB,
                          const Certificate& c) {
  const oracle::Polyhedron pa = make_polyhedron(a), pb = make_polyhedron(b);
  const Rational lower(c.lower), upper(c.upper), middle((lower + upper) / 2), half((upper - lower) / 2);
  if (c.kind == CertificateKind::kDistance)
    return oracle::check_distance(pa, X_WA, pb, X_WB, {c.vertices_a, c.vertices_b, c.n_W}, middle, half);
  return oracle::check_depth(pa, X_WA, pb, X_WB, {c.n_W, c.pairs, c.facets}, upper, upper - lower);
}

TEST(Certificate, OfRandomPairsApartAndOverlappingIsProven) {
  const std::vector<NamedShape> shapes = make_sample_shapes();
  math::Random random(73);
  std::map<CertificateKind, int> counts;
  for (int i = 0; i < 400; ++i) {
    const NamedShape &a = shapes[random.next_index(shapes.size())], &b = shapes[random.next_index(shapes.size())];
    const PieceRef pa = only_piece(a.shape), pb = only_piece(b.shape);
    const Pose X_WA = draw_pose(random, 2.0, i), X_WB = draw_pose(random, 0.3, i);
    PairCache cache;
    const FeaturePair pair = update_feature_pair(pa, pb, X_WA, X_WB, cache);
    const Certificate certificate = make_certificate(pa, pb, X_WA, X_WB, pair);
    ASSERT_EQ(check_certificate(pa, pb, X_WA, X_WB, certificate), Verdict::kProven)
        << a.name << " " << b.name << " " << i;
    ++counts[certificate.kind];
  }
  EXPECT_GT(counts[CertificateKind::kDistance], 100);
  EXPECT_GT(counts[CertificateKind::kDepth], 50);
}

TEST(Certificate, OfAWrongAnswerIsRefused) {
  const Shape box = geometry::make_shape(geometry::make_box({2, 2, 2}));
  const PieceRef piece = only_piece(box);
  const auto certify = [&](double height, double error) {
    const Pose X_WA = Pose::from_translation({0.3, 0.2, height});
    PairCache cache;
    const FeaturePair pair = update_feature_pair(piece, piece, X_WA, Pose::identity(), cache);
    Certificate certificate = make_certificate(piece, piece, X_WA, Pose::identity(), pair);
    certificate.lower += error, certificate.upper += error;
    return check_certificate(piece, piece, X_WA, Pose::identity(), certificate);
  };
  EXPECT_EQ(certify(2.5, 0.0), Verdict::kProven);
  EXPECT_EQ(certify(2.5, 1e-9), Verdict::kSeparationShort);
  EXPECT_EQ(certify(2.5, -1e-9), Verdict::kFeaturesTooFar);
  EXPECT_EQ(certify(1.5, 0.0), Verdict::kProven);
  EXPECT_EQ(certify(1.5, 1e-9), Verdict::kFacetTooNear);
  EXPECT_EQ(certify(1.5, -1e-9), Verdict::kOverlapTooLarge);
}

}  // namespace
}  // namespace abut::proximity
