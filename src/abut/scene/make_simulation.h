// A loaded scene as a simulation.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "abut/dynamics/simulation.h"
#include "abut/scene/load_scene.h"

namespace abut::scene {

// What dynamics::Simulation is made of; bodies in the order of LoadedScene::bodies.
struct SimulationParts {
  std::vector<dynamics::BodyModel> models;
  std::vector<dynamics::BodyState> bodies;
  dynamics::Settings settings;
  std::vector<std::string> names;
};

// Groups are numbered from 1 in the order in which the scene first names them. A static body's centre of mass is put at
// its origin, so that its pose is the scene's to the bit.
SimulationParts make_simulation_parts(const LoadedScene& loaded);

// Throws InputError where bodies overlap at the start.
dynamics::Simulation make_simulation(const LoadedScene& loaded, int num_threads = 1);

// The least number of steps that make the scene's duration, up to a share of 1e-9 of it.
std::int64_t count_steps(const Scene& scene);

}  // namespace abut::scene
