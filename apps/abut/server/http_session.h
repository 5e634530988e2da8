// One connection: one request and its answer, or what becomes a WebSocket. Connections are not kept: a page asks for
// three files.
#pragma once

#include <fstream>
#include <memory>
#include <optional>
#include <string>

#include "server_state.h"

namespace abut::app {

class HttpSession : public std::enable_shared_from_this<HttpSession> {
 public:
  HttpSession(boost::asio::ip::tcp::socket socket, ServerState& state);

  void start();

 private:
  using Status = boost::beast::http::status;

  void take_request();
  void answer_get(std::string_view target);
  void upgrade(std::string_view token);
  void send_page_file(const PageFile& file);
  void send_trace(std::string_view token);
  void refuse(Status status, std::string text);
  void refuse_body();
  void send(Status status, std::string_view type, std::uint64_t num_bytes);
  void send_body();
  void send_piece();
  void finish();
  void discard_rest();

  boost::beast::tcp_stream stream_;
  ServerState& state_;
  std::optional<ConnectionCount> count_;
  boost::beast::flat_buffer in_;
  boost::beast::http::request_parser<boost::beast::http::empty_body> parser_;
  boost::beast::http::response<boost::beast::http::empty_body> head_;
  std::string text_;       // what is refused says, or a tail of a trace
  std::string_view body_;  // of a page's file, or text_
  std::ifstream file_;     // the body, of a trace
  std::string piece_;
  std::uint64_t num_left_ = 0;  // of the file
  std::size_t num_discarded_ = 0;
};

}  // namespace abut::app
