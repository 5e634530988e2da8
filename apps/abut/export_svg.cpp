#include "export_svg.h"

#include <cmath>
#include <ostream>
#include <utility>
#include <vector>

#include "output.h"
#include "plot_svg.h"
#include "trace_file.h"

namespace abut::app {
namespace {

enum RunPlot { kEnergyPlot, kMomentumPlot, kContactsPlot, kSeparationPlot, kLostPlot, kErrorPlot };

std::vector<std::pair<const char*, Plot>> make_plots() {
  return {
      {"energy.svg", {"Energy", "J", {}, {{"kinetic", {}}, {"potential", {}}, {"total", {}}}, false}},
      {"momentum.svg", {"Momentum of dynamic bodies", "kg m/s", {}, {{"x", {}}, {"y", {}}, {"z", {}}}, false}},
      {"contacts.svg", {"Contacts", "", {}, {{"", {}}}, false}},
      {"least_separation.svg", {"Least separation, proven", "m", {}, {{"", {}}}, true}},
      {"lost_motion.svg", {"Lost motion, as a share of the motion asked for", "", {}, {{"", {}}}, false}},
      {"error.svg",
       {"How far contacts are from the law",
        "",
        {},
        {{"worst contact", {}}, {"all, rms", {}}, {"residual", {}}},
        true}},
  };
}

void add_values(Plot& plot, double t, std::initializer_list<double> values) {
  plot.t.push_back(t);
  std::size_t i = 0;
  for (const double value : values) plot.lines[i++].values.push_back(value);
}

}  // namespace

void export_svg(const std::filesystem::path& trace, const std::filesystem::path& folder) {
  const TraceFile file = open_trace(trace);
  auto plots = make_plots();
  while (const scene::TraceStep* step = file.reader->read_step()) {
    const dynamics::StepRecord& r = step->record;
    if (r.segments.empty()) continue;
    add_values(plots[kEnergyPlot].second, r.t,
               {r.kinetic_energy, r.potential_energy, r.kinetic_energy + r.potential_energy});
    add_values(plots[kMomentumPlot].second, r.t, {r.momentum.x(), r.momentum.y(), r.momentum.z()});
    const double num_contacts = step->has_contacts ? static_cast<double>(r.contacts.size()) : NAN;
    add_values(plots[kContactsPlot].second, r.t, {num_contacts});
    add_values(plots[kSeparationPlot].second, r.t, {r.least_separation});
    add_values(plots[kLostPlot].second, r.t, {dynamics::compute_lost_motion(r)});
    add_values(plots[kErrorPlot].second, r.t, {r.error, r.error_rms, r.residual});
  }
  note_cut(*file.reader);
  make_folder(folder);
  for (const auto& [name, plot] : plots) {
    write_file(folder / name, [&, &drawn = plot](std::ostream& out) { out << draw_plot(drawn); });
  }
}

}  // namespace abut::app
