// A scene that runs, to look at and to take a hand in.
#pragma once

#include <memory>
#include <string>

#include "abut/scene/load_scene.h"
#include "abut/view/live_run.h"
#include "abut/view/show.h"

namespace abut::view {

// `title` is the scene's name. Throws InputError as LiveRun does.
std::unique_ptr<Show> make_live_show(scene::LoadedScene loaded, const std::string& title, LiveOptions options);

}  // namespace abut::view
