#include "abut/view/trace_desk.h"

#include <gtest/gtest.h>

#include <sstream>

#include "abut/base/input_error.h"
#include "view/read_packet.h"
#include "view/sample_runs.h"

namespace abut::view {
namespace {

Message make_poses_message(std::int64_t first, std::int64_t count) {
  Message message;
  message.type = MessageType::kPoses, message.first = first, message.count = count, message.id = 5;
  return message;
}

Message make_step_message(std::int64_t index) {
  Message message;
  message.type = MessageType::kStep, message.index = index, message.id = 6;
  return message;
}

void expect_poses(const ReadPacket& packet, const SampleRun& run, std::size_t first, std::size_t count) {
  ASSERT_EQ(packet.type(), "poses");
  ASSERT_EQ(packet.head["count"], count);
  const std::vector<double> X_WB = packet.get<double>("X_WB");
  const std::size_t num_bodies = run.X_WB.front().size();
  ASSERT_EQ(X_WB.size(), 7 * count * num_bodies);
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t i = 0; i < num_bodies; ++i) {
      const double* x = &X_WB[7 * (k * num_bodies + i)];
      const math::Pose& X = run.X_WB[first + k][i];
      ASSERT_EQ(std::vector(x, x + 7), (std::vector{X.p.x(), X.p.y(), X.p.z(), X.q.w(), X.q.x(), X.q.y(), X.q.z()}));
    }
  }
}

TEST(TraceDesk, PosesOfAnyStepsAreThoseOfTheRunToTheBit) {
  const ScratchFile file;
  const SampleRun run = write_sample("box-on-plane", 30, file.path());
  TraceDesk desk(file.path(), "run.abut");
  expect_poses(read_packet(desk.answer(make_poses_message(0, 31))), run, 0, 31);
  expect_poses(read_packet(desk.answer(make_poses_message(20, 5))), run, 20, 5);
  expect_poses(read_packet(desk.answer(make_poses_message(3, 1))), run, 3, 1);
  expect_poses(read_packet(desk.answer(make_poses_message(28, 100))), run, 28, 3);  // no more than there are
  expect_poses(read_packet(desk.answer(make_poses_message(31, 4))), run, 31, 0);
}

TEST(TraceDesk, AStepIsThatOfTheRun) {
  const ScratchFile file;
  const SampleRun run = write_sample("stack", 20, file.path());
  TraceDesk desk(file.path(), "run.abut");
  for (const std::int64_t index : {20, 1, 13}) {
    const ReadPacket packet = read_packet(desk.answer(make_step_message(index)));
    const dynamics::StepRecord& record = run.records[static_cast<std::size_t>(index - 1)];
    EXPECT_EQ(packet.head["id"], 6);
    EXPECT_EQ(packet.head["index"], index);
    EXPECT_EQ(packet.head["kinetic_energy"].get<double>(), record.kinetic_energy);
    EXPECT_EQ(packet.get<std::uint64_t>("contact_id").size(), record.contacts.size());
    ASSERT_GT(record.contacts.size(), 0u);
    EXPECT_EQ(packet.get<double>("contact_gap")[0], record.contacts[0].gap);
  }
  const ReadPacket start = read_packet(desk.answer(make_step_message(0)));
  EXPECT_EQ(start.head["index"], 0);
  EXPECT_EQ(start.get<double>("V_WBcm").size(), 6 * run.X_WB.front().size());
}

TEST(TraceDesk, WhatIsNotThereIsAnError) {
  const ScratchFile file;
  write_sample("stack", 4, file.path());
  TraceDesk desk(file.path(), "run.abut");
  const ReadPacket packet = read_packet(desk.answer(make_step_message(5)));
  EXPECT_EQ(packet.type(), "error");
  EXPECT_EQ(packet.head["message"], "there is no step 5; the last is 4");
  Message reset;
  reset.type = MessageType::kReset;
  EXPECT_EQ(read_packet(desk.answer(reset)).type(), "error");
}

TEST(TraceDesk, GeometryHasEveryShapeOfTheHeader) {
  const ScratchFile file;
  write_sample("bolt-and-nut", 1, file.path());
  TraceDesk desk(file.path(), "run.abut");
  const ReadPacket packet = read_packet(desk.answer({}));
  ASSERT_EQ(packet.type(), "geometry");
  for (std::size_t i = 0; i < desk.hello().shapes.size(); ++i)
    EXPECT_GT(packet.get<std::uint32_t>(std::to_string(i) + "/triangles").size(), 0u);
}

TEST(TraceDesk, ADamagedBlockIsAnErrorAndTheRestIsShown) {
  const ScratchFile file;
  const SampleRun run = write_sample("stack", 9, file.path());
  std::uint64_t at = 0;
  {
    std::ifstream in(file.path(), std::ios::binary);
    scene::TraceStore store(in, "run.abut");
    store.find_more(3);
    at = store.num_bytes() - 10;  // within step 3
  }
  std::fstream(file.path(), std::ios::binary | std::ios::in | std::ios::out)
      .seekp(static_cast<std::streamoff>(at))
      .put('?');
  TraceDesk desk(file.path(), "run.abut");
  EXPECT_EQ(read_packet(desk.answer(make_poses_message(0, 8))).type(), "error");
  expect_poses(read_packet(desk.answer(make_poses_message(0, 3))), run, 0, 3);
  EXPECT_EQ(read_packet(desk.answer(make_step_message(9))).type(), "step");  // after a saved state
}

TEST(TraceDesk, ATraceThatIsCutBecomesWholeWithItsTail) {
  const ScratchFile file;
  const SampleRun run = write_sample("stack", 5, file.path(), false);
  TraceDesk desk(file.path(), "run.abut");
  const std::string tail = desk.make_tail();
  std::ofstream(file.path(), std::ios::binary | std::ios::app) << tail;
  std::ifstream in(file.path(), std::ios::binary);
  scene::TraceReader reader(in, "run.abut");
  while (reader.read_step()) continue;
  ASSERT_EQ(reader.ending(), scene::TraceEnding::kWhole);
  EXPECT_EQ(reader.end().num_steps, 5);
  EXPECT_EQ(reader.end().t, run.records.back().t);
  EXPECT_EQ(reader.end().hash, run.records.back().hash);
  EXPECT_EQ(TraceDesk(file.path(), "run.abut").make_tail(), "");
}

TEST(TraceDesk, WhatIsNoTraceIsRefused) {
  const ScratchFile file;
  EXPECT_THROW(TraceDesk(file.path(), "run.abut"), InputError);
  std::ofstream(file.path()) << "something else";
  EXPECT_THROW(TraceDesk(file.path(), "run.abut"), InputError);
}

}  // namespace
}  // namespace abut::view
