// Step records as bytes and back, to the bit.
//
// Poses and velocities are written where their bits differ from the last ones, as runs of successive bodies; contacts
// and certificates that are the same as the last ones recorded, not at all. So what sleeps costs nothing, and what all
// moves costs 8 bytes more than it has. Coder and decoder carry what was last; both forget it at a restart, after which
// a step is written in full. A trace restarts after every saved state, so that reading can begin there.
//
// What a scene's `outputs` leave out is not written, and is_.../has_... of a step that was read say so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "abut/dynamics/step_record.h"
#include "abut/scene/scene.h"
#include "abut/scene/trace/trace_block.h"

namespace abut::scene {

struct TraceStep {
  dynamics::StepRecord record;
  bool has_contacts = false;      // else record.contacts is empty because none were recorded
  bool has_impulses = false;      // else those of the contacts are zero for that reason
  bool has_certificates = false;  // as for contacts
};

// How much of a step is read.
enum class StepParts : std::uint8_t {
  kAll,
  kMotion,  // no contacts and no certificates: record and has_... are as if none were there
};

// What the next step is told against.
struct StepHistory {
  double t = 0.0;                // s, where the last segment ended; an older version tells no more
  std::vector<math::Pose> X_WB;  // empty after a restart
  std::vector<math::Vec3> bends;
  std::vector<math::Twist> V_WBcm;
  std::string contacts, certificates;  // as written; empty if none were
};

class StepEncoder {
 public:
  StepEncoder(std::size_t num_bodies, const Outputs& outputs) : num_bodies_(num_bodies), outputs_(outputs) {}
  void restart() { history_ = {}; }
  // Precondition: every list of poses or velocities is of all bodies, or empty (velocities only).
  std::string encode(const dynamics::StepRecord& record);

 private:
  std::size_t num_bodies_;
  Outputs outputs_;
  StepHistory history_;
};

class StepDecoder {
 public:
  explicit StepDecoder(std::size_t num_bodies, std::uint32_t version = kTraceVersion)
      : num_bodies_(num_bodies), version_(version) {}
  void restart() { history_ = {}; }
  // The next step, in place of the last one. False if the bytes are no step: then so it stays until a restart.
  // The steps between two that are read whole may be read for their motion alone.
  bool decode(std::string_view bytes, TraceStep& step, StepParts parts = StepParts::kAll);

 private:
  std::size_t num_bodies_;
  std::uint32_t version_;  // of the trace; what an older one does not tell is no number
  StepHistory history_;
};

}  // namespace abut::scene
