// What the program says and writes: data to stdout, everything else to stderr, files whole or not at all.
#pragma once

#include <filesystem>
#include <functional>
#include <ostream>
#include <string>
#include <string_view>

#include "abut/geometry/mesh.h"

namespace abut::app {

// Notes and warnings, to stderr; coloured on a terminal only.
void print_note(std::string_view text);
void print_warning(std::string_view text);
void print_error(std::string_view text);

// Emphasis for text on stdout, on a terminal only.
std::string bold(std::string_view text);
std::string good(std::string_view text);
std::string bad(std::string_view text);

// Writes `path` by way of a temporary file beside it, so that a failure leaves nothing half-written and an old file
// whole.
// "-" is stdout. Throws InputError if the file cannot be written.
void write_file(const std::filesystem::path& path, const std::function<void(std::ostream&)>& write);

// Makes the folder, and those above it, if it is not there. Throws InputError if it cannot be made.
void make_folder(const std::filesystem::path& path);

// Checks, before any work is done, that `path` ends in .obj or .ply.
void check_mesh_path(const std::filesystem::path& path);
void write_mesh_file(const std::filesystem::path& path, const geometry::Mesh& mesh);

// 1234567 -> "1,234,567"
std::string with_commas(std::size_t number);

}  // namespace abut::app
