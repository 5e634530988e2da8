// Contact laws on the same problems: cubes on four corners each, one upon another, cold and warm, and a wall of them.
// Beside each time its sweeps (pivots, rounds) and its residual against the cone, as compute_residuals judges it.
#include <benchmark/benchmark.h>

#include <cmath>
#include <vector>

#include "abut/response/impact.h"
#include "abut/response/keep_passive.h"
#include "abut/response/laws.h"
#include "abut/response/one_contact.h"

namespace {

using namespace abut;
using math::Vec3;
using response::ContactProblem;

constexpr double kFall = 9.81 / 240;

std::uint32_t add_cube(ContactProblem& problem, double mass) {
  response::ProblemBody body;
  body.inv_mass.setConstant(1 / mass);
  body.inv_inertia = 6 / mass * math::Mat3::Identity();
  body.V.v = {0, 0, -kFall};
  problem.bodies.push_back(body);
  return static_cast<std::uint32_t>(problem.bodies.size() - 1);
}

// The cube a stands on b, its centre shifted by x from b's; their faces overlap from low to high along x.
void add_face(ContactProblem& problem, std::uint32_t a, std::uint32_t b, double x, double low, double high) {
  problem.groups.push_back({static_cast<std::uint32_t>(problem.contacts.size()), 4});
  for (const double px : {low, high})
    for (const double py : {-0.5, 0.5}) {
      response::ProblemContact contact{.a = a, .b = b, .mu = 0.5};
      contact.arm_a = {px, py, -0.5}, contact.arm_b = {px + x, py, 0.5};
      problem.contacts.push_back(contact);
      problem.guess.emplace_back(Vec3::Zero());
    }
}

ContactProblem make_stack(int height, double top_mass) {
  ContactProblem problem;
  problem.speed_scale = kFall;
  problem.bodies.emplace_back();
  for (int i = 0; i < height; ++i) {
    const std::uint32_t cube = add_cube(problem, i + 1 == height ? top_mass : 1.0);
    add_face(problem, cube, cube - 1, 0.0, -0.5, 0.5);
  }
  return problem;
}

// A wall of rows cubes at the foot and one at the top, each on two.
ContactProblem make_wall(int rows) {
  ContactProblem problem;
  problem.speed_scale = kFall;
  problem.bodies.emplace_back();
  std::uint32_t below = 0;
  for (int row = 0; row < rows; ++row) {
    const auto first = static_cast<std::uint32_t>(problem.bodies.size());
    for (int k = 0; k < rows - row; ++k) {
      const std::uint32_t cube = add_cube(problem, 1.0), under = below + static_cast<std::uint32_t>(k);
      if (row == 0) {
        add_face(problem, cube, 0, 0.0, -0.5, 0.5);
        continue;
      }
      add_face(problem, cube, under, 0.5, -0.5, 0.0);
      add_face(problem, cube, under + 1, -0.5, 0.0, 0.5);
    }
    below = first;
  }
  return problem;
}

void run(benchmark::State& state, const char* name, ContactProblem problem, bool is_warm) {
  const auto law = response::make_law(name);
  const response::LawOptions options{.name = name};
  if (is_warm) problem.guess = law->solve(problem, options).p;
  for (auto _ : state) benchmark::DoNotOptimize(law->solve(problem, options).p.data());
  const response::ContactImpulses& answer = law->solve(problem, options);
  state.counters["sweeps"] = answer.num_sweeps;
  state.counters["residual"] = compute_residuals(problem, answer.p).largest();
  state.counters["solved"] = answer.outcome == response::SolveOutcome::kSolved ? 1 : 0;
}

void impact(benchmark::State& state, response::ImpactLaw law, double mu, const Vec3& u0) {
  math::Mat3 K;
  K << 3, 0.5, -1, 0.5, 2, 0.4, -1, 0.4, 2;
  for (auto _ : state) benchmark::DoNotOptimize(compute_impact({K, u0, mu, 0.5}, law).p.data());
  const response::Impact found = compute_impact({K, u0, mu, 0.5}, law);
  state.counters["pieces"] = found.num_pieces;
  state.counters["energy_lost"] = found.energy_lost;
}

// A corner that arrives sliding, alone.
void one_contact(benchmark::State& state, double mu, double slip) {
  ContactProblem problem;
  problem.speed_scale = kFall;
  problem.bodies.emplace_back();
  add_cube(problem, 1.0);
  problem.bodies[1].V.v.x() = slip;
  problem.contacts.push_back({.a = 1, .b = 0, .arm_a = {0.5, 0.3, -0.6}, .mu = mu});
  problem.groups.push_back({0, 1});
  problem.guess.emplace_back(Vec3::Zero());
  response::ContactImpulses answer;
  for (auto _ : state) response::solve_one_contact(problem, 1e-8, answer);
  state.counters["residual"] = answer.residuals.largest();
}

// What every answer passes, of a problem as it was solved.
void guard(benchmark::State& state, const ContactProblem& problem) {
  const std::unique_ptr<response::ContactLaw> law = response::make_law("cone");
  const response::ContactImpulses answer = law->solve(problem, {});
  response::PassiveGuard passive;
  for (auto _ : state) benchmark::DoNotOptimize(&passive.pass(problem, answer, 1e-8));
  state.counters["contacts"] = static_cast<double>(problem.contacts.size());
}

BENCHMARK_CAPTURE(one_contact, sticks, 0.5, 0.0);
BENCHMARK_CAPTURE(one_contact, slides, 0.5, 1.0);
BENCHMARK_CAPTURE(guard, wall_55, make_wall(10));
BENCHMARK_CAPTURE(run, cone_stack_1_cold, "cone", make_stack(1, 1), false);
BENCHMARK_CAPTURE(run, lcp_stack_1_cold, "lcp", make_stack(1, 1), false);
BENCHMARK_CAPTURE(run, svd_stack_1_cold, "svd", make_stack(1, 1), false);
BENCHMARK_CAPTURE(run, cone_stack_5_cold, "cone", make_stack(5, 1), false);
BENCHMARK_CAPTURE(run, lcp_stack_5_cold, "lcp", make_stack(5, 1), false);
BENCHMARK_CAPTURE(run, svd_stack_5_cold, "svd", make_stack(5, 1), false);
BENCHMARK_CAPTURE(run, cone_heavy_on_light_cold, "cone", make_stack(2, 1000), false);
BENCHMARK_CAPTURE(run, lcp_heavy_on_light_cold, "lcp", make_stack(2, 1000), false);
BENCHMARK_CAPTURE(run, svd_heavy_on_light_cold, "svd", make_stack(2, 1000), false);
BENCHMARK_CAPTURE(run, cone_stack_10_cold, "cone", make_stack(10, 1), false);
BENCHMARK_CAPTURE(run, cone_stack_10_warm, "cone", make_stack(10, 1), true);
BENCHMARK_CAPTURE(run, cone_stack_30_cold, "cone", make_stack(30, 1), false);
BENCHMARK_CAPTURE(run, cone_wall_55_cold, "cone", make_wall(10), false);
BENCHMARK_CAPTURE(run, cone_wall_55_warm, "cone", make_wall(10), true);
BENCHMARK_CAPTURE(impact, stronge_frictionless, response::ImpactLaw::kStronge, 0.0, Vec3(1, 0.3, -1));
BENCHMARK_CAPTURE(impact, stronge_slip_that_turns, response::ImpactLaw::kStronge, 0.3, Vec3(1, 0.3, -1));
BENCHMARK_CAPTURE(impact, newton_slip_that_turns, response::ImpactLaw::kNewton, 0.3, Vec3(1, 0.3, -1));

}  // namespace
