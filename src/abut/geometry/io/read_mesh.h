// Reads a mesh file: OBJ, STL, PLY or OFF (see obj.h, stl.h, ply.h, off.h for what of each is read).
//
// Coordinates become metres, each rounded once (units.h). Polygons become triangles (triangulate.h). Vertices that the
// file shares stay shared, and vertices of one component with equal coordinates become one (weld.h). A file of vertices
// and nothing else is a set of points. What is wrong with the mesh as a surface is not judged here (defects.h).
//
// Throws InputError, with line or byte, on anything that is no such file: missing, empty, a directory, larger than
// kMaxFileBytes, cut off, numbers that are none or not finite, indices out of range. Memory is bounded by the
// file's size, never by what a header claims.
#pragma once

#include <filesystem>
#include <string_view>

#include "abut/geometry/io/mesh_file.h"
#include "abut/geometry/io/units.h"

namespace abut::geometry {

struct ReadMeshOptions {
  Units units = Units::kMetres;  // of the file's coordinates
};

// The format is that of the file's name; content that shows another one is refused. A name without a known ending is
// judged by its content.
MeshFile read_mesh(const std::filesystem::path& path, const ReadMeshOptions& options = {});

// The same from memory; `name` stands for the file in messages.
MeshFile read_mesh(std::string_view bytes, std::string_view name, MeshFormat format,
                   const ReadMeshOptions& options = {});

}  // namespace abut::geometry
