#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <memory>

#include "abut/dynamics/simulation.h"
#include "abut/geometry/makers/primitives.h"
#include "abut/geometry/shape.h"
#include "engines/engine.h"

namespace abut::bench {

using math::Pose;

namespace {

struct Run {
  std::unique_ptr<dynamics::Simulation> simulation;
  double residual = 0.0, lost = 0.0, asked = 0.0;
  long num_steps = 0, sweeps = 0, held = 0;
  std::size_t num_asleep = 0;
  double num_bytes = 0.0;  // on the heap, of the simulation alone
  std::uint64_t hash = 0;
};

double count_heap_bytes() {
  const struct mallinfo2 info = mallinfo2();
  return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
}

std::unique_ptr<dynamics::Simulation> make_simulation(const BoxScene& scene, const AbutOptions& options) {
  std::vector<dynamics::BodyModel> models(1);
  models[0].shape = std::make_shared<geometry::Shape>(
      geometry::make_shape(geometry::make_box({kGroundSize, kGroundSize, kGroundHeight})));
  models[0].type = dynamics::BodyType::kStatic;
  std::vector<dynamics::BodyState> states{
      make_body_state(models[0], Pose::from_translation({0, 0, -kGroundHeight / 2}), {})};
  dynamics::BodyModel cube;
  cube.shape = std::make_shared<geometry::Shape>(geometry::make_shape(geometry::make_box({1, 1, 1})));
  cube.I_BBcm_B = math::Mat3::Identity() / 6, cube.inv_I_BBcm_B = 6 * math::Mat3::Identity();
  for (const Pose& X_WB : scene.X_WB) {
    models.push_back(cube);
    states.push_back(make_body_state(cube, X_WB, {}));
  }
  dynamics::Settings settings;
  settings.records_contacts = settings.records_certificates = false;
  settings.num_threads = options.num_threads;
  settings.allows_sleep = options.allows_sleep;
  return std::make_unique<dynamics::Simulation>(std::move(models), std::move(states), settings,
                                                std::vector<std::string>());
}

void add_figures(Run& run, const dynamics::StepRecord& record) {
  ++run.num_steps;
  run.residual = std::max(run.residual, record.residual);
  run.lost += record.path_lost, run.asked += record.path_asked;
  run.sweeps += record.num_sweeps, run.held += record.num_held;
  run.num_asleep = static_cast<std::size_t>(record.num_asleep);
  run.hash = record.hash;
}

std::string report(const Run& run) {
  std::string text =
      fmt::format("residual {:.1e}, {:.1f} sweeps a step, lost motion {:.1e}, {} held, {:.1f} kB a body, hash {:016x}",
                  run.residual, static_cast<double>(run.sweeps) / static_cast<double>(run.num_steps),
                  run.asked > 0 ? run.lost / run.asked : 0.0, run.held,
                  run.num_bytes / 1e3 / static_cast<double>(run.simulation->models().size() - 1), run.hash);
  if (run.num_asleep > 0) text += fmt::format(", {} asleep", run.num_asleep);
  return text;
}

}  // namespace

Engine make_abut(const BoxScene& scene, const AbutOptions& options) {
  const auto run = std::make_shared<Run>();
  const double before = count_heap_bytes();
  run->simulation = make_simulation(scene, options);
  run->num_bytes = count_heap_bytes() - before;
  return {options.num_threads == 1 ? "abut" : fmt::format("abut x{}", options.num_threads),
          [run] { add_figures(*run, run->simulation->step()); },
          [run] {
            std::vector<Pose> poses;
            const auto& bodies = run->simulation->state().bodies;
            for (std::size_t i = 1; i < bodies.size(); ++i) poses.push_back({bodies[i].p_WBcm, bodies[i].q_WB});
            return poses;
          },
          [run] { return report(*run); },
          [run] { return run->num_asleep; },
          [run] { run->num_bytes -= count_heap_bytes(); },
          [run] { run->num_bytes += count_heap_bytes(); }};
}

}  // namespace abut::bench
