// The viewer's page, as it was built into the program (cmake/embed_page.cmake).
#pragma once

#include <span>

#include "server.h"

namespace abut::app {

std::span<const PageFile> get_page_files();

}  // namespace abut::app
