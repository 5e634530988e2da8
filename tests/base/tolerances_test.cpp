#include "abut/base/tolerances.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>

namespace abut {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

PairScales cube_at_rest() {
  return {.diagonal = 1.7, .acceleration = 9.81, .step = 1.0 / 240};
}

std::string message_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Tolerances, TheDefaultsHaveNoFault) {
  EXPECT_TRUE(check_tolerances({}).empty());
}

TEST(Tolerances, LengthsAreSharesOfTheDiagonalWhateverTheStepAndGravity) {
  for (const double step : {1e-4, 1.0 / 240, 0.1}) {
    PairScales cube = cube_at_rest();
    cube.step = step, cube.acceleration = 9.81 / step;
    const PairLengths lengths = compute_pair_lengths({}, cube);
    EXPECT_DOUBLE_EQ(lengths.security, 5e-6 * 1.7);
    EXPECT_DOUBLE_EQ(lengths.repositioning, 0.4 * lengths.security);
    EXPECT_DOUBLE_EQ(lengths.breaking, 3 * lengths.security);
    EXPECT_EQ(lengths.margin, lengths.breaking);
    EXPECT_DOUBLE_EQ(lengths.d_min, 1.7e-9);
  }
}

TEST(Tolerances, OnRequestSecurityIsWhatOneStepOfGravityMovesUpToAShareOfTheDiagonal) {
  const Tolerances wide{.security_step_factor = 1};
  EXPECT_NEAR(compute_pair_lengths(wide, cube_at_rest()).security, 1.7e-4, 0.01e-4);  // 9.81 / 240^2
  PairScales ball = cube_at_rest();
  ball.diagonal = 0.01, ball.step = 0.1;  // g h^2 is ten times the ball
  EXPECT_DOUBLE_EQ(compute_pair_lengths(wide, ball).security, 0.02 * 0.01);
  EXPECT_DOUBLE_EQ(compute_pair_lengths({.security_step_factor = 1, .security_cap_share = 0.5}, ball).security,
                   0.5 * 0.01);
}

TEST(Tolerances, ALargeRoundingBoundRaisesDMinSixteenfoldAndSecuritySixtyfourfold) {
  PairScales scales = cube_at_rest();
  scales.rounding_bound = 1e-6;
  EXPECT_DOUBLE_EQ(compute_pair_lengths({}, scales).d_min, 16e-6);
  EXPECT_DOUBLE_EQ(compute_pair_lengths({}, scales).security, 64e-6);
  EXPECT_DOUBLE_EQ(compute_pair_lengths({.security_rounding_factor = 100}, scales).security, 1e-4);
}

TEST(Tolerances, TheMarginReachesAsFarAsThePairCanApproach) {
  PairScales scales = cube_at_rest();
  scales.approach = 0.25;
  const PairLengths lengths = compute_pair_lengths({}, scales);
  EXPECT_DOUBLE_EQ(lengths.margin, lengths.breaking + 0.25);
}

TEST(Tolerances, LengthsAreOrderedForBodiesOfEverySizeAndStep) {
  for (double diagonal = 1e-6; diagonal < 1e7; diagonal *= 10) {
    for (double step = 1e-6; step < 1; step *= 10) {
      for (const double acceleration : {0.0, 1.6, 9.81, 1e4}) {
        const PairLengths l = compute_pair_lengths({}, {diagonal, acceleration, step, 1e-16 * diagonal, step});
        EXPECT_TRUE(0 < l.d_min && l.d_min < l.repositioning && l.repositioning < l.security &&
                    l.security < l.breaking && l.breaking <= l.margin);
      }
    }
  }
}

TEST(Tolerances, ScalingLengthsOfTheSceneByAPowerOfTwoScalesTheResultToTheBit) {
  const PairScales scales{.diagonal = 0.3, .acceleration = 9.81, .step = 1.0 / 240, .rounding_bound = 3e-16};
  const PairScales scaled{
      .diagonal = 0.3 * 64, .acceleration = 9.81 * 64, .step = 1.0 / 240, .rounding_bound = 3e-16 * 64};
  const PairLengths a = compute_pair_lengths({}, scales), b = compute_pair_lengths({}, scaled);
  EXPECT_EQ(b.d_min, 64 * a.d_min);
  EXPECT_EQ(b.repositioning, 64 * a.repositioning);
  EXPECT_EQ(b.security, 64 * a.security);
  EXPECT_EQ(b.breaking, 64 * a.breaking);
}

TEST(Tolerances, TheRestingSpeedIsTwoStepsOfGravityOrTheFloor) {
  EXPECT_DOUBLE_EQ(compute_resting_speed({}, 9.81, 1.0 / 240), 2 * 9.81 / 240);
  EXPECT_EQ(compute_resting_speed({}, 0.0, 1.0 / 240), 1e-3);
}

