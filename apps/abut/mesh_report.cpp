#include "mesh_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "abut/geometry/convexity.h"
#include "output.h"

namespace abut::app {
namespace {

using geometry::BrepKind;
using geometry::EdgeKind;
using math::Vec3;

bool is_unusable(const geometry::Defect& defect) {
  return geometry::text_of(defect.kind).severity == geometry::Severity::kUnusable;
}

std::string_view name_of(BrepKind kind) {
  switch (kind) {
    case BrepKind::kSolid:
      return "solid";
    case BrepKind::kSheet:
      return "sheet";
    case BrepKind::kSoup:
      return "soup";
  }
  return "";
}

void add_brep(const geometry::Brep& brep, MeshReport& report) {
  const auto count = [&](EdgeKind kind) {
    return std::count_if(brep.edges.begin(), brep.edges.end(), [=](const geometry::Edge& e) { return e.kind == kind; });
  };
  report.kind = brep.kind;
  report.is_convex = brep.kind == BrepKind::kSolid && geometry::is_convex(brep);
  report.num_shells = brep.shells.size();
  report.num_cavities =
      std::count_if(brep.shells.begin(), brep.shells.end(), [](const geometry::Shell& s) { return s.is_cavity; });
  report.num_faces = brep.faces.size();
  report.num_edges = brep.edges.size();
  report.num_convex = count(EdgeKind::kConvex);
  report.num_reflex = count(EdgeKind::kReflex);
  report.num_border = count(EdgeKind::kBorder);
  report.num_non_manifold = count(EdgeKind::kNonManifold);
}

// What the density is per: a solid's volume, a sheet's area, a wire's length, or each point.
std::string_view density_unit(const MeshReport& report) {
  if (report.kind == BrepKind::kSolid) return "kg/m3";
  return report.num_triangles > 0 ? "kg/m2" : report.num_segments > 0 ? "kg/m" : "kg a point";
}

geometry::MassProperties compute_mass(const geometry::Mesh& mesh, const MeshReport& report) {
  if (report.kind == BrepKind::kSolid) return geometry::compute_solid_mass(mesh, report.density);
  geometry::SoupDensity density;
  (report.num_triangles > 0 ? density.areal : report.num_segments > 0 ? density.line : density.point) = report.density;
  return geometry::compute_soup_mass(mesh, density);
}

std::string plural(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", with_commas(count), noun, count == 1 ? "" : "s");
}

std::string make_list(std::initializer_list<std::pair<std::size_t, std::string_view>> items) {
  std::string text;
  for (const auto& [count, noun] : items) {
    if (count > 0) text += (text.empty() ? "" : ", ") + fmt::format("{} {}", with_commas(count), noun);
  }
  return text;
}

std::string make_text(const Vec3& v) {
  return fmt::format("{:.6g}, {:.6g}, {:.6g}", v[0], v[1], v[2]);
}

std::string describe_kind(const MeshReport& r) {
  std::string text(name_of(r.kind));
  if (r.is_convex) text += ", convex";
  if (r.num_shells > 1) text += ", " + plural(r.num_shells, "shell");
  if (r.num_cavities > 0)
    text += fmt::format(" ({} of them {})", r.num_cavities, r.num_cavities == 1 ? "a cavity" : "cavities");
  if (r.num_faces > 0) text += ", " + plural(r.num_faces, "face");
  if (r.num_edges > 0) text += ", " + plural(r.num_edges, "edge");
  const std::string kinds = make_list({{r.num_convex, "convex"},
                                       {r.num_reflex, "reflex"},
                                       {r.num_border, "border"},
                                       {r.num_non_manifold, "non-manifold"}});
  return kinds.empty() ? text : text + " (" + kinds + ")";
}

std::string make_defect_text(const geometry::Defect& defect) {
  const geometry::DefectText& about = geometry::text_of(defect.kind);
  const bool is_note = about.severity == geometry::Severity::kNote;
  std::string text = fmt::format("  {} {}{} {}\n", is_note ? bold("-") : bad("!"),
                                 defect.is_complete ? "" : "at least ", with_commas(defect.count), bold(about.name));
  text += fmt::format("      at {}{}\n", geometry::describe_place(defect.places.front()),
                      defect.count > 1 ? fmt::format(", and {} more (--json lists the first {})",
                                                     with_commas(defect.count - 1), geometry::Defect::kMaxPlaces)
                                       : "");
  return text + fmt::format("      {}\n      {}\n", about.why, about.remedy);
}

nlohmann::ordered_json to_json(const Vec3& v) {
  return {v[0], v[1], v[2]};
}

nlohmann::ordered_json make_defect_json(const geometry::Defect& defect) {
  const geometry::DefectText& about = geometry::text_of(defect.kind);
  nlohmann::ordered_json places = nlohmann::ordered_json::array();
  for (const geometry::DefectPlace& place : defect.places) {
    places.push_back({{"description", geometry::describe_place(place)}, {"p", to_json(place.p)}});
  }
  return {{"kind", about.key},
          {"count", defect.count},
          {"is_complete", defect.is_complete},
          {"severity", geometry::name_of(about.severity)},
          {"why", about.why},
          {"remedy", about.remedy},
          {"places", std::move(places)}};
}

}  // namespace

MeshReport make_mesh_report(std::string file, const geometry::Mesh& mesh, std::vector<std::string> notes,
                            double density) {
  MeshReport report;
  report.file = std::move(file);
  report.notes = std::move(notes);
  report.num_vertices = mesh.vertices.size();
  report.num_triangles = mesh.triangles.size();
  report.num_segments = mesh.segments.size();
  report.num_points = mesh.points.size();
  report.num_components = std::max<std::size_t>(1, mesh.component_names.size());
  report.density = density;
  report.defects = geometry::check_mesh(mesh);
  if (std::any_of(report.defects.begin(), report.defects.end(), is_unusable)) return report;
  report.bounds = geometry::compute_bounds(mesh);
  add_brep(geometry::make_brep(mesh), report);
  report.mass = compute_mass(mesh, report);
  report.axes = geometry::compute_principal_axes(report.mass.I_BBcm_B);
  return report;
}

std::string make_text(const MeshReport& r) {
  std::string text = bold(r.file) + "\n";
  const auto row = [&](std::string_view label, const std::string& value) {
    text += fmt::format("  {:<16} {}\n", label, value);
  };
  row("mesh", make_list({{r.num_vertices, "vertices"},
                         {r.num_triangles, "triangles"},
                         {r.num_segments, "loose segments"},
                         {r.num_points, "loose points"},
                         {r.num_components > 1 ? r.num_components : 0, "components"}}));
  if (!r.bounds.is_empty()) {
    const Vec3 size = r.bounds.extent();
    row("size", fmt::format("{:.6g} x {:.6g} x {:.6g} m, from ({}) to ({})", size[0], size[1], size[2],
                            make_text(r.bounds.lower), make_text(r.bounds.upper)));
    row("is a", describe_kind(r));
    if (r.kind == BrepKind::kSolid) row("volume", fmt::format("{:.9g} m3", r.mass.volume));
    if (r.num_triangles > 0) row("area", fmt::format("{:.9g} m2", r.mass.area));
    if (r.num_segments > 0) row("length", fmt::format("{:.9g} m", r.mass.length));
    row("mass", fmt::format("{:.6g} kg at {:g} {}", r.mass.mass, r.density, density_unit(r)));
    row("centre of mass", fmt::format("({}) m", make_text(r.mass.p_BBcm)));
    const math::Quat& q = r.axes.q_BP;
    row("inertia", fmt::format("{} kg m2, about axes turned by q = ({:.6g}, {:.6g}, {:.6g}, {:.6g})",
                               make_text(r.axes.moments), q.w(), q.x(), q.y(), q.z()));
  }
  for (const std::string& note : r.notes) row("note", note);
  if (r.defects.empty()) return text + "  " + good("no defects") + "\n";
  for (const geometry::Defect& defect : r.defects) text += make_defect_text(defect);
  return text;
}

nlohmann::ordered_json make_json(const MeshReport& r) {
  nlohmann::ordered_json json{{"file", r.file},
                              {"num_vertices", r.num_vertices},
                              {"num_triangles", r.num_triangles},
                              {"num_segments", r.num_segments},
                              {"num_points", r.num_points},
                              {"num_components", r.num_components}};
  if (!r.bounds.is_empty()) {
    json["bounds"] = {
        {"lower", to_json(r.bounds.lower)}, {"upper", to_json(r.bounds.upper)}, {"size", to_json(r.bounds.extent())}};
    json["kind"] = name_of(r.kind);
    json["is_convex"] = r.is_convex;
    json["num_shells"] = r.num_shells;
    json["num_cavities"] = r.num_cavities;
    json["num_faces"] = r.num_faces;
    json["num_edges"] = r.num_edges;
    json["edges"] = {{"convex", r.num_convex},
                     {"reflex", r.num_reflex},
                     {"border", r.num_border},
                     {"non_manifold", r.num_non_manifold}};
    json["volume"] = r.mass.volume;
    json["area"] = r.mass.area;
    json["length"] = r.mass.length;
    json["density"] = r.density;
    json["mass"] = r.mass.mass;
    json["p_BBcm"] = to_json(r.mass.p_BBcm);
    json["I_BBcm_B"] = {to_json(r.mass.I_BBcm_B.row(0)), to_json(r.mass.I_BBcm_B.row(1)),
                        to_json(r.mass.I_BBcm_B.row(2))};
    const math::Quat& q = r.axes.q_BP;
    json["principal"] = {{"moments", to_json(r.axes.moments)}, {"q_BP", {q.w(), q.x(), q.y(), q.z()}}};
  }
  json["notes"] = r.notes;
  json["defects"] = nlohmann::ordered_json::array();
  for (const geometry::Defect& defect : r.defects) json["defects"].push_back(make_defect_json(defect));
  return json;
}

}  // namespace abut::app
