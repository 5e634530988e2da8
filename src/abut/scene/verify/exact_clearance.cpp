#include "abut/scene/verify/exact_clearance.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "abut/scene/verify/dyadic.h"

namespace abut::scene {
namespace {

template <class T>
using Scaled = std::vector<T>;  // scaled Bernstein coefficients

template <class S, class T, class Product>
auto convolve(const Scaled<S>& a, const Scaled<T>& b, const Product& product) {
  Scaled<decltype(product(a[0], b[0]))> c(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) c[i + j] = c[i + j] + product(a[i], b[j]);
  }
  return c;
}

template <class T>
Scaled<T> operator*(const Scaled<Dyadic>& k, const Scaled<T>& a) {
  return convolve(k, a, [](const Dyadic& x, const T& y) { return x * y; });
}
Scaled<Dyadic> dot(const Scaled<DyadicVec3>& a, const Scaled<DyadicVec3>& b) {
  return convolve(a, b, [](const DyadicVec3& x, const DyadicVec3& y) { return dot(x, y); });
}
Scaled<DyadicVec3> cross(const Scaled<DyadicVec3>& a, const Scaled<DyadicVec3>& b) {
  return convolve(a, b, [](const DyadicVec3& x, const DyadicVec3& y) { return cross(x, y); });
}
template <class T>
Scaled<T> operator+(Scaled<T> a, const Scaled<T>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = a[i] + b[i];
  return a;
}
Scaled<DyadicVec3> operator-(Scaled<DyadicVec3> a, const Scaled<DyadicVec3>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = a[i] - b[i];
  return a;
}
template <class T>
Scaled<T> elevate_scaled(const Scaled<T>& a) {
  return Scaled<Dyadic>{1.0, 1.0} * a;
}

struct ScaledQuat {
  Scaled<Dyadic> w;
  Scaled<DyadicVec3> u;

  Scaled<Dyadic> squared_norm() const { return w * w + dot(u, u); }
  // |Q|^2 R(Q) x, of two degrees more.
  Scaled<DyadicVec3> turn(const Scaled<DyadicVec3>& x) const {
    const Scaled<DyadicVec3> ux = cross(u, x), sum = w * ux + cross(u, ux);
    return squared_norm() * x + (sum + sum);
  }
  ScaledQuat conjugate() const {
    ScaledQuat c = *this;
    for (DyadicVec3& x : c.u) x = Dyadic(-1.0) * x;
    return c;
  }
};

// Scaled coefficients of p(s) = (1-s) p0 + s p1 + s (1-s) b over [s0, s1].
Scaled<DyadicVec3> make_scaled_position(const math::StepMotion& m, double s0, double s1) {
  const auto blend = [&](const Dyadic& s, const Dyadic& t) {
    const Dyadic sum = s + t;
    return (Dyadic(2.0) - sum) * to_dyadic(m.X0.p) + sum * to_dyadic(m.X1.p) +
           (sum - Dyadic(2.0) * s * t) * to_dyadic(m.bend);
  };
  const Dyadic half = 0.5;
  return {half * blend(s0, s0), blend(s0, s1), half * blend(s1, s1)};
}

DyadicVec3 blend_at(const math::Vec3& x0, const math::Vec3& x1, double s) {
  return (Dyadic(1.0) - Dyadic(s)) * to_dyadic(x0) + Dyadic(s) * to_dyadic(x1);
}
ScaledQuat make_scaled_quat(const math::StepMotion& m, double s0, double s1) {
  const auto w = [&](double s) {
    return (Dyadic(1.0) - Dyadic(s)) * Dyadic(m.X0.q.w()) + Dyadic(s) * Dyadic(m.q1.w());
  };
  return {{w(s0), w(s1)}, {blend_at(m.X0.q.vec(), m.q1.vec(), s0), blend_at(m.X0.q.vec(), m.q1.vec(), s1)}};
}

Dyadic compute_highest(const FeatureTree& tree, const VerifiedFeature& feature, const DyadicVec3& n) {
  Dyadic highest = dot(n, to_dyadic(tree.vertices[feature.vertices[0]]));
  for (std::uint32_t k = 1; k < feature.num_vertices; ++k) {
    const Dyadic height = dot(n, to_dyadic(tree.vertices[feature.vertices[k]]));
    if (highest < height) highest = height;
  }
  return highest;
}

}  // namespace

double compute_exact_clearance(const FeatureTree& a, const VerifiedFeature& feature_a, const math::StepMotion& motion_a,
                               const FeatureTree& b, const VerifiedFeature& feature_b, const math::StepMotion& motion_b,
                               double s0, double s1, const TurningDirection& n) {
  const ScaledQuat Q_A = make_scaled_quat(motion_a, s0, s1), Q_B = make_scaled_quat(motion_b, s0, s1);
  const Scaled<DyadicVec3> d = make_scaled_position(motion_a, s0, s1) - make_scaled_position(motion_b, s0, s1);
  const Scaled<DyadicVec3> normal{to_dyadic(n.n0), to_dyadic(n.n1)};
  const Scaled<Dyadic> W = Q_A.squared_norm() * Q_B.squared_norm();
  if (std::ranges::any_of(W, [](const Dyadic& w) { return w.sign() <= 0; })) return 0.0;

  // B's highest point along the direction, and the radii along the longest direction, rounded upward.
  const double length = std::sqrt(std::max(n.n0.squaredNorm(), n.n1.squaredNorm())) * (1 + 0x1p-50);
  const Dyadic radii = (Dyadic(a.radius) + Dyadic(b.radius)) * Dyadic(length);
  const Scaled<Dyadic> ceiling{compute_highest(b, feature_b, normal[0]) + radii,
                               compute_highest(b, feature_b, normal[1]) + radii};
  const Scaled<Dyadic> taken = elevate_scaled(elevate_scaled(ceiling * W)),
                       weight = elevate_scaled(elevate_scaled(elevate_scaled(W)));

  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t k = 0; k < feature_a.num_vertices; ++k) {
    const Scaled<DyadicVec3> v{to_dyadic(a.vertices[feature_a.vertices[k]])};
    const Scaled<DyadicVec3> x_W =
        Q_A.squared_norm() * d + elevate_scaled(elevate_scaled(Q_A.turn(v)));  // |Q_A|^2 (d + R_A v)
    const Scaled<Dyadic> along = dot(normal, Q_B.conjugate().turn(x_W));
    for (std::size_t j = 0; j < along.size(); ++j) {
      const Dyadic p = along[j] - taken[j];
      if (p.sign() <= 0) return 0.0;
      least = std::min(least, compute_ratio(p, weight[j]));
    }
  }
  return least / length * (1 - 0x1p-46);
}

}  // namespace abut::scene
