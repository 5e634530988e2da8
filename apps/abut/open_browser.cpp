#include "open_browser.h"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <cstdlib>

namespace abut::app {
namespace {

bool has_screen() {
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"}) {
    if (const char* value = std::getenv(name); value && *value != '\0') return true;
  }
  return false;
}

// Without a shell, in a session of its own, so that Ctrl-C does not reach it, and without our files: a browser that
// held the listening socket would keep the port.
bool start(const char* program, const std::string& address) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int file = 0; file < 3; ++file)
    posix_spawn_file_actions_addopen(&actions, file, "/dev/null", file == 0 ? O_RDONLY : O_WRONLY, 0);
  posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  std::string name = program, argument = address;
  char* arguments[] = {name.data(), argument.data(), nullptr};
  pid_t child = 0;
  const int failure = posix_spawnp(&child, program, &actions, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failure == 0;
}

}  // namespace

bool open_browser(const std::string& address) {
  if (!has_screen()) return false;
  for (const char* program : {"xdg-open", "sensible-browser", "x-www-browser"}) {
    if (start(program, address)) return true;
  }
  return false;
}

}  // namespace abut::app
