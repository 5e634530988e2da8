// What a page looks at: a trace, a run, two shapes, a mesh. The server knows no more of it than this, and a show knows
// nothing of sockets. All but `notify` happens on one thread, the server's.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "abut/view/message.h"

namespace abut::view {

// A trace to be saved: the first bytes of a file, which may be growing.
struct TraceBytes {
  std::filesystem::path path;
  std::uint64_t num_bytes = 0;
  std::string name;  // to be saved under: "stack.abut"
  std::string tail;  // what follows them, so that a run that has not ended is a whole trace
};

// What a show keeps of set_notify: rung from any thread, and never again once another function, or none, is set.
class Bell {
 public:
  void set(std::function<void()> notify) {
    const std::lock_guard lock(mutex_);
    notify_ = std::move(notify);
  }
  void ring() {
    const std::lock_guard lock(mutex_);
    if (notify_) notify_();
  }

 private:
  std::mutex mutex_;
  std::function<void()> notify_;
};

class Show {
 public:
  virtual ~Show() = default;

  // Packets (packet.h). What a page is told first:
  virtual std::string make_hello() = 0;
  // The answer to a message, or an error.
  virtual std::string answer(const Message& message) = 0;
  // News that are newer than those of number `seen`, which becomes their number; nothing if there are none. 0 is older
  // than all.
  virtual std::optional<std::string> find_news(std::uint64_t& seen) = 0;

  // From now on `notify` is called, from any thread and as often as there are news; it must return at once. An empty
  // one ends that: after this returns the last one is called no more.
  virtual void set_notify(std::function<void()> notify) = 0;

  // Nothing if there is no trace to save.
  virtual std::optional<TraceBytes> find_trace() = 0;
};

}  // namespace abut::view
