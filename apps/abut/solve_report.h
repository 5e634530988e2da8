// How laws fared with contact problems that were read from files: a table, for people and for machines; and the
// impulses of one answer, for other programs.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "abut/response/law_trial.h"
#include "abut/scene/problem_file.h"

namespace abut::app {

struct SolveRow {
  std::string law;
  response::LawTrial trial;
};

struct SolvedFile {
  std::string name;
  std::size_t num_bodies = 0, num_contacts = 0;
  scene::ProblemRequest asked;  // with what the command line changed of it
  std::vector<SolveRow> rows;
};

std::string make_text(const std::vector<SolvedFile>& files);
nlohmann::ordered_json make_json(const std::vector<SolvedFile>& files);

// docs/contact-problem-format.md. Precondition: the trial has impulses.
std::string make_impulses_text(const std::string& problem_name, const response::ContactProblem& problem,
                               const SolveRow& row);

}  // namespace abut::app
