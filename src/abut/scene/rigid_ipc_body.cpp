#include "abut/scene/rigid_ipc_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numbers>
#include <set>
#include <utility>

#include "abut/scene/rotation.h"
#include "abut/scene/shape_reader.h"

namespace abut::scene {
namespace {

constexpr double kRadiansPerDegree = std::numbers::pi / 180.0;

// Edges of faces are listed among the edges there; here a segment is loose. So is a point of no edge and no face.
void keep_loose_parts(geometry::Mesh& mesh, const std::vector<geometry::Segment>& edges) {
  std::set<std::pair<VertexId, VertexId>> face_edges;
  std::vector<bool> is_used(mesh.vertices.size(), false);
  for (const geometry::Triangle& t : mesh.triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      face_edges.insert(std::minmax(t[i], t[(i + 1) % 3]));
      is_used[t[i].index()] = true;
    }
  }
  for (const geometry::Segment& e : edges) {
    is_used[e[0].index()] = is_used[e[1].index()] = true;
    if (!face_edges.contains(std::minmax(e[0], e[1]))) mesh.segments.push_back(e);
  }
  for (std::size_t i = 0; i < is_used.size(); ++i) {
    if (!is_used[i]) mesh.points.emplace_back(i);
  }
}

Scaling read_rigid_ipc_scaling(Fields& fields) {
  Scaling scaling;
  fields.optional("scale", scaling.factors, &read_scale);
  fields.optional("dimensions", scaling.size, vector3(at_least(0.0, "m")));
  if (scaling.size) scaling.factors.setOnes();
  return scaling;
}

InlineMesh read_inline(Fields& fields) {
  InlineMesh result;
  geometry::Mesh& mesh = result.mesh;
  fields.required("vertices", mesh.vertices, &read_vertices);
  const std::size_t n = mesh.vertices.size();
  std::vector<geometry::Segment> edges;
  fields.optional("faces", mesh.triangles, [n](JsonValue v) { return read_simplices<3>(v, n); });
  fields.optional("edges", edges, [n](JsonValue v) { return read_simplices<2>(v, n); });
  keep_loose_parts(mesh, edges);
  return result;
}

ShapeSource read_source(Fields& fields) {
  const std::optional<JsonValue> mesh = fields.find("mesh");
  if (mesh && !(mesh->is(JsonKind::kText) && mesh->text().empty())) {
    return FileMesh{read_text(*mesh), geometry::Units::kMetres, read_rigid_ipc_scaling(fields)};
  }
  InlineMesh result = read_inline(fields);
  result.scaling = read_rigid_ipc_scaling(fields);
  return result;
}

// Whether each degree of freedom is fixed: three translations, three rotations.
std::array<bool, 6> read_fixed(JsonValue value) {
  std::array<bool, 6> fixed{};
  if (value.is(JsonKind::kBoolean)) {
    fixed.fill(value.boolean());
    return fixed;
  }
  const std::vector<JsonValue> elements = read_array(value, 6, 6);
  for (std::size_t i = 0; i < 6; ++i) fixed[i] = read_boolean(elements[i]);
  return fixed;
}

std::vector<Keyframe> read_kinematic_poses(JsonValue value, double step, const math::Quat& rotation) {
  std::vector<Keyframe> keyframes;
  for (const JsonValue& element : read_array(value)) {
    Fields fields(element, "a kinematic pose");
    math::Vec3 turn = math::Vec3::Zero();
    Keyframe keyframe;
    keyframe.t = static_cast<double>(keyframes.size() + 1) * step;
    fields.optional("position", keyframe.X_WB.p, vector3(any("m")));
    fields.optional("rotation", turn, vector3(any("rad")));
    fields.finish();
    keyframe.X_WB.q = make_rotation_from_vector(turn) * rotation;
    keyframes.push_back(keyframe);
  }
  return keyframes;
}

// Sets components to zero where fixed; tells whether one was not.
bool clear_fixed(math::Vec3& v, const bool* fixed) {
  bool cleared = false;
  for (Eigen::Index i = 0; i < 3; ++i) {
    if (!fixed[i]) continue;
    cleared = cleared || v[i] != 0.0;
    v[i] = 0.0;
  }
  return cleared;
}

void apply_fixed(Body& body, const std::array<bool, 6>& fixed, JsonValue value, std::vector<std::string>& notes) {
  std::array<bool, 6> still = fixed;
  if (std::all_of(fixed.begin(), fixed.end(), [](bool f) { return f; })) body.type = BodyType::kStatic;
  if (body.type == BodyType::kStatic) still.fill(true);
  const bool cleared_linear = clear_fixed(body.v_WBcm, still.data());
  const bool cleared_angular = clear_fixed(body.w_WB, still.data() + 3);
  if (cleared_linear || cleared_angular) {
    notes.push_back(fmt::format("{}: velocities along fixed axes are set to zero", value.place()));
  }
  if (body.type != BodyType::kDynamic) {
    body.force.setZero();
    body.torque.setZero();
    if (body.type == BodyType::kStatic) body.script = {};
    return;
  }
  body.script = {};
  std::copy(fixed.begin(), fixed.begin() + 3, body.locks.translation.begin());
  std::copy(fixed.begin() + 3, fixed.end(), body.locks.rotation.begin());
}

std::string make_name(const Body& body, JsonValue value) {
  const std::string pointer = value.pointer();
  const std::string index = pointer.substr(pointer.rfind('/') + 1);
  const FileMesh* file = std::get_if<FileMesh>(&body.shape);
  return (file ? std::filesystem::path(file->path).stem().string() : "body") + "-" + index;
}

}  // namespace

