// The contact problems of a run, each written to a file of its own (docs/contact-problem-format.md).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "abut/response/laws.h"

namespace abut::app {

class ProblemDump {
 public:
  // Makes the folder. Throws InputError if it cannot be made.
  ProblemDump(std::filesystem::path folder, const std::filesystem::path& scene);

  // As FOLDER/SCENE-NUMBER-N-bodies-N-contacts.json. What is not finite cannot be written, and is counted.
  // Throws InputError if the file cannot be written.
  void write(const response::ContactProblem& problem, const response::LawOptions& asked, std::int64_t number, double t);

  // Says what was written and what was not.
  void print_end() const;

 private:
  std::filesystem::path folder_;
  std::string scene_;
  std::size_t num_written_ = 0, num_not_finite_ = 0;
};

}  // namespace abut::app
