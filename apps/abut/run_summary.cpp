#include "run_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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
  most_contacts = std::max(most_contacts, record.contacts.size());
  least_separation = std::min(least_separation, record.least_separation);
  num_asleep = record.num_asleep;
  dropped_energy += record.dropped_energy;
  repositioning_energy += record.repositioning_energy;
  hash = record.hash;
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
  if (std::isfinite(s.least_separation)) json["least_separation"] = s.least_separation;
  return json;
}

}  // namespace abut::app
