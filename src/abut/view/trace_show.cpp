#include "abut/view/trace_show.h"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "abut/base/input_error.h"
#include "abut/scene/trace/trace_reader.h"
#include "abut/view/packet.h"
#include "abut/view/series.h"
#include "abut/view/trace_desk.h"

namespace abut::view {
namespace {

class TraceShow : public Show {
 public:
  TraceShow(const std::filesystem::path& path, const std::string& name, const std::string& program)
      : desk_(path, name), name_(name), hello_(desk_.hello()) {
    hello_.program = program;
    hello_.mode = "trace";
    hello_.title = path.filename().string();
    hello_.num_steps = desk_.store().num_steps();
    describe_ending();
    thread_ = std::thread([this] { read_series(); });
  }
  ~TraceShow() override {
    is_ending_ = true;
    thread_.join();
  }

  std::string make_hello() override { return make_hello_packet(hello_); }

  std::string answer(const Message& message) override {
    if (message.type != MessageType::kSeries) return desk_.answer(message);
    const std::lock_guard lock(mutex_);
    return series_.make_packet(message.first, message.count, message.id);
  }

  std::optional<std::string> find_news(std::uint64_t& seen) override {
    const std::lock_guard lock(mutex_);
    if (seen == version_) return std::nullopt;
    seen = version_;
    const nlohmann::ordered_json head{
        {"type", "news"},          {"num_steps", hello_.num_steps}, {"num_series", series_.num_steps()},
        {"ending", hello_.ending}, {"outcome", hello_.outcome},     {"note", note_.empty() ? hello_.note : note_},
        {"run", hello_.run}};
    return PacketWriter(head.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)).finish();
  }

  void set_notify(std::function<void()> notify) override { bell_.set(std::move(notify)); }

  std::optional<TraceBytes> find_trace() override {
    return TraceBytes{desk_.path(), std::filesystem::file_size(desk_.path()), hello_.title, ""};
  }

 private:
  void describe_ending() {
    scene::TraceStore& store = desk_.store();
    if (store.ending() == scene::TraceEnding::kWhole) {
      hello_.outcome = get_name(store.end().outcome);
      return;
    }
    hello_.ending = store.damage().empty() ? "cut" : "damaged";
    hello_.note =
        store.damage().empty()
            ? fmt::format("The run was broken off, or its file is cut: {} whole steps are there.", store.num_steps())
            : fmt::format("The file is damaged: {}.", store.damage());
  }

  // On a thread of its own.
  void read_series() {
    using Clock = std::chrono::steady_clock;
    constexpr auto kPause = std::chrono::milliseconds(200);
    std::ifstream file(desk_.path(), std::ios::binary);
    try {
      scene::TraceReader reader(file, name_);
      auto told = Clock::now();
      while (!is_ending_) {
        const scene::TraceStep* step = reader.read_step();
        if (step == nullptr) break;
        const std::lock_guard lock(mutex_);
        series_.add(*step);
        if (Clock::now() - told < kPause) continue;
        told = Clock::now();
        ++version_;
        bell_.ring();
      }
    } catch (const InputError& error) {
      const std::lock_guard lock(mutex_);
      note_ = error.what();
    }
    const std::lock_guard lock(mutex_);
    ++version_;
    bell_.ring();
  }

  TraceDesk desk_;
  std::string name_;
  Hello hello_;
  Bell bell_;

  std::mutex mutex_;  // of what follows
  Series series_;
  std::string note_;
  std::uint64_t version_ = 1;

  std::atomic<bool> is_ending_ = false;
  std::thread thread_;
};

}  // namespace

std::unique_ptr<Show> make_trace_show(const std::filesystem::path& path, const std::string& name,
                                      const std::string& program) {
  return std::make_unique<TraceShow>(path, name, program);
}

}  // namespace abut::view
