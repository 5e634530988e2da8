// A trace as an animated scene in glTF 2.0, which Blender, three.js and most viewers open: one node for each body, one
// mesh for each shape and colour, positions and rotations as keys of one animation. In single precision: to look at,
// not to compute with.
//
// World z is up here and y there, so all bodies hang in one node that is turned. Balls and capsules are drawn as
// polyhedra. Triangles have no normals: viewers then shade them flat.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace abut::app {

// FILE.glb is binary; FILE.gltf is JSON with the same bytes in base64. A key every so many steps; if not given, about
// 60 a second. Throws InputError for another ending.
void export_gltf(const std::filesystem::path& trace, const std::filesystem::path& out,
                 std::optional<std::int64_t> every);

}  // namespace abut::app
