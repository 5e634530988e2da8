#include "abut/view/drawn_shape.h"

#include <fmt/format.h>

#include <algorithm>

#include "abut/view/packet.h"

namespace abut::view {
namespace {

constexpr std::uint32_t kNoFace = 0xffffffffu;

void add_vertices(const std::vector<math::Vec3>& vertices, DrawnShape& drawn) {
  for (const math::Vec3& p : vertices) drawn.vertices.insert(drawn.vertices.end(), {p.x(), p.y(), p.z()});
}

}  // namespace

DrawnShape make_drawn_shape(const geometry::Brep& brep) {
  DrawnShape drawn;
  add_vertices(brep.vertices, drawn);
  for (const geometry::Triangle& triangle : brep.triangles)
    for (const VertexId v : triangle) drawn.triangles.push_back(v.value());
  for (const FaceId face : brep.triangle_face) drawn.triangle_face.push_back(face.is_none() ? kNoFace : face.value());
  for (const geometry::Edge& edge : brep.edges) {
    drawn.edges.push_back(edge.tail.value());
    drawn.edges.push_back(edge.head.value());
    drawn.edge_kind.push_back(static_cast<std::uint8_t>(edge.kind));
  }
  for (const VertexId v : brep.points) drawn.points.push_back(v.value());
  return drawn;
}

DrawnShape make_drawn_shape(const geometry::Mesh& mesh) {
  DrawnShape drawn;
  add_vertices(mesh.vertices, drawn);
  const auto can_draw = [&](const auto& corners) {
    return std::all_of(corners.begin(), corners.end(), [&](VertexId v) {
      return v.index() < mesh.vertices.size() && mesh.vertices[v.index()].allFinite();
    });
  };
  for (double& x : drawn.vertices) x = std::isfinite(x) ? x : 0.0;
  for (const geometry::Triangle& triangle : mesh.triangles) {
    if (!can_draw(triangle)) continue;
    for (const VertexId v : triangle) drawn.triangles.push_back(v.value());
    drawn.triangle_face.push_back(kNoFace);
  }
  for (const auto& segment : mesh.segments) {
    if (!can_draw(segment)) continue;
    for (const VertexId v : segment) drawn.edges.push_back(v.value());
    drawn.edge_kind.push_back(static_cast<std::uint8_t>(geometry::EdgeKind::kWire));
  }
  for (const VertexId v : mesh.points)
    if (can_draw(std::array{v})) drawn.points.push_back(v.value());
  return drawn;
}

std::string make_geometry_packet(std::span<const DrawnShape> shapes, std::uint64_t id) {
  PacketWriter packet(fmt::format(R"({{"type": "geometry", "id": {}}})", id));
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const auto name = [&](const char* what) { return fmt::format("{}/{}", i, what); };
    packet.add(name("vertices"), shapes[i].vertices);
    packet.add(name("triangles"), shapes[i].triangles);
    packet.add(name("triangle_face"), shapes[i].triangle_face);
    packet.add(name("edges"), shapes[i].edges);
    packet.add(name("edge_kind"), shapes[i].edge_kind);
    packet.add(name("points"), shapes[i].points);
  }
  return packet.finish();
}

}  // namespace abut::view
