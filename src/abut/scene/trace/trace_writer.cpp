#include "abut/scene/trace/trace_writer.h"

#include <fmt/format.h>

#include <utility>

#include "abut/base/input_error.h"
#include "abut/scene/trace/byte_codec.h"
#include "abut/scene/trace/trace_state.h"

namespace abut::scene {

RunOutcome make_run_outcome(dynamics::StepOutcome outcome) {
  switch (outcome) {
    case dynamics::StepOutcome::kSqueezed:
      return RunOutcome::kSqueezed;
    case dynamics::StepOutcome::kUnbounded:
      return RunOutcome::kUnbounded;
    case dynamics::StepOutcome::kTooFast:
      return RunOutcome::kTooFast;
    case dynamics::StepOutcome::kNotProven:
      return RunOutcome::kNotProven;
    case dynamics::StepOutcome::kRattling:
      return RunOutcome::kRattling;
    default:
      return RunOutcome::kFinished;
  }
}

const char* get_name(RunOutcome outcome) {
  switch (outcome) {
    case RunOutcome::kSqueezed:
      return "squeezed";
    case RunOutcome::kUnbounded:
      return "unbounded";
    case RunOutcome::kTooFast:
      return "too_fast";
    case RunOutcome::kNotProven:
      return "not_proven";
    case RunOutcome::kRattling:
      return "rattling";
    default:
      return "finished";
  }
}

std::string encode_trace_end(const TraceEnd& end) {
  ByteWriter writer;
  writer.put_u8(static_cast<std::uint8_t>(end.outcome));
  writer.put_id(end.culprit);
  writer.put_i64(end.num_steps);
  writer.put_f64(end.t);
  writer.put_u64(end.hash);
  return std::string(writer.bytes());
}

std::optional<TraceEnd> decode_trace_end(std::string_view bytes, std::size_t num_bodies) {
  ByteReader reader(bytes);
  TraceEnd end;
  end.outcome = reader.get_enum(RunOutcome::kRattling);
  end.culprit = BodyId(reader.get_u32());
  end.num_steps = reader.get_i64();
  end.t = reader.get_f64();
  end.hash = reader.get_u64();
  if (!reader.is_done() || (!end.culprit.is_none() && end.culprit.index() >= num_bodies)) return std::nullopt;
  return end;
}

TraceWriter::TraceWriter(std::ostream& out, std::string name, const TraceHeader& header, const Outputs& outputs,
                         std::uint64_t num_bytes)
    : out_(out),
      name_(std::move(name)),
      encoder_(header.bodies.size(), outputs),
      save_every_(header.save_every),
      num_bytes_(num_bytes) {
  if (num_bytes > 0) return;
  write(make_trace_magic());
  write(make_block(BlockKind::kHeader, encode_trace_header(header)));
  flush();
}

void TraceWriter::write_step(const dynamics::StepRecord& record, const dynamics::State& state) {
  part_ = fmt::format("step {}", record.index);
  write(make_block(BlockKind::kStep, encoder_.encode(record)));
  const bool is_saved =
      record.outcome == dynamics::StepOutcome::kAccepted && save_every_ > 0 && record.index % save_every_ == 0;
  if (!is_saved) return;
  write(make_block(BlockKind::kState, encode_state(state)));
  encoder_.restart();
  flush();
}

void TraceWriter::write_hand(const Hand& hand) {
  part_ = "hand";
  write(make_block(BlockKind::kHand, encode_hand(hand)));
}

void TraceWriter::write_end(const TraceEnd& end) {
  part_ = "end";
  write(make_block(BlockKind::kEnd, encode_trace_end(end)));
  flush();
}

void TraceWriter::write(const std::string& bytes) {
  out_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!out_) fail();
  num_bytes_ += bytes.size();
}

void TraceWriter::flush() {
  out_.flush();
  if (!out_) fail();
}

void TraceWriter::fail() const {
  throw InputError(
      {name_, fmt::format("after byte {}", num_bytes_),
       fmt::format("the trace cannot be written on, at its {}: the disk is full, or no longer there", part_),
       part_ == "header" ? "make room, and run the scene again"
                         : "make room, and go on with 'abut run --resume'; what is in the file is readable up to its "
                           "last whole step"});
}

}  // namespace abut::scene
