// How far a step is from the contact law, contact by contact (response/contact_errors.h).
//
// Judged is what the step took: the impulses of all its contacts, those that later rounds added among them whether or
// not they were solved for, and the velocities that bodies leave it with. So all of this is in the error:
//   - parts of an island that were not solved again when others were;
//   - contacts that got no impulse because the velocities bodies had did for them, within what the law leaves;
//   - the little velocity that what stands keeps (solve_island.cpp), at most half of the law's tolerance;
//   - the velocity that a body lost because it was held back.
// What falls asleep afterwards loses velocity, which the record tells by itself.
//
// g h is that of the whole step, in parts of a step too, as in the residual of the law. A contact that arrives with
// restitution, or that another blow struck, is judged as an impact: afterwards it may approach as fast as forces made
// it since, no faster.
//
// Cost: one pass over bodies and one over contacts, shared by threads; the bits do not depend on how many there are.
#pragma once

#include <span>

#include "abut/base/ids.h"
#include "abut/dynamics/settings.h"
#include "abut/dynamics/step_stage.h"
#include "abut/response/contact_errors.h"

namespace abut::dynamics {

// A step with a larger error is not solved.
inline constexpr double kSolvedError = 1e-3;

struct StepErrors {
  response::ContactErrors contacts;
  BodyId a, b;  // of the contact with the largest error; none if that is 0

  void add(const StepErrors& later);  // another part of the same step
};

// Of the step in the stage, when it is accepted. Uses room in the stage.
StepErrors compute_step_errors(StepStage& stage, std::span<const BodyModel> models, const Settings& settings);

bool is_solved(const StepErrors& errors);

}  // namespace abut::dynamics
