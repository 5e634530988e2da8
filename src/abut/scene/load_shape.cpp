#include "abut/scene/load_shape.h"

#include <utility>

#include "abut/geometry/round_mass.h"
#include "abut/math/aabb.h"
#include "abut/scene/scaling.h"
#include "abut/scene/split_mesh.h"

namespace abut::scene {
namespace {

LoadedShape make_from_mesh(geometry::Mesh mesh, const Tolerances& tolerances) {
  LoadedShape result;
  result.meshes.push_back(std::move(mesh));
  result.shape = std::make_shared<const geometry::Shape>(
      geometry::make_shape(result.meshes.front(), make_shape_options(result.meshes, tolerances)));
  if (result.shape->is_solid) result.solid = geometry::compute_solid_mass(result.meshes.front(), 1.0);
  return result;
}

LoadedShape make_from_pieces(const Pieces& source, const Tolerances& tolerances, const MeshSearch& search,
                             std::vector<std::string>& notes) {
  LoadedShape result;
  std::vector<geometry::MassProperties> masses;
  for (const PieceSource& piece : source.pieces) {
    geometry::Mesh mesh = load_mesh(piece.source, search, notes);
    move_mesh(mesh, piece.position);
    masses.push_back(geometry::compute_solid_mass(mesh, 1.0));
    result.meshes.push_back(std::move(mesh));
  }
  result.shape = std::make_shared<const geometry::Shape>(
      geometry::make_shape_from_pieces(result.meshes, make_shape_options(result.meshes, tolerances)));
  result.solid = join_masses(masses);
  return result;
}

struct ShapeLoader {
  bool split;
  const Tolerances& tolerances;
  const MeshSearch& search;
  std::vector<std::string>& notes;

  std::vector<LoadedShape> operator()(const Ball& ball) const {
    return {{std::make_shared<const geometry::Shape>(geometry::make_ball(ball.radius)),
             {},
             geometry::compute_ball_mass(ball.radius, 1.0)}};
  }
  std::vector<LoadedShape> operator()(const Capsule& c) const {
    return {{std::make_shared<const geometry::Shape>(geometry::make_capsule(c.radius, c.length)),
             {},
             geometry::compute_capsule_mass(c.radius, c.length, 1.0)}};
  }
  std::vector<LoadedShape> operator()(const Pieces& pieces) const {
    return {make_from_pieces(pieces, tolerances, search, notes)};
  }
  std::vector<LoadedShape> operator()(const auto& polyhedron) const {
    geometry::Mesh mesh = load_mesh(PolyhedronSource(polyhedron), search, notes);
    if (!split) return {make_from_mesh(std::move(mesh), tolerances)};
    std::vector<LoadedShape> parts;
    for (geometry::Mesh& part : split_mesh(mesh)) parts.push_back(make_from_mesh(std::move(part), tolerances));
    return parts;
  }
};

}  // namespace

geometry::ShapeOptions make_shape_options(std::span<const geometry::Mesh> meshes, const Tolerances& tolerances) {
  math::Aabb bounds;
  for (const geometry::Mesh& mesh : meshes) bounds.grow(geometry::compute_bounds(mesh));
  geometry::ShapeOptions options;
  options.contact_faces.angle = tolerances.contact_face_angle;
  options.contact_faces.height = tolerances.contact_face_height_share * math::compute_diagonal(bounds);
  return options;
}

geometry::MassProperties join_masses(const std::vector<geometry::MassProperties>& parts) {
  geometry::MassProperties whole;
  math::Vec3 first_moment = math::Vec3::Zero();
  for (const geometry::MassProperties& part : parts) {
    whole.mass += part.mass;
    whole.volume += part.volume;
    whole.area += part.area;
    whole.length += part.length;
    first_moment += part.mass * part.p_BBcm;
  }
  if (whole.mass > 0.0) whole.p_BBcm = first_moment / whole.mass;
  for (const geometry::MassProperties& part : parts) {
    whole.I_BBcm_B += geometry::compute_shifted_inertia(part.I_BBcm_B, part.mass, whole.p_BBcm - part.p_BBcm);
  }
  return whole;
}

std::vector<LoadedShape> load_shape(const ShapeSource& source, bool split, const Tolerances& tolerances,
                                    const MeshSearch& search, std::vector<std::string>& notes) {
  return std::visit(ShapeLoader{split, tolerances, search, notes}, source);
}

}  // namespace abut::scene
