#include "http_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "socket_session.h"

namespace abut::app {
namespace {

namespace http = boost::beast::http;
using boost::beast::error_code;

constexpr std::uint32_t kMostHeaderBytes = 8192;
constexpr std::size_t kPieceBytes = std::size_t{256} << 10, kMostDiscarded = std::size_t{64} << 10;
constexpr std::chrono::seconds kRequestTime{5}, kAnswerTime{60}, kPieceTime{30}, kDiscardTime{1};

std::string_view view_of(boost::beast::string_view text) {
  return {text.data(), text.size()};
}

std::vector<std::string_view> find_headers(const HttpRequest& request, http::field name) {
  std::vector<std::string_view> values;
  const auto [first, last] = request.equal_range(name);
  for (auto header = first; header != last; ++header) values.push_back(view_of(header->value()));
  return values;
}

}  // namespace

HttpSession::HttpSession(boost::asio::ip::tcp::socket socket, ServerState& state)
    : stream_(std::move(socket)), state_(state), count_(state), in_(2 * kMostHeaderBytes) {
  parser_.header_limit(kMostHeaderBytes);
  parser_.body_limit(0);
}

void HttpSession::start() {
  stream_.expires_after(kRequestTime);  // for all of it, however slowly it comes
  http::async_read_header(stream_, in_, parser_, [self = shared_from_this()](error_code error, std::size_t) {
    if (!error) return self->parser_.is_done() ? self->take_request() : self->refuse_body();
    if (error == http::error::end_of_stream || error.category() != http::make_error_code(http::error{}).category())
      return;  // gone, or too slow
    if (error == http::error::header_limit || error == http::error::buffer_overflow)
      return self->refuse(Status::request_header_fields_too_large, "the header of this request is too large");
    if (error == http::error::body_limit) return self->refuse_body();
    self->refuse(Status::bad_request, "this is no HTTP request");
  });
}

void HttpSession::take_request() {
  const HttpRequest& request = parser_.get();
  const bool is_upgrade = boost::beast::websocket::is_upgrade(request);
  switch (check_visit(state_.access, {find_headers(request, http::field::host),
                                      find_headers(request, http::field::origin), is_upgrade})) {
    case Verdict::kForeignHost:
      return refuse(Status::forbidden, "this server does not go by that name; --allow-host NAME allows more");
    case Verdict::kForeignOrigin:
      return refuse(Status::forbidden, "only the page of this server may ask this");
    case Verdict::kWelcome:
      break;
  }
  if (request.method() != http::verb::get && request.method() != http::verb::head)
    return refuse(Status::method_not_allowed, "only GET and HEAD are answered");
  const Target target = split_target(view_of(request.target()));
  if (is_upgrade && target.path == "/socket") return upgrade(target.token);
  answer_get(view_of(request.target()));
}

void HttpSession::upgrade(std::string_view token) {
  if (!is_same_token(token, state_.access.token)) return refuse(Status::forbidden, "the token is not that of this run");
  std::make_shared<SocketSession>(std::move(stream_), state_, std::move(*count_))->accept(parser_.get());
}

void HttpSession::answer_get(std::string_view request_target) {
  const Target target = split_target(request_target);
  if (target.path == "/socket") return refuse(Status::upgrade_required, "this is for WebSockets");
  if (target.path == "/trace") return send_trace(target.token);
  for (const PageFile& file : state_.files) {
    if (file.path == target.path) return send_page_file(file);
  }
  refuse(Status::not_found, "there is nothing here");
}

void HttpSession::send_page_file(const PageFile& file) {
  body_ = file.bytes;
  send(Status::ok, file.type, body_.size());
}

void HttpSession::send_trace(std::string_view token) {
  if (!is_same_token(token, state_.access.token)) return refuse(Status::forbidden, "the token is not that of this run");
  std::optional<view::TraceBytes> trace;
  try {
    trace = state_.show.find_trace();
    if (trace) file_.open(trace->path, std::ios::binary);
  } catch (const std::exception&) {
    file_.setstate(std::ios::failbit);
  }
  if (!file_) return refuse(Status::internal_server_error, "the trace cannot be read any more");
  if (!trace) return refuse(Status::not_found, "there is no trace to save");
  num_left_ = trace->num_bytes;
  text_ = trace->tail;
  body_ = text_;
  head_.set(http::field::content_disposition,
            fmt::format("attachment; filename=\"{}\"", make_safe_file_name(trace->name)));
  send(Status::ok, "application/octet-stream", trace->num_bytes + body_.size());
}

void HttpSession::refuse(Status status, std::string text) {
  text_ = std::move(text) + "\n";
  body_ = text_;
  if (status == Status::method_not_allowed) head_.set(http::field::allow, "GET, HEAD");
  send(status, "text/plain; charset=utf-8", body_.size());
}

void HttpSession::refuse_body() {
  refuse(Status::payload_too_large, "no request here has a body");
}

void HttpSession::send(Status status, std::string_view type, std::uint64_t num_bytes) {
  head_.result(status);
  head_.set(http::field::content_type, boost::beast::string_view(type.data(), type.size()));
  head_.content_length(num_bytes);
  head_.keep_alive(false);
  const std::string_view host = view_of(parser_.get()[http::field::host]);
  const bool is_known =
      std::find(state_.access.hosts.begin(), state_.access.hosts.end(), host) != state_.access.hosts.end();
  for (const auto& [name, value] : make_guard_headers(is_known ? host : std::string_view())) {
    head_.set(boost::beast::string_view(name.data(), name.size()), value);
  }
  stream_.expires_after(kAnswerTime);
  http::async_write(stream_, head_, [self = shared_from_this()](error_code error, std::size_t) {
    if (error) return;
    self->parser_.get().method() == http::verb::head ? self->finish() : self->send_body();
  });
}

// What is in memory, after what is in a file.
void HttpSession::send_body() {
  if (num_left_ > 0) return send_piece();
  boost::asio::async_write(stream_, boost::asio::buffer(body_.data(), body_.size()),
                           [self = shared_from_this()](error_code error, std::size_t) {
                             if (!error) self->finish();
                           });
}

// Of a trace, which may be larger than memory. One that was cut meanwhile ends the connection before its length is
// reached, which a browser reports.
void HttpSession::send_piece() {
  piece_.resize(std::min<std::uint64_t>(kPieceBytes, num_left_));
  file_.read(piece_.data(), static_cast<std::streamsize>(piece_.size()));
  if (static_cast<std::size_t>(file_.gcount()) != piece_.size()) return;
  num_left_ -= piece_.size();
  stream_.expires_after(kPieceTime);
  boost::asio::async_write(stream_, boost::asio::buffer(piece_),
                           [self = shared_from_this()](error_code error, std::size_t) {
                             if (error) return;
                             self->send_body();
                           });
}

// What the client still sends is read for a moment: closing a connection with bytes unread takes the answer back.
void HttpSession::finish() {
  error_code ignored;
  stream_.socket().shutdown(boost::asio::ip::tcp::socket::shutdown_send, ignored);
  stream_.expires_after(kDiscardTime);
  piece_.resize(4096);
  discard_rest();
}

void HttpSession::discard_rest() {
  stream_.async_read_some(boost::asio::buffer(piece_), [self = shared_from_this()](error_code error, std::size_t num) {
    self->num_discarded_ += num;
    if (!error && self->num_discarded_ < kMostDiscarded) self->discard_rest();
  });
}

}  // namespace abut::app
