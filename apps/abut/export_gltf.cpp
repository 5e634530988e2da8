#include "export_gltf.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "abut/base/input_error.h"
#include "abut/geometry/hull.h"
#include "abut/geometry/makers/sphere.h"
#include "abut/scene/read_scene.h"
#include "gltf_buffer.h"
#include "output.h"
#include "trace_file.h"

namespace abut::app {
namespace {

using geometry::Mesh;
using nlohmann::ordered_json;

enum GltfMode { kPoints = 0, kLines = 1, kTriangles = 4 };

// What is drawn of a shape: of a ball or capsule, the hull of a sphere about each end of its core.
std::vector<Mesh> make_drawn_meshes(const scene::TraceShape& shape) {
  if (shape.kind != scene::TraceShapeKind::kRound) return shape.meshes;
  std::vector<math::Vec3> points;
  const Mesh sphere = geometry::make_icosphere(3, shape.radius);
  for (const math::Vec3& center : shape.meshes.front().vertices) {
    for (const math::Vec3& p : sphere.vertices) points.push_back(center + p);
  }
  return {geometry::make_hull(points).mesh};
}

template <class Corners>
std::vector<std::uint32_t> list_indices(const std::vector<Corners>& features) {
  std::vector<std::uint32_t> indices;
  for (const Corners& corners : features) {
    for (const VertexId v : corners) indices.push_back(v.value());
  }
  return indices;
}

class GltfScene {
 public:
  explicit GltfScene(const scene::TraceHeader& header) : header_(header), keys_(header.bodies.size()) {
    for (std::size_t i = 0; i < header.bodies.size(); ++i) add_body(i);
    add_pose_keys(0.0, [&](std::size_t i) { return header_.bodies[i].X_WB; });
  }

  template <class GetPose>
  void add_pose_keys(double t, const GetPose& get_pose) {
    times_.push_back(static_cast<float>(t));
    for (std::size_t i = 0; i < keys_.size(); ++i) keys_[i].push_back(get_pose(i));
  }

  // The JSON without its buffers, which stand beside it or in it.
  ordered_json finish() {
    ordered_json children = ordered_json::array();
    for (std::size_t i = 0; i < keys_.size(); ++i) children.push_back(i);
    const double half = std::sqrt(0.5);
    nodes_.push_back({{"name", "world"}, {"rotation", {-half, 0, 0, half}}, {"children", std::move(children)}});
    ordered_json animation = make_animation();
    ordered_json json{{"asset", {{"version", "2.0"}, {"generator", header_.writer}}},
                      {"scene", 0},
                      {"scenes", {{{"nodes", {nodes_.size() - 1}}}}},
                      {"nodes", nodes_},
                      {"meshes", meshes_},
                      {"materials", materials_}};
    if (!animation["channels"].empty()) json["animations"] = {std::move(animation)};
    json["accessors"] = buffer_.accessors();
    json["bufferViews"] = buffer_.views();
    return json;
  }
  const std::string& bytes() const { return buffer_.bytes(); }

 private:
  void add_body(std::size_t i) {
    const scene::TraceBody& body = header_.bodies[i];
    const bool is_fixed = body.type == dynamics::BodyType::kStatic;
    const std::size_t colour = is_fixed ? 0 : 1 + i % (kGltfColours.size() - 1);
    const auto [found, is_new] = mesh_of_.emplace(std::pair(body.shape, colour), meshes_.size());
    if (is_new) add_mesh(header_.shapes[body.shape], add_material(colour));
    const math::Pose& X = body.X_WB;
    const math::Quat q = X.q.normalized();
    nodes_.push_back({{"name", body.name},
                      {"mesh", found->second},
                      {"translation", {X.p.x(), X.p.y(), X.p.z()}},
                      {"rotation", {q.x(), q.y(), q.z(), q.w()}}});
  }

  std::size_t add_material(std::size_t colour) {
    const auto [found, is_new] = material_of_.emplace(colour, materials_.size());
    if (is_new) {
      const auto& [r, g, b] = kGltfColours[colour];
      materials_.push_back({{"pbrMetallicRoughness",
                             {{"baseColorFactor", {r, g, b, 1}}, {"metallicFactor", 0}, {"roughnessFactor", 0.8}}},
                            {"doubleSided", true}});
    }
    return found->second;
  }

  void add_mesh(const scene::TraceShape& shape, std::size_t material) {
    ordered_json primitives = ordered_json::array();
    for (const Mesh& mesh : make_drawn_meshes(shape)) {
      std::vector<float> positions;
      for (const math::Vec3& p : mesh.vertices) {
        for (const double x : p) positions.push_back(static_cast<float>(x));
      }
      const std::size_t vertices = buffer_.add_floats(positions, 3, true);
      const auto add = [&](const std::vector<std::uint32_t>& indices, GltfMode mode) {
        if (indices.empty()) return;
        primitives.push_back({{"attributes", {{"POSITION", vertices}}},
                              {"indices", buffer_.add_indices(indices)},
                              {"material", material},
                              {"mode", static_cast<int>(mode)}});
      };
      add(list_indices(mesh.triangles), kTriangles);
      add(list_indices(mesh.segments), kLines);
      std::vector<std::uint32_t> points;
      for (const VertexId v : mesh.points) points.push_back(v.value());
      add(points, kPoints);
    }
    meshes_.push_back({{"primitives", std::move(primitives)}});
  }

