#include "abut/view/trace_show.h"

#include <gtest/gtest.h>

#include <atomic>

#include "abut/base/input_error.h"
#include "view/read_packet.h"
#include "view/sample_runs.h"
#include "view/wait_for.h"

namespace abut::view {
namespace {

// The newest news once the figures of so many steps are there.
ReadPacket wait_for_series(Show& show, int num_steps) {
  ReadPacket news;
  std::uint64_t seen = 0;
  EXPECT_TRUE(wait_for([&] {
    if (const std::optional<std::string> packet = show.find_news(seen)) news = read_packet(*packet);
    return news.head.is_object() && news.head["num_series"] == num_steps;
  }));
  return news;
}

TEST(TraceShow, SaysWhatItIsAndReadsTheFiguresOfAllSteps) {
  const ScratchFile file;
  const SampleRun run = write_sample("stack", 25, file.path());
  const std::unique_ptr<Show> show = make_trace_show(file.path(), "run.abut", "abut 1");
  const ReadPacket hello = read_packet(show->make_hello());
  EXPECT_EQ(hello.head["mode"], "trace");
  EXPECT_EQ(hello.head["program"], "abut 1");
  EXPECT_EQ(hello.head["title"], "run.abut");
  EXPECT_EQ(hello.head["num_steps"], 25);
  EXPECT_EQ(hello.head["ending"], "whole");
  EXPECT_EQ(hello.head["outcome"], "finished");
  EXPECT_EQ(hello.head["note"], "");
  wait_for_series(*show, 25);
  Message message;
  message.type = MessageType::kSeries, message.first = 1, message.count = 100;
  const ReadPacket series = read_packet(show->answer(message));
  const std::vector<double> energy = series.get<double>("kinetic_energy");
  ASSERT_EQ(energy.size(), 25u);
  for (std::size_t i = 0; i < 25; ++i) EXPECT_EQ(energy[i], run.records[i].kinetic_energy);
}

TEST(TraceShow, OfATraceThatIsCutItShowsWhatIsThereAndSaysSo) {
  const ScratchFile file;
  write_sample("stack", 9, file.path(), false);
  std::filesystem::resize_file(file.path(), std::filesystem::file_size(file.path()) - 5);
  const std::unique_ptr<Show> show = make_trace_show(file.path(), "run.abut", "abut 1");
  const ReadPacket hello = read_packet(show->make_hello());
  EXPECT_EQ(hello.head["num_steps"], 8);
  EXPECT_EQ(hello.head["ending"], "cut");
  EXPECT_EQ(hello.head["note"], "The run was broken off, or its file is cut: 8 whole steps are there.");
  wait_for_series(*show, 8);
}

TEST(TraceShow, OfADamagedTraceTheNewsSayWhere) {
  const ScratchFile file;
  write_sample("stack", 9, file.path());
  std::fstream damaged(file.path(), std::ios::binary | std::ios::in | std::ios::out);
  damaged.seekp(-400, std::ios::end).put('?').flush();
  const std::unique_ptr<Show> show = make_trace_show(file.path(), "run.abut", "abut 1");
  std::uint64_t seen = 0;
  std::string note;
  EXPECT_TRUE(wait_for([&] {
    if (const std::optional<std::string> packet = show->find_news(seen)) note = read_packet(*packet).head["note"];
    return note.find("is damaged: its checksum is another") != std::string::npos;
  })) << note;
}

TEST(TraceShow, NewsAreToldOnceAndRungFor) {
  const ScratchFile file;
  write_sample("stack", 3, file.path());
  const std::unique_ptr<Show> show = make_trace_show(file.path(), "run.abut", "abut 1");
  std::uint64_t seen = 0;
  wait_for_series(*show, 3);
  EXPECT_TRUE(wait_for([&] {
    while (show->find_news(seen)) continue;
    return !show->find_news(seen).has_value();
  }));
  std::uint64_t another = 0;
  EXPECT_TRUE(show->find_news(another).has_value());
}

TEST(TraceShow, TheFileItselfCanBeSaved) {
  const ScratchFile file;
  write_sample("stack", 3, file.path());
  const std::unique_ptr<Show> show = make_trace_show(file.path(), "run.abut", "abut 1");
  const std::optional<TraceBytes> bytes = show->find_trace();
  ASSERT_TRUE(bytes);
  EXPECT_EQ(bytes->path, file.path());
  EXPECT_EQ(bytes->num_bytes, std::filesystem::file_size(file.path()));
  EXPECT_EQ(bytes->name, "run.abut");
  EXPECT_EQ(bytes->tail, "");
}

TEST(TraceShow, WhatIsNoTraceIsRefused) {
  const ScratchFile file;
  std::ofstream(file.path()) << "something else";
  EXPECT_THROW(make_trace_show(file.path(), "run.abut", "abut 1"), InputError);
}

}  // namespace
}  // namespace abut::view
