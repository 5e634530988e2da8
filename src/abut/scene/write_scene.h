// A scene as text in our own format, for people and programs: keys in a fixed order, what has its default value left
// out. Reading the text back gives the same scene, bit for bit.
#pragma once

#include <string>

#include "abut/scene/scene.h"

namespace abut::scene {

// Preconditions: what read_scene demands (numbers finite, materials exist, names unique, ...).
std::string write_scene(const Scene& scene);

}  // namespace abut::scene
