// Proves a trace free of intersections (verify/verifier.h), from what it records: shapes, exempt pairs, and the poses
// of every segment of every step. Nothing that the simulation concluded is believed.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "abut/scene/trace/trace_reader.h"
#include "abut/scene/verify/verifier.h"

namespace abut::scene {

// When a segment of the report was, by its number there.
struct SegmentTime {
  std::int64_t step = 0;
  double t0 = 0.0, t1 = 0.0;  // s
};

struct TraceVerification {
  VerifyReport report;
  std::vector<SegmentTime> segments;
  std::int64_t num_steps = 0;
  double t = 0.0;  // s: verified up to there
};

// A body as the verifier takes it: all its meshes in one.
VerifiedBody make_verified_body(const TraceShape& shape);

// All whole steps. Throws InputError where a block is damaged. `on_step` is told each step's number and time.
TraceVerification verify_trace(TraceReader& reader, const std::function<void(std::int64_t, double)>& on_step = {});

}  // namespace abut::scene
