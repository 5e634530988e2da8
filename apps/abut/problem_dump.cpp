#include "problem_dump.h"

#include <fmt/format.h>

#include <ostream>
#include <utility>

#include "abut/scene/problem_file.h"
#include "output.h"

namespace abut::app {

ProblemDump::ProblemDump(std::filesystem::path folder, const std::filesystem::path& scene)
    : folder_(std::move(folder)), scene_(scene.stem().string()) {
  make_folder(folder_);
}

void ProblemDump::write(const response::ContactProblem& problem, const response::LawOptions& asked, std::int64_t number,
                        double t) {
  if (!scene::is_finite(problem)) {
    ++num_not_finite_;
    return;
  }
  const scene::ProblemFile file{
      fmt::format("contact problem {} of scene {}, in the step from {:g} s", number, scene_, t),
      {asked.tolerance, asked.max_sweeps, asked.guess_tolerance, asked.aim},
      problem};
  const std::string name = fmt::format("{}-{:06}-{}-bodies-{}-contacts.json", scene_, number, problem.bodies.size(),
                                       problem.contacts.size());
  write_file(folder_ / name, [&](std::ostream& out) { out << scene::write_problem(file); });
  ++num_written_;
}

void ProblemDump::print_end() const {
  print_note(fmt::format("{} contact problems written to {}", with_commas(num_written_), folder_.string()));
  if (num_not_finite_ > 0)
    print_warning(fmt::format("{} contact problems have numbers that are not finite, and were not written",
                              with_commas(num_not_finite_)));
}

}  // namespace abut::app
