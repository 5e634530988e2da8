#include "abut/scene/verify/relative_sweep.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace abut::scene {
namespace {

using math::Mat3;
using math::Quat;
using math::Vec3;

struct SweepQuat {
  double w;
  Vec3 u;
};

SweepQuat blend_quaternion(const math::StepMotion& m, double s) {
  return {(1 - s) * m.X0.q.w() + s * m.q1.w(), (1 - s) * m.X0.q.vec() + s * m.q1.vec()};
}

double dot(const SweepQuat& a, const SweepQuat& b) {
  return a.w * b.w + a.u.dot(b.u);
}

SweepQuat mean(const SweepQuat& a, const SweepQuat& b) {
  return {0.5 * (a.w + b.w), 0.5 * (a.u + b.u)};
}

// b* a.
SweepQuat multiply_conjugate(const SweepQuat& b, const SweepQuat& a) {
  return {b.w * a.w + b.u.dot(a.u), b.w * a.u - a.w * b.u - b.u.cross(a.u)};
}

// S(q, r): (w w' - u . u') 1 + u u'^T + u' u^T + (w [u'] + w' [u]).
Mat3 compute_polar(const SweepQuat& q, const SweepQuat& r) {
  const Vec3 t = q.w * r.u + r.w * q.u;
  const Vec3 xx = q.u.cwiseProduct(r.u);
  const double ww = q.w * r.w;
  const auto sym = [&](int i, int j) { return q.u[i] * r.u[j] + q.u[j] * r.u[i]; };
  const double xy = sym(0, 1), xz = sym(0, 2), yz = sym(1, 2);
  Mat3 S;
  S(0, 0) = ww + xx[0] - xx[1] - xx[2], S(0, 1) = xy - t[2], S(0, 2) = xz + t[1];
  S(1, 0) = xy + t[2], S(1, 1) = ww - xx[0] + xx[1] - xx[2], S(1, 2) = yz - t[0];
  S(2, 0) = xz - t[1], S(2, 1) = yz + t[0], S(2, 2) = ww - xx[0] - xx[1] + xx[2];
  return S;
}

// Bernstein coefficients of one degree more: c_k = (k a_{k-1} + (n - k) a_k) / n with n the new degree.
template <class T, std::size_t kCount>
std::array<T, kCount + 1> elevate(const std::array<T, kCount>& a) {
  std::array<T, kCount + 1> c;
  constexpr double n = kCount;
  c[0] = a[0], c[kCount] = a[kCount - 1];
  for (std::size_t k = 1; k < kCount; ++k) {
    c[k] = (static_cast<double>(k) / n) * a[k - 1] + ((n - static_cast<double>(k)) / n) * a[k];
  }
  return c;
}

// Of the square of a quadratic with coefficients g, under the symmetric bilinear f.
template <class F>
auto square(const std::array<SweepQuat, 3>& g, const F& f) {
  using T = decltype(f(g[0], g[0]));
  return std::array<T, 5>{f(g[0], g[0]), f(g[0], g[1]), T((1.0 / 3) * f(g[0], g[2]) + (2.0 / 3) * f(g[1], g[1])),
                          f(g[1], g[2]), f(g[2], g[2])};
}

constexpr double binomial(std::size_t n, std::size_t k) {
  double b = 1;
  for (std::size_t i = 0; i < k; ++i) b = b * static_cast<double>(n - i) / static_cast<double>(i + 1);
  return b;
}

// Of a product, from those of its factors.
template <class S, class T, std::size_t kA, std::size_t kB>
std::array<T, kA + kB - 1> multiply(const std::array<S, kA>& a, const std::array<T, kB>& b) {
  std::array<T, kA + kB - 1> c;
  c.fill(T::Zero());
  for (std::size_t i = 0; i < kA; ++i) {
    for (std::size_t j = 0; j < kB; ++j) {
      const double share = binomial(kA - 1, i) * binomial(kB - 1, j) / binomial(kA + kB - 2, i + j);
      c[i + j] += share * (a[i] * b[j]);
    }
  }
  return c;
}

// Of the offset of the origins, (1-s) e0 + s e1 + s (1-s) b.
std::array<Vec3, 3> compute_offsets(const math::StepMotion& a, const math::StepMotion& b, double s0, double s1) {
  const Vec3 e0 = a.X0.p - b.X0.p, e1 = a.X1.p - b.X1.p, bend = a.bend - b.bend;
  const auto blend = [&](double s, double t) {
    const double early = 0.5 * ((1 - s) + (1 - t)), late = 0.5 * (s + t), both = 0.5 * (s * (1 - t) + t * (1 - s));
    return Vec3(early * e0 + late * e1 + both * bend);
  };
  return {blend(s0, s0), blend(s0, s1), blend(s1, s1)};
}

double bound_offset(const math::StepMotion& a, const math::StepMotion& b) {
  const double at_ends = std::max((a.X0.p - b.X0.p).squaredNorm(), (a.X1.p - b.X1.p).squaredNorm());
  return std::sqrt(at_ends) + a.bend.norm() + b.bend.norm();
}

}  // namespace

