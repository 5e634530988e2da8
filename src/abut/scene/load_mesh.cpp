#include "abut/scene/load_mesh.h"

#include <fmt/format.h>

#include <system_error>
#include <utility>

#include "abut/base/input_error.h"
#include "abut/geometry/hull.h"
#include "abut/geometry/io/read_mesh.h"
#include "abut/geometry/makers/primitives.h"
#include "abut/scene/json_value.h"
#include "abut/scene/scaling.h"

namespace abut::scene {
namespace {

std::vector<std::filesystem::path> list_candidates(const std::string& path, const MeshSearch& search) {
  if (std::filesystem::path(path).is_absolute()) return {path};
  std::vector<std::filesystem::path> candidates;
  for (const std::filesystem::path& folder : search.folders) candidates.push_back(folder / path);
  return candidates;
}

[[noreturn]] void fail_missing(const std::string& path, const std::vector<std::filesystem::path>& tried) {
  std::string list;
  for (const std::filesystem::path& candidate : tried) list += (list.empty() ? "" : ", ") + candidate.string();
  throw InputError({"", "",
                    fmt::format("the mesh {} is not there{}", quote_short(path), list.empty() ? "" : ": tried " + list),
                    list.empty() ? "a scene that is no file has no folder: give an absolute path"
                                 : "check the path, which is relative to the scene's folder"});
}

geometry::Mesh make_hull_mesh(const Hull& source) {
  geometry::Hull hull = geometry::make_hull(source.points);
  if (hull.outcome != geometry::HullOutcome::kSolid) {
    throw InputError(
        {"", "",
         fmt::format("the hull of {} points has no volume: they lie in a plane, line or point", source.points.size()),
         "give points of a solid, or an inline mesh"});
  }
  return std::move(hull.mesh);
}

}  // namespace

std::optional<geometry::MeshFile> find_mesh_file(const std::filesystem::path& path, geometry::Units units) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return std::nullopt;
  return geometry::read_mesh(path, {units});
}

geometry::Mesh load_mesh(const FileMesh& source, const MeshSearch& search, std::vector<std::string>& notes) {
  const std::vector<std::filesystem::path> candidates = list_candidates(source.path, search);
  for (const std::filesystem::path& path : candidates) {
    std::optional<geometry::MeshFile> file = search.load(path, source.units);
    if (!file) continue;
    for (const std::string& note : file->notes) notes.push_back(path.string() + ": " + note);
    scale_mesh(file->mesh, source.scaling);
    return std::move(file->mesh);
  }
  fail_missing(source.path, candidates);
}

geometry::Mesh load_mesh(const PolyhedronSource& source, const MeshSearch& search, std::vector<std::string>& notes) {
  struct Loader {
    const MeshSearch& search;
    std::vector<std::string>& notes;
    geometry::Mesh operator()(const FileMesh& file) const { return load_mesh(file, search, notes); }
    geometry::Mesh operator()(const MadeMesh& made) const {
      geometry::Mesh mesh = geometry::make_mesh(made.maker, made.arguments);
      scale_mesh(mesh, made.scaling);
      return mesh;
    }
    geometry::Mesh operator()(const InlineMesh& inlined) const {
      geometry::Mesh mesh = inlined.mesh;
      scale_mesh(mesh, inlined.scaling);
      return mesh;
    }
    geometry::Mesh operator()(const Box& box) const { return geometry::make_box(box.size); }
    geometry::Mesh operator()(const Hull& hull) const { return make_hull_mesh(hull); }
  };
  return std::visit(Loader{search, notes}, source);
}

}  // namespace abut::scene
