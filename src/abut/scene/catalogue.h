// The scenes that ship with the library (folder scenes/), compiled into it: for `abut example`, tests, benchmarks and
// the viewer alike. They use makers and boxes only, so they need no mesh files.
#pragma once

#include <span>
#include <string_view>

namespace abut::scene {

struct CatalogueScene {
  std::string_view name;     // "card-tent"
  std::string_view summary;  // one sentence: the scene's description
  std::string_view text;     // the file, as read_scene takes it
};

// In alphabetical order of their names.
std::span<const CatalogueScene> get_catalogue();

// None: a null pointer. Underscores are taken for hyphens.
const CatalogueScene* find_catalogue_scene(std::string_view name);

}  // namespace abut::scene
