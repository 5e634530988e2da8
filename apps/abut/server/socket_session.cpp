#include "socket_session.h"

#include <exception>
#include <variant>

#include "abut/view/packet.h"

namespace abut::app {
namespace {

namespace websocket = boost::beast::websocket;
using boost::beast::error_code;

constexpr int kMostFaults = 10;
constexpr std::size_t kMostReplies = 64, kMostReplyBytes = std::size_t{64} << 20;
constexpr std::chrono::seconds kHandshakeTime{10}, kIdleTime{60};

std::string answer_message(view::Show& show, const view::Message& message) {
  try {
    return show.answer(message);
  } catch (const std::exception& error) {
    return view::make_error_packet(error.what(), message.id);
  }
}

}  // namespace

SocketSession::SocketSession(boost::beast::tcp_stream stream, ServerState& state, ConnectionCount count)
    : socket_(std::move(stream)), pause_(socket_.get_executor()), state_(state), count_(std::move(count)) {
  // A client that says nothing is pinged, and left when it does not answer either.
  socket_.set_option(websocket::stream_base::timeout{kHandshakeTime, kIdleTime, true});
  socket_.read_message_max(view::kMostMessageBytes);
  socket_.auto_fragment(false);
  socket_.binary(true);
}

SocketSession::~SocketSession() {
  state_.sockets.erase(this);
}

void SocketSession::accept(const HttpRequest& request) {
  boost::beast::get_lowest_layer(socket_).expires_never();  // it has timeouts of its own
  socket_.async_accept(request, [self = shared_from_this()](error_code error) {
    if (error) return;
    self->state_.sockets.insert(self.get());
    self->reply(self->state_.show.make_hello());
    self->read();
  });
}

void SocketSession::read() {
  if (is_reading_ || is_ending_ || has_too_many_replies()) return;
  is_reading_ = true;
  socket_.async_read(in_, [self = shared_from_this()](error_code error, std::size_t) {
    if (error) {
      self->is_ending_ = true;  // closed by the page, too large, or no protocol: Beast has answered it
      self->state_.sockets.erase(self.get());
      return;
    }
    self->take_message();
  });
}

void SocketSession::take_message() {
  const boost::asio::const_buffer bytes = in_.data();
  const std::string_view text(static_cast<const char*>(bytes.data()), bytes.size());
  const auto parsed = socket_.got_text() ? view::parse_message(text)
                                         : view::MessageFault{{}, "this message was not understood: it is no text"};
  in_.consume(in_.size());
  if (const view::Message* message = std::get_if<view::Message>(&parsed)) {
    answer(*message);
  } else {
    const view::MessageFault& fault = std::get<view::MessageFault>(parsed);
    reply(view::make_error_packet(fault.text, fault.id.value_or(view::kNoRequest)));
    if (++num_faults_ == kMostFaults)
      return end(websocket::close_code::policy_error, "ten messages were not understood");
  }
  pause_.expires_after(rate_.count(MessageRate::Clock::now()));
  pause_.async_wait([self = shared_from_this()](error_code) {
    self->is_reading_ = false;
    self->read();
  });
}

// A page that has seen the last news wants the next. It is asked for nothing, and gets no answer but them.
void SocketSession::answer(const view::Message& message) {
  if (message.type != view::MessageType::kSeen) return reply(answer_message(state_.show, message));
  says_seen_ = true;
  waits_for_seen_ = false;
  write();
}

bool SocketSession::has_too_many_replies() const {
  return replies_.size() >= kMostReplies || num_reply_bytes_ >= kMostReplyBytes;
}

void SocketSession::reply(std::string packet) {
  num_reply_bytes_ += packet.size();
  replies_.push_back(std::move(packet));
  write();
}

void SocketSession::tell_news() {
  write();
}

// Into out_. News are asked for only now, so that they are the newest.
bool SocketSession::choose_packet() {
  if (!waits_for_seen_ && (replies_.empty() || !was_news_)) {
    if (std::optional<std::string> news = state_.show.find_news(news_seen_)) {
      out_ = std::move(*news);
      waits_for_seen_ = says_seen_;
      return was_news_ = true;
    }
  }
  if (replies_.empty()) return false;
  out_ = std::move(replies_.front());
  replies_.pop_front();
  num_reply_bytes_ -= out_.size();
  was_news_ = false;
  return true;
}

void SocketSession::write() {
  if (is_writing_ || is_ending_ || !choose_packet()) return;
  is_writing_ = true;
  socket_.async_write(boost::asio::buffer(out_), [self = shared_from_this()](error_code error, std::size_t) {
    self->is_writing_ = false;
    if (error) return;
    self->write();
    self->read();  // if it stopped because too many replies were waiting
  });
}

void SocketSession::end(websocket::close_code code, const char* reason) {
  if (is_ending_) return;
  is_ending_ = true;
  state_.sockets.erase(this);
  socket_.async_close({code, reason}, [self = shared_from_this()](error_code) {});
}

}  // namespace abut::app
