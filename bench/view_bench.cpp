// How soon a large trace can be looked at, without a page: the shipped pile's 1,000 boxes, all moving, in 10,000 steps
// of 2,000 contacts each (no simulation: it would take minutes; poses and contacts are made up). Times of one open, and
// of scrubbing to random places as a page does it: the 64 poses there, and the step with its contacts.
//
//   view_bench [FOLDER] [STEPS]     the trace, of 3.4 GB, is written to FOLDER and removed
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "abut/scene/catalogue.h"
#include "abut/scene/make_simulation.h"
#include "abut/scene/read_scene.h"
#include "abut/scene/trace/trace_scene.h"
#include "abut/scene/trace/trace_writer.h"
#include "abut/view/trace_show.h"

namespace {

using namespace abut;
using Clock = std::chrono::steady_clock;

double measure_ms(const auto& work) {
  const auto begin = Clock::now();
  work();
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

scene::LoadedScene load_pile() {
  for (const scene::CatalogueScene& each : scene::get_catalogue())
    if (each.name == "pile") return scene::load_scene(scene::read_scene(each.text, "pile"));
  std::abort();
}

dynamics::StepRecord make_record(std::int64_t index, std::size_t num_bodies) {
  const double t = 0.01 * static_cast<double>(index);
  dynamics::StepRecord record;
  record.index = index, record.t = t, record.least_separation = 1e-4;
  dynamics::SegmentRecord& segment = record.segments.emplace_back();
  segment.t = t;
  for (std::size_t i = 0; i < num_bodies; ++i) {
    const double phase = t + static_cast<double>(i);
    segment.X_WB.push_back(
        {math::Vec3(std::sin(phase), std::cos(phase), phase), math::Quat(std::cos(t), 0, 0, std::sin(t))});
    record.V_WBcm.push_back({math::Vec3(0, 0, 1), math::Vec3(std::cos(phase), -std::sin(phase), 1)});
  }
  segment.bends.assign(num_bodies, math::Vec3::Zero());
  for (std::uint64_t k = 0; k < 2000; ++k) {
    dynamics::ContactRecord& contact = record.contacts.emplace_back();
    contact.id = k + static_cast<std::uint64_t>(index / 10);
    contact.a = BodyId(k / 2 % num_bodies), contact.b = BodyId((k / 2 + 1) % num_bodies);
    contact.p_W = math::Vec3(t, static_cast<double>(k), 0), contact.gap = 1e-4, contact.impulse_W = math::Vec3(0, 0, t);
  }
  return record;
}

void write_trace(const std::filesystem::path& path, std::int64_t num_steps) {
  const scene::LoadedScene loaded = load_pile();
  const dynamics::Simulation simulation = scene::make_simulation(loaded);
  scene::TraceHeader header = scene::make_trace_header(loaded, simulation);
  header.writer = "view_bench", header.save_every = 100;
  std::ofstream file(path, std::ios::binary);
  scene::TraceWriter writer(file, path.string(), header, loaded.scene.outputs);
  for (std::int64_t i = 1; i <= num_steps; ++i)
    writer.write_step(make_record(i, header.bodies.size()), simulation.state());
  writer.write_end({scene::RunOutcome::kFinished, {}, num_steps, 0.01 * static_cast<double>(num_steps), 0});
}

view::Message make_message(view::MessageType type, std::int64_t at, std::int64_t count = 64) {
  view::Message message;
  message.type = type, message.first = message.index = at, message.count = count;
  return message;
}

void measure_scrubbing(view::Show& show, std::int64_t num_steps) {
  std::mt19937 random(1);
  std::vector<double> poses, steps;
  for (int k = 0; k < 200; ++k) {
    const auto at = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(num_steps));
    poses.push_back(measure_ms([&] { show.answer(make_message(view::MessageType::kPoses, at / 64 * 64)); }));
    steps.push_back(measure_ms([&] { show.answer(make_message(view::MessageType::kStep, at)); }));
  }
  for (auto& [name, times] : {std::pair("64 poses at a random place", &poses), std::pair("the step there", &steps)}) {
    std::sort(times->begin(), times->end());
    fmt::print("{:<34} {:8.1f} ms in the median, {:.1f} at worst of 200\n", name, (*times)[100], times->back());
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::filesystem::path folder = argc > 1 ? argv[1] : std::filesystem::temp_directory_path();
  const std::int64_t num_steps = argc > 2 ? std::atoll(argv[2]) : 10000;
  const std::filesystem::path path = folder / "view_bench.abut";
  fmt::print("{:<34} {:8.0f} ms\n", "writing the trace", measure_ms([&] { write_trace(path, num_steps); }));
  fmt::print("{:<34} {:8.0f} MB, {} steps\n", "its size", static_cast<double>(std::filesystem::file_size(path)) / 1e6,
             num_steps);
  std::unique_ptr<view::Show> show;
  fmt::print("{:<34} {:8.1f} ms\n", "open: hello, geometry, 64 poses", measure_ms([&] {
               show = view::make_trace_show(path, path.string(), "view_bench");
               show->make_hello();
               show->answer(make_message(view::MessageType::kGeometry, 0));
               show->answer(make_message(view::MessageType::kPoses, 0));
             }));
  measure_scrubbing(*show, num_steps);
  fmt::print("{:<34} {:8.0f} ms after that\n", "figures of all steps", measure_ms([&] {
               std::uint64_t seen = 0;
               const std::string all = fmt::format("\"num_series\":{},", num_steps);
               for (std::optional<std::string> news; !news || news->find(all) == std::string::npos;
                    news = show->find_news(seen))
                 std::this_thread::sleep_for(std::chrono::milliseconds(10));
             }));
  std::filesystem::remove(path);
}
