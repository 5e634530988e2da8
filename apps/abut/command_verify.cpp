// abut verify TRACE [--json]
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "abut/scene/trace/verify_trace.h"
#include "commands.h"
#include "output.h"
#include "progress.h"
#include "trace_file.h"

namespace abut::app {
namespace {

using nlohmann::ordered_json;
using scene::TraceVerification;
using scene::VerifyFault;
using scene::VerifyFinding;
using scene::VerifyMoment;

struct VerifyArguments {
  std::string trace;
  bool json = false;
};

// What is found, with what names and times stand for its numbers.
class VerifyPrinter {
 public:
  VerifyPrinter(const scene::TraceReader& reader, const TraceVerification& found) : reader_(reader), found_(found) {}

  std::string name(std::uint32_t body) const { return reader_.header().bodies[body].name; }
  std::string pair(const scene::BodyPair& bodies) const {
    return fmt::format("\"{}\" and \"{}\"", name(bodies.first), name(bodies.second));
  }
  // The start is before the first step.
  std::int64_t step(std::size_t segment) const {
    return segment < found_.segments.size() ? found_.segments[segment].step : 0;
  }
  double time(const VerifyMoment& moment, double s) const {
    if (moment.segment >= found_.segments.size()) return 0.0;
    const scene::SegmentTime& segment = found_.segments[moment.segment];
    return segment.t0 + s * (segment.t1 - segment.t0);
  }

  std::string finding(const VerifyFinding& f) const {
    return fmt::format("    {}{}, first in step {} at {:.9g} s, in {} segments\n", pair(f.bodies),
                       f.is_inside ? ", one inside the other" : "", step(f.first.segment), time(f.first, f.first.s0),
                       f.num_segments);
  }
  ordered_json finding_json(const VerifyFinding& f) const {
    return {{"bodies", {name(f.bodies.first), name(f.bodies.second)}},
            {"is_inside", f.is_inside},
            {"step", step(f.first.segment)},
            {"t", {time(f.first, f.first.s0), time(f.first, f.first.s1)}},
            {"num_segments", f.num_segments}};
  }
  const char* fault(const VerifyFault& f) const {
    return f.kind == scene::VerifyFaultKind::kNotAPose ? "not_a_pose" : "large_turn";
  }

 private:
  const scene::TraceReader& reader_;
  const TraceVerification& found_;
};

std::string make_text(const scene::TraceReader& reader, const TraceVerification& found, double seconds) {
  constexpr std::size_t kMostShown = 20;
  const VerifyPrinter print(reader, found);
  const scene::VerifyReport& report = found.report;
  std::string text = fmt::format("{}: {}\n", bold(reader.name()),
                                 report.is_proven() ? good("proven free of intersections") : bad("not proven"));
  text += fmt::format("  verified       {} bodies, {} steps of {} segments, to {:g} s; took {:.3g} s\n",
                      with_commas(report.num_bodies), with_commas(static_cast<std::size_t>(found.num_steps)),
                      with_commas(report.num_segments), found.t, seconds);
  if (report.least_pair) {
    text +=
        fmt::format("  separation     at least {:.9g} m, at most {:.9g} m\n                 {}, step {} at {:.9g} s\n",
                    report.least_lower, report.least_upper, print.pair(*report.least_pair),
                    print.step(report.least_moment.segment), print.time(report.least_moment, report.least_moment.s0));
  } else {
    text += fmt::format("  separation     at least {:.9g} m: no two bodies came nearer\n", report.reach);
  }
  text += fmt::format("  exempt         {} pairs, which were not looked at\n", with_commas(report.exempt.size()));
  const auto list = [&](const char* title, const std::vector<VerifyFinding>& findings) {
    text += fmt::format("  {:<14} {} pairs\n", title, with_commas(findings.size()));
    for (std::size_t i = 0; i < std::min(kMostShown, findings.size()); ++i) text += print.finding(findings[i]);
    if (findings.size() > kMostShown) text += fmt::format("    and {} more\n", findings.size() - kMostShown);
  };
  list("intersections", report.meetings);
  list("undecided", report.undecided);
  for (const VerifyFault& fault : report.faults) {
    text += fmt::format("  fault          \"{}\", step {}: {}\n", print.name(fault.body), print.step(fault.segment),
                        fault.kind == scene::VerifyFaultKind::kNotAPose
                            ? "its pose is none, so nothing is verified from there on"
                            : "it turns by more than 30 degrees in one segment");
  }
  return text;
}

ordered_json make_json(const scene::TraceReader& reader, const TraceVerification& found, double seconds) {
  const VerifyPrinter print(reader, found);
  const scene::VerifyReport& report = found.report;
  ordered_json json{{"trace", reader.name()},
                    {"is_proven", report.is_proven()},
                    {"is_whole", reader.ending() == scene::TraceEnding::kWhole},
                    {"num_bodies", report.num_bodies},
                    {"num_steps", found.num_steps},
                    {"num_segments", report.num_segments},
                    {"t", found.t},
                    {"least_separation", {report.least_lower, nullptr}},
                    {"least_pair", nullptr},
                    {"num_exempt", report.exempt.size()},
                    {"intersections", ordered_json::array()},
                    {"undecided", ordered_json::array()},
                    {"faults", ordered_json::array()},
                    {"seconds", seconds}};
  if (std::isfinite(report.least_upper)) json["least_separation"][1] = report.least_upper;
  if (report.least_pair) {
    json["least_pair"] = {{"bodies", {print.name(report.least_pair->first), print.name(report.least_pair->second)}},
                          {"step", print.step(report.least_moment.segment)},
                          {"t", print.time(report.least_moment, report.least_moment.s0)}};
  }
  for (const VerifyFinding& f : report.meetings) json["intersections"].push_back(print.finding_json(f));
  for (const VerifyFinding& f : report.undecided) json["undecided"].push_back(print.finding_json(f));
  for (const VerifyFault& f : report.faults)
    json["faults"].push_back({{"kind", print.fault(f)}, {"body", print.name(f.body)}, {"step", print.step(f.segment)}});
  return json;
}

void verify(const VerifyArguments& arguments) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const TraceFile trace = open_trace(arguments.trace);
  TraceVerification found;
  {
    Progress progress(find_duration(*trace.reader));
    found = scene::verify_trace(*trace.reader, [&](std::int64_t step, double t) {
      if (progress.is_due()) progress.show(t, step, "verified");
    });
  }
  note_cut(*trace.reader);
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  if (arguments.json) {
    fmt::print("{}\n",
               make_json(*trace.reader, found, seconds).dump(2, ' ', false, ordered_json::error_handler_t::replace));
  } else {
    fmt::print("{}", make_text(*trace.reader, found, seconds));
  }
  if (!found.report.is_proven()) throw AnswerIsNo();
}

}  // namespace

void add_verify_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("verify", "Prove a trace free of intersections, by means of its own");
  const auto arguments = std::make_shared<VerifyArguments>();
  command->add_option("TRACE", arguments->trace, "that 'abut run' wrote")->required();
  command->add_flag("--json", arguments->json, "for machines");
  command->footer(
      "Examples:\n  abut run stack.json --out stack.abut && abut verify stack.abut\n\n"
      "Only the shapes, the recorded poses and the exempt pairs are believed, and none of the code that finds contacts "
      "is\n"
      "used. Between two recorded poses positions go along a parabola, with the recorded bend, quaternions linearly "
      "and\n"
      "normalised. The least separation of all pairs over all time is bracketed. Exit code 1 if two bodies meet, or if "
      "a pair could not be decided.");
  command->callback([arguments] { verify(*arguments); });
}

}  // namespace abut::app
