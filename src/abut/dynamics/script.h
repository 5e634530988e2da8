// Where a kinematic body's script says it is.
#pragma once

#include "abut/dynamics/body.h"
#include "abut/math/pose.h"

namespace abut::dynamics {

// At time t >= 0. Turning after the last pose is by a rotation vector: of any size, in parts that are small.
math::Pose compute_script_pose(const BodyModel& model, double t);

// The same of its centre of mass, in the axes of the body.
math::Pose compute_script_centre(const BodyModel& model, double t);

// What takes a body's centre of mass and axes to a pose in h seconds, by compute_moved, whose inverse it is: for turns
// below half a turn. What turns farther is told as turning much farther than a step accepts.
math::Twist compute_mean_velocity(const BodyState& state, const math::Pose& X_WBcm, double h);

// The velocity that a body moved with V for h seconds has all the while if it turns steadily.
math::Twist compute_steady_velocity(const math::Twist& V, double h);

}  // namespace abut::dynamics
