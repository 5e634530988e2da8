#include "abut/scene/trace/trace_scene.h"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <variant>

#include "abut/base/input_error.h"
#include "abut/geometry/shape.h"
#include "abut/scene/json_reader.h"
#include "abut/scene/load_shape.h"
#include "abut/scene/read_scene.h"
#include "abut/scene/write_scene.h"

namespace abut::scene {
namespace {

using geometry::Mesh;
using geometry::Shape;

// The point or segment inside a ball or capsule.
Mesh make_core_mesh(const Shape& shape) {
  Mesh mesh;
  mesh.vertices = shape.brep.vertices;
  mesh.points = shape.brep.points;
  for (const geometry::Edge& edge : shape.brep.edges) mesh.segments.push_back({edge.tail, edge.head});
  return mesh;
}

TraceShape make_trace_shape(const LoadedBody& body, bool is_of_pieces) {
  TraceShape shape;
  shape.is_solid = body.shape->is_solid;
  shape.is_convex = body.shape->is_convex;
  if (body.meshes->empty()) {
    shape.kind = TraceShapeKind::kRound;
    shape.radius = body.shape->pieces.pieces.front().radius;
    shape.meshes = {make_core_mesh(*body.shape)};
    return shape;
  }
  shape.kind = is_of_pieces ? TraceShapeKind::kPieces : TraceShapeKind::kMesh;
  shape.meshes = *body.meshes;
  for (Mesh& mesh : shape.meshes) mesh.triangle_component.clear(), mesh.component_names.clear();
  return shape;
}

dynamics::BodyType make_trace_type(BodyType type) {
  if (type == BodyType::kStatic) return dynamics::BodyType::kStatic;
  return type == BodyType::kKinematic ? dynamics::BodyType::kKinematic : dynamics::BodyType::kDynamic;
}

Shape make_round_shape(const TraceShape& shape) {
  const Mesh& core = shape.meshes.front();
  if (core.segments.empty()) return geometry::make_ball(shape.radius);
  const auto [tail, head] = core.segments.front();
  return geometry::make_capsule(shape.radius, core.vertices[tail.index()], core.vertices[head.index()]);
}

Shape make_traced_shape(const TraceShape& shape, const Tolerances& tolerances, const std::string& name) try {
  if (shape.kind == TraceShapeKind::kRound) return make_round_shape(shape);
  const geometry::ShapeOptions options = make_shape_options(shape.meshes, tolerances);
  return shape.kind == TraceShapeKind::kPieces ? geometry::make_shape_from_pieces(shape.meshes, options)
                                               : geometry::make_shape(shape.meshes.front(), options);
} catch (const InputError& error) {
  throw InputError({name, "its header", "a shape: " + error.fault().fault, "run the scene again"});
}

}  // namespace

TraceHeader make_trace_header(const LoadedScene& loaded, std::span<const TraceStart> starts) {
  TraceHeader header;
  header.scene_text = write_scene(loaded.scene);
  if (header.scene_text.size() > kMaxJsonBytes) {
    throw InputError({"", "/bodies",
                      fmt::format("written out the scene takes {} bytes, more than the {} that are read again",
                                  header.scene_text.size(), kMaxJsonBytes),
                      "put its inline meshes into files"});
  }
  std::map<const Shape*, std::uint32_t> shapes;  // looked up only, never walked
  for (std::size_t i = 0; i < loaded.bodies.size(); ++i) {
    const LoadedBody& body = loaded.bodies[i];
    const Body& source = loaded.scene.bodies[body.source];
    const auto [found, is_new] = shapes.emplace(body.shape.get(), static_cast<std::uint32_t>(header.shapes.size()));
    if (is_new) header.shapes.push_back(make_trace_shape(body, std::holds_alternative<Pieces>(source.shape)));
    header.bodies.push_back({body.name, static_cast<std::uint32_t>(body.source), found->second,
                             make_trace_type(source.type), starts[i].group, body.mass, starts[i].X_WB,
                             starts[i].V_WBcm});
  }
  return header;
}

TraceHeader make_trace_header(const LoadedScene& loaded, const dynamics::Simulation& simulation) {
  std::vector<TraceStart> starts;
  for (std::size_t i = 0; i < loaded.bodies.size(); ++i) {
    const dynamics::BodyModel& model = simulation.models()[i];
    const dynamics::BodyState& body = simulation.state().bodies[i];
    starts.push_back({dynamics::compute_body_pose(model, body), {body.w_WB, body.v_WBcm}, model.group});
  }
  TraceHeader header = make_trace_header(loaded, starts);
  header.exempt_pairs = simulation.find_exempt_pairs();
  return header;
}

LoadedScene load_trace_scene(const TraceHeader& header, const std::string& name) {
  LoadedScene loaded;
  loaded.scene = read_scene(header.scene_text, name + ": its scene").scene;
  struct Made {
    std::shared_ptr<const Shape> shape;
    std::shared_ptr<const std::vector<Mesh>> meshes;
  };
  std::vector<Made> shapes;
  for (const TraceShape& shape : header.shapes) {
    const bool is_round = shape.kind == TraceShapeKind::kRound;
    shapes.push_back({std::make_shared<const Shape>(make_traced_shape(shape, loaded.scene.tolerances, name)),
                      std::make_shared<const std::vector<Mesh>>(is_round ? std::vector<Mesh>{} : shape.meshes)});
  }
  for (const TraceBody& body : header.bodies) {
    if (body.source >= loaded.scene.bodies.size() ||
        body.type != make_trace_type(loaded.scene.bodies[body.source].type)) {
      throw InputError(
          {name, "its header", fmt::format("body \"{}\" is none of the scene's", body.name), "run the scene again"});
    }
    loaded.bodies.push_back({body.name, body.source, shapes[body.shape].shape, shapes[body.shape].meshes, body.mass});
  }
  return loaded;
}

}  // namespace abut::scene
