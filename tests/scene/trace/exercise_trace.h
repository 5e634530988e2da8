// What must hold of any bytes taken for a trace, for fuzzing and for replaying its findings: what survives writing bit
// for bit, or an InputError. The bytes are taken for a file and, since checksums keep nearly all changes out of those,
// for a header, a step and a state.
#pragma once

#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "abut/base/input_error.h"
#include "abut/scene/trace/trace_block.h"
#include "abut/scene/trace/trace_reader.h"
#include "abut/scene/trace/trace_state.h"
#include "abut/scene/trace/trace_step.h"

namespace abut::scene {

inline void read_whole_trace(const std::string& bytes) {
  try {
    std::istringstream in(bytes);
    TraceReader reader(in, "fuzz.abut");
    while (reader.read_step()) continue;
    if (reader.end_byte() > bytes.size()) throw std::logic_error("read beyond the end");
  } catch (const InputError&) {
  }
}

// Throws anything but an InputError if a promise is broken.
inline void exercise_trace(std::string_view bytes) {
  read_whole_trace(std::string(bytes));
  if (const auto header = decode_trace_header(bytes)) {
    if (encode_trace_header(*header) != bytes) throw std::logic_error("another header when written again");
  }
  constexpr std::size_t kNumBodies = 3;
  TraceStep step;
  if (StepDecoder(kNumBodies).decode(bytes, step)) {
    TraceStep again;
    Outputs outputs{step.has_contacts, step.has_impulses, step.has_certificates, 1};
    const std::string written = StepEncoder(kNumBodies, outputs).encode(step.record);
    if (!StepDecoder(kNumBodies).decode(written, again)) throw std::logic_error("no step when written again");
    if (StepEncoder(kNumBodies, outputs).encode(again.record) != written)
      throw std::logic_error("another step when written again");
  }
  dynamics::BodyModel model;
  static const auto ball = std::make_shared<const geometry::Shape>(geometry::make_ball(1.0));
  model.shape = ball;
  const std::vector models(kNumBodies, model);
  if (const auto state = decode_state(bytes, models)) {
    if (encode_state(*state) != bytes) throw std::logic_error("another state when written again");
  }
}

}  // namespace abut::scene
