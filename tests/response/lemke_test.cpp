#include "abut/response/lemke.h"

#include <gtest/gtest.h>

#include "abut/math/random.h"
#include "full_run.h"
#include "oracle/lcp_enumeration.h"

namespace abut::response {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using math::Random;
using oracle::RMatrix;
using oracle::RVector;

struct Problem {
  MatrixXd M;
  VectorXd q;
};

// Small integers: ties and singular choices are common.
VectorXd make_integers(Random& random, Index size, int most) {
  VectorXd v(size);
  for (double& x : v) x = static_cast<double>(random.next_index(static_cast<std::uint64_t>(2 * most + 1))) - most;
  return v;
}
MatrixXd make_integers(Random& random, Index rows, Index columns, int most) {
  MatrixXd A(rows, columns);
  for (Index j = 0; j < columns; ++j) A.col(j) = make_integers(random, rows, most);
  return A;
}

std::vector<RVector> enumerate(const Problem& problem) {
  RMatrix M;
  RVector q;
  for (Index i = 0; i < problem.q.size(); ++i) {
    M.emplace_back();
    for (Index j = 0; j < problem.q.size(); ++j) M.back().emplace_back(problem.M(i, j));
    q.emplace_back(problem.q(i));
  }
  return oracle::enumerate_lcp(M, q);
}

double compute_distance(const RVector& exact, const VectorXd& z) {
  double distance = 0.0;
  for (std::size_t i = 0; i < exact.size(); ++i)
    distance = std::max(distance, std::abs(exact[i].convert_to<double>() - z(static_cast<Index>(i))));
  return distance;
}

double compute_fault(const Problem& problem, const VectorXd& z) {
  return (problem.M * z + problem.q).cwiseMin(z).cwiseAbs().maxCoeff();
}

TEST(Lemke, OfNothingAndOfWhatIsFeasibleIsZero) {
  EXPECT_EQ(solve_lcp(MatrixXd(0, 0), VectorXd(0)).outcome, LemkeOutcome::kSolved);
  const LemkeAnswer answer = solve_lcp(MatrixXd::Identity(3, 3), Eigen::Vector3d(1, 0, 2));
  EXPECT_EQ(answer.z, VectorXd::Zero(3));
  EXPECT_EQ(answer.num_pivots, 0);
}

TEST(Lemke, OfOneUnknownIsAQuotient) {
  const LemkeAnswer answer = solve_lcp(MatrixXd::Constant(1, 1, 4.0), VectorXd::Constant(1, -2.0));
  EXPECT_EQ(answer.outcome, LemkeOutcome::kSolved);
  EXPECT_DOUBLE_EQ(answer.z(0), 0.5);
}

TEST(Lemke, EqualsEnumerationWherePositiveDefiniteMakesTheAnswerUnique) {
  Random random(1);
  const std::size_t count = choose_count(100, 3000);
  for (std::size_t k = 0; k < count; ++k) {
    const Index size = 1 + static_cast<Index>(random.next_index(6));
    const MatrixXd A = make_integers(random, size, size, 3);
    const Problem problem{A * A.transpose() + MatrixXd::Identity(size, size), make_integers(random, size, 5)};
    const LemkeAnswer answer = solve_lcp(problem.M, problem.q);
    const std::vector<RVector> exact = enumerate(problem);
    ASSERT_EQ(answer.outcome, LemkeOutcome::kSolved);
    // Degenerate choices name the same z again.
    ASSERT_FALSE(exact.empty());
    for (const RVector& each : exact) ASSERT_LT(compute_distance(each, answer.z), 1e-10);
  }
}

// Copositive plus: what has a feasible point has an answer, and Lemke finds one; else there is a ray.
TEST(Lemke, OnSemidefiniteMatricesSolvesExactlyWhatHasAnAnswer) {
  Random random(2);
  const std::size_t count = choose_count(150, 3000);
  std::size_t num_rays = 0, num_solved = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const Index size = 2 + static_cast<Index>(random.next_index(5));
    const MatrixXd A = make_integers(random, size, 1 + size / 2, 2);  // rank about half
    const Problem problem{A * A.transpose(), make_integers(random, size, 3)};
    const LemkeAnswer answer = solve_lcp(problem.M, problem.q);
    const bool has_answer = !enumerate(problem).empty();
    const bool is_solved = answer.outcome == LemkeOutcome::kSolved;
    ASSERT_TRUE(!is_solved || compute_fault(problem, answer.z) < 1e-10) << "problem " << k;
    ASSERT_TRUE(is_solved || (!has_answer && answer.outcome == LemkeOutcome::kRay)) << "problem " << k;
    ++(answer.outcome == LemkeOutcome::kRay ? num_rays : num_solved);
  }
  EXPECT_GT(num_rays, count / 20);
  EXPECT_GT(num_solved, count / 20);
}

