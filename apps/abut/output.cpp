#include "output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iostream>

#include "abut/base/input_error.h"
#include "abut/geometry/io/write_mesh.h"

namespace abut::app {
namespace {

bool has_colours(int descriptor) {
  return isatty(descriptor) && std::getenv("NO_COLOR") == nullptr;
}

std::string paint(std::string_view text, const char* code, int descriptor) {
  return has_colours(descriptor) ? fmt::format("\033[{}m{}\033[0m", code, text) : std::string(text);
}

void print_line(std::string_view label, const char* code, std::string_view text) {
  fmt::print(stderr, "{} {}\n", paint(label, code, STDERR_FILENO), text);
}

}  // namespace

void print_note(std::string_view text) {
  print_line("note:", "36", text);
}
void print_warning(std::string_view text) {
  print_line("warning:", "33", text);
}
void print_error(std::string_view text) {
  print_line("error:", "1;31", text);
}

std::string bold(std::string_view text) {
  return paint(text, "1", STDOUT_FILENO);
}
std::string good(std::string_view text) {
  return paint(text, "32", STDOUT_FILENO);
}
std::string bad(std::string_view text) {
  return paint(text, "31", STDOUT_FILENO);
}

void write_file(const std::filesystem::path& path, const std::function<void(std::ostream&)>& write) {
  if (path == "-") {
    write(std::cout);
    return;
  }
  const InputError failure(
      {path.string(), "", "the file cannot be written", "check that the folder exists, is writable and has room"});
  const std::filesystem::path temporary = path.string() + fmt::format(".{}.part", getpid());
  std::error_code error;
  {
    std::ofstream file(temporary, std::ios::binary);
    if (!file) throw failure;
    try {
      write(file);
    } catch (...) {
      file.close();
      std::filesystem::remove(temporary, error);
      throw;
    }
    file.close();
    if (!file) {
      std::filesystem::remove(temporary, error);
      throw failure;
    }
  }
  std::filesystem::rename(temporary, path, error);
  if (error) {
    std::filesystem::remove(temporary, error);
    throw failure;
  }
}

void make_folder(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (std::filesystem::is_directory(path, error)) return;
  throw InputError({path.string(), "", "the folder cannot be made", "check that no file has its name"});
}

void check_mesh_path(const std::filesystem::path& path) {
  if (path.extension() == ".obj" || path.extension() == ".ply" || path == "-") return;
  throw InputError({path.string(), "",
                    fmt::format("meshes are written as .obj or .ply, not as '{}'", path.extension().string()),
                    "choose one of these endings"});
}

void write_mesh_file(const std::filesystem::path& path, const geometry::Mesh& mesh) {
  check_mesh_path(path);
  write_file(path, [&](std::ostream& out) {
    if (path.extension() == ".ply") {
      geometry::write_ply(out, mesh);
    } else {
      geometry::write_obj(out, mesh);
    }
  });
}

std::string with_commas(std::size_t number) {
  std::string text = std::to_string(number);
  for (int i = static_cast<int>(text.size()) - 3; i > 0; i -= 3) text.insert(i, ",");
  return text;
}

}  // namespace abut::app
