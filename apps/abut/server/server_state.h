// What all connections of a server share. One thread, so nothing is locked. Asio and Beast are included here, for the
// one unit that is made of these sources.
#pragma once

#include <utility>  // Asio of Boost 1.74 uses std::exchange without it
//
#include <boost/asio.hpp>
#include <boost/beast.hpp>
#include <set>
#include <span>

#include "abut/view/show.h"
#include "access.h"
#include "server.h"

namespace abut::app {

class SocketSession;

struct ServerState {
  view::Show& show;
  std::span<const PageFile> files;
  Access access;
  std::set<SocketSession*> sockets;  // that are open
  int num_connections = 0;
};

// Counts a connection for as long as it lives.
class ConnectionCount {
 public:
  static constexpr int kMost = 16;
  explicit ConnectionCount(ServerState& state) : state_(&state) { ++state.num_connections; }
  ConnectionCount(ConnectionCount&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
  ConnectionCount& operator=(ConnectionCount&&) = delete;
  ~ConnectionCount() {
    if (state_) --state_->num_connections;
  }

 private:
  ServerState* state_;
};

using HttpRequest = boost::beast::http::request<boost::beast::http::empty_body>;

}  // namespace abut::app
