// Who gets in. Every web page in a person's browser can send requests to a server on their own machine, so being on the
// loopback interface keeps nobody out. What does:
//
//   Host     must be a name the server goes by, letter for letter. A foreign name that was made to lead here (DNS
//            rebinding) is still foreign in Host.
//   Origin   of the page that asks, which browsers tell truly, must be such a name with http:// before it; it must be
//            told with an upgrade, since WebSockets are not bound to the page's own origin.
//   token    random and new for each run, for all that holds something of the user's: other users of this machine, and
//            others on the network, do not know it.
//
// Pure functions; nothing here touches a socket.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace abut::app {

struct Access {
  std::vector<std::string> hosts;  // "127.0.0.1:7117"
  std::string token;
};

// What a request says of itself.
struct Visit {
  std::vector<std::string_view> hosts, origins;  // all headers of that name
  bool is_upgrade = false;
};

enum class Verdict : std::uint8_t { kWelcome, kForeignHost, kForeignOrigin };

// The names of a server at this address and port: its address, those of the loopback interface if it listens there, and
// `allowed`: names, which get the port, or names with a port of their own. A browser leaves port 80 out.
std::vector<std::string> make_host_names(const std::string& address, std::uint16_t port,
                                         std::span<const std::string> allowed);
// Letters, digits, dots, hyphens, and a port or brackets.
bool is_host_name(std::string_view name);

Verdict check_visit(const Access& access, const Visit& visit);

// `target` of a request: path and query, apart. Nothing is decoded: no path that is served needs it.
struct Target {
  std::string_view path, token;
};
Target split_target(std::string_view target);

// Takes as long whatever the two have in common.
bool is_same_token(std::string_view a, std::string_view b);
// 128 random bits from the operating system, in hex.
std::string make_token();

// Headers of every answer. There are none that let another origin in, on purpose. `host` is one of access.hosts: pages
// may connect there and nowhere else.
std::vector<std::pair<std::string_view, std::string>> make_guard_headers(std::string_view host);

// For a header: letters, digits, dots, hyphens and underscores only.
std::string make_safe_file_name(std::string_view name);

}  // namespace abut::app
