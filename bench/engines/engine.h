// One engine with its boxes in it, ready to be stepped. Every engine gets the same scene: unit cubes of mass 1,
// friction 0.5, restitution 0, on a fixed box as ground, dt 1/240 s, nothing asleep.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "abut/math/pose.h"
#include "box_scenes.h"

namespace abut::bench {

inline constexpr double kStep = 1.0 / 240;  // s

struct Engine {
  std::string name;
  std::function<void()> step;
  std::function<std::vector<math::Pose>()> get_poses;
  std::function<std::string()> report = [] { return std::string(); };
  std::function<std::size_t()> count_asleep = [] { return std::size_t{0}; };
  // Around a step, outside what is timed: to look at what it keeps in memory, which takes a while.
  std::function<void()> look_before = [] {}, look_after = [] {};
};

struct AbutOptions {
  int num_threads = 1;
  bool allows_sleep = false;
};

// At a relative residual of 1e-8, in double, certified. Reports the residual reached, the motion lost, what it keeps in
// memory and the hash of its state.
Engine make_abut(const BoxScene& scene, const AbutOptions& options);
// Sequential impulses, 10 iterations, in single precision as Debian builds it.
Engine make_bullet(const BoxScene& scene);
// Quickstep, 10 iterations.
Engine make_ode(const BoxScene& scene);
// Newton's method on its soft contacts, elliptic cones, its own default tolerance and softness.
Engine make_mujoco(const BoxScene& scene);
// Its own collision detector; Dantzig's pivoting, which it falls back from to projected Gauss-Seidel.
Engine make_dart(const BoxScene& scene);

}  // namespace abut::bench
