#include "abut/view/trace_desk.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "abut/base/input_error.h"
#include "abut/scene/trace/trace_scene.h"
#include "abut/view/packet.h"
#include "abut/view/step_packet.h"

namespace abut::view {
namespace {

std::ifstream open_trace_file(const std::filesystem::path& path, const std::string& name) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError({name, "", "the file cannot be read", "check that it exists and is readable"});
  return file;
}

// What is drawn of each shape of the header: of a body that has it.
std::vector<DrawnShape> make_drawn_shapes(const scene::TraceHeader& header, const scene::LoadedScene& loaded) {
  std::vector<DrawnShape> shapes(header.shapes.size());
  std::vector<bool> is_made(header.shapes.size());
  for (std::size_t i = 0; i < header.bodies.size(); ++i) {
    const std::uint32_t shape = header.bodies[i].shape;
    if (!is_made[shape]) shapes[shape] = make_drawn_shape(loaded.bodies[i].shape->brep);
    is_made[shape] = true;
  }
  return shapes;
}

}  // namespace

TraceDesk::TraceDesk(std::filesystem::path path, const std::string& name)
    : path_(std::move(path)), file_(open_trace_file(path_, name)), store_(file_, name) {
  const scene::TraceHeader& header = store_.header();
  const scene::LoadedScene loaded = scene::load_trace_scene(header, name);
  hello_ = make_scene_hello(header, loaded.scene);
  shapes_ = make_drawn_shapes(header, loaded);
  for (const scene::TraceBody& body : header.bodies) X_WB_.push_back(body.X_WB);
  store_.find_more();
}

std::string TraceDesk::answer(const Message& message) try {
  switch (message.type) {
    case MessageType::kGeometry:
      return make_geometry_packet(shapes_, message.id);
    case MessageType::kPoses:
      return make_poses(message);
    case MessageType::kStep:
      return make_step(message);
    default:
      return make_error_packet("a trace is over: it can be looked at, not changed", message.id);
  }
} catch (const InputError& error) {
  return make_error_packet(error.what(), message.id);
}

// Step 0 is the start. A step that was not accepted moved nothing.
std::string TraceDesk::make_poses(const Message& message) {
  PoseList poses;
  const std::int64_t end = std::min(message.first + message.count, store_.num_steps() + 1);
  for (std::int64_t i = message.first; i < end; ++i) {
    if (i == 0) {
      poses.add(0.0, X_WB_);
      continue;
    }
    const double t = store_.read_step(i, scene::StepParts::kMotion).record.t;
    std::int64_t moved = i;
    while (moved > 0 && store_.read_step(moved, scene::StepParts::kMotion).record.segments.empty()) --moved;
    poses.add(t, moved == 0 ? X_WB_ : store_.read_step(moved, scene::StepParts::kMotion).record.segments.back().X_WB);
  }
  return make_poses_packet(message.first, poses, message.id);
}

std::string TraceDesk::make_step(const Message& message) {
  if (message.index > store_.num_steps()) {
    return make_error_packet(fmt::format("there is no step {}; the last is {}", message.index, store_.num_steps()),
                             message.id);
  }
  if (message.index > 0) return make_step_packet(store_.read_step(message.index), message.id);
  scene::TraceStep start;
  for (const scene::TraceBody& body : store_.header().bodies) start.record.V_WBcm.push_back(body.V_WBcm);
  return make_step_packet(start, message.id);
}

std::string TraceDesk::make_tail() {
  if (store_.ending() == scene::TraceEnding::kWhole) return {};
  scene::TraceEnd end;
  end.num_steps = store_.num_steps();
  if (end.num_steps > 0) {
    const dynamics::StepRecord& last = store_.read_step(end.num_steps, scene::StepParts::kMotion).record;
    end.outcome = scene::make_run_outcome(last.outcome);
    end.culprit = last.culprit;
    end.t = last.t;
    end.hash = last.hash;
    if (last.outcome != dynamics::StepOutcome::kAccepted) --end.num_steps;
  }
  return scene::make_block(scene::BlockKind::kEnd, scene::encode_trace_end(end));
}

}  // namespace abut::view
