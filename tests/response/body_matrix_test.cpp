#include "abut/response/body_matrix.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <vector>

#include "abut/math/random.h"

namespace abut::response {
namespace {

using math::Random;

Block6 make_random_block(Random& random) {
  Block6 block;
  for (Eigen::Index i = 0; i < block.size(); ++i) block.data()[i] = random.next_between(-1, 1);
  return block;
}

// A dense copy of what is filled in, dominant on the diagonal.
Eigen::MatrixXd fill(BodyMatrix& matrix, std::size_t num_bodies, const std::vector<BodyLink>& links, Random& random) {
  Eigen::MatrixXd dense =
      Eigen::MatrixXd::Identity(6 * static_cast<Eigen::Index>(num_bodies), 6 * static_cast<Eigen::Index>(num_bodies));
  matrix.set_pattern(num_bodies, links);
  matrix.set_identity();
  const auto add = [&](Block6& to, std::uint32_t i, std::uint32_t j, const Block6& block) {
    to += block;
    dense.block<6, 6>(6 * static_cast<Eigen::Index>(i), 6 * static_cast<Eigen::Index>(j)) += block;
  };
  for (const auto& [a, b] : links) {
    add(matrix.between(a, b), a, b, make_random_block(random)),
        add(matrix.between(b, a), b, a, make_random_block(random));
    for (const std::uint32_t i : {a, b})
      add(matrix.diagonal(i), i, i, make_random_block(random) + 8 * Block6::Identity());
  }
  return dense;
}

void expect_solves(std::size_t num_bodies, const std::vector<BodyLink>& links, Random& random) {
  BodyMatrix matrix;
  const Eigen::MatrixXd dense = fill(matrix, num_bodies, links, random);
  Eigen::VectorXd b(dense.rows());
  for (Eigen::Index i = 0; i < b.size(); ++i) b(i) = random.next_between(-1, 1);
  std::vector<Vector6> x(num_bodies);
  for (std::size_t i = 0; i < num_bodies; ++i) x[i] = b.segment<6>(6 * static_cast<Eigen::Index>(i));
  ASSERT_TRUE(matrix.factorise());
  matrix.solve(x);
  const Eigen::VectorXd expected = dense.partialPivLu().solve(b);
  for (std::size_t i = 0; i < num_bodies; ++i)
    EXPECT_NEAR((x[i] - expected.segment<6>(6 * static_cast<Eigen::Index>(i))).norm(), 0.0, 1e-10);
}

TEST(BodyMatrix, SolvesAsADenseMatrixDoes) {
  Random random(1);
  expect_solves(1, {}, random);
  expect_solves(3, {{0, 1}, {2, 1}, {1, 0}}, random);  // a link may repeat, either way round
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<BodyLink> links;
    for (std::uint32_t i = 0; i < 30; ++i) {
      const auto a = static_cast<std::uint32_t>(random.next_index(20)),
                 b = static_cast<std::uint32_t>(random.next_index(20));
      if (a != b) links.push_back({a, b});
    }
    expect_solves(20, links, random);
  }
}

// Of a chain n - 1 bodies have one neighbour left when their turn comes: a block each below and to the right, and one
// more on the diagonal. A ring fills in one edge for each body but the last three.
TEST(BodyMatrix, FillsInAsLittleAsTheGraphAllows) {
  std::vector<BodyLink> chain, ring;
  for (std::uint32_t i = 0; i + 1 < 50; ++i) chain.push_back({i, i + 1});
  ring = chain;
  ring.push_back({49, 0});
  BodyMatrix matrix;
  matrix.set_pattern(50, chain);
  EXPECT_EQ(matrix.num_products(), 49U * 2);
  matrix.set_pattern(50, ring);
  EXPECT_EQ(matrix.num_products(), 48U * 6 + 2);
}

TEST(BodyMatrix, TakesNewNumbersOnAnOldPattern) {
  Random random(2);
  BodyMatrix matrix;
  const std::vector<BodyLink> links = {{0, 1}, {1, 2}, {2, 0}, {2, 3}};
  for (int trial = 0; trial < 3; ++trial) {
    const Eigen::MatrixXd dense = fill(matrix, 4, links, random);
    std::vector<Vector6> x(4, Vector6::Ones());
    ASSERT_TRUE(matrix.factorise());
    matrix.solve(x);
    const Eigen::VectorXd expected = dense.partialPivLu().solve(Eigen::VectorXd::Ones(24));
    for (Eigen::Index i = 0; i < 4; ++i)
      EXPECT_NEAR((x[static_cast<std::size_t>(i)] - expected.segment<6>(6 * i)).norm(), 0.0, 1e-11);
  }
}

TEST(BodyMatrix, SaysWhereABlockHasNoInverse) {
  BodyMatrix matrix;
  matrix.set_pattern(2, std::vector<BodyLink>{{0, 1}});
  matrix.set_identity();
  matrix.diagonal(0).setZero();
  EXPECT_FALSE(matrix.factorise());
}

}  // namespace
}  // namespace abut::response
