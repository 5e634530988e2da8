// How the tests of this layer ask for the message that a text is refused with, and where they put files.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "abut/base/input_error.h"
#include "abut/scene/json_reader.h"

namespace abut::scene {

// What `read` throws when given the root of the text; "no error" if it does not.
template <class Read>
std::string find_message(std::string_view text, const Read& read) {
  try {
    const JsonDocument document = read_json(text, "s.json");
    read(document.root());
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

// A path of this process's own.
inline std::filesystem::path make_temporary_path(const std::string& name) {
  return std::filesystem::temp_directory_path() / (std::to_string(getpid()) + "_abut_" + name);
}

}  // namespace abut::scene
