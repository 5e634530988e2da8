// Serves one page and its WebSocket to browsers on this machine (docs/viewer-protocol.md, "Ways in"). One thread does
// all: what a show computes for an answer is small, and a run has a thread of its own.
//
// Every client is bounded: in the bytes of a request and of a message, in the time a request may take, in messages a
// second, in answers that wait to be sent (no more is read from a client that does not fetch its answers), in number.
// Of news only the newest are sent, when the connection is free for them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "abut/view/show.h"

namespace abut::app {

// A part of the page, held in memory.
struct PageFile {
  std::string_view path, type, bytes;
};

struct ServerOptions {
  std::string address = "127.0.0.1";
  std::uint16_t port = 7117;  // 0: any that is free
  std::vector<std::string> allowed_hosts;
  std::string token;
  double idle_time = 0.0;  // s without a page after which it ends; 0: never
};

class Server {
 public:
  // Ports that are tried, one after another, before it gives up.
  static constexpr int kMostPorts = 20;

  // Listens; show and files must outlive it. Throws InputError if the address is none, or no port is free.
  Server(view::Show& show, std::span<const PageFile> files, const ServerOptions& options);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::uint16_t port() const;
  // "http://127.0.0.1:7117"
  std::string origin() const;

  // Serves until the program is asked to end (SIGINT, SIGTERM), or no page was open for the idle time.
  void run();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace abut::app
