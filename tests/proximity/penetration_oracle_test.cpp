// Depths against the definition (tests/oracle/convex_depth.h): every face normal and every cross product of edges, in
// exact arithmetic. On random small bodies, and on degenerate pairs.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "abut/proximity/penetration.h"
#include "full_run.h"
#include "oracle/certificate.h"
#include "oracle/convex_depth.h"
#include "proximity/degenerate_pairs.h"
#include "proximity/piece_polyhedron.h"

namespace abut::proximity {
namespace {

using math::Pose;
using math::Vec3;
using oracle::Rational;
using oracle::Verdict;

class DepthArbiter {
 public:
  DepthArbiter(const PieceRef& a, const PieceRef& b, const Pose& X_WA, const Pose& X_WB)
      : a_(a), b_(b), X_WA_(X_WA), X_WB_(X_WB), pose_(make_relative_pose(X_WA, X_WB)) {
    // The depth's own bound, and how far the pose's doubles are from the poses it was made of.
    bound_ = compute_depth_bound(a, b, pose_) + compute_rounding_bound(pose_, a.piece().reach);
  }

  const RelativePose& pose() const { return pose_; }
  double bound() const { return bound_; }

  // What is wrong with the answer; nothing if it is right.
  std::string check(const Depth& d) const {
    if (!std::isfinite(d.depth) || !d.p_BCa.allFinite() || !d.p_BCb.allFinite()) return "not finite";
    if (!(std::abs(d.nhat_BA_B.norm() - 1) < 1e-15)) return "the normal is no unit vector";
    if (is_thin() && d.depth < -bound_) return check_distance(d);
    if (std::string fault = check_width(d); !fault.empty()) return fault;
    if (std::string fault = check_witnesses(d); !fault.empty()) return fault;
    return check_least(d);
  }

 private:
  bool is_thin() const { return a_.piece().num_faces + b_.piece().num_faces == 0; }

  std::string check_distance(const Depth& d) const {
    const Rational distance_sq = oracle::compute_distance_sq(make_polyhedron(a_), X_WA_, make_polyhedron(b_), X_WB_);
    return std::abs(std::sqrt(static_cast<double>(distance_sq)) + d.depth) < bound_ ? "" : "not minus the distance";
  }

  // Moved by the depth, the bodies touch along the normal: up to the bound they neither overlap nor are apart.
  std::string check_width(const Depth& d) const {
    const Vec3 n_W = math::compute_rotation(X_WB_.q) * d.nhat_BA_B;
    const Rational overlap = -oracle::compute_separation(make_polyhedron(a_), X_WA_, make_polyhedron(b_), X_WB_, n_W);
    if (overlap > Rational(d.depth) + Rational(bound_)) return "moved by the depth they still overlap";
    if (overlap < Rational(d.depth) - Rational(bound_)) return "moved by the depth they are apart";
    return "";
  }

  std::string check_witnesses(const Depth& d) const {
    if ((d.p_BCa + d.depth * d.nhat_BA_B - d.p_BCb).norm() > bound_) return "the normal does not join the witnesses";
    const Vec3 p_ACa = pose_.to_a(d.p_BCa);
    const auto is_on = [&](const PieceRef& ref, PieceFeature feature, const Vec3& p) {
      return oracle::check_witness(p, make_polyhedron(ref), Pose::identity(), list_vertices(ref, feature),
                                   Rational(bound_)) == Verdict::kProven;
    };
    if (d.depth <= bound_) return "";  // perhaps apart: no features touch
    if (!is_on(a_, d.feature_a, p_ACa)) return "a witness is not on its feature of A";
    if (!is_on(b_, d.feature_b, d.p_BCb)) return "a witness is not on its feature of B";
    const bool is_known = (d.feature_a.is_vertex() && d.feature_b.is_face()) ||
                          (d.feature_a.is_face() && d.feature_b.is_vertex()) ||
                          (d.feature_a.is_edge() && d.feature_b.is_edge());
    return is_known ? "" : "no such pair of features";
  }

