// Plots of a run against time.
#pragma once

#include <filesystem>

namespace abut::app {

// energy.svg, momentum.svg, contacts.svg, least_separation.svg, lost_motion.svg and error.svg into the folder, which is
// made if it is not there.
void export_svg(const std::filesystem::path& trace, const std::filesystem::path& folder);

}  // namespace abut::app
