#include "abut/view/live_show.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "abut/base/input_error.h"
#include "abut/view/packet.h"
#include "abut/view/step_packet.h"
#include "abut/view/trace_desk.h"

namespace abut::view {
namespace {

using nlohmann::ordered_json;

class LiveShow : public Show {
 public:
  LiveShow(scene::LoadedScene loaded, std::string title, LiveOptions options)
      : title_(std::move(title)), program_(options.program) {
    run_.emplace(std::move(loaded), std::move(options), [this] { tell(); });
  }
  ~LiveShow() override { run_.reset(); }

  std::string make_hello() override {
    TraceDesk& desk = update_desk();
    const LiveStatus status = run_->get_status();
    Hello hello = desk.hello();
    hello.program = program_;
    hello.mode = "live";
    hello.title = title_;
    hello.ending = "running";
    hello.num_steps = desk.store().num_steps();
    hello.outcome = status.outcome, hello.note = status.note;
    hello.run = run_of_desk_;
    hello.is_running = status.is_running;
    hello.gravity = status.hand.gravity, hello.friction = status.hand.friction;
    hello.law = status.hand.law;
    return make_hello_packet(hello);
  }

  std::string answer(const Message& message) override {
    switch (message.type) {
      case MessageType::kGeometry:
      case MessageType::kPoses:
      case MessageType::kStep:
        return update_desk().answer(message);
      case MessageType::kSeries:
        return run_->make_series_packet(message.first, message.count, message.id);
      default:
        return order(message);
    }
  }

  std::optional<std::string> find_news(std::uint64_t& seen) override {
    const std::uint64_t version = version_;
    if (seen == version) return std::nullopt;
    seen = version;
    const LiveStatus status = run_->get_status();
    PoseList poses;
    poses.add(status.t, status.X_WB);
    const std::optional<scene::HandPull>& pull = status.hand.pull;
    const math::Vec3& gravity = status.hand.gravity;
    const ordered_json head{{"type", "news"},
                            {"num_steps", status.num_steps},
                            {"num_series", status.num_steps},
                            {"ending", "running"},
                            {"outcome", status.outcome},
                            {"note", status.note},
                            {"run", status.run},
                            {"is_running", status.is_running},
                            {"friction", status.hand.friction},
                            {"gravity", {gravity.x(), gravity.y(), gravity.z()}},
                            {"law", status.hand.law},
                            {"ms_a_step", status.ms_a_step},
                            {"made", status.made},
                            {"pulled", pull ? ordered_json(pull->body.value()) : ordered_json()}};
    PacketWriter packet(head.dump(-1, ' ', false, ordered_json::error_handler_t::replace));
    packet.add("t", poses.t);
    packet.add("X_WB", poses.X_WB);
    return packet.finish();
  }

  void set_notify(std::function<void()> notify) override { bell_.set(std::move(notify)); }

  std::optional<TraceBytes> find_trace() override {
    TraceDesk& desk = update_desk();
    const std::string stem = std::filesystem::path(title_).stem().string();
    return TraceBytes{desk.path(), desk.store().num_bytes(), stem + ".abut", desk.make_tail()};
  }

 private:
  void tell() {
    ++version_;
    bell_.ring();
  }

  // The trace of the run there is, with all steps that are whole by now.
  TraceDesk& update_desk() {
    const LiveStatus status = run_->get_status();
    if (!desk_ || run_of_desk_ != status.run) {
      desk_.emplace(status.trace, title_);
      run_of_desk_ = status.run;
    }
    desk_->store().find_more();
    return *desk_;
  }

  std::string order(const Message& message) {
    switch (message.type) {
      case MessageType::kRun:
        run_->run();
        break;
      case MessageType::kPause:
        run_->pause();
        break;
      case MessageType::kReset:
        run_->reset();
        break;
      case MessageType::kAdvance:
        run_->advance(message.num_steps);
        break;
      case MessageType::kRelease:
        run_->set_hand([](scene::Hand& hand) { hand.pull.reset(); });
        break;
      case MessageType::kPull:
        return pull(message);
      default:
        return set(message);
    }
    return make_done_packet(message.id);
  }

  std::string pull(const Message& message) {
    const std::vector<scene::TraceBody>& bodies = run_->header().bodies;
    if (message.body >= bodies.size())
      return make_error_packet(fmt::format("there is no body {}", message.body), message.id);
    if (bodies[message.body].type != dynamics::BodyType::kDynamic) {
      return make_error_packet(fmt::format("{} cannot be pulled: it is not free to move", bodies[message.body].name),
                               message.id);
    }
    run_->set_hand([&](scene::Hand& hand) {
      hand.pull = scene::HandPull{BodyId(message.body), message.p_BP, message.p_WT};
    });
    return make_done_packet(message.id);
  }

  std::string set(const Message& message) {
    const std::vector<std::string>& laws = scene::get_law_names();
    if (message.law && std::find(laws.begin(), laws.end(), *message.law) == laws.end())
      return make_error_packet(fmt::format("there is no law '{}'", *message.law), message.id);
    run_->set_hand([&](scene::Hand& hand) {
      if (message.friction) hand.friction = *message.friction;
      if (message.gravity) hand.gravity = *message.gravity;
      if (message.law) hand.law = *message.law;
    });
    return make_done_packet(message.id);
  }

  std::string title_, program_;
  Bell bell_;
  std::atomic<std::uint64_t> version_ = 1;
  std::optional<TraceDesk> desk_;
  std::uint64_t run_of_desk_ = 0;
  std::optional<LiveRun> run_;
};

}  // namespace

std::unique_ptr<Show> make_live_show(scene::LoadedScene loaded, const std::string& title, LiveOptions options) {
  return std::make_unique<LiveShow>(std::move(loaded), title, std::move(options));
}

}  // namespace abut::view