  std::string check_least(const Depth& d) const {
    if (static_cast<double>(a_.piece().num_edges) * b_.piece().num_edges > 2000) return "";
    const Rational least_sq = oracle::compute_depth_sq(make_polyhedron(a_), X_WA_, make_polyhedron(b_), X_WB_);
    const Rational most = Rational(d.depth) + Rational(bound_), least = Rational(d.depth) - Rational(bound_);
    if (most < 0) return least_sq == 0 ? "" : "apart, and they overlap";
    if (most * most < least_sq) return "smaller than the least";
    if (least > 0 && least * least > least_sq) return "larger than the least";
    return "";
  }

  const PieceRef a_, b_;
  const Pose X_WA_, X_WB_;
  const RelativePose pose_;
  double bound_;
};

// Both in one plane, but for rounding: the difference is flat, and its facet is nearest everywhere. The points that
// touch are points of both all the same.
TEST(PenetrationOracle, SheetsInOnePlaneTouchAtAPointOfBoth) {
  math::Random random(31);
  const geometry::Shape triangle = make_polygon_shape({{-1, -0.5, 0}, {1, -0.5, 0}, {0.25, 1, 0}}),
                        sliver = make_polygon_shape({{0, 0, 0}, {1, 0, 0}, {0.5, 1e-9, 0}});
  int num_meeting = 0;
  for (int i = 0; i < 600; ++i) {
    const geometry::Shape& a = i % 3 == 0 ? sliver : triangle;
    const double half = random.next_between(-1.5, 1.5);
    const Pose X_WS{random.next_direction(), random.next_rotation()};
    const Pose X_WA = X_WS * Pose{{random.next_between(-1, 1), random.next_between(-1, 1), 0.0},
                                  math::Quat(std::cos(half), 0, 0, std::sin(half))};
    const oracle::Polyhedron pa = make_polyhedron(only_piece(a)), pb = make_polyhedron(only_piece(triangle));
    const RelativePose pose = make_relative_pose(X_WA, X_WS);
    const double bound = compute_depth_bound(only_piece(a), only_piece(triangle), pose) +
                         compute_rounding_bound(pose, only_piece(a).piece().reach);
    if (oracle::compute_distance_sq(pa, X_WA, pb, X_WS) > Rational(bound) * Rational(bound)) continue;
    ++num_meeting;
    DepthCache cache;
    const Depth depth = update_depth(only_piece(a), only_piece(triangle), pose, cache);
    const auto is_on = [&](const oracle::Polyhedron& body, const Vec3& p_Body) {
      const Rational off_sq =
          oracle::compute_distance_sq(oracle::make_polyhedron({p_Body}, {}), Pose::identity(), body, Pose::identity());
      return off_sq <= Rational(2 * bound) * Rational(2 * bound);
    };
    ASSERT_NEAR(depth.depth, 0.0, bound);
    ASSERT_TRUE(is_on(pa, pose.to_a(depth.p_BCa))) << i;
    ASSERT_TRUE(is_on(pb, depth.p_BCb)) << i;
  }
  EXPECT_GT(num_meeting, 200);
}

TEST(PenetrationOracle, DegeneratePairsHaveTheLeastDepthOfAllAxes) {
  const DegeneratePairs pairs(23, false);
  std::map<std::string, int> faults;
  const std::size_t num_pairs = choose_long_count(2000, 100'000);
  for (std::size_t i = 0; i < num_pairs; ++i) {
    const DegeneratePair pair = pairs.make(i);
    const DepthArbiter arbiter(only_piece(*pair.a), only_piece(*pair.b), pair.X_WA, pair.X_WB);
    DepthCache cache;
    const Depth depth = update_depth(only_piece(*pair.a), only_piece(*pair.b), arbiter.pose(), cache);
    const std::string fault = arbiter.check(depth);
    if (!fault.empty()) {
      ++faults[fault];
      ADD_FAILURE() << pair.kind << " " << i << ": " << fault << " depth " << depth.depth << " bound "
                    << arbiter.bound();
    }
  }
  EXPECT_TRUE(faults.empty());
}

}  // namespace
}  // namespace abut::proximity
