#include "abut/proximity/manifold.h"

#include <algorithm>
#include <cmath>

#include "abut/base/input_error.h"
#include "abut/proximity/plane_view.h"
#include "abut/proximity/support_walk.h"

namespace abut::proximity {
namespace {

using math::Mat3;
using math::Pose;
using math::Vec2;
using math::Vec3;

// How far two places in the plane may be from where they should be, as the sum of what either piece's corners, their
// projection and their differences are off by: a corner of A seen from B, 8 u of each length for the turn into the
// plane, as much for sums and the products with a side's direction, and the error of the pair's own direction, which
// moves the two witness points by no more than phi_bound against each other.
double compute_plane_tolerance(const PieceRef& a, const PieceRef& b, const RelativePose& pose,
                               const FeaturePair& pair) {
  constexpr double kPlaneBound = 16 * 0x1p-53;
  const double reach_a = a.piece().reach, reach_b = b.piece().reach;
  return compute_rounding_bound(pose, reach_a) + kPlaneBound * (reach_a + reach_b + pose.p_BA.norm()) + pair.phi_bound;
}

// A vertex of the feature.
std::uint32_t get_any_vertex(const geometry::ConvexPieces& pieces, PieceFeature feature) {
  if (feature.is_vertex()) return feature.index();
  if (feature.is_edge()) return pieces.edges[feature.index()].tail;
  return pieces.origin_of(pieces.faces[feature.index()].first_half_edge);
}

void require_breaking(double breaking) {
  if (breaking >= 0 && std::isfinite(breaking)) return;
  throw InputError({"", "breaking distance", "it is negative or not finite",
                    "give the distance in metres within which boundaries belong to the contact"});
}

class ManifoldMaker {
 public:
  ManifoldMaker(const PieceRef& a, const PieceRef& b, const Pose& X_WA, const Pose& X_WB, const FeaturePair& pair,
                double breaking, ManifoldBuffer& buffer)
      : a_(a),
        b_(b),
        X_WA_(X_WA),
        X_WB_(X_WB),
        pair_(pair),
        breaking_(breaking),
        buffer_(buffer),
        pose_(make_relative_pose(X_WA, X_WB)) {}

  void find_supports();
  void intersect();
  void add_bends(double touching);
  void add_witness_if_missing();

 private:
  enum class Side : std::uint8_t { kA, kB };

  ClipTolerance compute_clip_tolerance(const Outline& outline_a, const Outline& outline_b) const;
  void add_corner(const ClipCorner& corner);
  void add_bend(const SupportBend& bend, Side side, double touching);
  Vec3 place(const Vec2& x, double height) const { return p_WO_ + axes_W_.transpose() * Vec3(x.x(), x.y(), height); }