  // Of bodies that move.
  ordered_json make_animation() {
    ordered_json samplers = ordered_json::array(), channels = ordered_json::array();
    std::optional<std::size_t> times;
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      std::vector<float> positions, rotations;
      math::Quat last = keys_[i].front().q;
      bool is_moving = false;
      for (const math::Pose& X : keys_[i]) {
        math::Quat q = X.q.normalized();
        if (q.dot(last) < 0) q.coeffs() = -q.coeffs();  // the shorter way round
        last = q;
        for (const double x : X.p) positions.push_back(static_cast<float>(x));
        for (const double x : q.coeffs()) rotations.push_back(static_cast<float>(x));  // x, y, z, w, as there
        is_moving = is_moving || X.p != keys_[i].front().p || X.q.coeffs() != keys_[i].front().q.coeffs();
      }
      if (!is_moving) continue;
      if (!times) times = buffer_.add_floats(times_, 1, false);
      const auto add = [&](const char* path, std::size_t accessor) {
        channels.push_back({{"sampler", samplers.size()}, {"target", {{"node", i}, {"path", path}}}});
        samplers.push_back({{"input", *times}, {"output", accessor}, {"interpolation", "LINEAR"}});
      };
      add("translation", buffer_.add_floats(positions, 3, false));
      add("rotation", buffer_.add_floats(rotations, 4, false));
    }
    return {{"name", "run"}, {"samplers", std::move(samplers)}, {"channels", std::move(channels)}};
  }

  // Linear, as glTF wants them; the first for what is fixed.
  static constexpr std::array<std::array<double, 3>, 6> kGltfColours{{{0.40, 0.40, 0.36},
                                                                      {0.19, 0.36, 0.58},
                                                                      {0.67, 0.34, 0.12},
                                                                      {0.23, 0.45, 0.22},
                                                                      {0.55, 0.22, 0.23},
                                                                      {0.34, 0.27, 0.51}}};
  const scene::TraceHeader& header_;
  GltfBuffer buffer_;
  ordered_json nodes_ = ordered_json::array(), meshes_ = ordered_json::array(), materials_ = ordered_json::array();
  std::map<std::pair<std::uint32_t, std::size_t>, std::size_t> mesh_of_;
  std::map<std::size_t, std::size_t> material_of_;
  std::vector<float> times_;
  std::vector<std::vector<math::Pose>> keys_;  // of every body
};

constexpr double kKeysPerSecond = 60;

std::int64_t choose_every(const scene::TraceHeader& header, const std::string& name) {
  const double step = scene::read_scene(header.scene_text, name + ": its scene").scene.step;
  return std::max<std::int64_t>(1, std::llround(1 / (kKeysPerSecond * step)));
}

}  // namespace

void export_gltf(const std::filesystem::path& trace, const std::filesystem::path& out,
                 std::optional<std::int64_t> every) {
  const bool is_binary = out.extension() == ".glb";
  if (!is_binary && out.extension() != ".gltf") {
    throw InputError({out.string(), "",
                      fmt::format("scenes are written as .gltf or .glb, not as '{}'", out.extension().string()),
                      "choose one of these endings"});
  }
  const TraceFile file = open_trace(trace);
  const scene::TraceHeader& header = file.reader->header();
  const std::int64_t stride = every.value_or(choose_every(header, trace.string()));
  GltfScene gltf(header);
  while (const scene::TraceStep* step = file.reader->read_step()) {
    if (step->record.index % stride != 0 || step->record.segments.empty()) continue;
    const std::vector<math::Pose>& X_WB = step->record.segments.back().X_WB;
    gltf.add_pose_keys(step->record.t, [&](std::size_t i) { return X_WB[i]; });
  }
  note_cut(*file.reader);
  ordered_json json = gltf.finish();
  ordered_json buffer{{"byteLength", gltf.bytes().size()}};
  if (!is_binary) buffer["uri"] = "data:application/octet-stream;base64," + make_base64(gltf.bytes());
  json["buffers"] = {std::move(buffer)};
  const std::string text = json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
  if (is_binary && text.size() + gltf.bytes().size() + 64 > std::numeric_limits<std::uint32_t>::max()) {
    throw InputError({out.string(), "", "the file would be longer than the 4 GiB that a .glb can have",
                      "take fewer keys by --every, or write .gltf"});
  }
  write_file(out, [&](std::ostream& stream) { stream << (is_binary ? make_glb(text, gltf.bytes()) : text); });
}

}  // namespace abut::app