RelativeSweep make_relative_sweep(const math::StepMotion& a, const math::StepMotion& b, double s0, double s1,
                                  double extents) {
  const SweepQuat a0 = blend_quaternion(a, s0), a1 = blend_quaternion(a, s1);
  const SweepQuat b0 = blend_quaternion(b, s0), b1 = blend_quaternion(b, s1);

  RelativeSweep sweep;
  const std::array<SweepQuat, 3> g{multiply_conjugate(b0, a0),
                                   mean(multiply_conjugate(b0, a1), multiply_conjugate(b1, a0)),
                                   multiply_conjugate(b1, a1)};
  sweep.M = elevate(elevate(square(g, [](const SweepQuat& q, const SweepQuat& r) { return compute_polar(q, r); })));
  sweep.w = elevate(elevate(square(g, [](const SweepQuat& q, const SweepQuat& r) { return dot(q, r); })));

  // |Q_A|^2 d is quartic, S(Q_B)' quadratic.
  const std::array<double, 3> aa{dot(a0, a0), dot(a0, a1), dot(a1, a1)};
  const std::array<Mat3, 3> S{compute_polar(b0, b0).transpose(), compute_polar(b0, b1).transpose(),
                              compute_polar(b1, b1).transpose()};
  sweep.T = multiply(S, multiply(aa, compute_offsets(a, b, s0, s1)));

  const double kappa = std::max(aa[0], aa[2]) * std::max(dot(b0, b0), dot(b1, b1));
  sweep.error = kSweepBound * kappa * (bound_offset(a, b) + extents);
  const double least = *std::min_element(sweep.w.begin(), sweep.w.end());
  sweep.is_valid = least > kSweepBound * kappa && std::isfinite(sweep.error);
  return sweep;
}

double compute_clearance(const RelativeSweep& sweep, const FeatureTree& a, const FeatureNode& node_a,
                         const FeatureTree& b, const FeatureNode& node_b, const TurningDirection& n) {
  constexpr double kNothing = -std::numeric_limits<double>::infinity();
  constexpr std::size_t kNumCoefficients = RelativeSweep::kNumMaps + 1;
  static_assert(kNumCoefficients <= kDirectionBlock);
  const double length = std::sqrt(std::max(n.n0.squaredNorm(), n.n1.squaredNorm()));
  if (!sweep.is_valid || !(length > 0) || !std::isfinite(length)) return kNothing;

  DirectionBlock over_b;
  over_b.x[0] = -n.n0[0], over_b.y[0] = -n.n0[1], over_b.z[0] = -n.n0[2];
  over_b.x[1] = -n.n1[0], over_b.y[1] = -n.n1[1], over_b.z[1] = -n.n1[2];
  const auto least_b = compute_least(b, node_b, over_b);
  const double c0 = -least_b[0], c1 = -least_b[1];

  DirectionBlock over_a;
  std::array<double, kNumCoefficients> offset, weight;
  for (std::size_t j = 0; j < kNumCoefficients; ++j) {
    const double late = static_cast<double>(j) / 7, early = static_cast<double>(7 - j) / 7;
    const std::size_t k0 = std::min<std::size_t>(j, 6), k1 = std::max<std::size_t>(j, 1) - 1;
    const Vec3 m0 = early * n.n0, m1 = late * n.n1;
    const Vec3 m = sweep.M[k0].transpose() * m0 + sweep.M[k1].transpose() * m1;
    over_a.x[j] = m[0], over_a.y[j] = m[1], over_a.z[j] = m[2];
    offset[j] = m0.dot(sweep.T[k0]) + m1.dot(sweep.T[k1]) - (early * c0) * sweep.w[k0] - (late * c1) * sweep.w[k1];
    weight[j] = early * sweep.w[k0] + late * sweep.w[k1];
  }
  const auto least_a = compute_least(a, node_a, over_a);
  double clearance = std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < kNumCoefficients; ++j) {
    const double p = least_a[j] + offset[j] - sweep.error * length;
    clearance = std::min(clearance, p / (weight[j] * length));
  }
  return clearance - std::abs(clearance) * 0x1p-46;  // what the weights and the quotient are rounded by
}

}  // namespace abut::scene
