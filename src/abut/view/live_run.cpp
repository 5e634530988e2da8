#include "abut/view/live_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "abut/base/input_error.h"
#include "abut/scene/make_simulation.h"
#include "abut/scene/trace/trace_scene.h"

namespace abut::view {
namespace {

constexpr std::int64_t kLiveSaveEvery = 50;                   // steps: from there any step is found quickly
constexpr double kSmoothing = 0.1;                            // of ms_a_step
constexpr auto kLargestLag = std::chrono::milliseconds(100);  // what a run is late by more is given up

std::filesystem::path make_folder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "abut-view-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) {
    throw InputError({pattern, "", "no folder for the trace can be made there",
                      "make room, or say where to write with --out FILE.abut"});
  }
  return pattern;
}

double read_unix_clock_ms() {
  using Milliseconds = std::chrono::duration<double, std::milli>;
  return std::chrono::duration_cast<Milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::vector<math::Pose> list_poses(const dynamics::Simulation& simulation) {
  std::vector<math::Pose> poses;
  for (std::size_t i = 0; i < simulation.models().size(); ++i)
    poses.push_back(dynamics::compute_body_pose(simulation.models()[i], simulation.state().bodies[i]));
  return poses;
}

}  // namespace

LiveRun::LiveRun(scene::LoadedScene loaded, LiveOptions options, std::function<void()> notify)
    : loaded_(std::move(loaded)),
      options_(std::move(options)),
      notify_(std::move(notify)),
      simulation_(scene::make_simulation(loaded_, options_.num_threads)),
      start_(simulation_.state()),
      header_(scene::make_trace_header(loaded_, simulation_)),
      hand_(simulation_) {
  header_.writer = options_.program;
  header_.save_every = kLiveSaveEvery;
  wishes_.hand = first_hand_ = hand_.hand();
  wishes_.is_running = !options_.is_paused;
  if (options_.trace.empty()) folder_ = make_folder();
  open_trace();
  thread_ = std::thread([this] { loop(); });
}

