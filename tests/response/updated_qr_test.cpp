#include "abut/response/updated_qr.h"

#include <gtest/gtest.h>

#include "abut/math/random.h"
#include "num_allocations.h"

namespace abut::response {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using math::Random;

constexpr double kBound = 1e-13;

VectorXd make_vector(Random& random, std::size_t length) {
  VectorXd x(static_cast<Index>(length));
  for (double& each : x) each = random.next_between(-1, 1);
  return x;
}

std::span<const double> as_span(const VectorXd& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}

VectorXd get_coefficients(const UpdatedQr& qr) {
  VectorXd u(static_cast<Index>(qr.size()));
  qr.compute_coefficients({u.data(), qr.size()});
  return u;
}

VectorXd get_residual(const UpdatedQr& qr, const VectorXd& target) {
  VectorXd r(target.size());
  qr.compute_residual({r.data(), static_cast<std::size_t>(r.size())});
  return r;
}

// By Eigen's decomposition with pivots, of all columns anew.
void expect_nearest(const UpdatedQr& qr, const std::vector<VectorXd>& columns, const VectorXd& target) {
  ASSERT_EQ(qr.size(), columns.size());
  if (columns.empty()) return;
  MatrixXd E(target.size(), static_cast<Index>(columns.size()));
  for (std::size_t k = 0; k < columns.size(); ++k) E.col(static_cast<Index>(k)) = columns[k];
  const VectorXd u = E.colPivHouseholderQr().solve(target);
  EXPECT_LT((get_coefficients(qr) - u).norm(), 1e-10 * (1 + u.norm()));
  EXPECT_LT((get_residual(qr, target) - (target - E * u)).norm(), 1e-12);
}

TEST(UpdatedQr, OfNoColumnsLeavesTheTarget) {
  UpdatedQr qr;
  const VectorXd target = Eigen::Vector3d(1, 2, 3);
  qr.start(as_span(target), 5);
  EXPECT_EQ(qr.size(), 0U);
  EXPECT_EQ(get_residual(qr, target), target);
}

TEST(UpdatedQr, OfTheAxesTakesWhatLiesAlongThem) {
  UpdatedQr qr;
  const VectorXd target = Eigen::Vector3d(1, 2, 3);
  qr.start(as_span(target), 3);
  ASSERT_TRUE(qr.append(as_span(Eigen::Vector3d(0, 2, 0)), kBound));
  ASSERT_TRUE(qr.append(as_span(Eigen::Vector3d(0, 1, 1)), kBound));
  EXPECT_LT((get_coefficients(qr) - Eigen::Vector2d(-0.5, 3)).norm(), 1e-15);
  EXPECT_LT((get_residual(qr, target) - Eigen::Vector3d(1, 0, 0)).norm(), 1e-15);
  qr.remove(0);
  EXPECT_NEAR(get_coefficients(qr)[0], 2.5, 1e-15);
}

TEST(UpdatedQr, RefusesWhatDependsAndKeepsTheRest) {
  UpdatedQr qr;
  const VectorXd target = Eigen::Vector4d(1, 2, 3, 4);
  qr.start(as_span(target), 4);
  const std::vector<VectorXd> columns{Eigen::Vector4d(1, 1, 0, 0), Eigen::Vector4d(0, 1, 1, 0)};
  for (const VectorXd& column : columns) ASSERT_TRUE(qr.append(as_span(column), kBound));
  EXPECT_FALSE(qr.append(as_span(VectorXd(3 * columns[0] - columns[1])), kBound));
  EXPECT_FALSE(qr.append(as_span(VectorXd::Zero(4)), kBound));
  EXPECT_FALSE(qr.append(as_span(VectorXd(columns[0] + 1e-5 * Eigen::Vector4d::UnitW())), 1e-4));
  expect_nearest(qr, columns, target);
}

TEST(UpdatedQr, TakesNoMoreThanItHasRoomFor) {
  UpdatedQr qr;
  const VectorXd target = Eigen::Vector3d(1, 2, 3);
  qr.start(as_span(target), 1);
  EXPECT_TRUE(qr.append(as_span(Eigen::Vector3d(1, 0, 0)), kBound));
  EXPECT_FALSE(qr.append(as_span(Eigen::Vector3d(0, 1, 0)), kBound));
  qr.start(as_span(target), 100);  // no more are independent than there are coordinates
  for (int k = 0; k < 3; ++k) EXPECT_TRUE(qr.append(as_span(Eigen::Vector3d::Unit(k)), kBound));
  EXPECT_FALSE(qr.append(as_span(Eigen::Vector3d(1, 1, 1)), 0.0));
  EXPECT_EQ(get_residual(qr, target).norm(), 0.0);
}

TEST(UpdatedQr, AfterAnyComingAndGoingIsThatOfTheColumnsThatAreLeft) {
  Random random(1);
  for (const std::size_t length : {1, 5, 7, 13, 43}) {
    UpdatedQr qr;
    const VectorXd target = make_vector(random, length);
    qr.start(as_span(target), length);
    std::vector<VectorXd> columns;
    for (int k = 0; k < 200; ++k) {
      if (columns.size() < length && random.next_unit() < 0.6) {
        columns.push_back(make_vector(random, length));
        ASSERT_TRUE(qr.append(as_span(columns.back()), 1e-9));
      } else if (!columns.empty()) {
        const auto out = static_cast<std::size_t>(random.next_index(columns.size()));
        columns.erase(columns.begin() + static_cast<std::ptrdiff_t>(out));
        qr.remove(out);
      }
      if (columns.size() < length) expect_nearest(qr, columns, target);  // a full basis may be badly conditioned
    }
  }
}

// The coefficients of columns that all but coincide are worth little; what is left of the target is at right angles to
// them all the same, to a few rounding errors.
TEST(UpdatedQr, StaysAtRightAnglesToColumnsThatAllButCoincide) {
  Random random(2);
  for (const double shift : {1e-2, 1e-5, 1e-8, 1e-11}) {
    UpdatedQr qr;
    const VectorXd target = make_vector(random, 20), first = make_vector(random, 20);
    qr.start(as_span(target), 20);
    std::vector<VectorXd> columns;
    for (int k = 0; k < 10; ++k) {
      columns.emplace_back(first + shift * make_vector(random, 20));
      ASSERT_TRUE(qr.append(as_span(columns.back()), kBound)) << shift;
    }
    qr.remove(3), columns.erase(columns.begin() + 3);
    const VectorXd r = get_residual(qr, target);
    for (const VectorXd& column : columns) EXPECT_LT(std::abs(r.dot(column)), 1e-14) << shift;
  }
}

TEST(UpdatedQr, TakesNoMemoryOnceItHasGrown) {
  Random random(3);
  UpdatedQr qr;
  std::vector<VectorXd> columns;
  for (int k = 0; k < 13; ++k) columns.push_back(make_vector(random, 13));
  std::vector<double> u(13), r(13);
  const auto run = [&] {
    qr.start(as_span(columns[12]), 12);
    for (int k = 0; k < 12; ++k) qr.append(as_span(columns[static_cast<std::size_t>(k)]), kBound);
    qr.remove(5);
    qr.compute_coefficients(u), qr.compute_residual(r);
  };
  run();
  const long before = num_allocations;
  run();
  EXPECT_EQ(num_allocations - before, 0);
}

}  // namespace
}  // namespace abut::response
