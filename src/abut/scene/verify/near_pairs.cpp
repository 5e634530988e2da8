#include "abut/scene/verify/near_pairs.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace abut::scene {
namespace {

using math::Aabb;
using math::Mat3;
using math::Vec3;

// How much wider than the swept box, as a share of its diagonal.
constexpr double kWideShare = 0.02;

// S(q, q') / (q . q'): the polar form of q -> |q|^2 R(q/|q|). For q = q' it is the rotation.
Mat3 compute_blended_rotation(const math::Quat& q, const math::Quat& r) {
  const Vec3 u = q.vec(), v = r.vec(), t = q.w() * v + r.w() * u;
  Mat3 turn;
  turn << 0, -t[2], t[1], t[2], 0, -t[0], -t[1], t[0], 0;
  const Mat3 S = (q.w() * r.w() - u.dot(v)) * Mat3::Identity() + u * v.transpose() + v * u.transpose() + turn;
  return S / (q.w() * r.w() + u.dot(v));
}

}  // namespace

// R(Q(s)) v is a rational Bezier curve of degree two with weights |q0|^2, q0 . q1, |q1|^2, so it lies in the triangle
// of its images under the three blended rotations; the position is a curve of degree two, in the triangle of its ends
// and their middle moved by half the bend. Rounding: some 30 operations on
// numbers of the size of extent, a few on those of the positions; if the turn is so large that the middle weight is
// small, the ball of the extent is taken.
Aabb compute_swept_box(const FeatureTree& tree, const math::StepMotion& motion) {
  constexpr double kBoxBound = 128 * 0x1p-53;
  const FeatureNode& root = tree.nodes.front();
  const double size = tree.extent + motion.X0.p.cwiseAbs().maxCoeff() + motion.X1.p.cwiseAbs().maxCoeff() +
                      motion.bend.cwiseAbs().maxCoeff();
  Aabb box;
  box.grow(motion.X0.p), box.grow(motion.X1.p), box.grow(0.5 * (motion.X0.p + motion.X1.p + motion.bend));
  const double cosine = motion.X0.q.coeffs().dot(motion.q1.coeffs());
  if (!(cosine > 0.5 * motion.X0.q.norm() * motion.q1.norm())) {
    return make_grown(box, (tree.extent + tree.radius) * (1 + kBoxBound) + kBoxBound * size);
  }
  Vec3 lower = Vec3::Constant(std::numeric_limits<double>::infinity()), upper = -lower;
  for (const auto& [q, r] : {std::pair{motion.X0.q, motion.X0.q}, {motion.X0.q, motion.q1}, {motion.q1, motion.q1}}) {
    const Mat3 R = compute_blended_rotation(q, r);
    DirectionBlock rows;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto k = static_cast<Eigen::Index>(i);
      rows.x[i] = R(k, 0), rows.y[i] = R(k, 1), rows.z[i] = R(k, 2);
      rows.x[i + 3] = -R(k, 0), rows.y[i + 3] = -R(k, 1), rows.z[i + 3] = -R(k, 2);
    }
    const auto least = compute_least(tree, root, rows);
    lower = lower.cwiseMin(Vec3(least[0], least[1], least[2]));
    upper = upper.cwiseMax(-Vec3(least[3], least[4], least[5]));
  }
  box.lower += lower, box.upper += upper;
  return make_grown(box, tree.radius * (1 + kBoxBound) + kBoxBound * size);
}

NearPairs::NearPairs(std::vector<BodyPair> exempt, double reach) : exempt_(std::move(exempt)), reach_(reach) {
  for (BodyPair& pair : exempt_) {
    if (pair.first > pair.second) std::swap(pair.first, pair.second);
  }
  std::ranges::sort(exempt_);
}

void NearPairs::update(std::span<const Aabb> swept) {
  if (order_.size() != swept.size()) {
    wide_.assign(swept.size(), {});
    order_.resize(swept.size());
    std::iota(order_.begin(), order_.end(), 0u);
  }
  bool is_left = false;
  for (std::size_t i = 0; i < swept.size() && !is_left; ++i) {
    is_left = !wide_[i].contains(make_grown(swept[i], 0.5 * reach_));
  }
  if (!is_left) return;
  for (std::size_t i = 0; i < swept.size(); ++i) {
    wide_[i] = make_grown(swept[i], 0.5 * reach_ + kWideShare * math::compute_diagonal(swept[i]));
  }
  search();
}

void NearPairs::search() {
  ++num_searches_;
  Vec3 mean = Vec3::Zero(), spread = Vec3::Zero();
  for (const Aabb& box : wide_) mean += box.center() / static_cast<double>(wide_.size());
  for (const Aabb& box : wide_) spread += (box.center() - mean).cwiseAbs2();
  Eigen::Index axis = 0;
  spread.maxCoeff(&axis);
  std::ranges::sort(order_, [&](std::uint32_t i, std::uint32_t j) {
    return wide_[i].lower[axis] != wide_[j].lower[axis] ? wide_[i].lower[axis] < wide_[j].lower[axis] : i < j;
  });
  found_.clear();
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const Aabb& box = wide_[order_[i]];
    for (std::size_t j = i + 1; j < order_.size() && wide_[order_[j]].lower[axis] <= box.upper[axis]; ++j) {
      if (!box.overlaps(wide_[order_[j]])) continue;
      const BodyPair bodies = std::minmax(order_[i], order_[j]);
      if (is_exempt(bodies)) continue;
      found_.push_back(bodies);
    }
  }
  std::ranges::sort(found_);
  std::vector<NearPair> pairs(found_.size());
  auto known = pairs_.begin();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    pairs[i].bodies = found_[i];
    while (known != pairs_.end() && known->bodies < found_[i]) ++known;
    if (known != pairs_.end() && known->bodies == found_[i]) pairs[i].front = std::move(known->front);
  }
  pairs_ = std::move(pairs);
}

}  // namespace abut::scene
