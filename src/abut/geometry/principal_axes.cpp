#include "abut/geometry/principal_axes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace abut::geometry {
namespace {

using math::Mat3;
using math::Vec3;

// Turns the plane of axes p and q so that A(p, q) becomes zero: A <- J^T A J, R <- R J.
void rotate(Mat3& A, Mat3& R, int p, int q) {
  const double theta = (A(q, q) - A(p, p)) / (2 * A(p, q));
  // The smaller root of t^2 + 2 theta t - 1 = 0; zero where theta overflows.
  const double t = std::copysign(1.0, theta) / (std::abs(theta) + std::sqrt(theta * theta + 1));
  const double c = 1 / std::sqrt(t * t + 1);
  const double s = t * c;
  const double pq = A(p, q);
  const int r = 3 - p - q;
  const double rp = A(r, p);
  const double rq = A(r, q);
  A(p, p) -= t * pq;
  A(q, q) += t * pq;
  A(p, q) = A(q, p) = 0.0;
  A(r, p) = A(p, r) = c * rp - s * rq;
  A(r, q) = A(q, r) = s * rp + c * rq;
  const Vec3 column = R.col(p);
  R.col(p) = c * column - s * R.col(q);
  R.col(q) = s * column + c * R.col(q);
}

Vec3 make_positive(const Vec3& axis) {
  Eigen::Index largest = 0;
  axis.cwiseAbs().maxCoeff(&largest);
  return axis[largest] < 0.0 ? Vec3(-axis) : axis;
}

}  // namespace

PrincipalAxes compute_principal_axes(const Mat3& I_B) {
  Mat3 A = I_B / 2 + I_B.transpose() / 2;
  Mat3 R = Mat3::Identity();
  // Convergence is quadratic: four or five sweeps reach what rounding leaves. The bound on sweeps is never needed, and
  // harmless: what is left off the diagonal is then as small as it became.
  constexpr int kMaxSweeps = 16;
  const double negligible = A.cwiseAbs().maxCoeff() * std::numeric_limits<double>::epsilon() / 256;
  constexpr std::array<std::array<int, 2>, 3> kPlanes = {{{0, 1}, {0, 2}, {1, 2}}};
  for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
    bool is_diagonal = true;
    for (const auto& [p, q] : kPlanes) {
      if (std::abs(A(p, q)) <= negligible) continue;
      is_diagonal = false;
      rotate(A, R, p, q);
    }
    if (is_diagonal) break;
  }

  std::array<int, 3> order = {0, 1, 2};
  std::ranges::stable_sort(order, {}, [&](int i) { return A(i, i); });
  PrincipalAxes result;
  Mat3 R_BP;
  R_BP.col(0) = make_positive(R.col(order[0]));
  R_BP.col(1) = make_positive(R.col(order[1]));
  R_BP.col(2) = R_BP.col(0).cross(R_BP.col(1));
  for (int i = 0; i < 3; ++i) result.moments[i] = A(order[i], order[i]);
  result.q_BP = math::Quat(R_BP).normalized();
  return result;
}

}  // namespace abut::geometry
