// A trace to look at. It is open at once, however large it is; the figures for plots come as a thread reads them.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "abut/view/show.h"

namespace abut::view {

// `name` is what messages call the file, `program` what shows it: "abut 0.1.0". Throws InputError as TraceReader does.
std::unique_ptr<Show> make_trace_show(const std::filesystem::path& path, const std::string& name,
                                      const std::string& program);

}  // namespace abut::view