TEST(Lemke, NeverGivesAWrongAnswerToAnyMatrix) {
  Random random(3);
  const std::size_t count = choose_count(150, 3000);
  std::size_t num_solved = 0, num_missed = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const Index size = 2 + static_cast<Index>(random.next_index(4));
    const Problem problem{make_integers(random, size, size, 3), make_integers(random, size, 3)};
    const LemkeAnswer answer = solve_lcp(problem.M, problem.q);
    ASSERT_NE(answer.outcome, LemkeOutcome::kMostPivots);
    if (answer.outcome == LemkeOutcome::kSolved) {
      ++num_solved;
      ASSERT_LT(compute_fault(problem, answer.z), 1e-10);
    } else {
      num_missed += enumerate(problem).empty() ? 0 : 1;  // its ray says nothing of such matrices
    }
  }
  EXPECT_GT(num_solved, count / 3);
  EXPECT_LT(num_missed, count / 3);
}

TEST(Lemke, NamesARayWhereNothingPushesBack) {
  EXPECT_EQ(solve_lcp(MatrixXd::Zero(1, 1), VectorXd::Constant(1, -1.0)).outcome, LemkeOutcome::kRay);
  MatrixXd squeezed(2, 2);
  squeezed << 1, -1, -1, 1;  // a body between two walls that both come nearer
  EXPECT_EQ(solve_lcp(squeezed, Eigen::Vector2d(-1, -1)).outcome, LemkeOutcome::kRay);
  EXPECT_EQ(solve_lcp(squeezed, Eigen::Vector2d(-1, 1)).outcome, LemkeOutcome::kSolved);
}

TEST(Lemke, NamesTheBoundOnPivots) {
  const LemkeAnswer answer =
      solve_lcp(MatrixXd::Identity(6, 6), -VectorXd::LinSpaced(6, 1, 6), {.tolerance = 1e-10, .max_pivots = 3});
  EXPECT_EQ(answer.outcome, LemkeOutcome::kMostPivots);
  EXPECT_EQ(answer.num_pivots, 3);
}

TEST(Lemke, NamesAResidualAboveTheTolerance) {
  MatrixXd M(2, 2);
  M << 1, 0.3, 0.3, 0.7;
  EXPECT_EQ(solve_lcp(M, Eigen::Vector2d(-1.0 / 3, -1.0 / 7), {.tolerance = -1.0}).outcome, LemkeOutcome::kInaccurate);
}

// Murty's matrices, on which pivoting takes 2^n - 1 steps from the usual start: still right.
TEST(Lemke, SolvesTriangularMatricesThatMakePivotingLong) {
  for (const Index size : {4, 8, 12}) {
    MatrixXd M = MatrixXd::Identity(size, size);
    for (Index i = 0; i < size; ++i)
      for (Index j = i + 1; j < size; ++j) M(i, j) = 2.0;
    const LemkeAnswer answer = solve_lcp(M, -VectorXd::Ones(size));
    EXPECT_EQ(answer.outcome, LemkeOutcome::kSolved);
    VectorXd expected = VectorXd::Zero(size);
    expected(size - 1) = 1.0;
    EXPECT_LT((answer.z - expected).norm(), 1e-10);
  }
}

TEST(Lemke, ScalesToHundredsOfUnknowns) {
  Random random(4);
  const Index size = 150;
  MatrixXd A(size, size);
  for (double& x : A.reshaped()) x = random.next_between(-1, 1);
  VectorXd q(size);
  for (double& x : q) x = random.next_between(-1, 1);
  const LemkeAnswer answer = solve_lcp(A * A.transpose() / static_cast<double>(size), q);
  EXPECT_EQ(answer.outcome, LemkeOutcome::kSolved);
  EXPECT_LT(answer.residual, 1e-10);
}

}  // namespace
}  // namespace abut::response
