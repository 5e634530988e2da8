// abut solve FILE... [--law NAME|all] [--tolerance] [--max-sweeps] [--cold] [--json] [--out FILE]
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "abut/base/input_error.h"
#include "abut/response/laws.h"
#include "commands.h"
#include "output.h"
#include "solve_report.h"

namespace abut::app {
namespace {

constexpr int kTimedSolves = 5;

struct SolveArguments {
  std::vector<std::string> files;
  std::string law = response::get_law_names().front();
  std::optional<double> tolerance;
  std::optional<int> max_sweeps;
  std::string out;
  bool is_cold = false, json = false;
};

std::vector<std::string> list_laws(const SolveArguments& arguments) {
  if (arguments.law == "all") return response::get_law_names();
  response::make_law(arguments.law, "--law");  // throws where there is none
  return {arguments.law};
}

void check_solve_arguments(const SolveArguments& arguments) {
  if (arguments.tolerance && !(*arguments.tolerance > 0))
    throw InputError({"--tolerance", "", "it is not positive", "give a share of the speed scale, as 1e-8"});
  if (arguments.max_sweeps && *arguments.max_sweeps < 1)
    throw InputError({"--max-sweeps", "", "it is less than 1", "give a number of sweeps"});
  if (!arguments.out.empty() && (arguments.files.size() != 1 || arguments.law == "all"))
    throw InputError({"--out", "", "it takes the impulses of one law for one problem", "give one FILE and one --law"});
}

// What the file asks, as far as the command line does not ask otherwise. Whoever names a tolerance wants it reached,
// whatever the guess is good for.
scene::ProblemFile read_changed(const std::string& name, const SolveArguments& arguments) {
  scene::ProblemFile file = scene::read_problem(name);
  if (arguments.tolerance) file.asked = {*arguments.tolerance, file.asked.max_sweeps};
  if (arguments.max_sweeps) file.asked.max_sweeps = *arguments.max_sweeps;
  if (arguments.is_cold) std::ranges::fill(file.problem.guess, math::Vec3::Zero());
  return file;
}

SolvedFile solve_file(const std::string& name, const scene::ProblemFile& file, const std::vector<std::string>& laws) {
  SolvedFile solved{name, file.problem.bodies.size(), file.problem.contacts.size(), file.asked, {}};
  response::LawOptions options;
  options.tolerance = file.asked.tolerance;
  options.max_sweeps = file.asked.max_sweeps;
  options.guess_tolerance = file.asked.guess_tolerance;
  options.aim = file.asked.aim;
  for (const std::string& law : laws)
    solved.rows.push_back({law, response::try_law(*response::make_law(law), file.problem, options, kTimedSolves)});
  return solved;
}

void write_impulses(const std::string& out, const scene::ProblemFile& file, const SolvedFile& solved) {
  const SolveRow& row = solved.rows.front();
  if (!row.trial.sample) {
    print_error(fmt::format("{}: law \"{}\" gave no finite impulses ({}), so {} is not written", solved.name, row.law,
                            response::get_outcome_name(row.trial.outcome), out));
    throw AnswerIsNo{};
  }
  write_file(out, [&](std::ostream& stream) { stream << make_impulses_text(solved.name, file.problem, row); });
}

void solve_files(const SolveArguments& arguments) {
  check_solve_arguments(arguments);
  const std::vector<std::string> laws = list_laws(arguments);
  std::vector<SolvedFile> solved;
  for (const std::string& name : arguments.files) {
    const scene::ProblemFile file = read_changed(name, arguments);
    solved.push_back(solve_file(name, file, laws));
    if (!arguments.out.empty()) write_impulses(arguments.out, file, solved.back());
  }
  if (arguments.out == "-") return;
  if (arguments.json)
    fmt::print("{}\n", make_json(solved).dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  else
    fmt::print("{}", make_text(solved));
}

}  // namespace

void add_solve_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("solve", "Solve contact problems that 'abut laws --dump' wrote");
  const auto arguments = std::make_shared<SolveArguments>();
  command->add_option("FILE", arguments->files, "contact problems (docs/contact-problem-format.md)")->required();
  command->add_option("--law", arguments->law, "to solve them by, or all")
      ->type_name(fmt::format("{}|all", fmt::join(response::get_law_names(), "|")))
      ->capture_default_str();
  command->add_option("--tolerance", arguments->tolerance,
                      "of the residuals, relative to the problem's speed scale; if not given, what the file asks");
  command->add_option("--max-sweeps", arguments->max_sweeps, "of cone; if not given, what the file asks");
  command->add_flag("--cold", arguments->is_cold, "begin with no impulses, whatever guess the file has");
  command->add_option("--out,-o", arguments->out,
                      "write the impulses as JSON, of one law for one file; - for standard output");
  command->add_flag("--json", arguments->json, "for machines");
  command->footer(
      "Examples:\n  abut laws stack.json --time 0.5 --every 10 --dump problems\n"
      "  abut solve problems/*.json --law all\n"
      "  abut solve problem.json --tolerance 1e-12 --max-sweeps 5000 --out impulses.json\n\n"
      "What stands in the table:\n"
      "  outcome      what the law says of its answer; where it gave none, only that\n"
      "  normal, cone, dissipation\n"
      "               how far the answer is from Coulomb's law, as a speed relative to that of the problem: contacts "
      "that\n"
      "               approach or pull; friction beyond mu times the normal force; friction that does not oppose slip\n"
      "  sweeps       of cone; pivots of lcp; rounds of svd\n"
      "  time         of the fastest of up to five solves, in microseconds. cone begins with the guess, others with "
      "nothing\n"
      "  energy       what the impulses add to kinetic energy\n"
      "  largest, total\n"
      "               normal impulse of one contact, and the sum over all, in N s");
  command->callback([arguments] { solve_files(*arguments); });
}

}  // namespace abut::app
