// The cone law on the problems of tests/data/contact-problems: what it leaves and what it costs stays within the bounds
// of the table beside them. scripts/dump_problems --table writes the table anew, where the law has become better.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "abut/response/cone_law.h"
#include "full_run.h"
#include "response/dumped_problems.h"

namespace abut::response {
namespace {

struct SolveBounds {
  double residual = 0.0;
  int sweeps = 0;
};

struct TableRow {
  std::size_t num_bodies = 0, num_contacts = 0;
  SolveBounds asked, cold;
};

std::map<std::string, TableRow> read_table() {
  std::map<std::string, TableRow> rows;
  std::ifstream file(get_dumped_folder() / "table.csv");
  std::string line;
  while (std::getline(file, line)) {
    if (line.starts_with("#") || line.starts_with("file,")) continue;
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream cells(line);
    std::string name;
    TableRow row;
    cells >> name >> row.num_bodies >> row.num_contacts;
    for (SolveBounds* bounds : {&row.asked, &row.cold}) {
      double residual = 0.0, sweeps = 0.0;  // as they were reached: for people
      cells >> residual >> sweeps >> bounds->residual >> bounds->sweeps;
    }
    EXPECT_TRUE(cells) << line;
    rows[name] = row;
  }
  return rows;
}

struct Reached {
  double residual = 0.0;
  int sweeps = 0;
  bool is_solved = false;
};

Reached solve_dumped(ContactLaw& law, const ContactProblem& problem, const LawOptions& options) {
  const ContactImpulses& answer = law.solve(problem, options);
  return {compute_residuals(problem, answer.p).largest(), answer.num_sweeps, answer.outcome == SolveOutcome::kSolved};
}

void expect_within(const Reached& reached, const SolveBounds& bounds, const std::string& what) {
  EXPECT_LE(reached.residual, bounds.residual) << what;
  EXPECT_LE(reached.sweeps, bounds.sweeps) << what;
}

// 2.6e-09 in 25, with a mark where the law says that it is not converged.
std::string make_cell(const Reached& reached) {
  return fmt::format("{:.1e} in {:>4}{}", reached.residual, reached.sweeps, reached.is_solved ? " " : "*");
}

TEST(ConeLawProblems, ResidualsAndSweepsStayWithinTheTable) {
  const std::map<std::string, TableRow> table = read_table();
  const std::vector<std::filesystem::path> paths = list_dumped();
  const std::size_t stride = std::max<std::size_t>(paths.size() / choose_long_count(paths.size(), paths.size()), 1);
  const std::unique_ptr<ContactLaw> law = make_law("cone");
  fmt::print("{:<40}{:>7}{:>9}  {:>16}   {:>16}\n", "problem", "bodies", "contacts", "as asked", "cold, to 1e-8");
  for (std::size_t i = 0; i < paths.size(); i += stride) {
    const std::string name = paths[i].filename().string();
    ASSERT_TRUE(table.contains(name)) << name << " is not in the table: run scripts/dump_problems --table";
    const TableRow& row = table.at(name);
    const scene::ProblemFile file = scene::read_problem(paths[i]);
    ASSERT_EQ(file.problem.bodies.size(), row.num_bodies) << name;
    ASSERT_EQ(file.problem.contacts.size(), row.num_contacts) << name;
    const Reached asked = solve_dumped(*law, file.problem, make_asked_options(file.asked));
    const Reached cold = solve_dumped(*law, make_cold(file.problem), make_cold_options());
    expect_within(asked, row.asked, name);
    expect_within(cold, row.cold, name + ", cold");
    fmt::print("{:<40}{:>7}{:>9}  {}  {}\n", name, row.num_bodies, row.num_contacts, make_cell(asked), make_cell(cold));
  }
}

TEST(ConeLawProblems, TheSetHasManyKindsAndIsSmall) {
  std::set<std::string> classes;
  std::uintmax_t num_bytes = 0;
  const std::vector<std::filesystem::path> paths = list_dumped();
  for (const std::filesystem::path& path : paths) {
    const std::string name = path.filename().string();
    classes.insert(name.substr(0, name.find('.')));
    num_bytes += std::filesystem::file_size(path);
  }
  EXPECT_GE(paths.size(), 60u);
  EXPECT_GE(classes.size(), 20u);
  EXPECT_LE(num_bytes, 5'000'000u);
  EXPECT_EQ(read_table().size(), paths.size());
}

}  // namespace
}  // namespace abut::response
