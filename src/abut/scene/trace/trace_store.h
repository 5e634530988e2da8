// A trace, any step of it in any order, also while it is being written. Where its blocks are is found by their heads
// alone, so that a large trace is open at once; a step is then decoded from the last saved state before it on, or from
// the step that was read last, whichever is nearer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <limits>
#include <string>
#include <vector>

#include "abut/scene/trace/trace_block.h"
#include "abut/scene/trace/trace_header.h"
#include "abut/scene/trace/trace_reader.h"
#include "abut/scene/trace/trace_step.h"

namespace abut::scene {

class TraceStore {
 public:
  // As for TraceReader; the stream is one that can be sought in.
  TraceStore(std::istream& in, std::string name);

  const TraceHeader& header() const { return header_; }
  const std::string& name() const { return name_; }

  // Looks for blocks behind those that are known, so many at most. What is not there yet may be there the next time.
  void find_more(std::size_t most_blocks = std::numeric_limits<std::size_t>::max());

  std::int64_t num_steps() const { return static_cast<std::int64_t>(places_.size()); }
  std::uint64_t num_bytes() const { return num_bytes_; }  // of the whole blocks
  // kCut: the stream ended within a block, or after one that was no end, when it was last looked at.
  TraceEnding ending() const { return ending_; }
  const TraceEnd& end() const { return end_; }           // of a trace that is whole
  const std::string& damage() const { return damage_; }  // why no more is found, and where; empty if nothing is wrong

  // Step `index`, from 1 to num_steps(), valid until the next call. Throws InputError where its block, or one that it
  // is told against, is damaged.
  const TraceStep& read_step(std::int64_t index, StepParts parts = StepParts::kAll);

 private:
  struct StepPlace {
    std::uint64_t first_byte = 0;
    bool is_whole = false;  // it is told against no other step
  };
  void add_block();
  void decode(std::int64_t index, StepParts parts);
  [[noreturn]] void fail(std::int64_t index);

  std::string name_;
  BlockReader blocks_;
  Block block_;
  TraceHeader header_;
  std::vector<StepPlace> places_;
  std::uint64_t num_bytes_ = 0;
  bool is_restart_ = true;  // the next step follows a saved state, or the header
  TraceEnding ending_ = TraceEnding::kNotReached;
  TraceEnd end_;
  std::string damage_;

  StepDecoder decoder_;
  TraceStep step_;
  std::int64_t decoded_ = 0;  // the step that the decoder was last given; 0: none
  StepParts decoded_parts_ = StepParts::kAll;
};

}  // namespace abut::scene
