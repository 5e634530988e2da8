// Reads a trace as a stream: its header, then step after step. Of a file that is cut (the program was killed, the disk
// was full) every whole step.
#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <span>
#include <string>

#include "abut/dynamics/simulation.h"
#include "abut/scene/trace/trace_block.h"
#include "abut/scene/trace/trace_header.h"
#include "abut/scene/trace/trace_step.h"
#include "abut/scene/trace/trace_writer.h"

namespace abut::scene {

enum class TraceEnding : std::uint8_t {
  kNotReached,
  kWhole,  // the run ended, and end() says how
  kCut,    // the run, or the writing of it, was broken off
};

// The first block, which is read into `block`. Throws InputError if it is no whole header.
TraceHeader read_trace_header(BlockReader& blocks, Block& block, const std::string& name);

class TraceReader {
 public:
  // Throws InputError: no trace, one of another version, or no whole header. The stream must outlive the reader; `name`
  // is what messages call it.
  TraceReader(std::istream& in, std::string name);

  const TraceHeader& header() const { return header_; }
  const std::string& name() const { return name_; }

  // The next step, valid until the next call; null where there is none: ending() then says why. Throws InputError at a
  // block that is damaged, with its place and what is readable before it; and so every time from then on.
  const TraceStep* read_step();

  // What a person had changed by the step read last, in which it acts; nothing if nothing ever was.
  const std::optional<Hand>& hand() const { return hand_; }

  TraceEnding ending() const { return ending_; }
  const TraceEnd& end() const { return end_; }           // of a trace that is whole
  std::int64_t num_steps() const { return num_steps_; }  // read so far
  std::uint64_t end_byte() const { return end_byte_; }   // of what was read so far: of the last whole block

  // Where a run can go on: behind the header, or behind the last saved state that was passed.
  std::uint64_t resume_byte() const { return resume_byte_; }
  std::int64_t resume_step() const { return resume_step_; }
  // That state; nothing before the first. Throws InputError if it is no state of these bodies.
  std::optional<dynamics::State> find_saved_state(std::span<const dynamics::BodyModel> models) const;

 private:
  bool read_block();
  void read_end();
  [[noreturn]] void fail(const std::string& fault);

  std::string name_;
  BlockReader blocks_;
  Block block_;
  TraceHeader header_;
  StepDecoder decoder_{0};
  TraceStep step_;
  std::optional<Hand> hand_;
  TraceEnding ending_ = TraceEnding::kNotReached;
  TraceEnd end_;
  std::int64_t num_steps_ = 0;
  std::uint64_t end_byte_ = 0, resume_byte_ = 0;
  std::int64_t resume_step_ = 0;
  std::string saved_state_;
  std::string damage_;  // what is wrong with the block that ended it; empty if none did
};

// How far a trace that is cut could be read, for notes to the user.
std::string describe_cut(const TraceReader& reader);

}  // namespace abut::scene
