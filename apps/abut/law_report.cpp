#include "law_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "output.h"

namespace abut::app {
namespace {

using nlohmann::ordered_json;
using response::LawFigures;
using response::LawSample;
using response::SolveOutcome;

// The middle and the largest of some numbers.
struct LawSpread {
  double median = 0.0, worst = 0.0;
};

LawSpread compute_spread(std::vector<double> values) {
  if (values.empty()) return {};
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return {*middle, *std::max_element(middle, values.end())};
}

LawSpread compute_spread(const LawFigures& figures, const std::function<double(const LawSample&)>& choose) {
  std::vector<double> values;
  values.reserve(figures.samples.size());
  for (const LawSample& sample : figures.samples) values.push_back(choose(sample));
  return compute_spread(std::move(values));
}

struct LawRow {
  LawSpread normal, cone, dissipation, seconds, sweeps, energy_gained, impulse;
  double energy_change = 0.0;  // J: of all problems
  double total_impulse = 0.0;  // N s: of all problems
};

LawRow make_row(const LawFigures& figures) {
  LawRow row;
  row.normal = compute_spread(figures, [](const LawSample& s) { return s.residuals.normal; });
  row.cone = compute_spread(figures, [](const LawSample& s) { return s.residuals.cone; });
  row.dissipation = compute_spread(figures, [](const LawSample& s) { return s.residuals.dissipation; });
  row.seconds = compute_spread(figures, [](const LawSample& s) { return s.seconds; });
  row.sweeps = compute_spread(figures, [](const LawSample& s) { return static_cast<double>(s.num_sweeps); });
  row.energy_gained = compute_spread(figures, [](const LawSample& s) { return s.energy_gained; });
  row.impulse = compute_spread(figures, [](const LawSample& s) { return s.largest_impulse; });
  for (const LawSample& sample : figures.samples) {
    row.energy_change += sample.energy_gained;
    row.total_impulse += sample.total_impulse;
  }
  return row;
}

std::string make_outcome_text(const LawFigures& figures) {
  std::vector<std::string> parts;
  for (std::size_t k = 0; k < LawFigures::kNumOutcomes; ++k) {
    const auto number = static_cast<std::size_t>(figures.num_by_outcome[k]);
    if (number == 0) continue;
    parts.push_back(
        fmt::format("{} {}", with_commas(number), response::get_outcome_name(static_cast<SolveOutcome>(k))));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string make_spread_text(const LawSpread& spread) {
  return fmt::format("{:.0e}  {:.0e}", spread.median, spread.worst);
}

// Within 120 columns.
constexpr const char* kLawHeads = "  {:<5}{:>8}  {:>12}  {:>12}  {:>12}  {:>8}  {:>11}  {:>18}  {:>18}\n";

std::string make_row_text(const LawFigures& figures) {
  const std::size_t num_answered = figures.samples.size();
  if (num_answered == 0) return fmt::format("  {:<5}{:>8}\n", figures.name, 0);
  const LawRow row = make_row(figures);
  return fmt::format(fmt::runtime(kLawHeads), figures.name, with_commas(num_answered), make_spread_text(row.normal),
                     make_spread_text(row.cone), make_spread_text(row.dissipation),
                     fmt::format("{:.3g}", 1e6 * row.seconds.median),
                     fmt::format("{:.0f} {:>4.0f}", row.sweeps.median, row.sweeps.worst),
                     fmt::format("{:+.1e} {:+.2e}", row.energy_gained.worst, row.energy_change),
                     fmt::format("{:.2e} {:.2e}", row.impulse.worst, row.total_impulse));
}

ordered_json make_spread_json(const LawSpread& spread) {
  return {{"median", spread.median}, {"worst", spread.worst}};
}

ordered_json make_law_json(const LawFigures& figures) {
  ordered_json json{
      {"name", figures.name}, {"num_answered", figures.samples.size()}, {"outcomes", ordered_json::object()}};
  for (std::size_t k = 0; k < LawFigures::kNumOutcomes; ++k) {
    if (figures.num_by_outcome[k] > 0)
      json["outcomes"][std::string(response::get_outcome_name(static_cast<SolveOutcome>(k)))] =
          figures.num_by_outcome[k];
  }
  if (figures.samples.empty()) return json;
  const LawRow row = make_row(figures);
  json["residuals"] = {{"normal", make_spread_json(row.normal)},
                       {"cone", make_spread_json(row.cone)},
                       {"dissipation", make_spread_json(row.dissipation)}};
  json["seconds"] = make_spread_json(row.seconds);
  json["sweeps"] = make_spread_json(row.sweeps);
  json["energy"] = {{"largest_rise", row.energy_gained.worst}, {"change", row.energy_change}};
  json["normal_impulse"] = {{"largest", row.impulse.worst}, {"total", row.total_impulse}};
  return json;
}

LawSpread compute_size_spread(const LawReport& report) {
  const std::vector<std::size_t>& sizes = report.comparison->num_contacts();
  return compute_spread(std::vector<double>(sizes.begin(), sizes.end()));
}

}  // namespace

std::string make_text(const LawReport& report) {
  const response::LawComparison& comparison = *report.comparison;
  const std::size_t num_compared = comparison.num_contacts().size();
  const LawSpread size = compute_size_spread(report);
  std::string text = bold(report.scene) +
                     fmt::format(": {} contact problems compared of {}, in {} steps to {:g} s\n",
                                 with_commas(num_compared), with_commas(static_cast<std::size_t>(comparison.num_met())),
                                 with_commas(static_cast<std::size_t>(report.num_steps)), report.t);
  text += fmt::format("  run with law \"{}\" ({}); {:.0f} contacts in the median problem, {:.0f} in the largest\n\n",
                      report.law, report.outcome, size.median, size.worst);
  text += fmt::format(fmt::runtime(kLawHeads), "", "", "normal", "cone", "dissipation", "time us", "sweeps", "energy J",
                      "normal impulse N s");
  text += fmt::format(fmt::runtime(kLawHeads), "law", "answered", "median worst", "median worst", "median worst",
                      "median", "median most", "rise       all", "largest      all");
  for (const LawFigures& figures : comparison.figures()) text += make_row_text(figures);
  text += "\n";
  for (const LawFigures& figures : comparison.figures())
    text += fmt::format("  {:<5} {}\n", figures.name, make_outcome_text(figures));
  return text;
}

ordered_json make_json(const LawReport& report) {
  const LawSpread size = compute_size_spread(report);
  ordered_json json{{"scene", report.scene},
                    {"law", report.law},
                    {"outcome", report.outcome},
                    {"num_steps", report.num_steps},
                    {"t", report.t},
                    {"num_problems", report.comparison->num_met()},
                    {"num_compared", report.comparison->num_contacts().size()},
                    {"contacts", {{"median", size.median}, {"most", size.worst}}},
                    {"laws", ordered_json::array()}};
  for (const LawFigures& figures : report.comparison->figures()) json["laws"].push_back(make_law_json(figures));
  return json;
}

}  // namespace abut::app
