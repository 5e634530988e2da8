#include "export_csv.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <cmath>
#include <functional>
#include <ostream>
#include <string>

#include "output.h"
#include "pair_report.h"
#include "trace_file.h"

namespace abut::app {
namespace {

using scene::TraceHeader;
using scene::TraceStep;

std::string make_cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

std::string make_cells(const math::Vec3& v) {
  return fmt::format("{},{},{}", v.x(), v.y(), v.z());
}

std::string make_cells(const math::Pose& X) {
  return fmt::format("{},{},{},{},{}", make_cells(X.p), X.q.w(), X.q.x(), X.q.y(), X.q.z());
}

void write_poses(std::ostream& out, const TraceHeader& header, const TraceStep& step) {
  for (std::size_t i = 0; i < header.bodies.size(); ++i) {
    fmt::print(out, "{},{},{},{}\n", step.record.index, step.record.t, make_cell(header.bodies[i].name),
               make_cells(step.record.segments.back().X_WB[i]));
  }
}

void write_contacts(std::ostream& out, const TraceHeader& header, const TraceStep& step) {
  for (const dynamics::ContactRecord& c : step.record.contacts) {
    fmt::print(out, "{},{},{},{},{},{},{},{},{},{},{},{},{}\n", step.record.index, step.record.t, c.id,
               make_cell(header.bodies[c.a.index()].name), make_cell(header.bodies[c.b.index()].name),
               name_of_feature(c.feature_a), name_of_feature(c.feature_b), make_cells(c.p_W), make_cells(c.nhat_BA_W),
               c.gap, c.mu, step.has_impulses ? make_cells(c.impulse_W) : ",,", c.is_impact ? 1 : 0);
  }
}

// What is not known is an empty cell.
std::string make_cell(double x) {
  return std::isnan(x) ? std::string() : fmt::format("{}", x);
}

void write_energy(std::ostream& out, const TraceHeader& header, const TraceStep& step) {
  const auto name = [&](BodyId body) {
    return body.is_none() ? std::string() : make_cell(header.bodies[body.index()].name);
  };
  const dynamics::StepRecord& r = step.record;
  fmt::print(out, "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}", r.index, r.t,
             r.kinetic_energy, r.potential_energy, r.kinetic_energy + r.potential_energy, r.repositioning_energy,
             make_cells(r.momentum), make_cells(r.angular_momentum),
             step.has_contacts ? std::to_string(r.contacts.size()) : "", r.least_separation,
             dynamics::compute_lost_motion(r), r.num_held, r.num_rounds, r.num_substeps, r.num_sweeps, r.residual,
             r.num_impacts, r.num_asleep, r.dropped_energy, r.error, r.error_rms, r.is_solved ? 1 : 0, name(r.error_a),
             name(r.error_b));
  for (const dynamics::EnergyTerm& term : dynamics::kEnergyTerms) out << ',' << make_cell(r.energy.*term.value);
  out << '\n';
}

// The trace is read once for each table, so that none is kept in memory.
struct CsvTable {
  const char* name;
  const char* columns;
  void (*write_step)(std::ostream&, const TraceHeader&, const TraceStep&);
  bool has_start;
};

constexpr CsvTable kCsvTables[] = {
    {"poses.csv", "step,t,body,px,py,pz,qw,qx,qy,qz", &write_poses, true},
    {"contacts.csv", "step,t,id,body_a,body_b,feature_a,feature_b,px,py,pz,nx,ny,nz,gap,mu,jx,jy,jz,is_impact",
     &write_contacts, false},
    {"energy.csv",
     "step,t,kinetic,potential,total,repositioning,px,py,pz,lx,ly,lz,contacts,least_separation,lost_motion,held,rounds,"
     "substeps,sweeps,residual,impacts,asleep,dropped,error,error_rms,is_solved,error_a,error_b,work_forces,work_"
     "drives,"
     "loss_impacts,loss_friction,error_repositioning,error_rotation,error_curvature,loss_held,loss_asleep,remainder",
     &write_energy, false},
};

TraceStep make_start(const TraceHeader& header) {
  TraceStep start;
  start.record.segments.emplace_back();
  for (const scene::TraceBody& body : header.bodies) start.record.segments.back().X_WB.push_back(body.X_WB);
  return start;
}

void write_table(std::ostream& out, const CsvTable& table, scene::TraceReader& reader, std::int64_t every) {
  out << table.columns << '\n';
  if (table.has_start) table.write_step(out, reader.header(), make_start(reader.header()));
  while (const TraceStep* step = reader.read_step()) {
    if (step->record.index % every == 0 && !step->record.segments.empty())
      table.write_step(out, reader.header(), *step);
  }
}

}  // namespace

void export_csv(const std::filesystem::path& trace, const std::filesystem::path& folder, std::int64_t every) {
  make_folder(folder);
  for (const CsvTable& table : kCsvTables) {
    const TraceFile file = open_trace(trace);
    write_file(folder / table.name, [&](std::ostream& out) { write_table(out, table, *file.reader, every); });
    if (table.has_start) note_cut(*file.reader);
  }
}

}  // namespace abut::app
