// abut view TRACE|SCENE|MESH... [--pose-a] [--pose-b] [--units] [--threads] [--out] [--paused] [--play] [--no-open]
// [--port] [--bind] [--allow-host] [--idle]
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "abut/base/input_error.h"
#include "abut/scene/trace/trace_block.h"
#include "abut/view/live_show.h"
#include "abut/view/trace_show.h"
#include "commands.h"
#include "open_browser.h"
#include "output.h"
#include "pose_argument.h"
#include "run_options.h"
#include "server/access.h"
#include "server/page_files.h"
#include "server/server.h"
#include "view_meshes.h"

namespace abut::app {
namespace {

struct ViewArguments {
  std::vector<std::string> files;
  std::string pose_a, pose_b, units = "m";
  view::LiveOptions live;
  std::string out;
  ServerOptions server;
  bool no_open = false, plays = false;
};

enum class FileKind : std::uint8_t { kTrace, kScene, kMesh };

// By how it begins; where that says nothing, or there is no such file, by its name.
FileKind find_kind(const std::filesystem::path& path) {
  std::string start(64, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(file.gcount()));
  if (start.starts_with(scene::make_trace_magic().substr(0, 8)) || path.extension() == ".abut") return FileKind::kTrace;
  const std::size_t first = start.find_first_not_of(" \t\r\n");
  const bool is_object = first != std::string::npos && start[first] == '{';
  return is_object || path.extension() == ".json" ? FileKind::kScene : FileKind::kMesh;
}

void require_alone(const ViewArguments& arguments, const char* what) {
  if (arguments.files.size() == 1) return;
  throw InputError(
      {arguments.files.front(), "", fmt::format("{} is shown alone", what), "give one trace, one scene, or meshes"});
}

std::unique_ptr<view::Show> make_scene_show(const ViewArguments& arguments) {
  const std::string& file = arguments.files.front();
  view::LiveOptions options = arguments.live;
  options.program = kProgramName;
  options.trace = arguments.out;
  RunOptions run;
  run.scene = file;
  return call_for(file, [&] {
    return view::make_live_show(load_for_run(run), std::filesystem::path(file).filename().string(), options);
  });
}

std::unique_ptr<view::Show> make_mesh_or_contact_show(const ViewArguments& arguments) {
  if (arguments.files.size() != 2) return make_mesh_show(arguments.files, arguments.units);
  const math::Pose X_WA = parse_pose("--pose-a", arguments.pose_a), X_WB = parse_pose("--pose-b", arguments.pose_b);
  return make_contact_show(arguments.files[0], arguments.files[1], arguments.units, X_WA, X_WB);
}

std::unique_ptr<view::Show> make_show(const ViewArguments& arguments) {
  FileKind kind = FileKind::kMesh;  // of all
  for (const std::string& file : arguments.files) kind = std::min(kind, find_kind(file));
  const bool has_pose = !arguments.pose_a.empty() || !arguments.pose_b.empty();
  if (has_pose && (kind != FileKind::kMesh || arguments.files.size() != 2))
    throw InputError({"--pose-a, --pose-b", "", "they place two meshes", "give two meshes with them"});
  if (!arguments.out.empty() && kind != FileKind::kScene)
    throw InputError({"--out", "", "only what runs is written", "give a scene with it"});
  if (kind == FileKind::kMesh) return make_mesh_or_contact_show(arguments);
  require_alone(arguments, kind == FileKind::kTrace ? "a trace" : "a scene");
  if (kind == FileKind::kScene) return make_scene_show(arguments);
  const std::filesystem::path path = arguments.files.front();
  return view::make_trace_show(path, path.string(), kProgramName);
}

bool is_loopback(const std::string& address) {
  return address.starts_with("127.") || address == "::1";
}

void view(const ViewArguments& arguments) {
  for (const std::string& name : arguments.server.allowed_hosts) {
    if (!is_host_name(name))
      throw InputError({"--allow-host", "", fmt::format("'{}' is no name of a host", name), "give NAME or NAME:PORT"});
  }
  const std::unique_ptr<view::Show> show = make_show(arguments);
  ServerOptions options = arguments.server;
  options.token = make_token();
  Server server(*show, get_page_files(), options);
  if (options.port != 0 && server.port() != options.port)
    print_note(fmt::format("port {} is in use; port {} is taken instead", options.port, server.port()));
  if (!is_loopback(options.address)) {
    print_warning(
        "others on the network can reach this, unencrypted; they need the whole address, and a name of this machine "
        "that --allow-host allows");
  }
  const std::string address =
      fmt::format("{}/#token={}{}", server.origin(), options.token, arguments.plays ? "&play" : "");
  fmt::print("{}\n", address);
  std::fflush(stdout);
  const bool is_open = !arguments.no_open && open_browser(address);
  print_note(is_open ? "opened in a browser; Ctrl-C ends it" : "open this address in a browser; Ctrl-C ends it");
  server.run();
}

}  // namespace

void add_view_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("view", "See it in the browser: a run, a scene while it is computed, two shapes, meshes");
  const auto arguments = std::make_shared<ViewArguments>();
  command->add_option("FILE", arguments->files, "a trace, a scene to run, two meshes for how they touch, or meshes")
      ->required();
  command
      ->add_option("--pose-a", arguments->pose_a,
                   "of two meshes, where the first is: position in m and unit quaternion")
      ->type_name(kPoseFormat);
  command->add_option("--pose-b", arguments->pose_b, "where the second is")->type_name(kPoseFormat);
  command->add_option("--units", arguments->units, "of the meshes' coordinates: m, cm, mm, um, in, ft")
      ->capture_default_str();
  command->add_option("--threads", arguments->live.num_threads, "of the machine, to run a scene")
      ->capture_default_str()
      ->check(CLI::Range(1, 1024));
  command->add_option("--out,-o", arguments->out, "trace to write of a scene that runs")->type_name("FILE.abut");
  command->add_flag("--paused", arguments->live.is_paused, "do not run a scene before the page says so");
  command->add_flag("--play", arguments->plays, "begin to play at once");
  command->add_flag("--no-open", arguments->no_open, "only print the address");
  command->add_option("--port", arguments->server.port, "to listen at, or one of those that follow; 0 for any")
      ->capture_default_str();
  command->add_option("--bind", arguments->server.address, "address to listen at: others than 127.0.0.1 let others in")
      ->capture_default_str()
      ->type_name("ADDRESS");
  command->add_option("--idle", arguments->server.idle_time, "end when no page was open for so long [s]; 0 for never")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  command
      ->add_option("--allow-host", arguments->server.allowed_hosts,
                   "another name by which browsers may ask for this machine, for tunnels and networks")
      ->type_name("NAME[:PORT]")
      ->allow_extra_args(false);  // one each time, so that a file may follow
  command->footer(
      "Examples:\n  abut example stack && abut view stack.json\n"
      "  abut run stack.json --out stack.abut && abut view stack.abut\n"
      "  abut make bolt --out bolt.obj && abut view bolt.obj\n"
      "  abut make nut --out nut.obj && abut view bolt.obj nut.obj --pose-b 0,0,0.05\n"
      "  abut view scan.stl --units mm --no-open --port 9000\n\n"
      "The address holds a token that is new for each run; who does not know it sees nothing. Ctrl-C ends it.");
  command->callback([arguments] { view(*arguments); });
}

}  // namespace abut::app
