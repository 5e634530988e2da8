#include "abut/view/still_show.h"

#include <fmt/format.h>

#include "abut/view/packet.h"
#include "abut/view/series.h"
#include "abut/view/step_packet.h"

namespace abut::view {

std::string StillShow::answer(const Message& message) {
  switch (message.type) {
    case MessageType::kGeometry:
      return make_geometry_packet(still_.shapes, message.id);
    case MessageType::kPoses:
      return answer_poses(message);
    case MessageType::kSeries:
      return Series().make_packet(message.first, message.count, message.id);
    case MessageType::kStep:
      if (message.index == 0) return make_step_packet(still_.step, message.id);
      return make_error_packet(fmt::format("there is no step {}: nothing moves here", message.index), message.id);
    default:
      return make_error_packet("nothing can be run here: only 'abut view SCENE.json' runs something", message.id);
  }
}

std::string StillShow::answer_poses(const Message& message) const {
  PoseList poses;
  if (message.first == 0) poses.add(0.0, still_.X_WB);
  return make_poses_packet(message.first, poses, message.id);
}

}  // namespace abut::view
