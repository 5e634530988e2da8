// Writes a trace as a stream: its header, then a block for every step, now and then the state, at last the end. Every
// write is checked. docs/trace-format.md describes the bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include "abut/dynamics/simulation.h"
#include "abut/scene/scene.h"
#include "abut/scene/trace/trace_block.h"
#include "abut/scene/trace/trace_hand.h"
#include "abut/scene/trace/trace_header.h"
#include "abut/scene/trace/trace_step.h"

namespace abut::scene {

enum class RunOutcome : std::uint8_t {
  kFinished,  // all steps that were asked for
  kSqueezed,  // else the outcome of the step that was not accepted (dynamics::StepOutcome)
  kUnbounded,
  kTooFast,
  kNotProven,
  kRattling,
};
RunOutcome make_run_outcome(dynamics::StepOutcome outcome);
const char* get_name(RunOutcome outcome);  // "finished", ...

// How a run ended.
struct TraceEnd {
  RunOutcome outcome = RunOutcome::kFinished;
  BodyId culprit;              // of an outcome that is not kFinished; may be none
  std::int64_t num_steps = 0;  // accepted
  double t = 0.0;              // s
  std::uint64_t hash = 0;      // of the last state
};

// What a block of kind kEnd holds.
std::string encode_trace_end(const TraceEnd& end);
// Nothing if the bytes are no end of a trace of so many bodies.
std::optional<TraceEnd> decode_trace_end(std::string_view bytes, std::size_t num_bodies);

class TraceWriter {
 public:
  // Writes magic and header; or goes on with a trace that has so many bytes, the last of them those of its header or of
  // a saved state. `name` is what messages call the file.
  TraceWriter(std::ostream& out, std::string name, const TraceHeader& header, const Outputs& outputs,
              std::uint64_t num_bytes = 0);

  // The step and, where it is its turn (TraceHeader::save_every), the state it led to.
  void write_step(const dynamics::StepRecord& record, const dynamics::State& state);
  // What a person changed before the next step.
  void write_hand(const Hand& hand);
  void write_end(const TraceEnd& end);
  void flush();

  std::uint64_t num_bytes() const { return num_bytes_; }

  // All that write throw InputError where the stream takes no more: the disk is full, or the device gone. What was
  // written before is a trace that is cut, and readable.
 private:
  void write(const std::string& bytes);
  [[noreturn]] void fail() const;

  std::ostream& out_;
  std::string name_;
  StepEncoder encoder_;
  std::int64_t save_every_;
  std::string part_ = "header";  // what is being written
  std::uint64_t num_bytes_ = 0;
};

}  // namespace abut::scene
