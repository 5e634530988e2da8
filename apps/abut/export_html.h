// A trace as one HTML file that opens anywhere: the viewer's page with all it would ask for inside.
#pragma once

#include <cstdint>
#include <filesystem>

namespace abut::app {

// Poses and figures of all steps; contacts, forces and certificates of every so many. Throws InputError, naming the
// file, if it is no trace, if the page is not built into this program, or if it cannot be written.
void export_html(const std::filesystem::path& trace, const std::filesystem::path& file, std::int64_t every);

}  // namespace abut::app
