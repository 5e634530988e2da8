// How the tests of the cone law call it and judge its answers.
#pragma once

#include <gtest/gtest.h>

#include "abut/response/cone_law.h"
#include "response/sample_problems.h"

namespace abut::response {

inline constexpr double kTolerance = 1e-8;

inline ContactImpulses solve(const ContactProblem& problem, double tolerance = kTolerance, int max_sweeps = 1000) {
  ConeLaw law;
  return law.solve(problem, {tolerance, max_sweeps});
}

inline void expect_solved(const ContactProblem& problem, const ContactImpulses& answer, double tolerance = kTolerance) {
  EXPECT_EQ(answer.outcome, SolveOutcome::kSolved);
  // The law's own velocities have rounded along the way.
  EXPECT_LE(compute_residuals(problem, answer.p).largest(), tolerance + 1e-11);
}

}  // namespace abut::response
