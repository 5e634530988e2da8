// Impacts one after another, each at its time: a few bodies that meet nothing else in a step, stepped by themselves
// from one impact to the next.
//
// An impact is a step of almost no time (StageMode::kBlow): what touches is solved together, with restitution where
// there is some, and velocities change at once. Between impacts is a step in which forces do what they do (kSmooth).
// Where that finds that bodies arrive at each other, it is taken again, and ends where they do. Both are steps like any
// other: solved, certified and told as such.
#pragma once

#include <span>

#include "abut/dynamics/arrivals.h"
#include "abut/dynamics/settings.h"
#include "abut/dynamics/state.h"
#include "abut/dynamics/step_errors.h"
#include "abut/dynamics/step_record.h"

namespace abut::dynamics {

enum class CourseEnd : std::uint8_t {
  kFollowed,
  kNotFollowed,  // something is not as few bodies by themselves can be: they stay with the others
  kTooMany,      // impacts
  kTooLong,      // so many parts that a shorter step does better
};

struct ImpactCourse {
  CourseEnd end = CourseEnd::kNotFollowed;  // if it is not kFollowed, what follows says nothing
  std::vector<std::uint32_t> members;
  State state;        // of the members alone, at the end
  StepRecord record;  // of the members alone, their indices those in `members`; a segment for each part
  StepErrors errors;
};

// At most so many in one step.
inline constexpr int kMostImpacts = 64;

struct ImpactCourses {
  std::vector<ImpactCourse> courses;  // those that were followed
  BodyId rattling;                    // a body that is struck too often, or none
  bool is_too_long = false;           // some course would be followed in a shorter step
};

// Of an accepted step in the stage, from `state` to the time t_end: clusters of few bodies in which some arrive at
// others, each followed from its start, and left out of the stage. Contacts get their numbers from next_contact_id on,
// which is left where they end.
ImpactCourses follow_impacts(StepStage& stage, std::span<const BodyModel> models, const State& state,
                             const Settings& settings, double t_end, std::uint64_t& next_contact_id);

// The members as they are at the end of their course, and their contacts.
void put_course(const ImpactCourse& course, std::span<const BodyModel> models, State& next);

}  // namespace abut::dynamics
