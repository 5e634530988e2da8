#include "abut/scene/catalogue.h"

#include <algorithm>
#include <string>

namespace abut::scene {

const CatalogueScene* find_catalogue_scene(std::string_view name) {
  std::string wanted(name);
  std::replace(wanted.begin(), wanted.end(), '_', '-');
  const std::span<const CatalogueScene> scenes = get_catalogue();
  const auto found =
      std::find_if(scenes.begin(), scenes.end(), [&](const CatalogueScene& s) { return s.name == wanted; });
  return found == scenes.end() ? nullptr : &*found;
}

}  // namespace abut::scene
