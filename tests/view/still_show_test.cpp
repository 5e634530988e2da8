#include "abut/view/still_show.h"

#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <string>

#include "abut/geometry/shape.h"

namespace abut::view {
namespace {

// A triangle, moved and turned, with one contact.
Still make_still() {
  Still still;
  still.hello.mode = "contact";
  still.hello.bodies = {{.name = "<b>sheet</b>"}};
  still.hello.shapes = {{}};
  geometry::Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.triangles = {{VertexId(0), VertexId(1), VertexId(2)}};
  still.shapes = {make_drawn_shape(mesh)};
  still.X_WB = {{{1, -2, 3}, math::Quat(0, 0, 0.6, 0.8)}};
  still.step.has_contacts = true;
  still.step.record.contacts.emplace_back().gap = 0.25;
  return still;
}

nlohmann::json read_head(const std::string& packet) {
  std::uint32_t length = 0;
  std::memcpy(&length, packet.data() + 4, 4);
  return nlohmann::json::parse(packet.substr(8, length));
}

nlohmann::json ask(StillShow& show, MessageType type, std::int64_t first = 0, std::int64_t count = 10) {
  Message message;
  message.type = type, message.id = 7, message.first = first, message.count = count, message.index = first;
  const nlohmann::json head = read_head(show.answer(message));
  EXPECT_EQ(head["id"], 7);
  return head;
}

TEST(StillShow, HasOnePoseOfEachBodyAndStepZero) {
  StillShow show(make_still());
  EXPECT_EQ(read_head(show.make_hello())["bodies"][0]["name"], "<b>sheet</b>");
  EXPECT_EQ(ask(show, MessageType::kGeometry)["arrays"]["0/triangles"][2], 3);
  EXPECT_EQ(ask(show, MessageType::kPoses)["count"], 1);
  EXPECT_EQ(ask(show, MessageType::kPoses)["arrays"]["X_WB"][2], 7);
  EXPECT_EQ(ask(show, MessageType::kPoses, 1)["count"], 0);
  EXPECT_EQ(ask(show, MessageType::kStep)["arrays"]["contact_gap"][2], 1);
  EXPECT_EQ(ask(show, MessageType::kSeries, 1)["count"], 0);
}

TEST(StillShow, ThereIsNoOtherStepAndNothingToRunOrToSave) {
  StillShow show(make_still());
  EXPECT_EQ(ask(show, MessageType::kStep, 1)["message"], "there is no step 1: nothing moves here");
  for (const MessageType type : {MessageType::kRun, MessageType::kPause, MessageType::kReset, MessageType::kAdvance,
                                 MessageType::kSet, MessageType::kPull, MessageType::kRelease}) {
    const nlohmann::json head = ask(show, type);
    EXPECT_EQ(head["type"], "error");
    EXPECT_EQ(head["message"], "nothing can be run here: only 'abut view SCENE.json' runs something");
  }
  std::uint64_t seen = 0;
  EXPECT_FALSE(show.find_news(seen).has_value());
  EXPECT_FALSE(show.find_trace().has_value());
}

}  // namespace
}  // namespace abut::view
