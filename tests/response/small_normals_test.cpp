#include "abut/response/small_normals.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "abut/math/random.h"

namespace abut::response {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Of rank three below, as four points of a face, plus something on the diagonal.
Matrix make_matrix(math::Random& random, Eigen::Index n, double diagonal) {
  Matrix J(n, 3);
  for (Eigen::Index i = 0; i < n; ++i) J.row(i) << 1.0, random.next_between(-1, 1), random.next_between(-1, 1);
  return J * J.transpose() + diagonal * Matrix::Identity(n, n);
}

TEST(SmallNormals, TheInverseIsOne) {
  math::Random random(1);
  for (Eigen::Index n = 1; n <= kMostTogether; ++n) {
    const Matrix A = make_matrix(random, n, 0.1);
    Matrix M = A;
    invert_small(M.data(), static_cast<std::size_t>(n));
    EXPECT_LT((A * M - Matrix::Identity(n, n)).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_LT((M - M.transpose()).cwiseAbs().maxCoeff(), 1e-12);
  }
}

TEST(SmallNormals, TheInverseOfANearlySingularOneStillSolves) {
  math::Random random(2);
  const Matrix A = make_matrix(random, 4, 1e-9);
  Matrix M = A;
  invert_small(M.data(), 4);
  const Eigen::Vector4d x = A * Eigen::Vector4d(1, 2, 3, 4);  // in its range
  EXPECT_LT((A * (M * x) - x).norm(), 1e-6 * x.norm());
}

// What they have become is what the matrix makes of the impulses; none pulls; what approaches still does so by little.
TEST(SmallNormals, ProjectedNormalsDoNotPullAndSeldomApproach) {
  math::Random random(3);
  for (int k = 0; k < 500; ++k) {
    const auto n = static_cast<Eigen::Index>(1 + random.next_index(8));
    const Matrix W = make_matrix(random, n, 0.5);
    FewNumbers rates{}, p{}, before{}, start{};
    for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
      start[i] = rates[i] = random.next_between(-1, 1);
      before[i] = p[i] = std::max(random.next_between(-1, 1), 0.0);
    }
    project_normals(W.data(), static_cast<std::size_t>(n), rates, p);
    double worst = 0.0;
    for (Eigen::Index i = 0; i < n; ++i) {
      const auto at = static_cast<std::size_t>(i);
      double rate = start[at];
      for (Eigen::Index j = 0; j < n; ++j)
        rate += W(i, j) * (p[static_cast<std::size_t>(j)] - before[static_cast<std::size_t>(j)]);
      EXPECT_NEAR(rate, rates[at], 1e-12);
      EXPECT_GE(p[at], 0.0);
      worst = std::max(worst, std::abs(std::min(rate, W(i, i) * p[at])));
    }
    EXPECT_LT(worst, 0.5);  // from up to a few
  }
}

TEST(SmallNormals, ThoseThatAreRightStay) {
  const double W[4] = {2, 1, 1, 2};
  FewNumbers rates{0.0, 0.25}, p{1.0, 0.0};
  project_normals(W, 2, rates, p);
  EXPECT_EQ(p[0], 1.0);
  EXPECT_EQ(p[1], 0.0);
}

}  // namespace
}  // namespace abut::response