LiveRun::~LiveRun() {
  wish([](Wishes& wishes) { wishes.is_ending = true; });
  thread_.join();
  if (folder_.empty()) return;
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

template <class Change>
void LiveRun::wish(const Change& change) {
  const std::lock_guard lock(mutex_);
  change(wishes_);
  changed_.notify_all();
}

void LiveRun::run() {
  wish([](Wishes& wishes) { wishes.is_running = true, wishes.num_steps = 0; });
}
void LiveRun::pause() {
  wish([](Wishes& wishes) { wishes.is_running = false, wishes.num_steps = 0; });
}
void LiveRun::advance(std::int64_t num_steps) {
  wish([&](Wishes& wishes) { wishes.is_running = false, wishes.num_steps = num_steps; });
}
void LiveRun::reset() {
  wish([](Wishes& wishes) { wishes.is_running = false, wishes.num_steps = 0, wishes.is_reset = true; });
}
void LiveRun::set_hand(const std::function<void(scene::Hand&)>& change) {
  wish([&](Wishes& wishes) { change(wishes.hand); });
}

LiveStatus LiveRun::get_status() const {
  const std::lock_guard lock(mutex_);
  return status_;
}

std::string LiveRun::make_series_packet(std::int64_t first, std::int64_t count, std::uint64_t id) const {
  const std::lock_guard lock(mutex_);
  return series_.make_packet(first, count, id);
}

void LiveRun::loop() {
  due_ = Clock::now();
  while (const std::optional<Wishes> wishes = wait_for_wishes()) {
    if (wishes->is_reset) restart();
    apply(wishes->hand);
    if (wishes->is_running || wishes->num_steps > 0) step();
    notify_();
  }
  finish_trace();
}

// Waits until there is something to do; nothing at the end. A step of a run waits for its time, one that was asked for
// by itself does not.
std::optional<LiveRun::Wishes> LiveRun::wait_for_wishes() {
  std::unique_lock lock(mutex_);
  const auto differs = [&] { return wishes_.hand != status_.hand || wishes_.is_running != status_.is_running; };
  const auto is_urgent = [&] { return wishes_.is_ending || wishes_.is_reset || wishes_.num_steps > 0 || differs(); };
  while (!is_urgent()) {
    if (!wishes_.is_running)
      changed_.wait(lock);
    else if (!options_.keeps_time || changed_.wait_until(lock, due_) == std::cv_status::timeout)
      break;
  }
  if (wishes_.is_ending) return std::nullopt;
  Wishes now = wishes_;
  // What came early of a run is looked at without a step.
  if (now.is_running && options_.keeps_time && Clock::now() < due_) now.is_running = false;
  wishes_.is_reset = false;
  wishes_.num_steps = std::max<std::int64_t>(0, wishes_.num_steps - 1);
  if (wishes_.is_running && status_.outcome.empty()) status_.note.clear();
  status_.is_running = wishes_.is_running;
  status_.hand = wishes_.hand;
  return now;
}

void LiveRun::open_trace() {
  const std::lock_guard lock(mutex_);
  status_.trace = folder_.empty() ? options_.trace : folder_ / fmt::format("run-{}.abut", status_.run);
  file_ = std::ofstream(status_.trace, std::ios::binary | std::ios::trunc);
  if (!file_) {
    throw InputError({status_.trace.string(), "", "the trace cannot be written there",
                      "check that the folder exists, is writable and has room"});
  }
  writer_ = std::make_unique<scene::TraceWriter>(file_, status_.trace.string(), header_, loaded_.scene.outputs);
  writer_->flush();
  status_.num_steps = 0;
  status_.t = 0.0;
  status_.X_WB = list_poses(simulation_);
  status_.outcome.clear(), status_.note.clear();
  status_.hand = hand_.hand();
  status_.made = read_unix_clock_ms();
  series_.clear();
}

void LiveRun::restart() try {
  finish_trace();
  const std::filesystem::path last = status_.trace;
  simulation_.restore(start_);
  {
    const std::lock_guard lock(mutex_);
    ++status_.run;
  }
  open_trace();
  is_hand_recorded_ = hand_.hand() == first_hand_;
  if (!folder_.empty()) std::filesystem::remove(last);
} catch (const InputError& error) {
  stop("not_written", error.what());
}

// A hand that has changed is recorded before the step in which it acts.
void LiveRun::apply(const scene::Hand& hand) {
  if (hand == hand_.hand()) return;
  hand_.set(hand, simulation_);
  is_hand_recorded_ = false;
}

void LiveRun::step() try {
  if (!status_.outcome.empty()) return stop(status_.outcome, status_.note);
  if (writer_->num_bytes() > options_.most_bytes) {
    return stop("",
                fmt::format("The trace has grown to {} MB. Save it, then reset to go on.", writer_->num_bytes() >> 20));
  }
  const auto begin = Clock::now();
  hand_.act(simulation_);
  if (!is_hand_recorded_) writer_->write_hand(hand_.hand());
  is_hand_recorded_ = true;
  const scene::Outputs& outputs = loaded_.scene.outputs;
  const scene::TraceStep step{simulation_.step(), outputs.contacts, outputs.forces, outputs.certificates};
  writer_->write_step(step.record, simulation_.state());
  writer_->flush();
  const std::chrono::duration<double, std::milli> spent = Clock::now() - begin;
  due_ = std::max(
      due_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(simulation_.settings().step)),
      Clock::now() - kLargestLag);
  const bool is_accepted = step.record.outcome == dynamics::StepOutcome::kAccepted;
  const std::int64_t num_asked = scene::count_steps(loaded_.scene);
  {
    const std::lock_guard lock(mutex_);
    series_.add(step);
    status_.num_steps = step.record.index;
    status_.t = step.record.t;
    if (is_accepted) status_.X_WB = step.record.segments.back().X_WB;
    const double share = status_.ms_a_step == 0 ? 1 : kSmoothing;
    status_.ms_a_step += share * (spent.count() - status_.ms_a_step);
    status_.made = read_unix_clock_ms();
  }
  if (!is_accepted)
    stop(get_name(scene::make_run_outcome(step.record.outcome)), "The run can go on no more. Reset begins it again.");
  else if (step.record.index == num_asked)
    stop("", "The scene's time is over. Run goes on nevertheless.");
} catch (const InputError& error) {
  stop("not_written", error.what());
}

void LiveRun::stop(const std::string& outcome, const std::string& note) {
  const std::lock_guard lock(mutex_);
  wishes_.is_running = status_.is_running = false;
  wishes_.num_steps = 0;
  status_.outcome = outcome;
  status_.note = note;
}

void LiveRun::finish_trace() try {
  if (!writer_) return;
  scene::TraceEnd end;
  end.num_steps = simulation_.state().num_steps;
  end.t = simulation_.state().t;
  end.hash = dynamics::compute_hash(simulation_.state());
  for (const scene::RunOutcome outcome :
       {scene::RunOutcome::kSqueezed, scene::RunOutcome::kUnbounded, scene::RunOutcome::kTooFast,
        scene::RunOutcome::kNotProven, scene::RunOutcome::kRattling}) {
    if (status_.outcome == get_name(outcome)) end.outcome = outcome;
  }
  writer_->write_end(end);
  file_.close();
} catch (const InputError&) {
  // The disk is full: what is there is a trace that is cut, and the run's note has said so.
}

}  // namespace abut::view
