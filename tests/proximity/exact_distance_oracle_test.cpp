// Wolfe's method against the definition (tests/oracle/convex_distance.h) on degenerate pairs, and the arbiters of this
// layer against one another and against what is known.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "abut/proximity/exact_distance.h"
#include "full_run.h"
#include "oracle/certificate.h"
#include "oracle/convex_depth.h"
#include "oracle/convex_distance.h"
#include "proximity/degenerate_pairs.h"
#include "proximity/piece_polyhedron.h"

namespace abut::proximity {
namespace {

using math::Pose;
using math::Quat;
using math::Vec3;
using oracle::Rational;
using oracle::Verdict;

oracle::Polyhedron make_box_polyhedron(const Vec3& size) {
  return oracle::make_polyhedron(geometry::make_box(size));
}

std::uint32_t find_vertex(const oracle::Polyhedron& body, const Vec3& p) {
  return static_cast<std::uint32_t>(std::ranges::find(body.vertices, p) - body.vertices.begin());
}

Rational square(const Rational& x) {
  return x * x;
}

TEST(ConvexDistanceOracle, KnowsTheDistanceOfBoxesAtFacesEdgesAndVertices) {
  const oracle::Polyhedron box = make_box_polyhedron({2, 2, 2});
  const auto distance_sq = [&](const Vec3& p) {
    return oracle::compute_distance_sq(box, Pose::from_translation(p), box, Pose::identity());
  };
  EXPECT_EQ(distance_sq({5, 0.5, 0.25}), 9);
  EXPECT_EQ(distance_sq({5, 6, 0.25}), 9 + 16);
  EXPECT_EQ(distance_sq({5, 6, 14}), 9 + 16 + 144);
  EXPECT_EQ(distance_sq({2, 0.5, 0.25}), 0);
  EXPECT_EQ(distance_sq({2 + 0x1p-51, 0.5, 0.25}), square(Rational(0x1p-51)));
  EXPECT_EQ(distance_sq({1, 0, 0}), 0);
  EXPECT_EQ(distance_sq({0, 0, 0}), 0);
}

// A quaternion of length 5 that turns by a right angle and a bit: (4 + 3 i)/5 turns by 2 atan(3/4), cosine 7/25, sine
// 24/25, about x. The lowest corner of a square of side 2 so turned is (7 + 24)/25 below its centre.
TEST(ConvexDistanceOracle, TurnsByQuaternionsOfAnyLengthExactly) {
  const oracle::Polyhedron box = make_box_polyhedron({2, 2, 2});
  const Pose X_WA{Vec3(0, 0, 5), Quat(4, 3, 0, 0)};
  EXPECT_EQ(oracle::compute_distance_sq(box, X_WA, box, Pose::identity()), square(Rational(4) - Rational(31, 25)));
  EXPECT_EQ(oracle::compute_separation(box, X_WA, box, Pose::identity(), Vec3(0, 0, 2)),
            2 * (Rational(4) - Rational(31, 25)));
}

TEST(ConvexDistanceOracle, FlatBodiesMeetOnlyWhereTheyCross) {
  const oracle::Polyhedron triangle = oracle::make_polyhedron({{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}, {{0, 1, 2}});
  const oracle::Polyhedron segment = oracle::make_polyhedron({{0, 0, -1}, {0, 0, 1}}, {}, {{0, 1}});
  const oracle::Polyhedron point = oracle::make_polyhedron({{0, 0, 0}}, {});
  EXPECT_FALSE(triangle.is_solid);
  const auto distance_sq = [&](const oracle::Polyhedron& body, const Vec3& p) {
    return oracle::compute_distance_sq(body, Pose::from_translation(p), triangle, Pose::identity());
  };
  EXPECT_EQ(distance_sq(segment, {0, 0, 0}), 0);
  EXPECT_EQ(distance_sq(segment, {0, 0, 1}), 0);
  EXPECT_EQ(distance_sq(segment, {0, 0, 1.5}), Rational(1, 4));
  EXPECT_EQ(distance_sq(segment, {3, -2, 0.5}), 5);
  EXPECT_EQ(distance_sq(point, {0, 0, -3}), 9);
  EXPECT_EQ(distance_sq(triangle, {0, 0, 0}), 0);
  EXPECT_EQ(distance_sq(triangle, {0, 0.25, 0}), 0);
  EXPECT_EQ(distance_sq(triangle, {0, 4, 0}), 4);
}

TEST(ConvexDepthOracle, IsTheLeastWayOutOfABoxAndOfCrossedBars) {
  const oracle::Polyhedron box = make_box_polyhedron({2, 2, 2});
  const auto depth_sq = [](const oracle::Polyhedron& a, const Pose& X_WA, const oracle::Polyhedron& b) {
    return oracle::compute_depth_sq(a, X_WA, b, Pose::identity());
  };
  EXPECT_EQ(depth_sq(box, Pose::from_translation({1.5, 0.5, -0.25}), box), Rational(1, 4));
  EXPECT_EQ(depth_sq(box, Pose::from_translation({2, 0.5, -0.25}), box), 0);
  EXPECT_EQ(depth_sq(box, Pose::from_translation({3, 0.5, -0.25}), box), 0);
  EXPECT_EQ(depth_sq(box, Pose::identity(), box), 4);
  // Bars of square section standing on their edges, one along x, one along y: edges cross, half diagonals 1 each. The
  // bar along y lies 2 - 1/4 higher.
  const double s = 1;
  const auto bar = [&](bool along_x) {
    std::vector<Vec3> corners;
    for (const double end : {-8.0, 8.0}) {
      for (const auto& [across, up] : {std::pair{s, 0.0}, {0.0, s}, {-s, 0.0}, {0.0, -s}}) {
        corners.push_back(along_x ? Vec3(end, across, up) : Vec3(-across, end, up));
      }
    }
    return oracle::make_polyhedron(geometry::make_hull(corners).mesh);
  };
  EXPECT_EQ(depth_sq(bar(false), Pose::from_translation({0.5, 0.25, 1.75}), bar(true)), Rational(1, 16));
}

TEST(ConvexDepthOracle, OfBodiesWithoutInsideIsThatOfTheirDifference) {
  const oracle::Polyhedron square =
      oracle::make_polyhedron({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}, {{0, 1, 2, 3}});
  const oracle::Polyhedron segment = oracle::make_polyhedron({{0, 0, -1}, {0, 0, 0.5}}, {}, {{0, 1}});
  EXPECT_EQ(oracle::compute_depth_sq(segment, Pose::identity(), square, Pose::identity()), Rational(1, 4));
  EXPECT_EQ(oracle::compute_depth_sq(square, Pose::identity(), square, Pose::identity()), 0);
  EXPECT_EQ(oracle::compute_depth_sq(segment, Pose::identity(), segment, Pose::identity()), 0);
}

TEST(CertificateOracle, BracketsADistance) {
  const oracle::Polyhedron box = make_box_polyhedron({2, 2, 2});
  const std::uint32_t lower = find_vertex(box, {-1, -1, -1}), upper = find_vertex(box, {1, 1, 1});
  const Pose X_WA = Pose::from_translation({5, 6, 14}), X_WB = Pose::identity();  // corners 13 apart
  const auto check = [&](std::uint32_t a, std::uint32_t b, const Vec3& n, double d, double bound) {
    return oracle::check_distance(box, X_WA, box, X_WB, {{a}, {b}, n}, Rational(d), Rational(bound));
  };
  EXPECT_EQ(check(lower, upper, {3, 4, 12}, 13, 0), Verdict::kProven);
  EXPECT_EQ(check(lower, upper, {3, 4, 12}, 13.5, 0.5), Verdict::kProven);
  EXPECT_EQ(check(lower, upper, {3, 4, 12}, 13.5, 0.25), Verdict::kSeparationShort);
  EXPECT_EQ(check(lower, upper, {3, 4, 12}, 12.5, 0.25), Verdict::kFeaturesTooFar);
  EXPECT_EQ(check(lower, lower, {3, 4, 12}, 13, 0.5), Verdict::kFeaturesTooFar);
  EXPECT_EQ(check(lower, upper, {-3, -4, -12}, 13, 0.5), Verdict::kSeparationShort);
  EXPECT_EQ(check(lower, upper, {0, 0, 12}, 13, 0.5), Verdict::kSeparationShort);  // 12 apart along z
  EXPECT_EQ(check(lower, upper, {0, 0, 0}, 13, 0.5), Verdict::kNoDirection);
  EXPECT_EQ(oracle::check_witness({4, 5, 13.25}, box, X_WA, {lower}, Rational(1, 4)), Verdict::kProven);
  EXPECT_EQ(oracle::check_witness({4, 5, 13.25}, box, X_WA, {lower}, Rational(1, 5)), Verdict::kFeaturesTooFar);
}

// A - B of two cubes of side 2, A moved by 1.5 along x, is the cube of side 4 around that point: its face x = -0.5 is
// the nearest.
TEST(CertificateOracle, BracketsADepth) {
  const oracle::Polyhedron box = make_box_polyhedron({2, 2, 2});
  const Pose X_WA = Pose::from_translation({1.5, 0, 0}), X_WB = Pose::identity();
  const geometry::Mesh cube = geometry::make_box({2, 2, 2});
  oracle::DepthCertificate certificate{Vec3(3, 0, 0), {}, {}};
  for (std::uint32_t i = 0; i < 8; ++i) {  // a corner of A and the opposite one of B
    certificate.pairs.emplace_back(i, find_vertex(box, -box.vertices[i]));
  }
  for (const auto& [i, j, k] : cube.triangles) certificate.facets.push_back({i.value(), j.value(), k.value()});
  const auto check = [&](const oracle::DepthCertificate& c, double d, double bound) {
    return oracle::check_depth(box, X_WA, box, X_WB, c, Rational(d), Rational(bound));
  };
  EXPECT_EQ(check(certificate, 0.5, 0), Verdict::kProven);
  EXPECT_EQ(check(certificate, 0.75, 0.25), Verdict::kProven);
  EXPECT_EQ(check(certificate, 0.75, 0.125), Verdict::kFacetTooNear);
  EXPECT_EQ(check(certificate, 0.375, 0.25), Verdict::kOverlapTooLarge);
  oracle::DepthCertificate open = certificate;
  open.facets.pop_back();
  EXPECT_EQ(check(open, 0.5, 0), Verdict::kSurfaceOpen);
  EXPECT_EQ(check({certificate.n_W, {}, {}}, 0.5, 0), Verdict::kSurfaceOpen);
  oracle::DepthCertificate inverted = certificate;
  for (auto& [i, j, k] : inverted.facets) std::swap(i, j);
  EXPECT_EQ(check(inverted, 0.5, 0), Verdict::kFacetTooNear);
  oracle::DepthCertificate elsewhere = certificate;
  elsewhere.n_W = Vec3(0, 1, 0);
  EXPECT_EQ(check(elsewhere, 0.5, 0), Verdict::kOverlapTooLarge);
}

TEST(ExactDistance, IsThatOfTheDefinitionOnDegeneratePairs) {
  const DegeneratePairs pairs(7, false);
  std::map<std::string, int> wrong;
  const std::size_t count = choose_long_count(200, 10'000);
  std::size_t num_meeting = 0, num_apart = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const DegeneratePair pair = pairs.make(i);
    const PieceRef a = only_piece(*pair.a), b = only_piece(*pair.b);
    if (a.pieces.edges.size() * b.pieces.edges.size() > 1000) continue;  // the definition takes too long
    const Rational expected = oracle::compute_distance_sq(make_polyhedron(a), pair.X_WA, make_polyhedron(b), pair.X_WB);
    const ExactDistance found = compute_exact_distance(a, b, pair.X_WA, pair.X_WB);
    ++(found.is_meeting ? num_meeting : num_apart);
    // Two roundings of each coordinate, three of the norm: within 4 units of 2^-53, so is the square within 8.
    const Rational error = abs(square(Rational(found.distance)) - expected);
    const bool is_right = found.is_meeting == (expected == 0) && error <= 16 * Rational(0x1p-53) * expected;
    if (!is_right) ++wrong[std::string(pair.kind) + " " + std::to_string(i)];
  }
  for (const auto& [kind, num_wrong] : wrong) ADD_FAILURE() << kind << ": " << num_wrong;
  EXPECT_GT(num_meeting, count / 4);
  EXPECT_GT(num_apart, count / 4);
}

}  // namespace
}  // namespace abut::proximity
