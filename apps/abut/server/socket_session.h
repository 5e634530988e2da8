// One page, once its WebSocket is open: its messages in, packets out.
#pragma once

#include <deque>
#include <memory>
#include <string>

#include "message_rate.h"
#include "server_state.h"

namespace abut::app {

class SocketSession : public std::enable_shared_from_this<SocketSession> {
 public:
  SocketSession(boost::beast::tcp_stream stream, ServerState& state, ConnectionCount count);
  ~SocketSession();

  void accept(const HttpRequest& request);
  // There may be some.
  void tell_news();
  // With a reason, for a person, of at most 123 bytes.
  void end(boost::beast::websocket::close_code code, const char* reason);

 private:
  void read();
  void take_message();
  void answer(const view::Message& message);
  void reply(std::string packet);
  void write();
  bool choose_packet();
  bool has_too_many_replies() const;

  boost::beast::websocket::stream<boost::beast::tcp_stream> socket_;
  boost::asio::steady_timer pause_;
  ServerState& state_;
  ConnectionCount count_;
  boost::beast::flat_buffer in_;
  MessageRate rate_;
  std::deque<std::string> replies_;
  std::size_t num_reply_bytes_ = 0;
  std::string out_;  // what is being written
  std::uint64_t news_seen_ = 0;
  bool waits_for_seen_ = false;  // of the news that were sent last; only a page that says so is waited for
  bool says_seen_ = false;
  int num_faults_ = 0;
  bool is_reading_ = false, is_writing_ = false, is_ending_ = false;
  bool was_news_ = true;  // news and replies take turns, and a reply, the hello, is first
};

}  // namespace abut::app
