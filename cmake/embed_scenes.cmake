# Compiles scenes/*.json into the scene layer, so that `abut example NAME`, tests and benchmarks need no files: writes
# scene_texts.cpp, which defines what src/abut/scene/catalogue.cpp declares.
file(GLOB scene_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/scenes/*.json)
list(SORT scene_files)
set(rows "")
foreach(file ${scene_files})
  cmake_path(GET file STEM name)
  if(name STREQUAL "scene")  # scene.schema.json
    continue()
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  string(JSON summary GET "${text}" description)
  string(APPEND rows "    {\"${name}\", R\"scene(${summary})scene\", R\"scene(${text})scene\"},\n")
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/scene_texts.cpp @ONLY CONTENT [[
// Made from scenes/*.json by cmake/embed_scenes.cmake.
#include "abut/scene/catalogue.h"

namespace abut::scene {
std::span<const CatalogueScene> get_catalogue() {
  static constexpr CatalogueScene scenes[] = {
@rows@  };
  return scenes;
}
}  // namespace abut::scene
]])
target_sources(abut_scene PRIVATE ${PROJECT_BINARY_DIR}/scene_texts.cpp)
