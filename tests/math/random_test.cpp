#include "abut/math/random.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/math/pose.h"

namespace abut::math {
namespace {

// The sequences that the authors' own programs print.
TEST(Random, SplitmixGivesItsPublishedSequence) {
  std::uint64_t state = 1234567;
  for (const std::uint64_t expected : {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                       4593380528125082431u, 16408922859458223821u}) {
    EXPECT_EQ(update_splitmix64(state), expected);
  }
}

TEST(Random, XoshiroGivesItsPublishedSequence) {
  Random random(std::array<std::uint64_t, 4>{1, 2, 3, 4});
  for (const std::uint64_t expected :
       {std::uint64_t{11520}, std::uint64_t{0}, std::uint64_t{1509978240}, std::uint64_t{1215971899390074240},
        std::uint64_t{1216172134540287360}, std::uint64_t{607988272756665600}, std::uint64_t{16172922978634559625u},
        std::uint64_t{8476171486693032832}, std::uint64_t{10595114339597558777u}, std::uint64_t{2904607092377533576}}) {
    EXPECT_EQ(random.next_bits(), expected);
  }
}

TEST(Random, AUnitNumberIsTheUpperFiftyThreeBits) {
  Random random(std::array<std::uint64_t, 4>{1, 2, 3, 4});
  EXPECT_EQ(random.next_unit(), 5 * 0x1p-53);  // 11520 = 5 * 2^11 + 1280
  EXPECT_EQ(random.next_unit(), 0.0);
}

TEST(Random, TheSeedFillsTheStateBySplitmix) {
  std::uint64_t seed = 42;
  std::array<std::uint64_t, 4> state{};
  for (auto& word : state) word = update_splitmix64(seed);
  Random from_seed(42), from_state(state), other(43);
  EXPECT_EQ(from_seed.next_bits(), from_state.next_bits());
  EXPECT_NE(from_seed.next_bits(), other.next_bits());
}

constexpr int kDraws = 100000;

// Six standard deviations of a mean of kDraws numbers with this variance: fails once in 5e8 seeds, and the seeds are
// fixed.
double tolerance(double variance) {
  return 6 * std::sqrt(variance / kDraws);
}

TEST(Random, UnitNumbersHaveTheMomentsOfTheUniformDistribution) {
  Random random(1);
  double sum = 0, sum_sq = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double x = random.next_unit();
    ASSERT_TRUE(0 <= x && x < 1);
    sum += x;
    sum_sq += x * x;
  }
  EXPECT_NEAR(sum / kDraws, 1.0 / 2, tolerance(1.0 / 12));
  EXPECT_NEAR(sum_sq / kDraws, 1.0 / 3, tolerance(1.0 / 5 - 1.0 / 9));
}

TEST(Random, NumbersBetweenStayBetween) {
  Random random(2);
  for (int i = 0; i < 1000; ++i) {
    const double x = random.next_between(-3, 5);
    ASSERT_TRUE(-3 <= x && x <= 5);
  }
}

TEST(Random, IndicesOfAnAwkwardCountAreEquallyLikely) {
  // Of 3 * 2^62 indices, scaling 64 bits without refusals would make every third twice as likely as the others.
  Random random(3);
  const std::uint64_t count = std::uint64_t{3} << 62;
  int multiples_of_three = 0;
  for (int i = 0; i < kDraws; ++i) {
    const std::uint64_t index = random.next_index(count);
    ASSERT_LT(index, count);
    multiples_of_three += index % 3 == 0;
  }
  EXPECT_NEAR(static_cast<double>(multiples_of_three) / kDraws, 1.0 / 3, tolerance(2.0 / 9));
}

TEST(Random, IndicesOfASmallCountReachEachEquallyOften) {
  Random random(4);
  std::array<int, 7> hits{};
  for (int i = 0; i < kDraws; ++i) ++hits[random.next_index(7)];
  for (const int n : hits) EXPECT_NEAR(static_cast<double>(n) / kDraws, 1.0 / 7, tolerance(6.0 / 49));
  EXPECT_EQ(random.next_index(1), 0u);
}

TEST(Random, DirectionsAreOfUnitLengthAndPreferNone) {
  Random random(5);
  Vec3 sum = Vec3::Zero();
  Mat3 sum_outer = Mat3::Zero();
  for (int i = 0; i < kDraws; ++i) {
    const Vec3 n = random.next_direction();
    ASSERT_NEAR(n.norm(), 1.0, 4e-16);
    sum += n;
    sum_outer += n * n.transpose();
  }
  // A component has variance 1/3, its square 1/5 - 1/9, a product of two 1/15.
  EXPECT_LT((sum / kDraws).cwiseAbs().maxCoeff(), tolerance(1.0 / 3));
  EXPECT_LT((sum_outer / kDraws - Mat3::Identity() / 3).cwiseAbs().maxCoeff(), tolerance(1.0 / 5 - 1.0 / 9));
}

TEST(Random, RotationsAreOfUnitLengthAndPreferNone) {
  Random random(6);
  Mat3 sum = Mat3::Zero(), sum_sq = Mat3::Zero();
  double sum_w_sq = 0;
  for (int i = 0; i < kDraws; ++i) {
    const Quat q = random.next_rotation();
    ASSERT_NEAR(q.norm(), 1.0, 4e-16);
    const Mat3 R = compute_rotation(q);
    sum += R;
    sum_sq += R.cwiseAbs2();
    sum_w_sq += q.w() * q.w();
  }
  // Each entry of a uniform rotation is a component of a uniform direction; w^2 has mean 1/4 and variance 1/8 - 1/16.
  EXPECT_LT((sum / kDraws).cwiseAbs().maxCoeff(), tolerance(1.0 / 3));
  EXPECT_LT((sum_sq / kDraws - Mat3::Constant(1.0 / 3)).cwiseAbs().maxCoeff(), tolerance(1.0 / 5 - 1.0 / 9));
  EXPECT_NEAR(sum_w_sq / kDraws, 1.0 / 4, tolerance(1.0 / 16));
}

}  // namespace
}  // namespace abut::math
