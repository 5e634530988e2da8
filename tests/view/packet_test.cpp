#include "abut/view/packet.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "view/read_packet.h"

namespace abut::view {
namespace {

TEST(Packet, HoldsItsHeadAndArraysAtMultiplesOfEightBytes) {
  PacketWriter writer(R"({"type": "poses", "id": 7})");
  const std::vector<std::uint8_t> bytes{1, 2, 3};
  const std::vector<std::uint32_t> words{4, 5, 0xffffffffu};
  const std::vector<double> numbers{0.1, -3.5};
  const std::vector<std::uint64_t> ids{~std::uint64_t{0}};
  writer.add("bytes", bytes);
  writer.add("words", words);
  writer.add("numbers", numbers);
  writer.add("ids", ids);
  writer.add("none", std::span<const double>());
  const ReadPacket packet = read_packet(writer.finish());
  EXPECT_EQ(packet.head["type"], "poses");
  EXPECT_EQ(packet.head["id"], 7);
  const nlohmann::json& arrays = packet.head["arrays"];
  EXPECT_EQ(arrays["bytes"], nlohmann::json({"u8", 0, 3}));
  EXPECT_EQ(arrays["words"], nlohmann::json({"u32", 8, 3}));
  EXPECT_EQ(arrays["numbers"], nlohmann::json({"f64", 24, 2}));
  EXPECT_EQ(arrays["ids"], nlohmann::json({"u64", 40, 1}));
  EXPECT_EQ(arrays["none"], nlohmann::json({"f64", 48, 0}));
  ASSERT_EQ(packet.data.size(), 48u);
  EXPECT_EQ(packet.data.substr(0, 3), "\1\2\3");
  EXPECT_EQ(packet.get<std::uint8_t>("bytes"), bytes);
  EXPECT_EQ(packet.get<std::uint32_t>("words"), words);
  EXPECT_EQ(packet.get<double>("numbers"), numbers);
  EXPECT_EQ(packet.get<std::uint64_t>("ids"), ids);
}

TEST(Packet, KeepsTextOfAnyKindAndTakesBytesThatAreNoTextForUnknownLetters) {
  EXPECT_EQ(read_packet(make_error_packet("\"</script>\" <b>\n", 3)).head["message"], "\"</script>\" <b>\n");
  EXPECT_EQ(read_packet(make_error_packet("\xff", 3)).head["message"], "\xef\xbf\xbd");
}

TEST(Packet, AnErrorThatNobodyAskedForHasNoId) {
  EXPECT_FALSE(read_packet(make_error_packet("gone")).head.contains("id"));
  EXPECT_EQ(read_packet(make_error_packet("gone", 0)).head["id"], 0);
  EXPECT_EQ(read_packet(make_done_packet(5)).head,
            (nlohmann::json{{"type", "done"}, {"id", 5}, {"arrays", nlohmann::json::object()}}));
}

TEST(Packet, AHeadThatIsNoObjectIsAFaultOfTheProgram) {
  EXPECT_THROW(PacketWriter("[1]").finish(), std::logic_error);
  EXPECT_THROW(PacketWriter("{").finish(), std::logic_error);
}

}  // namespace
}  // namespace abut::view
