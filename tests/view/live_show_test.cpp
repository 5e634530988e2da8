#include "abut/view/live_show.h"

#include <gtest/gtest.h>

#include <atomic>

#include "abut/scene/trace/trace_reader.h"
#include "view/read_packet.h"
#include "view/sample_runs.h"
#include "view/wait_for.h"

namespace abut::view {
namespace {

std::unique_ptr<Show> make_show(const std::string& scene = "stack") {
  LiveOptions options;
  options.program = "abut 1", options.is_paused = true, options.keeps_time = false;
  return make_live_show(load_sample(scene), "scenes/" + scene + ".json", options);
}

Message make_message(MessageType type) {
  Message message;
  message.type = type, message.id = 8;
  return message;
}

ReadPacket ask(Show& show, const Message& message) {
  return read_packet(show.answer(message));
}

// The newest news that say so, in half a minute at most.
template <class Condition>
ReadPacket wait_for_news(Show& show, const Condition& condition) {
  ReadPacket news;
  std::uint64_t seen = 0;
  EXPECT_TRUE(wait_for([&] {
    const std::optional<std::string> packet = show.find_news(seen);
    if (packet) news = read_packet(*packet);
    return packet && condition(news.head);
  }));
  return news;
}

ReadPacket advance(Show& show, std::int64_t num_steps, std::int64_t in_all) {
  Message message = make_message(MessageType::kAdvance);
  message.num_steps = num_steps;
  EXPECT_EQ(ask(show, message).type(), "done");
  return wait_for_news(show, [&](const nlohmann::json& head) { return head["num_steps"] == in_all; });
}

TEST(LiveShow, SaysThatItIsLive) {
  const std::unique_ptr<Show> show = make_show();
  const ReadPacket hello = read_packet(show->make_hello());
  EXPECT_EQ(hello.head["mode"], "live");
  EXPECT_EQ(hello.head["title"], "scenes/stack.json");
  EXPECT_EQ(hello.head["ending"], "running");
  EXPECT_EQ(hello.head["num_steps"], 0);
  EXPECT_EQ(hello.head["run"], 1);
  EXPECT_EQ(hello.head["friction"], 1.0);
  EXPECT_EQ(hello.head["is_running"], false);
}

TEST(LiveShow, WhoComesLaterIsToldWhetherItRuns) {
  const std::unique_ptr<Show> show = make_show();
  EXPECT_EQ(ask(*show, make_message(MessageType::kRun)).type(), "done");
  wait_for_news(*show, [](const nlohmann::json& head) { return head["is_running"] == true; });
  EXPECT_EQ(read_packet(show->make_hello()).head["is_running"], true);
}

TEST(LiveShow, NewsHaveTheNewestPosesAndEveryStepCanBeAskedFor) {
  const std::unique_ptr<Show> show = make_show();
  const ReadPacket news = advance(*show, 12, 12);
  Message message = make_message(MessageType::kPoses);
  message.first = 12, message.count = 1;
  EXPECT_EQ(ask(*show, message).get<double>("X_WB"), news.get<double>("X_WB"));
  EXPECT_EQ(ask(*show, message).get<double>("t"), news.get<double>("t"));
  message = make_message(MessageType::kStep);
  message.index = 12;
  EXPECT_EQ(ask(*show, message).head["index"], 12);
  message = make_message(MessageType::kSeries);
  message.first = 1, message.count = 50;
  EXPECT_EQ(ask(*show, message).head["count"], 12);
  EXPECT_EQ(ask(*show, make_message(MessageType::kGeometry)).type(), "geometry");
}

TEST(LiveShow, AfterAResetOnlyTheNewRunIsTold) {
  const std::unique_ptr<Show> show = make_show();
  advance(*show, 12, 12);
  EXPECT_EQ(ask(*show, make_message(MessageType::kReset)).type(), "done");
  const ReadPacket news = wait_for_news(*show, [](const nlohmann::json& head) { return head["run"] == 2; });
  EXPECT_EQ(news.head["num_steps"], 0);
  Message message = make_message(MessageType::kStep);
  message.index = 1;
  EXPECT_EQ(ask(*show, message).type(), "error");
  EXPECT_EQ(read_packet(show->make_hello()).head["run"], 2);
}

TEST(LiveShow, ControlsAreToldBack) {
  const std::unique_ptr<Show> show = make_show();
  Message message = make_message(MessageType::kSet);
  message.friction = 0.25, message.gravity = math::Vec3(1, 2, 3), message.law = "svd";
  EXPECT_EQ(ask(*show, message).type(), "done");
  const ReadPacket news = wait_for_news(*show, [](const nlohmann::json& head) { return head["law"] == "svd"; });
  EXPECT_EQ(news.head["friction"], 0.25);
  EXPECT_EQ(news.head["gravity"], nlohmann::json({1.0, 2.0, 3.0}));
  message = make_message(MessageType::kSet);
  message.law = "hope";
  EXPECT_EQ(ask(*show, message).head["message"], "there is no law 'hope'");
}

TEST(LiveShow, OnlyWhatIsFreeCanBePulled) {
  const std::unique_ptr<Show> show = make_show("box-on-plane");
  Message message = make_message(MessageType::kPull);
  message.body = 1, message.p_WT = math::Vec3(0, 0, 2);
  EXPECT_EQ(ask(*show, message).type(), "done");
  wait_for_news(*show, [](const nlohmann::json& head) { return head["pulled"] == 1; });
  EXPECT_EQ(ask(*show, make_message(MessageType::kRelease)).type(), "done");
  wait_for_news(*show, [](const nlohmann::json& head) { return head["pulled"].is_null(); });
  message.body = 2;
  EXPECT_EQ(ask(*show, message).head["message"], "there is no body 2");
  message.body = 0;
  EXPECT_NE(ask(*show, message).head["message"].get<std::string>().find("cannot be pulled"), std::string::npos);
}

TEST(LiveShow, TheBellRings) {
  const std::unique_ptr<Show> show = make_show();
  std::atomic<int> num_rung = 0;
  show->set_notify([&] { ++num_rung; });
  ask(*show, make_message(MessageType::kRun));
  EXPECT_TRUE(wait_for([&] { return num_rung > 3; }));
  show->set_notify({});
  const int num_then = num_rung;
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(num_rung, num_then);
}

TEST(LiveShow, WhatIsSavedIsAWholeTrace) {
  const std::unique_ptr<Show> show = make_show();
  advance(*show, 9, 9);
  const std::optional<TraceBytes> saved = show->find_trace();
  ASSERT_TRUE(saved);
  EXPECT_EQ(saved->name, "stack.abut");
  std::string bytes(saved->num_bytes, '\0');
  std::ifstream(saved->path, std::ios::binary).read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  std::istringstream in(bytes + saved->tail);
  scene::TraceReader reader(in, "saved.abut");
  while (reader.read_step()) continue;
  EXPECT_EQ(reader.num_steps(), 9);
  EXPECT_EQ(reader.ending(), scene::TraceEnding::kWhole);
}

}  // namespace
}  // namespace abut::view
