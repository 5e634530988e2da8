#include "trace_file.h"

#include "abut/base/input_error.h"
#include "abut/scene/read_scene.h"
#include "output.h"

namespace abut::app {

TraceFile open_trace(const std::filesystem::path& path) {
  TraceFile file{std::make_unique<std::ifstream>(path, std::ios::binary), nullptr};
  std::error_code error;
  if (!*file.stream || std::filesystem::is_directory(path, error)) {
    throw InputError({path.string(), "", "there is no such file, or it cannot be read",
                      "give a file that 'abut run SCENE --out FILE.abut' wrote"});
  }
  file.reader = std::make_unique<scene::TraceReader>(*file.stream, path.string());
  return file;
}

double find_duration(const scene::TraceReader& reader) {
  return scene::read_scene(reader.header().scene_text, reader.name() + ": its scene").scene.duration;
}

void note_cut(const scene::TraceReader& reader) {
  if (reader.ending() == scene::TraceEnding::kCut) print_warning(scene::describe_cut(reader));
}

}  // namespace abut::app
