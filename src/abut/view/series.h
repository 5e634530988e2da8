// Figures of every step of a run, for plots and timelines. Steps are added in their order, from 1.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "abut/scene/trace/trace_step.h"

namespace abut::view {

class Series {
 public:
  void add(const scene::TraceStep& step);
  void clear() { *this = {}; }

  std::int64_t num_steps() const { return static_cast<std::int64_t>(t_.size()); }

  // A packet of type "series": steps first to first + count - 1, as far as they are there.
  std::string make_packet(std::int64_t first, std::int64_t count, std::uint64_t id) const;

 private:
  void count_changes(const scene::TraceStep& step);

  // One number for each step; of momenta three.
  std::vector<double> t_, kinetic_energy_, potential_energy_, momentum_, angular_momentum_, least_separation_,
      lost_motion_, residual_, error_, error_rms_;
  std::array<std::vector<double>, dynamics::kEnergyTerms.size()> energy_terms_;
  std::vector<std::uint32_t> contacts_, impacts_, born_, gone_, rounds_, substeps_, held_, asleep_, unsolved_;
  std::vector<std::uint64_t> ids_;  // of the last step's contacts, sorted
};

}  // namespace abut::view
