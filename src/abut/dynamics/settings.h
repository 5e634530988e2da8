// How a simulation is to be stepped.
#pragma once

#include <cstddef>
#include <vector>

#include "abut/base/ids.h"
#include "abut/base/tolerances.h"
#include "abut/math/types.h"
#include "abut/response/laws.h"

namespace abut::dynamics {

// Friction and restitution of two materials.
struct MaterialMeeting {
  double friction = 0.5;
  double restitution = 0.0;
};

struct Settings {
  math::Vec3 gravity = math::Vec3(0.0, 0.0, -9.81);
  double step = 1.0 / 240.0;  // s
  Tolerances tolerances;
  double contact_margin = 0.0, minimum_separation = 0.0;  // m, as in a scene
  response::LawOptions law;
  std::vector<MaterialMeeting> meetings{MaterialMeeting{}};  // num_materials^2 of them, by row
  std::size_t num_materials = 1;
  int num_threads = 1;
  bool allows_sleep = false;
  bool records_contacts = true, records_certificates = true;

  const MaterialMeeting& meeting(MaterialId a, MaterialId b) const {
    return meetings[a.index() * num_materials + b.index()];
  }
};

}  // namespace abut::dynamics
