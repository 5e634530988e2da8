// When two shapes on their way first touch, for people and for machines: `abut toc`.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "abut/continuous/first_contact.h"
#include "abut/math/pose.h"

namespace abut::app {

struct TocReport {
  std::string file_a, file_b;
  double duration = 1.0;  // s: what s = 1 stands for
  double d_min = 0.0;     // m: asked for
  continuous::ContactTime time;
  math::Pose X_WA, X_WB;  // at time.s_lower
};

std::string make_text(const TocReport& report);
nlohmann::ordered_json make_json(const TocReport& report);

}  // namespace abut::app
