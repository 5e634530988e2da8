#include "solve_report.h"

#include <fmt/format.h>

#include <span>

#include "abut/scene/json_writer.h"
#include "output.h"

namespace abut::app {
namespace {

using nlohmann::ordered_json;
using response::LawSample;

constexpr const char* kSolveHeads = "  {:<5} {:<14}  {:>8} {:>8} {:>11}  {:>7}  {:>9}  {:>10}  {:>10} {:>10}\n";

std::string make_solve_row_text(const SolveRow& row) {
  const std::string outcome(response::get_outcome_name(row.trial.outcome));
  if (!row.trial.sample) return fmt::format("  {:<5} {}\n", row.law, outcome);
  const LawSample& sample = *row.trial.sample;
  return fmt::format(fmt::runtime(kSolveHeads), row.law, outcome, fmt::format("{:.1e}", sample.residuals.normal),
                     fmt::format("{:.1e}", sample.residuals.cone), fmt::format("{:.1e}", sample.residuals.dissipation),
                     sample.num_sweeps, fmt::format("{:.4g}", 1e6 * sample.seconds),
                     fmt::format("{:+.3e}", sample.energy_gained), fmt::format("{:.3e}", sample.largest_impulse),
                     fmt::format("{:.3e}", sample.total_impulse));
}

std::string make_request_text(const SolvedFile& file) {
  const scene::ProblemRequest& asked = file.asked;
  std::string text = fmt::format(": {} bodies, {} contacts; asked for {:.2g} in {} sweeps",
                                 with_commas(file.num_bodies), with_commas(file.num_contacts), asked.tolerance,
                                 with_commas(static_cast<std::size_t>(asked.max_sweeps)));
  if (asked.guess_tolerance > asked.tolerance) text += fmt::format(", of the guess {:.2g}", asked.guess_tolerance);
  return text + "\n";
}

ordered_json make_solve_row_json(const SolveRow& row) {
  ordered_json json{{"name", row.law}, {"outcome", response::get_outcome_name(row.trial.outcome)}};
  if (!row.trial.sample) return json;
  const LawSample& sample = *row.trial.sample;
  json["residuals"] = {{"normal", sample.residuals.normal},
                       {"cone", sample.residuals.cone},
                       {"dissipation", sample.residuals.dissipation}};
  json["num_sweeps"] = sample.num_sweeps;
  json["seconds"] = sample.seconds;
  json["energy_gained"] = sample.energy_gained;
  json["normal_impulse"] = {{"largest", sample.largest_impulse}, {"total", sample.total_impulse}};
  return json;
}

void write_number(scene::JsonWriter& json, std::string_view key, double x) {
  json.key(key);
  json.number(x);
}

void write_text(scene::JsonWriter& json, std::string_view key, std::string_view text) {
  json.key(key);
  json.text(text);
}

std::string make_row_json(const math::Vec3& v) {
  return scene::make_json_row({v.data(), 3});
}

}  // namespace

std::string make_text(const std::vector<SolvedFile>& files) {
  std::string text = fmt::format(fmt::runtime(kSolveHeads), "law", "outcome", "normal", "cone", "dissipation", "sweeps",
                                 "time us", "energy J", "largest Ns", "total Ns");
  for (const SolvedFile& file : files) {
    text += bold(file.name) + make_request_text(file);
    for (const SolveRow& row : file.rows) text += make_solve_row_text(row);
  }
  return text;
}

ordered_json make_json(const std::vector<SolvedFile>& files) {
  ordered_json json{{"problems", ordered_json::array()}};
  for (const SolvedFile& file : files) {
    ordered_json one{{"file", file.name},
                     {"num_bodies", file.num_bodies},
                     {"num_contacts", file.num_contacts},
                     {"asked",
                      {{"tolerance", file.asked.tolerance},
                       {"max_sweeps", file.asked.max_sweeps},
                       {"guess_tolerance", file.asked.guess_tolerance},
                       {"aim", file.asked.aim}}},
                     {"laws", ordered_json::array()}};
    for (const SolveRow& row : file.rows) one["laws"].push_back(make_solve_row_json(row));
    json["problems"].push_back(std::move(one));
  }
  return json;
}

std::string make_impulses_text(const std::string& problem_name, const response::ContactProblem& problem,
                               const SolveRow& row) {
  const LawSample& sample = row.trial.sample.value();
  std::vector<std::string> impulses, velocities;
  for (const math::Vec3& p : row.trial.p) impulses.push_back(make_row_json(p));
  for (const math::Twist& V : response::compute_velocities(problem, row.trial.p))
    velocities.push_back(
        fmt::format(R"({{"velocity": {}, "angular_velocity": {}}})", make_row_json(V.v), make_row_json(V.w)));
  scene::JsonWriter json;
  json.begin_object();
  write_number(json, "abut_contact_impulses", 1);
  write_text(json, "problem", problem_name);
  write_text(json, "law", row.law);
  write_text(json, "outcome", response::get_outcome_name(row.trial.outcome));
  json.key("residuals");
  json.begin_object();
  write_number(json, "normal", sample.residuals.normal);
  write_number(json, "cone", sample.residuals.cone);
  write_number(json, "dissipation", sample.residuals.dissipation);
  json.end_object();
  write_number(json, "num_sweeps", sample.num_sweeps);
  write_number(json, "energy_gained", sample.energy_gained);
  json.key("impulses");
  json.rows(impulses);
  json.key("bodies");
  json.rows(velocities);
  json.end_object();
  return json.take();
}

}  // namespace abut::app
