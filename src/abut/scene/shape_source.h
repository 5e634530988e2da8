// Where a body's shape comes from, as a scene says it.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "abut/geometry/io/units.h"
#include "abut/geometry/makers/registry.h"
#include "abut/geometry/mesh.h"
#include "abut/math/types.h"

namespace abut::scene {

// How coordinates of a mesh, in metres, become those of the body: times scale, each rounded once. A mirroring turns the
// faces over, so that what was outside stays outside.
struct Scaling {
  math::Vec3 factors = math::Vec3::Ones();  // not zero
  // If given, it wins: the edges of the bounding box after scaling. An edge of length 0 is taken as 1 before.
  std::optional<math::Vec3> size;
};

// A file of triangles, segments and points.
struct FileMesh {
  std::string path;  // relative to the scene's folder, or to the folders that load_scene is given
  geometry::Units units = geometry::Units::kMetres;
  Scaling scaling;
};

struct MadeMesh {
  std::string maker;
  geometry::MakerArguments arguments;
  Scaling scaling;
};

struct InlineMesh {
  geometry::Mesh mesh;
  Scaling scaling;
};

struct Box {
  math::Vec3 size = math::Vec3::Ones();  // m, about the origin
};

struct Ball {
  double radius = 1.0;  // m, about the origin
};

// All points within the radius of a segment of that length, along z, about the origin.
struct Capsule {
  double radius = 1.0;
  double length = 1.0;
};

// The convex hull of points.
struct Hull {
  std::vector<math::Vec3> points;
};

// What has faces.
using PolyhedronSource = std::variant<FileMesh, MadeMesh, InlineMesh, Box, Hull>;

// A convex part of a body, moved by `position`, each coordinate rounded once.
struct PieceSource {
  PolyhedronSource source;
  math::Vec3 position = math::Vec3::Zero();
};

struct Pieces {
  std::vector<PieceSource> pieces;
};

using ShapeSource = std::variant<FileMesh, MadeMesh, InlineMesh, Box, Hull, Ball, Capsule, Pieces>;

}  // namespace abut::scene
