#include "abut/scene/verify/feature_tree.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace abut::scene {
namespace {

using math::Mat3;
using math::Vec3;

constexpr std::size_t kMostCorners = 32;  // more are slower to search than a box is loose

class FeatureTreeBuilder {
 public:
  explicit FeatureTreeBuilder(FeatureTree& tree) : tree_(tree) {
    for (const VerifiedFeature& feature : tree_.features) {
      Vec3 sum = Vec3::Zero();
      for (std::uint32_t k = 0; k < feature.num_vertices; ++k) sum += tree_.vertices[feature.vertices[k]];
      centers_.push_back(sum / feature.num_vertices);
    }
    order_.resize(tree_.features.size());
    std::iota(order_.begin(), order_.end(), 0u);
  }

  // Nodes are split at the middle of their widest extent, one after the other; the list of nodes is the queue.
  void build() {
    tree_.nodes.push_back({.first = 0, .count = static_cast<std::uint32_t>(order_.size())});
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
      FeatureNode node = tree_.nodes[i];
      make_core(node);
      if (!node.is_leaf()) {
        const std::uint32_t half = node.count / 2;
        sort_along_widest(node, half);
        node.left = static_cast<std::uint32_t>(tree_.nodes.size()), node.right = node.left + 1;
        tree_.nodes.push_back({.first = node.first, .count = half});
        tree_.nodes.push_back({.first = node.first + half, .count = node.count - half});
      }
      tree_.nodes[i] = node;
    }
    std::vector<VerifiedFeature> sorted;
    for (const std::uint32_t f : order_) sorted.push_back(tree_.features[f]);
    tree_.features = std::move(sorted);
  }

 private:
  void sort_along_widest(const FeatureNode& node, std::uint32_t half) {
    math::Aabb box;
    for (std::uint32_t k = 0; k < node.count; ++k) box.grow(centers_[order_[node.first + k]]);
    Eigen::Index axis = 0;
    box.extent().maxCoeff(&axis);
    const auto first = order_.begin() + node.first;
    std::nth_element(first, first + half, first + node.count, [&](std::uint32_t f, std::uint32_t g) {
      return centers_[f][axis] != centers_[g][axis] ? centers_[f][axis] < centers_[g][axis] : f < g;
    });
  }

  void make_core(FeatureNode& node) {
    used_.clear();
    for (std::uint32_t k = 0; k < node.count; ++k) {
      const VerifiedFeature& feature = tree_.features[order_[node.first + k]];
      used_.insert(used_.end(), feature.vertices.begin(), feature.vertices.begin() + feature.num_vertices);
    }
    std::ranges::sort(used_);
    used_.erase(std::unique(used_.begin(), used_.end()), used_.end());
    math::Aabb bounds;
    for (const std::uint32_t v : used_) bounds.grow(tree_.vertices[v]);
    node.size = math::compute_diagonal(bounds);
    if (used_.size() > kMostCorners) return make_box(node);
    node.first_corner = static_cast<std::uint32_t>(tree_.corners.size());
    node.num_corners = static_cast<std::uint32_t>(used_.size());
    for (const std::uint32_t v : used_) {
      tree_.corners.push_back(tree_.vertices[v]);
      tree_.extent = std::max(tree_.extent, tree_.vertices[v].norm());
    }
  }

  // Whatever the axes turned out to be: the slack is what the box misses of any vertex, measured.
  void make_box(FeatureNode& node) {
    const Mat3 axes = compute_principal_axes();
    Vec3 lower = Vec3::Constant(std::numeric_limits<double>::infinity()), upper = -lower;
    for (const std::uint32_t v : used_) {
      const Vec3 t = axes.transpose() * tree_.vertices[v];
      lower = lower.cwiseMin(t), upper = upper.cwiseMax(t);
    }
    node.center = axes * (0.5 * lower + 0.5 * upper);
    const Vec3 half = 0.5 * (upper - lower);
    node.half_axes = axes * half.asDiagonal();
    double missed = 0.0;
    for (const std::uint32_t v : used_) {
      const Vec3 t = (axes.transpose() * (tree_.vertices[v] - node.center)).cwiseMax(-half).cwiseMin(half);
      missed = std::max(missed, (tree_.vertices[v] - node.center - axes * t).norm());
    }
    // In measuring, a dozen roundings of vertex, centre and half axes.
    const double reach = node.center.norm() + half.sum();
    node.slack = 2 * missed + 32 * 0x1p-53 * reach;
    tree_.extent = std::max(tree_.extent, reach + node.slack);
  }