TEST(Tolerances, EachValueOutOfItsRangeIsNamed) {
  struct Case {
    const char* name;
    double Tolerances::*field;
    double bad;
  };
  const Case cases[] = {
      {"d_min_share", &Tolerances::d_min_share, 0},
      {"d_min_rounding_factor", &Tolerances::d_min_rounding_factor, 1},
      {"security_share", &Tolerances::security_share, -1},
      {"security_rounding_factor", &Tolerances::security_rounding_factor, -1},
      {"security_step_factor", &Tolerances::security_step_factor, -1},
      {"security_cap_share", &Tolerances::security_cap_share, 0},
      {"repositioning_ratio", &Tolerances::repositioning_ratio, 1},
      {"breaking_ratio", &Tolerances::breaking_ratio, 1},
      {"contact_face_angle", &Tolerances::contact_face_angle, 1.6},
      {"contact_face_height_share", &Tolerances::contact_face_height_share, 1},
      {"merging_share", &Tolerances::merging_share, 1},
      {"resting_speed", &Tolerances::resting_speed, -0.1},
      {"resting_speed_step_factor", &Tolerances::resting_speed_step_factor, -1},
  };
  for (const Case& c : cases) {
    for (const double bad : {c.bad, kNan, kInfinity, -kInfinity}) {
      Tolerances tolerances;
      tolerances.*c.field = bad;
      const auto faults = check_tolerances(tolerances);
      ASSERT_EQ(faults.size(), 1u) << c.name << " = " << bad;
      EXPECT_EQ(faults[0].place, c.name);
      EXPECT_THROW(compute_pair_lengths(tolerances, cube_at_rest()), InputError);
    }
  }
}

TEST(Tolerances, MessagesSayWhatWasGivenAndWhatWasExpected) {
  EXPECT_EQ(
      message_of([] { compute_pair_lengths({.repositioning_ratio = 1.5}, cube_at_rest()); }),
      "repositioning_ratio: 1.5 was given, a finite number above 0 and below 1 expected: repositioning lies below "
      "security; leave it out to get the default");
  EXPECT_EQ(message_of([] { compute_pair_lengths({.resting_speed = -2}, cube_at_rest()); }),
            "resting_speed: -2 was given, a finite number not below 0 expected: it is a speed; leave it out to get the "
            "default");
  EXPECT_EQ(message_of([] { compute_pair_lengths({.d_min_share = 0.25, .security_share = 0.5}, cube_at_rest()); }),
            "d_min_share: 0.25 was given, which is not below repositioning_ratio times security_share, 0.2: d_min lies "
            "below the repositioning distance; lower d_min_share or raise security_share");
  EXPECT_EQ(message_of([] { compute_pair_lengths({.d_min_rounding_factor = 32}, cube_at_rest()); }),
            "d_min_rounding_factor: 32 was given, which is not below repositioning_ratio times "
            "security_rounding_factor, 25.6: d_min lies below the repositioning distance; lower d_min_rounding_factor "
            "or raise security_rounding_factor");
  EXPECT_EQ(message_of([] { compute_pair_lengths({.security_share = 0.5}, cube_at_rest()); }),
            "security_share: 0.5 was given, which is above security_cap_share, 0.02: every pair would be refused; "
            "lower security_share or raise security_cap_share");
  EXPECT_EQ(message_of([] { compute_pair_lengths({}, {.diagonal = 0, .step = 0.5}); }),
            "diagonal: 0 was given, a finite number above 0 expected: every length of a pair scales with it; check the "
            "sizes and forces of the scene");
}

TEST(Tolerances, ATinyBodyFarFromTheOriginIsRefusedWithItsLengths) {
  PairScales scales{.diagonal = 1, .acceleration = 0, .step = 0.5, .rounding_bound = 0.0003};
  EXPECT_EQ(compute_pair_lengths({}, scales).security, 0.0192);
  scales.rounding_bound = 0.0005;
  EXPECT_EQ(message_of([&] { compute_pair_lengths({}, scales); }),
            "a body of diagonal 1 m, whose distance from the other is known to 0.0005 m here, would have to rest 0.032 "
            "m from it: at most 0.02 of its diagonal is allowed; move the scene nearer to the origin, make the other "
            "body smaller, or raise security_cap_share");
  EXPECT_EQ(compute_pair_lengths({.security_cap_share = 0.05}, scales).security, 0.032);
}

TEST(Tolerances, EachScaleOutOfItsRangeIsNamed) {
  const std::pair<const char*, double PairScales::*> fields[] = {{"diagonal", &PairScales::diagonal},
                                                                 {"acceleration", &PairScales::acceleration},
                                                                 {"step", &PairScales::step},
                                                                 {"rounding_bound", &PairScales::rounding_bound},
                                                                 {"approach", &PairScales::approach}};
  for (const auto& [name, field] : fields) {
    for (const double bad : {-1.0, kNan, kInfinity}) {
      PairScales scales = cube_at_rest();
      scales.*field = bad;
      EXPECT_EQ(message_of([&] { compute_pair_lengths({}, scales); }).find(std::string(name) + ": "), 0u) << name;
    }
  }
}

}  // namespace
}  // namespace abut
