#include "abut/scene/trace/trace_reader.h"

#include <fmt/format.h>

#include <utility>

#include "abut/base/input_error.h"
#include "abut/scene/trace/byte_codec.h"
#include "abut/scene/trace/trace_state.h"

namespace abut::scene {

TraceHeader read_trace_header(BlockReader& blocks, Block& block, const std::string& name) {
  blocks.read(block);
  const bool is_short = block.outcome == BlockOutcome::kCut || block.outcome == BlockOutcome::kNoMore;
  std::optional<TraceHeader> header;
  if (block.outcome == BlockOutcome::kBlock && block.kind == BlockKind::kHeader)
    header = decode_trace_header(block.payload);
  if (!header) {
    throw InputError({name, fmt::format("byte {}", block.first_byte),
                      is_short ? "the trace is cut within its header, so nothing of it is readable"
                               : "the header of the trace is damaged, so nothing of it is readable",
                      "run the scene again"});
  }
  return std::move(*header);
}

TraceReader::TraceReader(std::istream& in, std::string name)
    : name_(std::move(name)), blocks_(in, name_), header_(read_trace_header(blocks_, block_, name_)) {
  decoder_ = StepDecoder(header_.bodies.size(), blocks_.version());
  end_byte_ = resume_byte_ = block_.end_byte;
}

const TraceStep* TraceReader::read_step() {
  while (read_block()) {
    switch (block_.kind) {
      case BlockKind::kStep:
        if (!decoder_.decode(block_.payload, step_) || step_.record.index != num_steps_ + 1) fail("is no step");
        ++num_steps_;
        end_byte_ = block_.end_byte;
        return &step_;
      case BlockKind::kState:
        saved_state_ = block_.payload;
        resume_byte_ = end_byte_ = block_.end_byte;
        resume_step_ = num_steps_;
        decoder_.restart();
        break;
      case BlockKind::kHand:
        hand_ = decode_hand(block_.payload, header_.bodies.size());
        if (!hand_) fail("is no hand");
        end_byte_ = block_.end_byte;
        break;
      case BlockKind::kEnd:
        read_end();
        break;
      case BlockKind::kHeader:
        fail("is a second header");
      default:
        end_byte_ = block_.end_byte;  // of a kind that came later in this version: nothing that a step depends on
    }
  }
  return nullptr;
}

// False at the end, of whichever kind.
bool TraceReader::read_block() {
  if (ending_ != TraceEnding::kNotReached) return false;
  if (!damage_.empty()) fail(damage_);
  blocks_.read(block_);
  if (block_.outcome == BlockOutcome::kDamaged) fail("is damaged: its checksum is another");
  if (block_.outcome == BlockOutcome::kBlock) return true;
  ending_ = TraceEnding::kCut;
  return false;
}

void TraceReader::read_end() {
  const std::optional<TraceEnd> end = decode_trace_end(block_.payload, header_.bodies.size());
  if (!end) fail("is no end");
  end_ = *end;
  ending_ = TraceEnding::kWhole;
  end_byte_ = block_.end_byte;
}

std::optional<dynamics::State> TraceReader::find_saved_state(std::span<const dynamics::BodyModel> models) const {
  if (saved_state_.empty()) return std::nullopt;
  std::optional<dynamics::State> state;
  if (blocks_.version() == kTraceVersion) state = decode_state(saved_state_, models);
  if (!state || state->num_steps != resume_step_) {
    throw InputError({name_, fmt::format("before byte {}", resume_byte_),
                      "the state saved there is none of these bodies: another version of the program wrote it",
                      "run the scene again from its start"});
  }
  return state;
}

void TraceReader::fail(const std::string& fault) {
  damage_ = fault;
  throw InputError({name_, fmt::format("byte {}", block_.first_byte), "the block there " + fault,
                    num_steps_ == 0 ? "no step before it is readable: run the scene again"
                                    : fmt::format("the first {} steps, to byte {}, are whole; 'abut run "
                                                  "--resume' makes the others again",
                                                  num_steps_, end_byte_)});
}

std::string describe_cut(const TraceReader& reader) {
  return fmt::format("{}: the run was broken off: read up to step {}, byte {}", reader.name(), reader.num_steps(),
                     reader.end_byte());
}

}  // namespace abut::scene
