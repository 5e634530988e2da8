// The mesh that a scene asks for: read, made or written out, then scaled.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "abut/geometry/io/mesh_file.h"
#include "abut/geometry/io/units.h"
#include "abut/geometry/mesh.h"
#include "abut/scene/shape_source.h"

namespace abut::scene {

// Reads the file of that path; none if there is no such file. Throws InputError if it is no mesh.
using MeshLoader =
    std::function<std::optional<geometry::MeshFile>(const std::filesystem::path& path, geometry::Units units)>;

// From disk.
std::optional<geometry::MeshFile> find_mesh_file(const std::filesystem::path& path, geometry::Units units);

struct MeshSearch {
  std::vector<std::filesystem::path> folders;  // in which files of relative path are looked for, in this order
  MeshLoader load = &find_mesh_file;
};

// Throws InputError, without naming the scene: no such file (with all paths tried), no mesh, arguments a maker refuses,
// points without a solid hull. What the user should know of a file is added to `notes`.
geometry::Mesh load_mesh(const FileMesh& source, const MeshSearch& search, std::vector<std::string>& notes);
geometry::Mesh load_mesh(const PolyhedronSource& source, const MeshSearch& search, std::vector<std::string>& notes);

}  // namespace abut::scene
