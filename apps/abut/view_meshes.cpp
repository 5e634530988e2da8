#include "view_meshes.h"

#include <filesystem>
#include <limits>

#include "abut/geometry/io/read_mesh.h"
#include "abut/view/still_show.h"
#include "commands.h"
#include "contact_report.h"
#include "mesh_report.h"
#include "output.h"
#include "shape_arguments.h"

namespace abut::app {
namespace {

constexpr double kWaterDensity = 1000.0;  // kg/m^3, as that of `abut info`
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

std::string make_report_text(const nlohmann::ordered_json& reports) {
  return reports.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

view::Hello make_still_hello(const char* mode) {
  view::Hello hello;
  hello.program = kProgramName;
  hello.mode = mode;
  return hello;
}

// What is shown is as good as its file: all other things about it are unknown.
void add_body(const std::string& file, view::HelloShape shape, view::DrawnShape drawn, view::Still& still) {
  const std::string name = std::filesystem::path(file).filename().string();
  view::HelloBody body;
  body.name = name;
  body.shape = static_cast<std::uint32_t>(still.shapes.size());
  body.mass = body.volume = kUnknown;
  still.hello.title += (still.hello.title.empty() ? "" : ", ") + name;
  still.hello.bodies.push_back(std::move(body));
  still.hello.shapes.push_back(std::move(shape));
  still.shapes.push_back(std::move(drawn));
}

void add_mesh(const std::string& file, const std::string& units, view::Still& still, nlohmann::ordered_json& reports) {
  geometry::MeshFile read = geometry::read_mesh(file, {geometry::find_units(units)});
  const MeshReport report = make_mesh_report(file, read.mesh, std::move(read.notes), kWaterDensity);
  const bool has_features = !report.bounds.is_empty();
  add_body(file, {"mesh", has_features && report.kind == geometry::BrepKind::kSolid, report.is_convex, 0.0},
           has_features ? view::make_drawn_shape(geometry::make_brep(read.mesh)) : view::make_drawn_shape(read.mesh),
           still);
  view::HelloBody& body = still.hello.bodies.back();
  if (has_features) body.mass = report.mass.mass, body.volume = report.mass.volume, body.p_BBcm = report.mass.p_BBcm;
  still.X_WB.push_back(math::Pose::identity());
  reports.push_back(make_json(report));
}

scene::TraceStep make_contact_step(const ContactReport& report) {
  scene::TraceStep step;
  step.has_contacts = true;
  dynamics::StepRecord& record = step.record;
  record.least_separation = report.nearest.nearest.pair.phi;
  record.V_WBcm.resize(2);
  for (std::size_t i = 0; i < report.manifold.points.size(); ++i) {
    const proximity::ManifoldPoint& point = report.manifold.points[i];
    dynamics::ContactRecord& contact = record.contacts.emplace_back();
    contact.id = i + 1;
    contact.a = BodyId(0), contact.b = BodyId(1);
    contact.feature_a = report.manifold_a[i], contact.feature_b = report.manifold_b[i];
    contact.p_W = 0.5 * (point.p_WCa + point.p_WCb);
    contact.nhat_BA_W = report.manifold.plane.nhat_BA_W;
    contact.gap = point.gap;
  }
  return step;
}

}  // namespace

std::unique_ptr<view::Show> make_mesh_show(const std::vector<std::string>& files, const std::string& units) {
  view::Still still{make_still_hello("mesh"), {}, {}, {}};
  nlohmann::ordered_json reports = nlohmann::ordered_json::array();
  for (const std::string& file : files) add_mesh(file, units, still, reports);
  still.hello.reports = make_report_text(reports);
  still.step.record.V_WBcm.resize(still.X_WB.size());
  return std::make_unique<view::StillShow>(std::move(still));
}

std::unique_ptr<view::Show> make_contact_show(const std::string& file_a, const std::string& file_b,
                                              const std::string& units, const math::Pose& X_WA,
                                              const math::Pose& X_WB) {
  const auto [a, b] = read_shapes({file_a, file_b, units});
  ContactReport report = make_contact_report(a, b, X_WA, X_WB, 0.0);
  report.file_a = file_a, report.file_b = file_b;
  view::Still still{make_still_hello("contact"), {}, {X_WA, X_WB}, make_contact_step(report)};
  add_body(file_a, {"mesh", a.is_solid, a.is_convex, 0.0}, view::make_drawn_shape(a.brep), still);
  add_body(file_b, {"mesh", b.is_solid, b.is_convex, 0.0}, view::make_drawn_shape(b.brep), still);
  still.hello.reports = make_report_text(nlohmann::ordered_json::array({make_json(report)}));
  return std::make_unique<view::StillShow>(std::move(still));
}

}  // namespace abut::app
