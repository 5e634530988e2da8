// A scene and the header of its trace: one from the other. A scene that was loaded from a trace has the shapes and
// masses it had when it was run, to the bit, and needs no mesh file.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "abut/base/ids.h"
#include "abut/dynamics/simulation.h"
#include "abut/math/pose.h"
#include "abut/math/twist.h"
#include "abut/scene/load_scene.h"
#include "abut/scene/trace/trace_header.h"

namespace abut::scene {

// A body before the first step: where it is, and which group it is of, as a simulation counts them.
struct TraceStart {
  math::Pose X_WB;
  math::Twist V_WBcm;
  std::uint32_t group = 0;
};

// All but `writer`, `save_every` and `exempt_pairs`. One start for each of the loaded bodies. Throws InputError where
// the scene, written out, would be too long to be read again: meshes stand in it number by number.
TraceHeader make_trace_header(const LoadedScene& loaded, std::span<const TraceStart> starts);

// Of a simulation made of the scene, as it stands; with its exempt pairs.
TraceHeader make_trace_header(const LoadedScene& loaded, const dynamics::Simulation& simulation);

// Throws InputError, which names the trace, if what the header says does not go together. Notes: none.
LoadedScene load_trace_scene(const TraceHeader& header, const std::string& name);

}  // namespace abut::scene
