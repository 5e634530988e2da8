#include "abut/view/hello.h"

#include <array>
#include <nlohmann/json.hpp>

#include "abut/view/packet.h"

namespace abut::view {
namespace {

using nlohmann::ordered_json;

ordered_json make_json(const math::Vec3& v) {
  return {v.x(), v.y(), v.z()};
}

const char* get_kind_name(dynamics::BodyType type) {
  if (type == dynamics::BodyType::kStatic) return "static";
  return type == dynamics::BodyType::kKinematic ? "kinematic" : "dynamic";
}

const char* get_kind_name(scene::TraceShapeKind kind) {
  if (kind == scene::TraceShapeKind::kRound) return "round";
  return kind == scene::TraceShapeKind::kPieces ? "pieces" : "mesh";
}

}  // namespace

Hello make_scene_hello(const scene::TraceHeader& header, const scene::Scene& scene) {
  Hello hello;
  hello.program = header.writer;
  for (const scene::TraceBody& body : header.bodies) {
    hello.bodies.push_back({body.name, get_kind_name(body.type), body.shape, body.mass.mass, body.mass.volume,
                            body.mass.p_BBcm, body.group});
  }
  for (const scene::TraceShape& shape : header.shapes)
    hello.shapes.push_back({get_kind_name(shape.kind), shape.is_solid, shape.is_convex, shape.radius});
  hello.h = scene.step;
  hello.duration = scene.duration;
  hello.gravity = scene.gravity;
  hello.law = scene.law;
  hello.laws = scene::get_law_names();
  return hello;
}

std::string make_hello_packet(const Hello& hello) {
  ordered_json bodies = ordered_json::array(), shapes = ordered_json::array();
  for (const HelloBody& body : hello.bodies) {
    bodies.push_back({{"name", body.name},
                      {"kind", body.kind},
                      {"shape", body.shape},
                      {"mass", body.mass},
                      {"volume", body.volume},
                      {"p_BBcm", make_json(body.p_BBcm)},
                      {"group", body.group}});
  }
  for (const HelloShape& shape : hello.shapes) {
    shapes.push_back(
        {{"kind", shape.kind}, {"is_solid", shape.is_solid}, {"is_convex", shape.is_convex}, {"radius", shape.radius}});
  }
  const ordered_json head{{"type", "hello"},
                          {"protocol", 1},
                          {"program", hello.program},
                          {"mode", hello.mode},
                          {"title", hello.title},
                          {"bodies", std::move(bodies)},
                          {"shapes", std::move(shapes)},
                          {"h", hello.h},
                          {"duration", hello.duration},
                          {"gravity", make_json(hello.gravity)},
                          {"law", hello.law},
                          {"laws", hello.laws},
                          {"num_steps", hello.num_steps},
                          {"ending", hello.ending},
                          {"outcome", hello.outcome},
                          {"note", hello.note},
                          {"friction", hello.friction},
                          {"run", hello.run},
                          {"is_running", hello.is_running},
                          {"reports", ordered_json::parse(hello.reports)}};
  return PacketWriter(head.dump(-1, ' ', false, ordered_json::error_handler_t::replace)).finish();
}

}  // namespace abut::view
