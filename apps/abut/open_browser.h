// Opens an address in the person's browser, if there is a screen to open it on.
#pragma once

#include <string>

namespace abut::app {

// Whether a browser was started. It is not waited for, says nothing here, and outlives this program.
bool open_browser(const std::string& address);

}  // namespace abut::app
