// What must hold of any bytes taken for a message, for fuzzing and for random tests: a message whose numbers are all
// within their limits, or a fault with a text.
#pragma once

#include <cmath>
#include <stdexcept>
#include <string_view>

#include "abut/view/message.h"

namespace abut::view {

// Whether it was a message. Throws if a promise is broken.
inline bool exercise_message(std::string_view bytes) {
  const auto parsed = parse_message(bytes);
  if (const MessageFault* fault = std::get_if<MessageFault>(&parsed)) {
    if (fault->text.empty() || fault->text.size() > 200) throw std::logic_error("a fault without a fitting text");
    if (fault->id.value_or(0) > std::uint64_t{1} << 53) throw std::logic_error("an id that was not checked");
    return false;
  }
  const Message& m = std::get<Message>(parsed);
  const auto within = [](double x, double most) { return std::abs(x) <= most; };
  const bool is_right =
      bytes.size() <= kMostMessageBytes && m.id <= std::uint64_t{1} << 53 && m.first >= 0 && m.count >= 0 &&
      m.count <= (m.type == MessageType::kPoses ? kMostPoses : kMostSeries) && m.index >= 0 && m.num_steps >= 0 &&
      m.num_steps <= kMostAdvance && (!m.friction || (*m.friction >= 0 && within(*m.friction, kMostFriction))) &&
      (!m.gravity || within(m.gravity->cwiseAbs().maxCoeff(), kMostGravity)) && m.p_BP.allFinite() &&
      within(m.p_BP.cwiseAbs().maxCoeff(), kMostPosition) && within(m.p_WT.cwiseAbs().maxCoeff(), kMostPosition);
  if (!is_right) throw std::logic_error("a message that was not checked");
  return true;
}

}  // namespace abut::view