void note_unknown_keys(const Fields& fields, std::vector<std::string>& notes) {
  for (const JsonValue& member : fields.find_unknown()) {
    if (member.key().starts_with('#')) continue;
    notes.push_back(fmt::format("{}: the unknown key {} is set aside; {}", member.place(), quote_short(member.key()),
                                fields.suggest(member.key())));
  }
}

std::optional<Body> find_rigid_ipc_body(JsonValue value, double step, std::vector<std::string>& notes) {
  Body body;
  Fields fields(value, "a rigid body");
  bool is_enabled = true;
  fields.optional("enabled", is_enabled, boolean());
  if (!is_enabled) return std::nullopt;

  body.shape = read_source(fields);
  body.name = make_name(body, value);
  body.material = MaterialId(0);
  double density = 1000.0;
  fields.optional("density", density, number(positive("kg/m^3")));
  body.mass.lumped_density = density;

  math::Vec3 angles_deg = math::Vec3::Zero();
  fields.optional("position", body.X_WB.p, vector3(any("m")));
  fields.optional("rotation", angles_deg, vector3(any("degrees")));
  body.X_WB.q = make_rotation_from_euler(angles_deg);
  fields.optional("linear_velocity", body.v_WBcm, vector3(any("m/s")));
  fields.optional("angular_velocity", body.w_WB, vector3(any("degrees/s")));
  fields.optional("force", body.force, vector3(any("N")));
  fields.optional("torque", body.torque, vector3(any("N m pi/180")));
  body.w_WB *= kRadiansPerDegree;
  body.torque *= kRadiansPerDegree;

  fields.optional(
      "type", body.type,
      choice<BodyType>(
          {{"dynamic", BodyType::kDynamic}, {"static", BodyType::kStatic}, {"kinematic", BodyType::kKinematic}}));
  double max_time = -1.0;
  fields.optional("kinematic_max_time", max_time, number(any("s")));
  if (max_time >= 0.0) body.script.until = max_time;
  if (const auto poses = fields.find("kinematic_poses")) {
    body.script.keyframes = read_kinematic_poses(*poses, step, body.X_WB.q);
  }
  std::array<bool, 6> fixed{};
  fields.optional("is_dof_fixed", fixed, &read_fixed);
  apply_fixed(body, fixed, value, notes);

  std::int64_t group = -1;
  fields.optional("group_id", group, integer(-1'000'000'000, 1'000'000'000));
  if (group >= 0) body.group = fmt::format("group {}", group);
  fields.optional("split_components", body.split, boolean());
  note_unknown_keys(fields, notes);
  return body;
}

}  // namespace abut::scene