  Mat3 compute_principal_axes() const {
    Vec3 mean = Vec3::Zero();
    for (const std::uint32_t v : used_) mean += tree_.vertices[v];
    mean /= static_cast<double>(used_.size());
    Mat3 spread = Mat3::Zero();
    for (const std::uint32_t v : used_) {
      const Vec3 d = tree_.vertices[v] - mean;
      spread += d * d.transpose();
    }
    return Eigen::SelfAdjointEigenSolver<Mat3>(spread).eigenvectors();
  }

  FeatureTree& tree_;
  std::vector<Vec3> centers_;
  std::vector<std::uint32_t> order_, used_;
};

}  // namespace

FeatureTree make_feature_tree(const geometry::Mesh& mesh, double radius) {
  FeatureTree tree;
  tree.vertices = mesh.vertices;
  tree.radius = radius;
  for (const geometry::Triangle& t : mesh.triangles) {
    tree.features.push_back({{t[0].value(), t[1].value(), t[2].value()}, 3});
  }
  for (const geometry::Segment& e : mesh.segments) tree.features.push_back({{e[0].value(), e[1].value(), 0}, 2});
  for (const VertexId p : mesh.points) tree.features.push_back({{p.value(), 0, 0}, 1});
  FeatureTreeBuilder(tree).build();
  tree.extent *= 1 + 0x1p-40;  // its own rounding
  return tree;
}

Vec3 compute_farthest(const FeatureTree& tree, const FeatureNode& node, const Vec3& direction) {
  if (node.num_corners == 0) {
    Vec3 point = node.center;
    for (int i = 0; i < 3; ++i) {
      const Vec3 a = node.half_axes.col(i);
      point += direction.dot(a) < 0 ? Vec3(-a) : a;
    }
    return point;
  }
  const auto corners = tree.corners_of(node);
  std::size_t best = 0;
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const double along = direction.dot(corners[i]);
    if (along > most) most = along, best = i;
  }
  return corners[best];
}

std::array<double, kDirectionBlock> compute_least(const FeatureTree& tree, const FeatureNode& node,
                                                  const DirectionBlock& m) {
  std::array<double, kDirectionBlock> least;
  if (node.num_corners == 0) {
    const Vec3& c = node.center;
    const Mat3& a = node.half_axes;
    for (std::size_t j = 0; j < kDirectionBlock; ++j) {
      const auto along = [&](double x, double y, double z) { return m.x[j] * x + m.y[j] * y + m.z[j] * z; };
      const double length = std::sqrt(along(m.x[j], m.y[j], m.z[j]));
      least[j] = along(c[0], c[1], c[2]) - std::abs(along(a(0, 0), a(1, 0), a(2, 0))) -
                 std::abs(along(a(0, 1), a(1, 1), a(2, 1))) - std::abs(along(a(0, 2), a(1, 2), a(2, 2))) -
                 node.slack * length;
    }
    return least;
  }
  least.fill(std::numeric_limits<double>::infinity());
  for (const Vec3& v : tree.corners_of(node)) {
    for (std::size_t j = 0; j < kDirectionBlock; ++j) {
      const double along = m.x[j] * v[0] + m.y[j] * v[1] + m.z[j] * v[2];
      least[j] = along < least[j] ? along : least[j];
    }
  }
  return least;
}

}  // namespace abut::scene
