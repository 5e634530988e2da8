// A step of many boxes beside peers, in one run: ms a step (median of steps 100 to 600), and how deep everyone lets the
// boxes sink into each other, measured by our exact code. Unit cubes, mass 1, mu 0.5, e 0, fixed box as ground, dt
// 1/240 s, one thread, sleeping off (engines/engine.h says how each engine is set). Ours prints the residual of the
// contact law, the motion lost and its memory. Then how our time grows with the number of resting boxes, and what those
// cost that are asleep.
//
//   step_bench [--only PART OF A SCENE'S NAME] [--engine NAME] [--threads N] [--steps N] [--seed N]
//
// With threads, our step runs a second time beside the others, with so many. What is asleep runs only with all, or if
// its part of the name says so: "asleep", "asleep: pile". The seed turns the boxes of the pile another way: how a pile
// falls is chaotic, and its median differs by some percent from one to the next.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "abut/continuous/swept_pairs.h"
#include "abut/geometry/makers/primitives.h"
#include "abut/geometry/shape.h"
#include "abut/proximity/distance.h"
#include "box_scenes.h"
#include "engines/engine.h"

namespace {

using namespace abut;
using namespace abut::bench;
using math::Pose;
using math::Vec3;

struct Options {
  std::string only, engine;
  int num_threads = 1, num_steps = 600;
  unsigned long seed = 1;
};

// Peers, and up to how many boxes: MuJoCo 2.2 does not make its data for the pyramid (it has one buffer of at most 2
// GB, with a dense matrix of all its contacts); DART pivots on such a matrix, about a second a step for 55 boxes.
struct Peer {
  const char* name;
  Engine (*make)(const BoxScene&);
  std::size_t most_boxes;
};
constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();
constexpr Peer kPeers[] = {
    {"Bullet", &make_bullet, kAny}, {"ODE", &make_ode, kAny}, {"MuJoCo", &make_mujoco, 100}, {"DART", &make_dart, 20}};

std::vector<Engine> make_engines(const BoxScene& scene, const Options& options) {
  const auto is_wanted = [&](std::string_view name) { return options.engine.empty() || options.engine == name; };
  std::vector<Engine> engines;
  if (is_wanted("abut")) engines.push_back(make_abut(scene, {}));
  if (is_wanted("abut") && options.num_threads > 1)
    engines.push_back(make_abut(scene, {.num_threads = options.num_threads}));
  for (const Peer& peer : kPeers)
    if (is_wanted(peer.name) && scene.X_WB.size() <= peer.most_boxes) engines.push_back(peer.make(scene));
  return engines;
}

// The deepest overlap of any two bodies, by the minimum translational distance; 0 if none overlap.
double measure_depth(const std::vector<Pose>& cubes) {
  static const geometry::Shape cube = geometry::make_shape(geometry::make_box({1, 1, 1})),
                               ground =
                                   geometry::make_shape(geometry::make_box({kGroundSize, kGroundSize, kGroundHeight}));
  continuous::SweptPairs sweeper;
  std::vector<continuous::SweptBody> bodies;
  const Pose X_WG = Pose::from_translation({0, 0, -kGroundHeight / 2});
  bodies.push_back({{X_WG.p - Vec3(kGroundSize, kGroundSize, kGroundHeight) / 2,
                     X_WG.p + Vec3(kGroundSize, kGroundSize, kGroundHeight) / 2},
                    false});
  for (const Pose& X : cubes) bodies.push_back({{X.p - Vec3::Constant(0.9), X.p + Vec3::Constant(0.9)}, true});
  double deepest = 0.0;
  for (const continuous::SweptPair& pair : sweeper.update(bodies)) {
    proximity::PairCache cache;
    const bool has_ground = pair.a == 0;
    const proximity::PieceRef a{has_ground ? ground.pieces : cube.pieces, PieceId(0)}, b{cube.pieces, PieceId(0)};
    deepest = std::max(deepest,
                       -update_feature_pair(a, b, has_ground ? X_WG : cubes[pair.a - 1], cubes[pair.b - 1], cache).phi);
  }
  return deepest;
}

double time_step(const Engine& engine) {
  engine.look_before();
  const auto start = std::chrono::steady_clock::now();
  engine.step();
  const auto end = std::chrono::steady_clock::now();
  engine.look_after();
  return std::chrono::duration<double, std::milli>(end - start).count();
}

struct Times {
  std::vector<double> sorted;  // ms
  double median() const { return sorted[sorted.size() / 2]; }
  double mean() const {
    return std::accumulate(sorted.begin(), sorted.end(), 0.0) / static_cast<double>(sorted.size());
  }
};

void print(const BoxScene& scene, const Engine& engine, Times& times, const std::string& rest) {
  std::sort(times.sorted.begin(), times.sorted.end());
  fmt::print("{:24} {:8} {:9.4f} ms ({:.4f} .. {:.4f}) {:8.3f} us a body  {}mean {:.4f} ms  {}\n", scene.name,
             engine.name, times.median(), times.sorted.front(), times.sorted.back(),
             1e3 * times.median() / static_cast<double>(scene.X_WB.size()), rest, times.mean(), engine.report());
}

// All engines a step each in turns, so that noise falls on all alike.
void compare(const BoxScene& scene, const Options& options) {
  const std::vector<Engine> engines = make_engines(scene, options);
  const int first_step = options.num_steps / 6;
  std::vector<Times> times(engines.size());
  std::vector<double> depths(engines.size(), 0.0);
  for (int i = 0; i < options.num_steps; ++i) {
    for (std::size_t k = 0; k < engines.size(); ++k) {
      const double ms = time_step(engines[k]);
      if (i >= first_step) times[k].sorted.push_back(ms);
      if (i % 20 == 0) depths[k] = std::max(depths[k], measure_depth(engines[k].get_poses()));
    }
  }
  for (std::size_t k = 0; k < engines.size(); ++k)
    print(scene, engines[k], times[k], fmt::format("deepest {:8.3f} mm  ", 1e3 * depths[k]));
  const auto find = [&](std::string_view name) {
    return std::find_if(engines.begin(), engines.end(), [&](const Engine& engine) { return engine.name == name; });
  };
  const auto base = find("Bullet") != engines.end() ? find("Bullet") : engines.begin();
  std::string ratios;
  for (std::size_t k = 0; k < engines.size(); ++k)
    ratios += fmt::format("  {} {:.2f}", engines[k].name,
                          times[k].median() / times[static_cast<std::size_t>(base - engines.begin())].median());
  if (engines.size() > 1) fmt::print("{:24} as multiples of {}:{}\n", scene.name, base->name, ratios);
}

// Boxes at rest: fewer steps, since nothing changes.
void measure_resting(const BoxScene& scene, const Options& options) {
  for (const Engine& engine : make_engines(scene, options)) {
    if (engine.name != "Bullet" && !engine.name.starts_with("abut")) continue;
    Times times;
    for (int i = 0; i < options.num_steps / 6; ++i) {
      const double ms = time_step(engine);
      if (i >= options.num_steps / 12) times.sorted.push_back(ms);
    }
    print(scene, engine, times, "");
  }
}

// Until all are asleep, or the scene's time is over; then how long their steps take.
void measure_asleep(BoxScene scene) {
  constexpr int kMostSteps = 9600, kNumTimed = 100;
  const Engine engine = make_abut(scene, {.allows_sleep = true});
  int num_steps = 0;
  double awake = 0.0;
  for (; num_steps < kMostSteps && engine.count_asleep() < scene.X_WB.size(); ++num_steps) awake += time_step(engine);
  Times times;
  for (int i = 0; i < kNumTimed; ++i) times.sorted.push_back(time_step(engine));
  scene.name = "asleep: " + scene.name;
  print(scene, engine, times,
        fmt::format("before, {:.3f} ms over {} steps  ", awake / std::max(1, num_steps), num_steps));
}

// Nothing where an option is unknown or has no value.
std::optional<Options> read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; i += 2) {
    const std::string_view key = argv[i];
    if (i + 1 == argc) return std::nullopt;
    if (key == "--only") {
      options.only = argv[i + 1];
    } else if (key == "--engine") {
      options.engine = argv[i + 1];
    } else if (key == "--threads") {
      options.num_threads = std::max(1, std::stoi(argv[i + 1]));
    } else if (key == "--seed") {
      options.seed = std::stoul(argv[i + 1]);
    } else if (key == "--steps") {
      options.num_steps = std::max(12, std::stoi(argv[i + 1]));
    } else {
      return std::nullopt;
    }
  }
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  const std::optional<Options> read = read_options(argc, argv);
  if (!read) {
    fmt::print(
        stderr,
        "usage: step_bench [--only PART OF A SCENE'S NAME] [--engine NAME] [--threads N] [--steps N] [--seed N]\n");
    return 2;
  }
  const Options& options = *read;
  const double gap = 9.81 * kStep * kStep;
  const auto is_wanted = [&](const std::string& name) { return name.find(options.only) != std::string::npos; };
  for (const BoxScene& scene : {make_box_stack(10, gap), make_box_pyramid(10, false, gap),
                                make_box_pyramid(10, true, gap), make_box_pile(10, options.seed)})
    if (is_wanted(scene.name)) compare(scene, options);
  for (const int num_boxes : {100, 1000, 10000, 100000}) {
    const BoxScene scene = make_box_stacks(num_boxes, 4, gap);
    const bool is_quick = num_boxes <= 10000;  // others only by their full name
    if (is_quick ? is_wanted(scene.name) : options.only == scene.name) measure_resting(scene, options);
  }
  const bool is_asleep_wanted = options.only.empty() || options.only.starts_with("asleep");
  for (const BoxScene& scene :
       {make_box_stacks(1000, 4, gap), make_box_stacks(10000, 4, gap), make_box_pile(10, options.seed)})
    if (is_asleep_wanted && is_wanted("asleep: " + scene.name)) measure_asleep(scene);
}
