// A packet as a page reads it.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace abut::view {

struct ReadPacket {
  nlohmann::json head;
  std::string data;

  std::string type() const { return head.at("type"); }

  template <class Number>
  std::vector<Number> get(const std::string& name) const {
    const nlohmann::json& entry = head.at("arrays").at(name);
    const std::size_t offset = entry.at(1), count = entry.at(2);
    const char* kind = std::is_same_v<Number, double> ? "f64"
                       : sizeof(Number) == 8          ? "u64"
                       : sizeof(Number) == 4          ? "u32"
                                                      : "u8";
    EXPECT_EQ(entry.at(0), kind) << name;
    EXPECT_EQ(offset % 8, 0u) << name;
    std::vector<Number> numbers(count);
    if (offset + count * sizeof(Number) > data.size()) {
      ADD_FAILURE() << name << " goes beyond the packet";
      return numbers;
    }
    if (count > 0) std::memcpy(numbers.data(), data.data() + offset, count * sizeof(Number));
    return numbers;
  }
};

inline ReadPacket read_packet(const std::string& packet) {
  if (packet.size() < 8 || packet.substr(0, 4) != "abv1") {
    ADD_FAILURE() << "no packet";
    return {};
  }
  std::uint32_t length = 0;
  for (std::size_t i = 0; i < 4; ++i)
    length |= static_cast<std::uint32_t>(static_cast<unsigned char>(packet[4 + i])) << (8 * i);
  EXPECT_EQ(length % 8, 0u);
  return {nlohmann::json::parse(packet.substr(8, length)), packet.substr(8 + length)};
}

}  // namespace abut::view
