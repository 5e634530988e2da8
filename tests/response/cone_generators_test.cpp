#include "abut/response/cone_generators.h"

#include <gtest/gtest.h>

#include "abut/math/random.h"

namespace abut::response {
namespace {

using Eigen::Index;
using Eigen::VectorXd;
using math::Random;

constexpr std::uint32_t kNoBlock = ConeGenerators::kNoBlock, kNone = ConeGenerators::kNone;

MotionBlock make_any_block(Random& random) {
  MotionBlock block;
  for (double& x : block) x = random.next_between(-1, 1);
  return block;
}

// Generators of any two of these blocks, or of one or none, and each as a vector of the whole space.
struct SampleGenerators {
  ConeGenerators generators;
  std::vector<std::uint32_t> ids;
  std::vector<VectorXd> vectors;
  std::vector<double> slacks;

  SampleGenerators(Random& random, std::uint32_t num_blocks, int count) {
    std::uint32_t a = kNoBlock, b = kNoBlock;
    for (int i = 0; i < count; ++i) {
      if (random.next_unit() < 0.4) {  // else of the same blocks as the last
        a = static_cast<std::uint32_t>(random.next_index(num_blocks + 1));
        b = static_cast<std::uint32_t>(random.next_index(num_blocks + 1));
        if (a == num_blocks) a = kNoBlock;
        if (b == num_blocks || b == a) b = kNoBlock;
      }
      const MotionBlock on_a = make_any_block(random), on_b = make_any_block(random);
      ids.push_back(generators.add(a, b, on_a, on_b));
      VectorXd whole = VectorXd::Zero(6 * num_blocks + 1);
      if (a != kNoBlock) whole.segment<6>(6 * a) = on_a;
      if (b != kNoBlock) whole.segment<6>(6 * b) = on_b;
      whole.tail<1>()[0] = random.next_between(-1, 1);
      slacks.push_back(0.1 * random.next_unit());
      generators.set_last(ids.back(), whole.tail<1>()[0], slacks.back());
      vectors.push_back(whole);
    }
  }
};

std::span<const double> as_span(const VectorXd& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}

TEST(ConeGenerators, OfNoneHasNoneViolated) {
  const ConeGenerators generators;
  EXPECT_EQ(generators.num_ids(), 0U);
  EXPECT_EQ(generators.find_most_violated(std::vector{1.0}, 1.0, 1.0, {}), kNone);
}

TEST(ConeGenerators, AreWhatWasAddedWhicheverBlocksTheyHave) {
  Random random(1);
  const SampleGenerators sample(random, 3, 60);
  for (std::size_t i = 0; i < sample.ids.size(); ++i) {
    EXPECT_LT(sample.ids[i], sample.generators.num_ids());
    for (std::size_t k = 0; k < i; ++k) ASSERT_NE(sample.ids[i], sample.ids[k]);
    VectorXd x = VectorXd::Ones(19);
    sample.generators.add_to({x.data(), 19}, sample.ids[i], -2.0);
    EXPECT_EQ(x, VectorXd::Ones(19) - 2.0 * sample.vectors[i]) << i;
  }
}

TEST(ConeGenerators, MostViolatedIsThatOfLargestProductBeyondItsSlackAndNotTaken) {
  Random random(2);
  std::size_t num_none = 0;
  for (int k = 0; k < 200; ++k) {
    const SampleGenerators sample(random, 3, static_cast<int>(random.next_index(12)));
    std::vector<std::uint8_t> is_taken(sample.generators.num_ids(), 0);
    VectorXd r(19);
    for (double& x : r) x = random.next_between(-1, 1);
    std::uint32_t expected = kNone;
    double largest = 0.0;
    for (std::size_t i = 0; i < sample.ids.size(); ++i) {
      is_taken[sample.ids[i]] = random.next_unit() < 0.2 ? 1 : 0;
      const double product = sample.vectors[i].dot(r);
      if (is_taken[sample.ids[i]] != 0 || product <= 3.0 * sample.slacks[i] || product <= largest) continue;
      largest = product, expected = sample.ids[i];
    }
    EXPECT_EQ(sample.generators.find_most_violated(as_span(r), 1.0, 3.0, is_taken), expected) << k;
    num_none += expected == kNone;
  }
  EXPECT_GT(num_none, 5U);
}

TEST(ConeGenerators, WhatIsAtRightAnglesButForRoundingIsNotViolated) {
  Random random(3);
  for (int k = 0; k < 1000; ++k) {
    const SampleGenerators sample(random, 2, 1);
    ConeGenerators generators = sample.generators;
    generators.set_last(sample.ids[0], sample.vectors[0].tail<1>()[0], 0.0);
    VectorXd r(13);
    for (double& x : r) x = random.next_between(-1, 1);
    const VectorXd& e = sample.vectors[0];
    r.normalize();
    r -= e.dot(r) / e.squaredNorm() * e;
    r -= e.dot(r) / e.squaredNorm() * e;
    const std::vector<std::uint8_t> is_taken(generators.num_ids(), 0);
    EXPECT_EQ(generators.find_most_violated(as_span(r), 1.0, 1.0, is_taken), kNone) << k;
    r += 1e-13 * e.normalized();
    EXPECT_EQ(generators.find_most_violated(as_span(r), 1.0, 1.0, is_taken), sample.ids[0]) << k;
  }
}

TEST(ConeGenerators, ClearedBeginAnew) {
  Random random(4);
  SampleGenerators sample(random, 2, 7);
  sample.generators.clear();
  EXPECT_EQ(sample.generators.num_ids(), 0U);
  EXPECT_EQ(sample.generators.add(0, 1, MotionBlock::Ones(), MotionBlock::Ones()), 0U);
  EXPECT_EQ(sample.generators.add(0, 1, MotionBlock::Ones(), MotionBlock::Ones()), 1U);
}

}  // namespace
}  // namespace abut::response
