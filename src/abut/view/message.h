// What a page may ask or order, checked: nothing of it is trusted (docs/viewer-protocol.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "abut/math/types.h"

namespace abut::view {

enum class MessageType : std::uint8_t {
  kGeometry,
  kPoses,
  kStep,
  kSeries,
  kRun,
  kPause,
  kReset,
  kAdvance,
  kSet,
  kPull,
  kRelease,
  kSeen,
};

struct Message {
  MessageType type = MessageType::kGeometry;
  std::uint64_t id = 0;
  std::int64_t first = 0, count = 0;     // poses, series
  std::int64_t index = 0;                // step
  std::int64_t num_steps = 0;            // advance
  std::optional<double> friction;        // set
  std::optional<math::Vec3> gravity;     // set, m/s^2
  std::optional<std::string> law;        // set
  std::uint32_t body = 0;                // pull: an index, which may be of no body
  math::Vec3 p_BP = math::Vec3::Zero();  // pull: where it is held
  math::Vec3 p_WT = math::Vec3::Zero();  // pull: where to
};

struct MessageFault {
  std::optional<std::uint64_t> id;  // where it could be read
  std::string text;                 // for a person
};

inline constexpr std::size_t kMostMessageBytes = 4096;
inline constexpr std::int64_t kMostPoses = 256, kMostSeries = 65536, kMostAdvance = 1000;
inline constexpr double kMostFriction = 10.0;
inline constexpr double kMostGravity = 1e4;   // m/s^2, of each component
inline constexpr double kMostPosition = 1e9;  // m, of each coordinate

// Never throws but for lack of memory.
std::variant<Message, MessageFault> parse_message(std::string_view text);

}  // namespace abut::view
