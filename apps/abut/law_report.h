// How the contact laws fared with the problems of a run: a table, for people and for machines.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "abut/response/compare_laws.h"

namespace abut::app {

struct LawReport {
  std::string scene, law;  // the law that the scene was run with
  std::int64_t num_steps = 0;
  double t = 0.0;       // s
  std::string outcome;  // of the run
  const response::LawComparison* comparison = nullptr;
};

std::string make_text(const LawReport& report);
nlohmann::ordered_json make_json(const LawReport& report);

}  // namespace abut::app
