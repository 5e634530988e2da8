#include "server.h"

#include <fmt/format.h>

#include <atomic>
#include <csignal>

#include "abut/base/input_error.h"
#include "http_session.h"
#include "server_state.h"
#include "socket_session.h"

namespace abut::app {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::chrono::milliseconds kFarewellTime{500}, kAcceptPause{100}, kIdleLook{200};

asio::ip::address parse_address(const std::string& text) {
  error_code error;
  const asio::ip::address address = asio::ip::make_address(text, error);
  if (!error) return address;
  throw InputError({"--bind", "", fmt::format("'{}' is no address", text),
                    "give one of this machine's in numbers: 127.0.0.1, 192.168.1.5, ::1, 0.0.0.0 for all"});
}

error_code listen(tcp::acceptor& acceptor, const tcp::endpoint& endpoint) {
  error_code error;
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error) {
    error_code ignored;
    acceptor.close(ignored);
  }
  return error;
}

// At the port that is asked for, or at one of those that follow if it is in use.
void listen_nearby(tcp::acceptor& acceptor, const ServerOptions& options) {
  const asio::ip::address address = parse_address(options.address);
  const int most = options.port == 0 ? 1 : std::min(Server::kMostPorts, 0x10000 - options.port);
  for (int k = 0; k < most; ++k) {
    const error_code error = listen(acceptor, {address, static_cast<std::uint16_t>(options.port + k)});
    if (!error) return;
    if (error == asio::error::address_in_use) continue;
    throw InputError({fmt::format("{} port {}", options.address, options.port + k), "",
                      "it is not possible to listen there: " + error.message(),
                      "give another --port above 1023, or an address of this machine as --bind"});
  }
  throw InputError({"--port", "",
                    fmt::format("the ports {} to {} are all in use", options.port, options.port + most - 1),
                    "end another 'abut view', or give --port 0 for any that is free"});
}

}  // namespace

class Server::Impl {
 public:
  Impl(view::Show& show, std::span<const PageFile> files, const ServerOptions& options)
      : state_{show, files, {}, {}, 0},
        acceptor_(context_),
        accept_pause_(context_),
        farewell_(context_),
        idle_(context_),
        idle_time_(options.idle_time),
        signals_(context_, SIGINT, SIGTERM) {
    listen_nearby(acceptor_, options);
    state_.access = {make_host_names(acceptor_.local_endpoint().address().to_string(), port(), options.allowed_hosts),
                     options.token};
    show.set_notify([this] { notify(); });
  }
  ~Impl() { state_.show.set_notify({}); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
  std::string origin() const { return "http://" + state_.access.hosts.front(); }

  void run() {
    signals_.async_wait([this](error_code error, int) {
      if (!error) end();
    });
    accept();
    if (idle_time_ > 0) watch_idleness(Clock::now());
    context_.run();
  }

 private:
  using Clock = std::chrono::steady_clock;

  // `last_seen`: when a page was last known to be open.
  void watch_idleness(Clock::time_point last_seen) {
    const Clock::time_point now = Clock::now();
    if (!state_.sockets.empty()) last_seen = now;
    if (std::chrono::duration<double>(now - last_seen).count() >= idle_time_) return end();
    idle_.expires_after(kIdleLook);
    idle_.async_wait([this, last_seen](error_code error) {
      if (!error) watch_idleness(last_seen);
    });
  }

  // From any thread. Many calls before the server comes to it are one.
  void notify() {
    if (has_news_.exchange(true)) return;
    asio::post(context_, [this] {
      has_news_ = false;
      for (SocketSession* socket : state_.sockets) socket->tell_news();
    });
  }

  void accept() {
    acceptor_.async_accept([this](error_code error, tcp::socket socket) {
      if (error == asio::error::operation_aborted) return;
      if (error) return pause_accepting();  // out of files, say: not at once again
      error_code ignored;
      socket.set_option(tcp::no_delay(true), ignored);
      if (state_.num_connections < ConnectionCount::kMost) {
        std::make_shared<HttpSession>(std::move(socket), state_)->start();
      } else {
        turn_away(socket);
      }
      accept();
    });
  }

  void pause_accepting() {
    accept_pause_.expires_after(kAcceptPause);
    accept_pause_.async_wait([this](error_code error) {
      if (!error) accept();
    });
  }

  // Told as far as it can be told at once.
  static void turn_away(tcp::socket& socket) {
    static constexpr std::string_view kFull =
        "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 21\r\n\r\ntoo many connections\n";
    error_code ignored;
    socket.non_blocking(true, ignored);
    socket.write_some(asio::buffer(kFull), ignored);
    socket.shutdown(tcp::socket::shutdown_send, ignored);
  }

  // Pages are told, so that they know it from a lost connection; those that do not listen are not waited for.
  void end() {
    error_code ignored;
    acceptor_.close(ignored);
    accept_pause_.cancel(), idle_.cancel();
    const std::set<SocketSession*> sockets = state_.sockets;
    for (SocketSession* socket : sockets)
      socket->end(boost::beast::websocket::close_code::going_away, "abut view has ended");
    farewell_.expires_after(kFarewellTime);
    farewell_.async_wait([this](error_code) { context_.stop(); });
  }

  ServerState state_;  // outlives the context, which owns the connections
  asio::io_context context_{1};
  tcp::acceptor acceptor_;
  asio::steady_timer accept_pause_, farewell_, idle_;
  double idle_time_;
  asio::signal_set signals_;
  std::atomic<bool> has_news_ = false;
};

Server::Server(view::Show& show, std::span<const PageFile> files, const ServerOptions& options)
    : impl_(std::make_unique<Impl>(show, files, options)) {}
Server::~Server() = default;
std::uint16_t Server::port() const {
  return impl_->port();
}
std::string Server::origin() const {
  return impl_->origin();
}
void Server::run() {
  impl_->run();
}

}  // namespace abut::app
