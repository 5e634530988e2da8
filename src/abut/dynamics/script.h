// Where a kinematic body's script says it is.
#pragma once

#include "abut/dynamics/body.h"
#include "abut/math/pose.h"

namespace abut::dynamics {

// At time t >= 0. Turning after the last pose is by a rotation vector: of any size, in parts that are small.
math::Pose compute_script_pose(const BodyModel& model, double t);

// What takes a body from one pose to another in h seconds: of the centre of mass, and about it, to first order of the
// turn.
math::Twist compute_mean_velocity(const BodyModel& model, const math::Pose& X0, const math::Pose& X1, double h);

}  // namespace abut::dynamics
