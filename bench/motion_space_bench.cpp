// Contacts without friction, solved in the space of motions and in that of contacts, as contacts per body grow: the
// comparison behind the claim of paper 003, section 3. One body in a socket, and eight in a row, each in the socket of
// the one before: points all over the lower half of a ball, all of which approach at first. And the other way: more and
// more bodies, with four points each.
//
//   gauss      projection in the space of motions (gauss_law.h)
//   direct     pivoting on the normals, velocities kept beside (direct_normals.h); at most 512 contacts
//   cone       the default law, which is direct up to 512 contacts and sweeps beyond, until 1e-8 or 200 sweeps
//   lcp        pivoting on the whole matrix of the contacts (lcp_law.h)
//   W          that matrix alone (delassus.h), which every method has to form that knows nothing of bodies
//
// All see the same problems, in turns; the median of the turns counts, in processor time of one problem, and the spread
// is printed. "cold": no guess. "warm": the impulses of gauss as a guess. Beside each time how far its velocities are
// from those of gauss, at most, in m/s, of what falls at 0.04 m/s and more; they are unique. Where the answers of two
// that have solved the problem disagree, the program says so and exits with 1.
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "abut/math/random.h"
#include "abut/response/delassus.h"
#include "abut/response/direct_normals.h"
#include "abut/response/laws.h"

namespace {

using abut::math::Twist;
using abut::math::Vec3;
using namespace abut::response;

constexpr double kFall = 9.81 / 240;
constexpr int kNumProblems = 8, kNumTurns = 9;
constexpr double kMostDifference = 1e-6;  // m/s: residuals of 1e-8 of the scale, magnified by the condition
constexpr std::size_t kMostOfLcp = 512, kMostOfDirect = 512, kMostOfMatrix = 2048;

// Balls of unit diameter in a row, masses from 1 to 10 kg, each held by so many points of the one before.
ContactProblem make_sockets(abut::math::Random& random, std::uint32_t num_bodies, std::uint32_t num_between) {
  ContactProblem problem;
  problem.speed_scale = kFall;
  problem.bodies.emplace_back();
  for (std::uint32_t i = 1; i <= num_bodies; ++i) {
    const double mass = random.next_between(1, 10);
    ProblemBody body;
    body.inv_mass.setConstant(1 / mass);
    body.inv_inertia = (Vec3(8, 10, 12) / mass).asDiagonal();
    body.V = {0.1 * kFall * random.next_direction(), Vec3(0, 0, -kFall * i)};
    problem.bodies.push_back(body);
    problem.groups.push_back({static_cast<std::uint32_t>(problem.contacts.size()), num_between});
    for (std::uint32_t k = 0; k < num_between; ++k) {
      Vec3 n = random.next_direction();
      if (n.z() < 0) n = -n;
      const Vec3 off_centre = 0.1 * random.next_direction();
      ProblemContact contact{.a = i, .b = i - 1, .nhat_BA_W = n};
      contact.arm_a = -0.5 * n + off_centre, contact.arm_b = contact.arm_a + Vec3(0, 0, 0.6);
      problem.contacts.push_back(contact);
      problem.guess.emplace_back(Vec3::Zero());
    }
  }
  return problem;
}

struct Method {
  std::string name;
  std::size_t most_contacts;
  std::function<const ContactImpulses*(const ContactProblem&)> solve;  // none where it has no answer
};

void form_matrix(const ContactProblem& problem) {
  std::vector<ContactRow> rows;
  for (std::uint32_t i = 0; i < problem.contacts.size(); ++i) rows.push_back({i, problem.contacts[i].nhat_BA_W});
  compute_delassus(problem, rows, rows);
}

// Of those that do not use a guess only cold.
std::vector<Method> make_methods(bool is_warm) {
  std::vector<Method> methods;
  const auto add_law = [&](const char* name, std::size_t most) {
    const std::shared_ptr<ContactLaw> law = make_law(name);
    methods.push_back({name, most, [=](const ContactProblem& problem) {
                         const ContactImpulses& answer = law->solve(problem, {.name = name});
                         return answer.outcome == SolveOutcome::kSolved ? &answer : nullptr;
                       }});
  };
  add_law("gauss", ~std::size_t{0});
  methods.push_back(
      {"direct", kMostOfDirect,
       [normals = std::make_shared<DirectNormals>(), answer = std::make_shared<ContactImpulses>()](
           const ContactProblem& problem) { return normals->solve(problem, 1e-8, *answer) ? answer.get() : nullptr; }});
  add_law("cone", ~std::size_t{0});
  if (is_warm) return methods;
  add_law("lcp", kMostOfLcp);
  methods.push_back({"W", kMostOfMatrix, [](const ContactProblem& problem) -> const ContactImpulses* {
                       form_matrix(problem);
                       return nullptr;
                     }});
  return methods;
}

double get_processor_us() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e6 * static_cast<double>(time.tv_sec) + 1e-3 * static_cast<double>(time.tv_nsec);
}

