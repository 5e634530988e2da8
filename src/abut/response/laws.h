// Contact laws by name: one file for each, one row here.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "abut/response/contact_problem.h"

namespace abut::response {

enum class ImpactLaw : std::uint8_t { kStronge, kNewton, kPoisson };

struct LawOptions {
  std::string name = "cone";
  ImpactLaw impact = ImpactLaw::kStronge;
  double tolerance = 1e-8;  // of the residuals
  int max_sweeps = 200;
};

}  // namespace abut::response
