#include "run_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "abut/dynamics/step_errors.h"
#include "output.h"

namespace abut::app {
namespace {

double compute_lost_share(const RunSummary& summary) {
  return summary.path_asked > 0 ? summary.path_lost / summary.path_asked : 0.0;
}

}  // namespace

void RunSummary::add(const dynamics::StepRecord& record) {
  if (record.segments.empty()) return;
  num_steps = record.index;
  t = record.t;
  path_asked += record.path_asked;
  path_lost += record.path_lost;
  most_rounds = std::max(most_rounds, record.num_rounds);
  num_rounds += record.num_rounds;
  num_sweeps += record.num_sweeps;
  num_substeps += record.num_substeps;
  num_impacts += record.num_impacts;
  num_limited += record.num_limited;
  num_held += record.num_held;
  residual = std::max(residual, record.residual);
  num_unsolved += record.is_solved ? 0 : 1;
  if (record.error > worst_error) {
    worst_error = record.error, worst_error_rms = record.error_rms, worst_error_t = record.t;
    worst_a = record.error_a, worst_b = record.error_b;
  }
  most_contacts = std::max(most_contacts, record.contacts.size());
  least_separation = std::min(least_separation, record.least_separation);
  num_asleep = record.num_asleep;
  dropped_energy += record.dropped_energy;
  repositioning_energy += record.repositioning_energy;
  hash = record.hash;
}

void RunSummary::name_bodies(const scene::LoadedScene& loaded) {
  if (!worst_a.is_none()) worst_name_a = loaded.bodies[worst_a.index()].name;
  if (!worst_b.is_none()) worst_name_b = loaded.bodies[worst_b.index()].name;
}

std::string describe_solution(const RunSummary& s) {
  const std::string num_steps = with_commas(static_cast<std::size_t>(s.num_steps)),
                    tolerance = fmt::format("1e{:.0f}", std::log10(dynamics::kSolvedError));
  std::string text = s.num_unsolved > 0
                         ? fmt::format("{} of {} steps not solved to {}",
                                       with_commas(static_cast<std::size_t>(s.num_unsolved)), num_steps, tolerance)
                         : fmt::format("all {} steps solved to {}", num_steps, tolerance);
  if (s.worst_error > 0)
    text += fmt::format(": worst {:.2g} at t = {:g} s, bodies \"{}\" and \"{}\", rms {:.2g} there", s.worst_error,
                        s.worst_error_t, s.worst_name_a, s.worst_name_b, s.worst_error_rms);
  return text;
}

std::string make_hash_text(std::uint64_t hash) {
  return fmt::format("0x{:016x}", hash);
}

std::string make_text(const RunSummary& s) {
  const double mean_rounds = s.num_steps > 0 ? static_cast<double>(s.num_rounds) / static_cast<double>(s.num_steps) : 0;
  std::string text = fmt::format("  outcome      {}{}\n", s.outcome == "finished" ? good(s.outcome) : bad(s.outcome),
                                 s.culprit.empty() ? "" : ": \"" + s.culprit + "\"");
  text += fmt::format("  simulated    {:g} s in {} steps", s.t, with_commas(static_cast<std::size_t>(s.num_steps)));
  if (s.seconds > 0)
    text += fmt::format(", {:.3g} ms a step",
                        1e3 * s.seconds / static_cast<double>(std::max<std::int64_t>(1, s.num_timed_steps)));
  text += fmt::format("\n  lost motion  {:.3g} of {:.6g} m; {} bodies held back, steps added up\n",
                      compute_lost_share(s), s.path_asked, with_commas(static_cast<std::size_t>(s.num_held)));
  text += fmt::format("  rounds       {:.2f} a step, {} at most; {} sub-steps\n", mean_rounds, s.most_rounds,
                      with_commas(static_cast<std::size_t>(s.num_substeps)));
  text += fmt::format("  contact law  {} sweeps, residual {:.3g} at most\n",
                      with_commas(static_cast<std::size_t>(s.num_sweeps)), s.residual);
  text += fmt::format("  contacts     {} at most, {} impacts", with_commas(s.most_contacts),
                      with_commas(static_cast<std::size_t>(s.num_impacts)));
  text += s.num_limited == 0 ? "\n"
                             : fmt::format(", of {} less restitution than asked for, which would raise energy\n",
                                           with_commas(static_cast<std::size_t>(s.num_limited)));
  text += std::isfinite(s.least_separation)
              ? fmt::format("  separation   more than {:.6g} m throughout, proven\n", s.least_separation)
              : "  separation   no two bodies came near each other\n";
  if (s.num_asleep > 0)
    text += fmt::format("  asleep       {} bodies at the end, {:.3g} J dropped\n",
                        with_commas(static_cast<std::size_t>(s.num_asleep)), s.dropped_energy);
  text += fmt::format("  hash         {}\n", make_hash_text(s.hash));
  text += fmt::format("  solution     {}\n", s.num_unsolved > 0 ? bad(describe_solution(s)) : describe_solution(s));
  return text;
}

nlohmann::ordered_json make_json(const RunSummary& s) {
  nlohmann::ordered_json json{{"outcome", s.outcome},
                              {"culprit", nullptr},
                              {"num_steps", s.num_steps},
                              {"t", s.t},
                              {"lost_motion", compute_lost_share(s)},
                              {"path_asked", s.path_asked},
                              {"path_lost", s.path_lost},
                              {"num_held", s.num_held},
                              {"most_rounds", s.most_rounds},
                              {"num_rounds", s.num_rounds},
                              {"num_substeps", s.num_substeps},
                              {"num_sweeps", s.num_sweeps},
                              {"residual", s.residual},
                              {"num_unsolved", s.num_unsolved},
                              {"worst_error", nullptr},
                              {"most_contacts", s.most_contacts},
                              {"num_impacts", s.num_impacts},
                              {"num_limited", s.num_limited},
                              {"least_separation", nullptr},
                              {"num_asleep", s.num_asleep},
                              {"dropped_energy", s.dropped_energy},
                              {"repositioning_energy", s.repositioning_energy},
                              {"hash", make_hash_text(s.hash)},
                              {"seconds", s.seconds}};
  if (!s.culprit.empty()) json["culprit"] = s.culprit;
  if (s.worst_error > 0) {
    json["worst_error"] = {{"value", s.worst_error},
                           {"rms", s.worst_error_rms},
                           {"t", s.worst_error_t},
                           {"bodies", {s.worst_name_a, s.worst_name_b}}};
  }
  if (std::isfinite(s.least_separation)) json["least_separation"] = s.least_separation;
  return json;
}

}  // namespace abut::app
