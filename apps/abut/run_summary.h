// What a run came to: figures of all its steps, for people and for machines.
#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "abut/base/ids.h"
#include "abut/dynamics/step_record.h"
#include "abut/scene/load_scene.h"

namespace abut::app {

struct RunSummary {
  std::int64_t num_steps = 0;                // accepted
  double t = 0.0;                            // s
  double path_asked = 0.0, path_lost = 0.0;  // m
  int most_rounds = 0;
  std::int64_t num_rounds = 0, num_sweeps = 0, num_substeps = 0, num_impacts = 0, num_limited = 0;
  std::int64_t num_held = 0;  // bodies held back, of all steps
  double residual = 0.0;      // the largest
  // How far contacts are from the law (dynamics/step_errors.h): of the step in which one is farthest.
  std::int64_t num_unsolved = 0;  // steps
  double worst_error = 0.0, worst_error_rms = 0.0, worst_error_t = 0.0;
  BodyId worst_a, worst_b;                 // none where no step has an error
  std::string worst_name_a, worst_name_b;  // by name_bodies
  std::size_t most_contacts = 0;
  double least_separation = std::numeric_limits<double>::infinity();  // m
  int num_asleep = 0;                                                 // at the end
  double dropped_energy = 0.0;                                        // J, of bodies that fell asleep
  double repositioning_energy = 0.0;                                  // J
  std::uint64_t hash = 0;                                             // of the last state
  std::string outcome = "finished";
  std::string culprit;               // the body's name, of an outcome that has one
  double seconds = 0.0;              // that the machine took
  std::int64_t num_timed_steps = 0;  // in them

  void add(const dynamics::StepRecord& record);
  // The names of the bodies that it has by number.
  void name_bodies(const scene::LoadedScene& loaded);
};

// "12 of 480 steps not solved to 1e-3: worst 0.44 at t = 1.25 s, bodies "link 3" and "link 4"", or that all are.
std::string describe_solution(const RunSummary& summary);

std::string make_text(const RunSummary& summary);
nlohmann::ordered_json make_json(const RunSummary& summary);

// "0x0123456789abcdef"
std::string make_hash_text(std::uint64_t hash);

}  // namespace abut::app
