#include "abut/geometry/shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "abut/base/input_error.h"
#include "abut/geometry/convexity.h"
#include "abut/geometry/pieces/flat_pieces.h"
#include "abut/geometry/pieces/joined_brep.h"
#include "abut/geometry/pieces/part_cuts.h"

namespace abut::geometry {
namespace {

using math::Aabb;
using math::Vec3;

void require_usable(const Mesh& mesh, const std::string& part) {
  const std::string within = part.empty() ? "" : part + ": ";
  if (mesh.triangles.empty() && mesh.segments.empty() && mesh.points.empty()) {
    throw InputError(
        {"", part, "it has no triangles, segments or points, so there is nothing to touch", "give it at least one"});
  }
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    const Vec3& p = mesh.vertices[i];
    if (p.allFinite() && p.cwiseAbs().maxCoeff() <= kLargestCoordinate) continue;
    throw InputError({"", fmt::format("{}vertex {}", within, i),
                      fmt::format("it is at ({}, {}, {}); coordinates are finite and at most {} in magnitude", p.x(),
                                  p.y(), p.z(), kLargestCoordinate),
                      "correct the vertex, or choose other units"});
  }
}

std::size_t count_without_area(const Brep& brep) {
  const auto is_without = [](const Face& face) { return face.normal.isZero(0.0); };
  return static_cast<std::size_t>(std::count_if(brep.faces.begin(), brep.faces.end(), is_without));
}

// Why the part cannot be one solid piece; empty if it can.
std::string find_fault(const Brep& brep) {
  if (brep.kind != BrepKind::kSolid) {
    return "it is not a closed solid whose faces point outward";
  }
  if (const std::size_t num = count_without_area(brep); num > 0) {
    return fmt::format("of its {} faces {} without area", brep.faces.size(),
                       num == 1 ? "one is" : fmt::format("{} are", num));
  }
  if (is_convex(brep)) return "";
  if (brep.shells.size() > 1) return fmt::format("it has {} separate surfaces", brep.shells.size());
  const auto is_reflex = [](const Edge& edge) { return edge.kind == EdgeKind::kReflex; };
  const auto num_reflex = std::count_if(brep.edges.begin(), brep.edges.end(), is_reflex);
  if (num_reflex == 0) return "it is not convex: its surface winds around itself";
  return fmt::format("it is not convex: {} of its {} edges are reflex", num_reflex, brep.edges.size());
}

std::vector<Vec3> list_part_points(const Brep& brep) {
  std::vector<VertexId> vertices(brep.shells.size());
  for (const Face& face : brep.faces) {
    VertexId& vertex = vertices[face.shell.index()];
    if (vertex.is_none()) vertex = brep.half_edges[brep.loops[face.first_loop].half_edge.index()].origin;
  }
  for (const Edge& edge : brep.edges) {
    if (edge.kind == EdgeKind::kWire) vertices.push_back(edge.tail);
  }
  vertices.insert(vertices.end(), brep.points.begin(), brep.points.end());
  std::vector<Vec3> points;
  for (const VertexId vertex : vertices) points.push_back(brep.vertices[vertex.index()]);
  return points;
}

// Once brep, pieces and tree are there.
Shape finish(Shape shape) {
  shape.is_convex = shape.pieces.pieces.size() == 1;
  shape.slabs = make_node_slabs(shape.pieces, shape.tree);
  shape.bounds = shape.tree.nodes.front().box;
  shape.diagonal = math::compute_diagonal(shape.bounds);
  shape.part_points = list_part_points(shape.brep);
  return shape;
}

Aabb compute_solid_box(const Brep& brep, double radius) {
  Aabb box;
  for (const HalfEdge& h : brep.half_edges) box.grow(brep.vertices[h.origin.index()]);
  return math::make_grown(box, radius);
}

// Of a point or segment with a radius.
Shape make_round(const Mesh& mesh, double radius) {
  Shape shape = make_shape(mesh, {.contact_faces = {}, .radius = radius});
  shape.is_solid = true;
  return shape;
}

void require_positive(const char* what, double value) {
  if (std::isfinite(value) && value > 0) return;
  throw InputError(
      {"", "", fmt::format("the {} is {}; it has to be finite and greater than 0", what, value), "give it in metres"});
}

}  // namespace

Shape make_shape(const Mesh& mesh, const ShapeOptions& options) {
  require_usable(mesh, "");
  require_radius(options.radius);
  Shape shape;
  shape.brep = make_brep(mesh, options.contact_faces);
  shape.is_solid = shape.brep.kind == BrepKind::kSolid;
  if (find_fault(shape.brep).empty()) {
    append_solid(shape.pieces, shape.brep, make_own_sources(shape.brep), options.radius);
    shape.tree = make_piece_tree(std::array{compute_bounds(shape.pieces, PieceId(0))}).tree;
  } else {
    PiecesWithTree flat = make_flat_pieces(shape.brep, options.radius);
    shape.pieces = std::move(flat.pieces);
    shape.tree = std::move(flat.tree);
  }
  return finish(std::move(shape));
}

Shape make_shape_from_pieces(std::span<const Mesh> parts, const ShapeOptions& options) {
  require_radius(options.radius);
  if (parts.empty()) {
    throw InputError({"", "", "there are no convex parts, so there is nothing to touch", "give at least one"});
  }
  std::vector<Brep> breps;
  std::vector<Aabb> boxes;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string part = fmt::format("part {}", i);
    require_usable(parts[i], part);
    breps.push_back(make_brep(parts[i], options.contact_faces));
    if (const std::string fault = find_fault(breps.back()); !fault.empty()) {
      throw InputError({"", part, fault + "; each part of a body given as convex parts is one exactly convex solid",
                        "repair the part, take its convex hull, or give the body as one mesh"});
    }
    boxes.push_back(compute_solid_box(breps.back(), options.radius));
  }
  JoinedBrep joined = make_joined_brep(breps);
  const std::vector<SolidSources> sources = make_part_sources(breps, joined);
  OrderedPieceTree ordered = make_piece_tree(boxes);
  Shape shape;
  for (const std::uint32_t i : ordered.order) append_solid(shape.pieces, breps[i], sources[i], options.radius);
  shape.brep = std::move(joined.brep);
  shape.tree = std::move(ordered.tree);
  shape.is_solid = true;
  return finish(std::move(shape));
}

Shape make_ball(double radius) {
  require_positive("radius of the ball", radius);
  Mesh mesh;
  mesh.vertices = {Vec3::Zero()};
  mesh.points = {VertexId(0)};
  return make_round(mesh, radius);
}

Shape make_capsule(double radius, double length) {
  require_positive("length of the capsule's axis", length);
  return make_capsule(radius, Vec3(0, 0, -0.5 * length), Vec3(0, 0, 0.5 * length));
}

Shape make_capsule(double radius, const Vec3& a, const Vec3& b) {
  require_positive("radius of the capsule", radius);
  require_positive("length of the capsule's axis", (b - a).stableNorm());
  Mesh mesh;
  mesh.vertices = {a, b};
  mesh.segments = {{VertexId(0), VertexId(1)}};
  return make_round(mesh, radius);
}

}  // namespace abut::geometry
