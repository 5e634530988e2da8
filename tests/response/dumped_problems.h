// The contact problems of tests/data/contact-problems, which scripts/dump_problems makes.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "abut/response/laws.h"
#include "abut/scene/problem_file.h"

namespace abut::response {

inline std::filesystem::path get_dumped_folder() {
  return std::filesystem::path(ABUT_SOURCE_DIR) / "tests" / "data" / "contact-problems";
}

// In the order of their names, CLASS.WHICH.json.
inline std::vector<std::filesystem::path> list_dumped() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(get_dumped_folder()))
    if (entry.path().extension() == ".json") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

// What the table and siconos are compared with: from nothing, to 1e-8, in as many sweeps as a patient user waits for.
inline LawOptions make_cold_options() {
  LawOptions options;
  options.tolerance = 1e-8;
  options.max_sweeps = 1000;
  return options;
}
inline ContactProblem make_cold(ContactProblem problem) {
  std::fill(problem.guess.begin(), problem.guess.end(), math::Vec3::Zero());
  return problem;
}

inline LawOptions make_asked_options(const scene::ProblemRequest& asked) {
  LawOptions options;
  options.tolerance = asked.tolerance;
  options.max_sweeps = asked.max_sweeps;
  options.guess_tolerance = asked.guess_tolerance;
  options.aim = asked.aim;
  return options;
}

}  // namespace abut::response
