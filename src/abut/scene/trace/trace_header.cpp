#include "abut/scene/trace/trace_header.h"

#include "abut/scene/trace/byte_codec.h"

namespace abut::scene {
namespace {

using geometry::MassProperties;
using geometry::Mesh;

void put_mesh(ByteWriter& writer, const Mesh& mesh) {
  writer.put_count(mesh.vertices.size());
  for (const math::Vec3& p : mesh.vertices) writer.put_vector(p);
  writer.put_count(mesh.triangles.size());
  for (const geometry::Triangle& triangle : mesh.triangles) {
    for (const VertexId v : triangle) writer.put_id(v);
  }
  writer.put_count(mesh.segments.size());
  for (const geometry::Segment& segment : mesh.segments) {
    for (const VertexId v : segment) writer.put_id(v);
  }
  writer.put_count(mesh.points.size());
  for (const VertexId v : mesh.points) writer.put_id(v);
}

Mesh get_mesh(ByteReader& reader) {
  Mesh mesh;
  mesh.vertices.resize(reader.get_count(24));
  for (math::Vec3& p : mesh.vertices) p = reader.get_vector();
  const auto get_vertex = [&] { return reader.get_id<VertexId>(mesh.vertices.size()); };
  mesh.triangles.resize(reader.get_count(12));
  for (geometry::Triangle& triangle : mesh.triangles) {
    for (VertexId& v : triangle) v = get_vertex();
  }
  mesh.segments.resize(reader.get_count(8));
  for (geometry::Segment& segment : mesh.segments) {
    for (VertexId& v : segment) v = get_vertex();
  }
  mesh.points.resize(reader.get_count(4));
  for (VertexId& v : mesh.points) v = get_vertex();
  return mesh;
}

void put_shape(ByteWriter& writer, const TraceShape& shape) {
  writer.put_u8(static_cast<std::uint8_t>(shape.kind));
  writer.put_flag(shape.is_solid);
  writer.put_flag(shape.is_convex);
  writer.put_f64(shape.radius);
  writer.put_count(shape.meshes.size());
  for (const Mesh& mesh : shape.meshes) put_mesh(writer, mesh);
}

// A round shape is one point, or one segment; a mesh is one.
bool is_consistent(const TraceShape& shape) {
  if (shape.kind == TraceShapeKind::kPieces) return !shape.meshes.empty();
  if (shape.meshes.size() != 1) return false;
  const Mesh& mesh = shape.meshes.front();
  return shape.kind == TraceShapeKind::kMesh ||
         (mesh.triangles.empty() && mesh.segments.size() + mesh.points.size() == 1);
}

TraceShape get_shape(ByteReader& reader) {
  TraceShape shape;
  shape.kind = reader.get_enum(TraceShapeKind::kRound);
  shape.is_solid = reader.get_flag();
  shape.is_convex = reader.get_flag();
  shape.radius = reader.get_f64();
  shape.meshes.resize(reader.get_count(16));
  for (Mesh& mesh : shape.meshes) mesh = get_mesh(reader);
  if (!is_consistent(shape)) reader.fail();
  return shape;
}

void put_mass(ByteWriter& writer, const MassProperties& mass) {
  for (const double x : {mass.mass, mass.volume, mass.area, mass.length}) writer.put_f64(x);
  writer.put_vector(mass.p_BBcm);
  for (int row = 0; row < 3; ++row) writer.put_vector(mass.I_BBcm_B.row(row));
}

MassProperties get_mass(ByteReader& reader) {
  MassProperties mass;
  for (double* x : {&mass.mass, &mass.volume, &mass.area, &mass.length}) *x = reader.get_f64();
  mass.p_BBcm = reader.get_vector();
  for (int row = 0; row < 3; ++row) mass.I_BBcm_B.row(row) = reader.get_vector();
  return mass;
}

void put_body(ByteWriter& writer, const TraceBody& body) {
  writer.put_text(body.name);
  writer.put_u32(body.source);
  writer.put_u32(body.shape);
  writer.put_u8(static_cast<std::uint8_t>(body.type));
  writer.put_u32(body.group);
  put_mass(writer, body.mass);
  writer.put_pose(body.X_WB);
  writer.put_twist(body.V_WBcm);
}

TraceBody get_body(ByteReader& reader, std::size_t num_shapes) {
  TraceBody body;
  body.name = reader.get_text();
  body.source = reader.get_u32();
  body.shape = reader.get_u32();
  if (body.shape >= num_shapes) reader.fail();
  body.type = reader.get_enum(dynamics::BodyType::kKinematic);
  body.group = reader.get_u32();
  body.mass = get_mass(reader);
  body.X_WB = reader.get_pose();
  body.V_WBcm = reader.get_twist();
  return body;
}

}  // namespace

std::string encode_trace_header(const TraceHeader& header) {
  ByteWriter writer;
  writer.put_text(header.writer);
  writer.put_text(header.scene_text);
  writer.put_i64(header.save_every);
  writer.put_count(header.shapes.size());
  for (const TraceShape& shape : header.shapes) put_shape(writer, shape);
  writer.put_count(header.bodies.size());
  for (const TraceBody& body : header.bodies) put_body(writer, body);
  writer.put_count(header.exempt_pairs.size());
  for (const auto& [a, b] : header.exempt_pairs) writer.put_id(a), writer.put_id(b);
  return std::string(writer.bytes());
}

std::optional<TraceHeader> decode_trace_header(std::string_view bytes) {
  ByteReader reader(bytes);
  TraceHeader header;
  header.writer = reader.get_text();
  header.scene_text = reader.get_text();
  header.save_every = reader.get_i64();
  header.shapes.resize(reader.get_count(15));
  for (TraceShape& shape : header.shapes) shape = get_shape(reader);
  header.bodies.resize(reader.get_count(253));
  for (TraceBody& body : header.bodies) body = get_body(reader, header.shapes.size());
  header.exempt_pairs.resize(reader.get_count(8));
  for (auto& [a, b] : header.exempt_pairs) {
    a = reader.get_id<BodyId>(header.bodies.size());
    b = reader.get_id<BodyId>(header.bodies.size());
  }
  if (!reader.is_done() || header.save_every < 0) return std::nullopt;
  return header;
}

}  // namespace abut::scene
