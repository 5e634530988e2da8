#include "abut/response/body_system.h"

#include <algorithm>
#include <cmath>

namespace abut::response {
namespace {

using math::Mat3;
using math::Twist;
using math::Vec3;

constexpr std::size_t kMostBodies = 2000;   // the search for an order takes the square of it
constexpr std::size_t kMostProducts = 20;   // of blocks, for each contact
constexpr std::size_t kFewProducts = 2000;  // that are always taken

Mat3 make_cross(const Vec3& r) {
  Mat3 R;
  R << 0, -r.z(), r.y(), r.z(), 0, -r.x(), -r.y(), r.x(), 0;
  return R;
}

// Lower triangular, C C^T = A; a column of zeros where nothing moves along it.
Mat3 compute_root(const Mat3& A) {
  constexpr double kLockedRoot = 1e-14;  // of the trace
  const double least = kLockedRoot * A.trace();
  Mat3 C = Mat3::Zero();
  for (int j = 0; j < 3; ++j) {
    const double pivot = A(j, j) - C.row(j).head(j).squaredNorm();
    if (!(pivot > least)) continue;
    C(j, j) = std::sqrt(pivot);
    for (int i = j + 1; i < 3; ++i) C(i, j) = (A(i, j) - C.row(i).head(j).dot(C.row(j).head(j))) / C(j, j);
  }
  return C;
}

// The points of B move as those of A would, about a centre that is d away: J_b = -J T, T = (1 0; -d x 1).
Block6 multiply_shift(const Block6& H, const Mat3& cross_d) {
  Block6 HT = H;
  HT.leftCols<3>().noalias() -= H.rightCols<3>() * cross_d;
  return HT;
}
template <class Rows>  // T^T H; (d x)^T = -(d x)
Rows multiply_shift_transposed(const Mat3& cross_d, const Rows& H) {
  Rows TH = H;
  TH.template topRows<3>().noalias() += cross_d * H.template bottomRows<3>();
  return TH;
}

}  // namespace

bool BodySystem::load(const ContactProblem& problem) {
  problem_ = &problem;
  roots_.clear(), links_.clear();
  std::uint32_t num_moving = 0;
  for (const ProblemBody& body : problem.bodies) {
    MovingRoot& root = roots_.emplace_back();
    if (body.inv_mass == Vec3::Zero() && body.inv_inertia == Mat3::Zero()) continue;
    root.row = num_moving++;
    root.C_w = compute_root(body.inv_inertia), root.C_v = body.inv_mass.cwiseSqrt();
  }
  if (num_moving > kMostBodies) return false;
  for (const ContactGroup& group : problem.groups) {
    const ProblemContact& contact = problem.contacts[group.first];
    const std::uint32_t a = roots_[contact.a].row, b = roots_[contact.b].row;
    if (a != kFixed && b != kFixed && a != b) links_.push_back({a, b});
  }
  matrix_.set_pattern(num_moving, links_);
  y_.resize(num_moving);
  return matrix_.num_products() <= std::max(kFewProducts, kMostProducts * problem.contacts.size());
}

// C_a^T H C_b.
Block6 BodySystem::weigh(const MovingRoot& a, const Block6& H, const MovingRoot& b) {
  Block6 weighed;
  weighed.topLeftCorner<3, 3>() = a.C_w.transpose() * H.topLeftCorner<3, 3>() * b.C_w;
  weighed.topRightCorner<3, 3>() = a.C_w.transpose() * H.topRightCorner<3, 3>() * b.C_v.asDiagonal();
  weighed.bottomLeftCorner<3, 3>() = a.C_v.asDiagonal() * H.bottomLeftCorner<3, 3>() * b.C_w;
  weighed.bottomRightCorner<3, 3>() = a.C_v.asDiagonal() * H.bottomRightCorner<3, 3>() * b.C_v.asDiagonal();
  return weighed;
}

// H = sum of J^T D J about the centre of A, J V = v + w x arm; with B's, J_b = -J T.
void BodySystem::add_group(const ContactGroup& group, std::span<const LinearContact> linear) {
  Block6 H = Block6::Zero();
  for (std::uint32_t i = group.first; i < group.first + group.count; ++i) {
    const Mat3 &D = linear[i].D, R = make_cross(problem_->contacts[i].arm_a), RD = R * D, DR = D * R;
    H.topLeftCorner<3, 3>() -= RD * R, H.topRightCorner<3, 3>() += RD;
    H.bottomLeftCorner<3, 3>() -= DR, H.bottomRightCorner<3, 3>() += D;
  }
  const ProblemContact& first = problem_->contacts[group.first];
  const MovingRoot &a = roots_[first.a], &b = roots_[first.b];
  if (a.row != kFixed) matrix_.diagonal(a.row) += weigh(a, H, a);
  if (b.row == kFixed) return;
  const Mat3 cross_d = make_cross(first.arm_b - first.arm_a);
  const Block6 HT = multiply_shift(H, cross_d);
  matrix_.diagonal(b.row) += weigh(b, multiply_shift_transposed(cross_d, HT), b);
  if (a.row == kFixed || a.row == b.row) return;
  matrix_.between(a.row, b.row) -= weigh(a, HT, b);
  matrix_.between(b.row, a.row) -= weigh(b, multiply_shift_transposed(cross_d, H), a);
}

// G^T g.
void BodySystem::add_load(const ContactGroup& group, std::span<const LinearContact> linear) {
  const ProblemContact& first = problem_->contacts[group.first];
  Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
  for (std::uint32_t i = group.first; i < group.first + group.count; ++i)
    force += linear[i].g, moment += problem_->contacts[i].arm_a.cross(linear[i].g);
  const auto push = [&](const MovingRoot& body, const Vec3& f, const Vec3& m) {
    if (body.row == kFixed) return;
    y_[body.row].head<3>() += body.C_w.transpose() * m, y_[body.row].tail<3>() += body.C_v.cwiseProduct(f);
  };
  push(roots_[first.a], force, moment);
  push(roots_[first.b], -force, -moment - (first.arm_b - first.arm_a).cross(force));
}

bool BodySystem::factorise(std::span<const LinearContact> linear) {
  matrix_.set_identity();
  for (const ContactGroup& group : problem_->groups) add_group(group, linear);
  return matrix_.factorise();
}

bool BodySystem::solve(std::span<const LinearContact> linear, std::span<Twist> dV) {
  for (Vector6& y : y_) y.setZero();
  for (const ContactGroup& group : problem_->groups) add_load(group, linear);
  matrix_.solve(y_);
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    dV[i] = {};
    if (roots_[i].row == kFixed) continue;
    const Vector6& y = y_[roots_[i].row];
    if (!y.allFinite()) return false;
    dV[i] = {roots_[i].C_w * y.head<3>(), roots_[i].C_v.cwiseProduct(y.tail<3>())};
  }
  return true;
}

}  // namespace abut::response
