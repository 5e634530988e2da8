// What a run came to: figures of all its steps, for people and for machines.
#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "abut/dynamics/step_record.h"

namespace abut::app {

struct RunSummary {
  std::int64_t num_steps = 0;                // accepted
  double t = 0.0;                            // s
  double path_asked = 0.0, path_lost = 0.0;  // m
  int most_rounds = 0;
  std::int64_t num_rounds = 0, num_sweeps = 0, num_substeps = 0, num_impacts = 0, num_limited = 0;
  std::int64_t num_held = 0;  // bodies held back, of all steps
  double residual = 0.0;      // the largest
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
};

std::string make_text(const RunSummary& summary);
nlohmann::ordered_json make_json(const RunSummary& summary);

// "0x0123456789abcdef"
std::string make_hash_text(std::uint64_t hash);

}  // namespace abut::app
