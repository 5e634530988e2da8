#include "abut/math/four_numbers.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "abut/math/random.h"

namespace abut::math {
namespace {

constexpr std::array<double, 6> kSamples{-2.5, -1.0, -0.0, 0.0, 1e-300, 3.0};

// Every lane as double would, to the bit, whatever the others hold.
TEST(FourNumbers, EachLaneIsWorkedOnByItself) {
  for (const double x : kSamples) {
    for (const double y : kSamples) {
      for (std::size_t lane = 0; lane < kNumLanes; ++lane) {
        Four a = Four::of(7, -7, 0.5, 1e9), b = Four::all(-3);
        a.set(lane, x), b.set(lane, y);
        EXPECT_EQ((a + b)[lane], x + y);
        EXPECT_EQ((a - b)[lane], x - y);
        EXPECT_EQ((a * b)[lane], x * y);
        EXPECT_EQ((-a)[lane], -x);
        EXPECT_EQ(absolute(a)[lane], std::abs(x));
        EXPECT_EQ(larger(a, b)[lane], std::max(x, y));
        EXPECT_EQ(smaller(a, b)[lane], std::min(x, y));
        EXPECT_EQ(choose(a > b, a, b)[lane], x > y ? x : y);
        EXPECT_EQ((a / Four::all(3))[lane], x / 3);
        EXPECT_EQ(square_root(absolute(a))[lane], std::sqrt(std::abs(x)));
      }
    }
  }
}

TEST(FourNumbers, AnySeesEveryLane) {
  EXPECT_FALSE(any(Four::all(1) > Four::all(1)));
  for (std::size_t lane = 0; lane < kNumLanes; ++lane) {
    Four a = Four::all(1);
    a.set(lane, 2);
    EXPECT_TRUE(any(a > Four::all(1)));
    EXPECT_EQ(pack_flags(a > Four::all(1)), 1u << lane);
    EXPECT_EQ(find_largest(a), 2);
  }
}

TEST(FourNumbers, AreReadAndWrittenInTheirOrder) {
  const std::array<double, 5> from{1, 2, 3, 4, 5};
  std::array<double, 5> to{};
  Four::read(&from[1]).write(to.data());
  EXPECT_EQ(to, (std::array<double, 5>{2, 3, 4, 5, 0}));
}

TEST(FourNumbers, VectorsAndMatricesAreThoseOfTheLanes) {
  Random random(1);
  for (int k = 0; k < 20; ++k) {
    FourVec3 a, b;
    FourSymmetric m;
    std::array<Vec3, kNumLanes> x, y;
    std::array<Mat3, kNumLanes> matrices;
    for (std::size_t lane = 0; lane < kNumLanes; ++lane) {
      const Mat3 half = random.next_rotation().toRotationMatrix();
      x[lane] = random.next_direction(), y[lane] = random.next_direction(), matrices[lane] = half + half.transpose();
      a.set(lane, x[lane]), b.set(lane, y[lane]), m.set(lane, matrices[lane]);
    }
    const FourVec3 all = FourVec3::of(x[0], x[1], x[2], x[3]);
    for (std::size_t lane = 0; lane < kNumLanes; ++lane) {
      EXPECT_EQ(all[lane], x[lane]);
      EXPECT_EQ((a + b)[lane], x[lane] + y[lane]);
      EXPECT_EQ((a - b)[lane], x[lane] - y[lane]);
      EXPECT_NEAR(dot(a, b)[lane], x[lane].dot(y[lane]), 1e-15);
      EXPECT_NEAR((cross(a, b)[lane] - x[lane].cross(y[lane])).norm(), 0, 1e-15);
      EXPECT_NEAR((multiply_each(a, b)[lane] - x[lane].cwiseProduct(y[lane])).norm(), 0, 1e-15);
      EXPECT_NEAR(((m * a)[lane] - matrices[lane] * x[lane]).norm(), 0, 1e-14);
      EXPECT_NEAR(((dot(a, b) * b)[lane] - x[lane].dot(y[lane]) * y[lane]).norm(), 0, 1e-15);
    }
  }
}

}  // namespace
}  // namespace abut::math
