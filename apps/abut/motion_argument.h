// Motions as they are typed: fields with slashes between them, of which `from` may stand with any of the others.
//
//   from=POSE                                              stays there
//   from=POSE/to=POSE                                      by two poses: position linear, quaternion blended
//   from=POSE/v=x,y,z/w=x,y,z/about=x,y,z                  by constant velocities, in m/s and rad/s, of the body's
//   point
//                                                          `about`
//   from=POSE/axis=x,y,z/through=x,y,z/angle=r/along=d     by a screw: r rad about a line of the world and d m along it
// What is not given is the identity, zero, the origin.
#pragma once

#include <string>

#include "abut/math/motion.h"

namespace abut::app {

inline constexpr const char* kMotionFormat = "from=POSE/to=POSE | from=POSE/v=../w=.. | from=POSE/axis=../angle=..";

// Over `duration` seconds, > 0. Throws InputError, naming the option and the field. An empty text is the identity, at
// rest.
math::Motion parse_motion(const std::string& option, const std::string& text, double duration);

}  // namespace abut::app
