// A contact problem as a file, so that other solvers can be asked what ours was: one JSON object, described in
// docs/contact-problem-format.md. Numbers are written as the shortest text that reads back to the same bits.
//
// Refused with file, line and JSON pointer: what is no such object, and problems that no law can be asked: contacts of
// bodies that are not there or of a body with itself, normals that are not unit, negative masses or friction,
// inertias that are not symmetric or not positive, groups that are not the contacts in their order.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "abut/response/contact_problem.h"

namespace abut::scene {

inline constexpr int kProblemVersion = 1;

// What a law is to reach; as in response::LawOptions.
struct ProblemRequest {
  double tolerance = 1e-8;       // of the residuals
  int max_sweeps = 200;          // at least 1
  double guess_tolerance = 0.0;  // a guess within it is the answer, if it is more than the tolerance
  double aim = 1.0;              // gone on to, if it is less than the tolerance, as long as that takes few sweeps
};

struct ProblemFile {
  std::string description;  // for people; may be empty
  ProblemRequest asked;
  response::ContactProblem problem;
};

// Whether every number of it is finite, so that it can be written.
bool is_finite(const response::ContactProblem& problem);

// Precondition: finite.
std::string write_problem(const ProblemFile& file);

// Throws InputError.
ProblemFile read_problem(const std::filesystem::path& path);
// The same from a text; `name` is what messages call it.
ProblemFile read_problem(std::string_view text, std::string name);

}  // namespace abut::scene
