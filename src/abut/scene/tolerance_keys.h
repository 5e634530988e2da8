// The keys of a scene's "tolerances", each with the member of Tolerances it sets: one table for reader and writer.
#pragma once

#include <array>
#include <string_view>

#include "abut/base/tolerances.h"

namespace abut::scene {

struct ToleranceKey {
  std::string_view key;
  double Tolerances::*member;
};

inline constexpr std::array kToleranceKeys{
    ToleranceKey{"d_min_share", &Tolerances::d_min_share},
    ToleranceKey{"d_min_rounding_factor", &Tolerances::d_min_rounding_factor},
    ToleranceKey{"security_share", &Tolerances::security_share},
    ToleranceKey{"security_rounding_factor", &Tolerances::security_rounding_factor},
    ToleranceKey{"security_step_factor", &Tolerances::security_step_factor},
    ToleranceKey{"security_cap_share", &Tolerances::security_cap_share},
    ToleranceKey{"repositioning_ratio", &Tolerances::repositioning_ratio},
    ToleranceKey{"breaking_ratio", &Tolerances::breaking_ratio},
    ToleranceKey{"contact_face_angle", &Tolerances::contact_face_angle},
    ToleranceKey{"contact_face_height_share", &Tolerances::contact_face_height_share},
    ToleranceKey{"merging_share", &Tolerances::merging_share},
    ToleranceKey{"resting_speed", &Tolerances::resting_speed},
    ToleranceKey{"resting_speed_step_factor", &Tolerances::resting_speed_step_factor},
};

}  // namespace abut::scene
