#include "abut/scene/trace/trace_store.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "abut/base/input_error.h"

namespace abut::scene {

TraceStore::TraceStore(std::istream& in, std::string name)
    : name_(std::move(name)),
      blocks_(in, name_),
      header_(read_trace_header(blocks_, block_, name_)),
      num_bytes_(block_.end_byte),
      decoder_(header_.bodies.size(), blocks_.version()) {}

void TraceStore::find_more(std::size_t most_blocks) {
  for (std::size_t i = 0; i < most_blocks && ending_ != TraceEnding::kWhole && damage_.empty(); ++i) {
    blocks_.seek(num_bytes_);
    blocks_.pass(block_);
    if (block_.outcome == BlockOutcome::kDamaged) {
      damage_ =
          fmt::format("the block at byte {} is damaged; the {} steps before it are whole", num_bytes_, num_steps());
    } else if (block_.outcome == BlockOutcome::kBlock) {
      add_block();
      continue;
    }
    ending_ = TraceEnding::kCut;
    return;
  }
}

// The one that was just passed over.
void TraceStore::add_block() {
  const std::uint64_t end_byte = block_.end_byte;
  if (block_.kind == BlockKind::kStep) places_.push_back({block_.first_byte, std::exchange(is_restart_, false)});
  if (block_.kind == BlockKind::kState) is_restart_ = true;
  if (block_.kind == BlockKind::kEnd) {
    blocks_.seek(num_bytes_);
    blocks_.read(block_);
    const std::optional<TraceEnd> end = decode_trace_end(block_.payload, header_.bodies.size());
    if (block_.outcome != BlockOutcome::kBlock || !end) {
      damage_ = fmt::format("the block at byte {} is no end", num_bytes_);
      ending_ = TraceEnding::kCut;
      return;
    }
    end_ = *end;
    ending_ = TraceEnding::kWhole;
  }
  num_bytes_ = end_byte;
}

const TraceStep& TraceStore::read_step(std::int64_t index, StepParts parts) {
  if (index < 1 || index > num_steps()) throw std::logic_error("a step is asked for that is not in the trace");
  if (index == decoded_ && parts == decoded_parts_) return step_;
  std::int64_t first = index;
  while (!places_[static_cast<std::size_t>(first - 1)].is_whole && first - 1 != decoded_) --first;
  for (; first < index; ++first) decode(first, StepParts::kMotion);
  decode(index, parts);
  return step_;
}

void TraceStore::decode(std::int64_t index, StepParts parts) {
  const StepPlace& place = places_[static_cast<std::size_t>(index - 1)];
  decoded_ = 0;
  if (place.is_whole) decoder_.restart();
  blocks_.seek(place.first_byte);
  blocks_.read(block_);
  if (block_.outcome != BlockOutcome::kBlock || !decoder_.decode(block_.payload, step_, parts) ||
      step_.record.index != index)
    fail(index);
  decoded_ = index;
  decoded_parts_ = parts;
}

void TraceStore::fail(std::int64_t index) {
  throw InputError({name_, fmt::format("byte {}", places_[static_cast<std::size_t>(index - 1)].first_byte),
                    fmt::format("the block there, step {}, is damaged", index),
                    "look at the steps before it, or run the scene again"});
}

}  // namespace abut::scene
