#include "abut/scene/shape_reader.h"

#include <fmt/format.h>

#include <limits>
#include <type_traits>
#include <utility>

#include "abut/scene/fields.h"

namespace abut::scene {
namespace {

using geometry::Units;

const std::vector<std::string>& polyhedron_keys() {
  static const std::vector<std::string> keys = {"mesh", "maker", "inline", "box", "hull"};
  return keys;
}

auto units() {
  std::vector<std::pair<std::string, Units>> table;
  for (const Units u :
       {Units::kMetres, Units::kCentimetres, Units::kMillimetres, Units::kMicrometres, Units::kInches, Units::kFeet}) {
    table.emplace_back(geometry::get_symbol(u), u);
  }
  return choice(std::move(table));
}

Scaling read_scaling(Fields& fields) {
  Scaling scaling;
  fields.find_one_of({"scale", "size"});
  fields.optional("scale", scaling.factors, &read_scale);
  fields.optional("size", scaling.size, vector3(at_least(0.0, "m")));
  return scaling;
}

FileMesh read_file_mesh(Fields& fields, JsonValue source) {
  FileMesh file;
  file.path = read_text(source);
  fields.optional("units", file.units, units());
  file.scaling = read_scaling(fields);
  return file;
}

std::vector<double> read_argument(JsonValue value) {
  if (!value.is(JsonKind::kArray)) return {read_number(value, any())};
  return list(number())(value);
}

MadeMesh read_made_mesh(Fields& fields, JsonValue source) {
  MadeMesh made;
  std::vector<std::string> names;
  for (const geometry::Maker& maker : geometry::makers()) names.push_back(maker.name);
  const geometry::Maker& maker = geometry::makers()[read_choice(source, names)];
  made.maker = maker.name;
  if (const std::optional<JsonValue> value = fields.find("arguments")) {
    Fields arguments(*value, "the arguments of " + maker.name);
    for (const geometry::MakerParameter& parameter : maker.parameters) {
      if (const std::optional<JsonValue> argument = arguments.find(parameter.name)) {
        made.arguments[parameter.name] = read_argument(*argument);
      }
    }
    arguments.finish();
  }
  made.scaling = read_scaling(fields);
  return made;
}

InlineMesh read_inline_mesh(Fields& fields, JsonValue source) {
  InlineMesh result;
  Fields parts(source, "an inline mesh");
  geometry::Mesh& mesh = result.mesh;
  parts.required("vertices", mesh.vertices, &read_vertices);
  const std::size_t n = mesh.vertices.size();
  parts.optional("triangles", mesh.triangles, [n](JsonValue v) { return read_simplices<3>(v, n); });
  parts.optional("segments", mesh.segments, [n](JsonValue v) { return read_simplices<2>(v, n); });
  if (const std::optional<JsonValue> points = parts.find("points")) {
    for (const JsonValue& point : read_array(*points)) {
      mesh.points.emplace_back(read_integer(point, 0, static_cast<std::int64_t>(n) - 1));
    }
  }
  parts.finish();
  if (mesh.triangles.empty() && mesh.segments.empty() && mesh.points.empty()) {
    source.fail("the mesh has vertices, but no triangles, segments or points between them",
                "add \"triangles\": [[0, 1, 2], ...]");
  }
  result.scaling = read_scaling(fields);
  return result;
}

Capsule read_capsule(JsonValue source) {
  Capsule capsule;
  Fields fields(source, "a capsule");
  fields.required("radius", capsule.radius, number(positive("m")));
  fields.required("length", capsule.length, number(positive("m")));
  fields.finish();
  return capsule;
}

PolyhedronSource read_polyhedron(Fields& fields, JsonValue source) {
  const std::string& key = source.key();
  if (key == "mesh") return read_file_mesh(fields, source);
  if (key == "maker") return read_made_mesh(fields, source);
  if (key == "inline") return read_inline_mesh(fields, source);
  if (key == "box") return Box{read_vector(source, positive("m"))};
  return Hull{list(vector3(any("m")), 1)(source)};
}

PieceSource read_piece(JsonValue value) {
  PieceSource piece;
  Fields fields(value, "a piece");
  for (const char* key : {"ball", "capsule"}) {
    const std::optional<JsonValue> round = fields.find(key);
    if (round) round->fail(fmt::format("a piece has flat faces, a {} has none", key), "make it a body of its own");
  }
  const JsonValue source = fields.require_one_of(polyhedron_keys());
  piece.source = read_polyhedron(fields, source);
  fields.optional("position", piece.position, vector3(any("m")));
  fields.finish();
  return piece;
}

}  // namespace

math::Vec3 read_scale(JsonValue value) {
  const math::Vec3 factors =
      value.is(JsonKind::kNumber) ? math::Vec3::Constant(value.number()).eval() : read_vector(value, any());
  if ((factors.array() == 0.0).any()) {
    value.fail("a scale of 0 leaves nothing of a mesh", "give one factor other than 0, or three");
  }
  return factors;
}

std::vector<math::Vec3> read_vertices(JsonValue value) {
  return list(vector3(any()), 1)(value);
}

template <std::size_t N>
std::vector<std::array<VertexId, N>> read_simplices(JsonValue value, std::size_t num_vertices) {
  std::vector<std::array<VertexId, N>> result;
  for (const JsonValue& row : read_array(value)) {
    const std::vector<JsonValue> corners = read_array(row, N, N);
    std::array<VertexId, N> simplex;
    for (std::size_t i = 0; i < N; ++i) {
      simplex[i] = VertexId(read_integer(corners[i], 0, static_cast<std::int64_t>(num_vertices) - 1));
    }
    result.push_back(simplex);
  }
  return result;
}
template std::vector<std::array<VertexId, 2>> read_simplices<2>(JsonValue, std::size_t);
template std::vector<std::array<VertexId, 3>> read_simplices<3>(JsonValue, std::size_t);

ShapeSource read_shape(JsonValue value) {
  Fields fields(value, "a shape");
  std::vector<std::string> keys = polyhedron_keys();
  keys.insert(keys.end(), {"ball", "capsule", "pieces"});
  const JsonValue source = fields.require_one_of(keys);
  ShapeSource shape;
  if (source.key() == "ball")
    shape = Ball{read_number(source, positive("m"))};
  else if (source.key() == "capsule")
    shape = read_capsule(source);
  else if (source.key() == "pieces")
    shape = Pieces{list(&read_piece, 1)(source)};
  else
    std::visit([&](auto&& polyhedron) { shape = std::move(polyhedron); }, read_polyhedron(fields, source));
  fields.finish();
  return shape;
}

}  // namespace abut::scene