// Microseconds of one problem; over again, as often as a time this short needs.
double measure(const std::vector<ContactProblem>& problems, const std::function<void(const ContactProblem&)>& solve) {
  constexpr double kEnough = 1000.0;
  const double begin = get_processor_us();
  for (int count = 1;; ++count) {
    for (const ContactProblem& problem : problems) solve(problem);
    const double passed = get_processor_us() - begin;
    if (passed > kEnough) return passed / (count * static_cast<double>(problems.size()));
  }
}

double compute_difference(const std::vector<Twist>& V, const std::vector<Twist>& U) {
  double largest = 0.0;
  for (std::size_t i = 0; i < V.size(); ++i)
    largest = std::max({largest, (V[i].v - U[i].v).norm(), (V[i].w - U[i].w).norm()});
  return largest;
}

// What a method answers, against the velocities expected: the largest difference, and how many it has no answer for.
std::string compare(const Method& method, const std::vector<ContactProblem>& problems,
                    const std::vector<std::vector<Twist>>& expected, double& largest) {
  int num_sweeps = 0, num_missed = 0;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const ContactImpulses* answer = method.solve(problems[i]);
    if (answer == nullptr) {
      ++num_missed;
      continue;
    }
    largest = std::max(largest, compute_difference(answer->V, expected[i]));
    num_sweeps += answer->num_sweeps;
  }
  if (num_missed > 0) return fmt::format("{} of {} not solved", num_missed, problems.size());
  return fmt::format("{:.1e}, {:.1f}", largest, num_sweeps / static_cast<double>(problems.size()));
}

struct Sample {
  std::vector<ContactProblem> problems;
  std::vector<std::vector<Twist>> expected;  // by the first method
};

Sample make_sample(std::uint32_t num_bodies, std::uint32_t num_between, bool is_warm, const Method& first) {
  abut::math::Random random(num_between);
  Sample sample;
  for (int k = 0; k < kNumProblems; ++k) {
    ContactProblem problem = make_sockets(random, num_bodies, num_between);
    const ContactImpulses* answer = first.solve(problem);
    if (answer == nullptr) throw std::runtime_error("gauss has no answer");
    sample.expected.push_back(answer->V);
    if (is_warm) problem.guess = answer->p;
    sample.problems.push_back(std::move(problem));
  }
  return sample;
}

// Returns how far the answers are apart.
double run(std::uint32_t num_bodies, std::uint32_t num_between, bool is_warm) {
  const std::vector<Method> methods = make_methods(is_warm);
  const Sample sample = make_sample(num_bodies, num_between, is_warm, methods.front());
  const std::size_t num_contacts = sample.problems.front().contacts.size();
  std::vector<std::vector<double>> turns(methods.size());
  for (int turn = 0; turn < kNumTurns; ++turn)
    for (std::size_t k = 0; k < methods.size(); ++k)
      if (num_contacts <= methods[k].most_contacts)
        turns[k].push_back(measure(sample.problems, [&](const ContactProblem& each) { methods[k].solve(each); }));
  double first_median = 0.0, difference = 0.0;
  for (std::size_t k = 0; k < methods.size(); ++k) {
    if (turns[k].empty()) continue;
    std::sort(turns[k].begin(), turns[k].end());
    const double median = turns[k][kNumTurns / 2];
    if (k == 0) first_median = median;
    double largest = 0.0;
    const std::string note =
        methods[k].name == "W" ? "" : compare(methods[k], sample.problems, sample.expected, largest);
    difference = std::max(difference, largest);
    fmt::print("{:>6} {:>9} {:>5} {:>7} {:>30} {:>9.2f}   {}\n", num_bodies, num_contacts, is_warm ? "warm" : "cold",
               methods[k].name, fmt::format("{:.4g} ({:.4g} to {:.4g})", median, turns[k].front(), turns[k].back()),
               median / first_median, note);
  }
  return difference;
}

}  // namespace

int main() {
  fmt::print("{} problems, {} turns; microseconds of processor time a problem\n", kNumProblems, kNumTurns);
  fmt::print("{:>6} {:>9} {:>5} {:>7} {:>30} {:>9}   {}\n", "bodies", "contacts", "guess", "method", "median (spread)",
             "/ gauss", "difference, steps");
  double difference = 0.0;
  for (const bool is_warm : {false, true}) {
    for (std::uint32_t num_between = 4; num_between <= 2048; num_between *= 2)
      difference = std::max(difference, run(1, num_between, is_warm));
    for (std::uint32_t num_between = 4; num_between <= 256; num_between *= 2)
      difference = std::max(difference, run(8, num_between, is_warm));
    for (std::uint32_t num_bodies = 2; num_bodies <= 64; num_bodies *= 2)
      difference = std::max(difference, run(num_bodies, 4, is_warm));
  }
  if (difference <= kMostDifference) return 0;
  fmt::print("the answers differ by {} m/s\n", difference);
  return 1;
}
