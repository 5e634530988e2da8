#include "abut/scene/write_shape.h"

#include <array>
#include <utility>
#include <variant>

namespace abut::scene {
namespace {

void write_scaling(JsonWriter& json, const Scaling& scaling) {
  if (scaling.size) {
    json.key("size");
    json.vector(*scaling.size);
  } else if (scaling.factors != math::Vec3::Ones()) {
    json.key("scale");
    json.vector(scaling.factors);
  }
}

void write_members(JsonWriter& json, const FileMesh& file) {
  json.key("mesh");
  json.text(file.path);
  if (file.units != geometry::Units::kMetres) {
    json.key("units");
    json.text(geometry::get_symbol(file.units));
  }
  write_scaling(json, file.scaling);
}

void write_members(JsonWriter& json, const MadeMesh& made) {
  json.key("maker");
  json.text(made.maker);
  if (!made.arguments.empty()) {
    json.key("arguments");
    json.begin_object();
    for (const auto& [name, values] : made.arguments) {
      json.key(name);
      if (values.size() == 1)
        json.number(values.front());
      else
        json.numbers(values);
    }
    json.end_object();
  }
  write_scaling(json, made.scaling);
}

template <std::size_t N>
std::vector<std::string> make_rows(const std::vector<std::array<VertexId, N>>& simplices) {
  std::vector<std::string> rows;
  for (const auto& simplex : simplices) {
    std::array<double, N> indices;
    for (std::size_t i = 0; i < N; ++i) indices[i] = static_cast<double>(simplex[i].index());
    rows.push_back(make_json_row(indices));
  }
  return rows;
}

std::vector<std::string> make_rows(const std::vector<math::Vec3>& points) {
  std::vector<std::string> rows;
  for (const math::Vec3& p : points) rows.push_back(make_json_row({p.data(), 3}));
  return rows;
}

void write_members(JsonWriter& json, const InlineMesh& inlined) {
  const geometry::Mesh& mesh = inlined.mesh;
  json.key("inline");
  json.begin_object();
  json.key("vertices");
  json.rows(make_rows(mesh.vertices));
  if (!mesh.triangles.empty()) {
    json.key("triangles");
    json.rows(make_rows(mesh.triangles));
  }
  if (!mesh.segments.empty()) {
    json.key("segments");
    json.rows(make_rows(mesh.segments));
  }
  if (!mesh.points.empty()) {
    std::vector<double> points;
    for (const VertexId v : mesh.points) points.push_back(static_cast<double>(v.index()));
    json.key("points");
    json.numbers(points);
  }
  json.end_object();
  write_scaling(json, inlined.scaling);
}

void write_members(JsonWriter& json, const Box& box) {
  json.key("box");
  json.vector(box.size);
}

void write_members(JsonWriter& json, const Ball& ball) {
  json.key("ball");
  json.number(ball.radius);
}

void write_members(JsonWriter& json, const Capsule& capsule) {
  json.key("capsule");
  json.begin_object();
  json.key("radius");
  json.number(capsule.radius);
  json.key("length");
  json.number(capsule.length);
  json.end_object();
}

void write_members(JsonWriter& json, const Hull& hull) {
  json.key("hull");
  json.rows(make_rows(hull.points));
}

void write_members(JsonWriter& json, const Pieces& pieces) {
  json.key("pieces");
  json.begin_array();
  for (const PieceSource& piece : pieces.pieces) {
    json.begin_object();
    std::visit([&](const auto& source) { write_members(json, source); }, piece.source);
    json.key("position");
    json.vector(piece.position);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

void write_shape(JsonWriter& json, const ShapeSource& shape) {
  json.begin_object();
  std::visit([&](const auto& source) { write_members(json, source); }, shape);
  json.end_object();
}

std::string write_shape(const ShapeSource& shape) {
  JsonWriter json;
  write_shape(json, shape);
  return json.take();
}

}  // namespace abut::scene