  const PieceRef &a_, &b_;
  const Pose &X_WA_, &X_WB_;
  const FeaturePair& pair_;
  double breaking_;
  ManifoldBuffer& buffer_;
  RelativePose pose_;
  double tolerance_ = 0.0;
  Mat3 axes_W_;  // rows: two tangents and the normal
  Vec3 p_WO_;    // where heights and places are measured from
};

void ManifoldMaker::find_supports() {
  tolerance_ = compute_plane_tolerance(a_, b_, pose_, pair_);
  const Mat3 R_WB = math::compute_rotation(X_WB_.q);
  const Mat3 axes_B = make_plane_axes(R_WB.transpose() * buffer_.manifold.plane.nhat_BA_W);
  const Vec3& p_BO = b_.pieces.vertices[get_any_vertex(b_.pieces, pair_.feature_b)].p;
  axes_W_ = axes_B * R_WB.transpose();
  p_WO_ = R_WB * p_BO + X_WB_.p;

  const Vec2 witness = (axes_W_ * (pair_.p_WCb - p_WO_)).head<2>();
  const double reach_a = a_.piece().reach + (pair_.p_WCa - X_WA_.p).norm();
  const double reach_b = b_.piece().reach + (pair_.p_WCb - X_WB_.p).norm();
  const double near = breaking_ + tolerance_;
  update_support({a_, pair_.feature_a, make_view_of_a(axes_B, p_BO, pose_), -1.0, witness, near, reach_b},
                 buffer_.support_a);
  update_support({b_, pair_.feature_b, make_view_of_b(axes_B, p_BO), 1.0, witness, near, reach_a}, buffer_.support_b);
}

void ManifoldMaker::add_corner(const ClipCorner& corner) {
  const SupportPoint on_a = compute_support_point(buffer_.support_a, corner.on_a, corner.x);
  const SupportPoint on_b = compute_support_point(buffer_.support_b, corner.on_b, corner.x);
  buffer_.manifold.points.push_back({place(corner.x, on_a.height), place(corner.x, on_b.height),
                                     on_a.height - on_b.height, on_a.feature, on_b.feature});
}

// Unless it is a corner, or is not over a face of the other.
void ManifoldMaker::add_bend(const SupportBend& bend, Side side, double touching) {
  const bool is_of_a = side == Side::kA;
  const Support &own = is_of_a ? buffer_.support_a : buffer_.support_b,
                &other = is_of_a ? buffer_.support_b : buffer_.support_a;
  if (!other.is_polygon || !contains(other.get_outline(), bend.x)) return;
  const SupportPoint on_own{PieceFeature::vertex(bend.vertex), bend.height + own.side * own.radius},
      on_other = compute_support_point(other, {OutlinePart::kInside, 0}, bend.x);
  const SupportPoint &on_a = is_of_a ? on_own : on_other, &on_b = is_of_a ? on_other : on_own;
  const double gap = on_a.height - on_b.height;
  if (gap > touching) return;
  const auto is_known = [&](const ManifoldPoint& point) {
    return (is_of_a ? point.feature_a : point.feature_b) == on_own.feature;
  };
  if (std::ranges::any_of(buffer_.manifold.points, is_known)) return;
  buffer_.manifold.points.push_back(
      {place(bend.x, on_a.height), place(bend.x, on_b.height), gap, on_a.feature, on_b.feature});
}

void ManifoldMaker::add_bends(double touching) {
  for (const SupportBend& bend : buffer_.support_a.bends) add_bend(bend, Side::kA, touching);
  for (const SupportBend& bend : buffer_.support_b.bends) add_bend(bend, Side::kB, touching);
}

// How far beside each other parallel edges may lie. Two edges, which may cross at any angle, are parallel or not as a
// whole, and then as far apart as they are.
ClipTolerance ManifoldMaker::compute_clip_tolerance(const Outline& outline_a, const Outline& outline_b) const {
  const PlaneOrigin origin = buffer_.manifold.plane.origin;
  const bool is_touch = origin == PlaneOrigin::kIndeterminate || origin == PlaneOrigin::kRound;
  const bool is_of_edges = outline_a.is_chain() && outline_b.is_chain();
  if (!is_touch && !is_of_edges) return {tolerance_, false};
  const double core_distance = std::abs(pair_.phi + a_.piece().radius + b_.piece().radius);
  const double most = kParallelShare * std::min(core_distance, breaking_);
  if (!is_of_edges) return {tolerance_ + most, true};
  const Vec2 along_a = outline_a.chord(), along_b = outline_b.chord();
  const double longer = std::max(along_a.norm(), along_b.norm());
  const double beside = std::abs(along_a.x() * along_b.y() - along_a.y() * along_b.x()) / longer;
  return {beside <= most ? tolerance_ + beside : tolerance_, false};
}

void ManifoldMaker::intersect() {
  const Outline outline_a = buffer_.support_a.get_outline(), outline_b = buffer_.support_b.get_outline();
  const auto corners =
      intersect_outlines(outline_a, outline_b, compute_clip_tolerance(outline_a, outline_b), buffer_.clip);
  for (const ClipCorner& corner : corners) add_corner(corner);
  buffer_.manifold.num_corners = corners.size();
  buffer_.manifold.kind = corners.size() > 2    ? ManifoldKind::kPolygon
                          : corners.size() == 2 ? ManifoldKind::kSegment
                                                : ManifoldKind::kPoint;
}

// Where no point is as near as the witness points, up to rounding.
void ManifoldMaker::add_witness_if_missing() {
  ContactManifold& manifold = buffer_.manifold;
  const auto is_as_near = [&](const ManifoldPoint& point) { return point.gap <= pair_.phi + 4 * tolerance_; };
  if (std::any_of(manifold.points.begin(), manifold.points.end(), is_as_near)) return;
  manifold.points.push_back({pair_.p_WCa, pair_.p_WCb, pair_.phi, pair_.feature_a, pair_.feature_b});
  if (manifold.num_corners == 0) manifold.num_corners = 1;
}

}  // namespace

const ContactManifold& compute_manifold(const PieceRef& a, const PieceRef& b, const Pose& X_WA, const Pose& X_WB,
                                        const FeaturePair& pair, double breaking, ManifoldBuffer& buffer,
                                        double touching) {
  require_breaking(breaking);
  ContactManifold& manifold = buffer.manifold;
  manifold.kind = ManifoldKind::kPoint;
  manifold.points.clear();
  manifold.num_corners = 0;
  manifold.plane = compute_contact_plane(a, b, X_WA, X_WB, pair);
  ManifoldMaker maker(a, b, X_WA, X_WB, pair, breaking, buffer);
  if (pair.outcome != PairOutcome::kCrossing) {
    maker.find_supports();
    maker.intersect();
    maker.add_bends(touching);
  }
  maker.add_witness_if_missing();
  return manifold;
}

}  // namespace abut::proximity
