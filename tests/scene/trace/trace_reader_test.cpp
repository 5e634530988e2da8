#include "abut/scene/trace/trace_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "abut/base/input_error.h"
#include "abut/scene/trace/trace_state.h"
#include "bad_input.h"
#include "scene/trace/exercise_trace.h"
#include "scene/trace/random_trace.h"

namespace abut::scene {
namespace {

std::int64_t count_whole(const WrittenTrace& trace, std::size_t num_bytes) {
  return std::upper_bound(trace.ends.begin(), trace.ends.end(), num_bytes) - trace.ends.begin() - 1;
}

TEST(TraceReader, StepsAreReadOneAfterAnotherToTheBitAndThenTheEnd) {
  const WrittenTrace trace = write_random_trace(1, 5, 10, true);
  std::istringstream in(trace.bytes);
  TraceReader reader(in, "t.abut");
  EXPECT_EQ(encode_trace_header(reader.header()), encode_trace_header(trace.header));
  EXPECT_EQ(reader.ending(), TraceEnding::kNotReached);
  for (const dynamics::StepRecord& record : trace.steps) {
    const TraceStep* step = reader.read_step();
    ASSERT_NE(step, nullptr);
    EXPECT_EQ(list_bits(step->record), list_bits(record));
  }
  EXPECT_EQ(reader.read_step(), nullptr);
  EXPECT_EQ(reader.read_step(), nullptr);
  EXPECT_EQ(reader.ending(), TraceEnding::kWhole);
  EXPECT_EQ(reader.end().outcome, RunOutcome::kSqueezed);
  EXPECT_EQ(reader.end().culprit, BodyId(1));
  EXPECT_EQ(reader.end().num_steps, 10);
  EXPECT_EQ(reader.end().t, 0.5);
  EXPECT_EQ(reader.end().hash, 7u);
  EXPECT_EQ(reader.end_byte(), trace.bytes.size());
  EXPECT_EQ(reader.resume_step(), 9);
}

TEST(TraceReader, AFileCutAtAnyByteIsReadableUpToItsLastWholeStep) {
  const WrittenTrace trace = write_random_trace(2, 3, 7, true);
  for (std::size_t n = trace.ends[0]; n < trace.bytes.size(); ++n) {
    std::istringstream in(trace.bytes.substr(0, n));
    TraceReader reader(in, "t.abut");
    std::int64_t num_steps = 0;
    while (const TraceStep* step = reader.read_step()) {
      ASSERT_EQ(step->record.index, num_steps + 1);
      if (n % 50 == 0) {
        ASSERT_EQ(list_bits(step->record), list_bits(trace.steps[static_cast<std::size_t>(num_steps)]));
      }
      ++num_steps;
    }
    ASSERT_EQ(num_steps, count_whole(trace, n)) << n;
    ASSERT_EQ(reader.ending(), TraceEnding::kCut) << n;
    // A run can go on behind the last state that is whole; its bytes are those of a whole trace.
    ASSERT_LE(reader.resume_byte(), n);
    ASSERT_EQ(reader.resume_step() % 3, 0);
    ASSERT_LE(reader.num_steps() - reader.resume_step(), 3);
  }
}

TEST(TraceReader, EveryDamagedByteIsFoundAndTheStepsBeforeItAreRead) {
  const WrittenTrace trace = write_random_trace(3, 2, 4, true);
  for (std::size_t i = 16; i < trace.bytes.size(); ++i) {
    std::string damaged = trace.bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << (i % 8)));
    std::istringstream in(damaged);
    std::int64_t num_steps = 0;
    try {
      TraceReader reader(in, "t.abut");
      while (reader.read_step()) ++num_steps;
      FAIL() << "byte " << i << " is not found";
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("damaged"), std::string::npos) << error.what();
    }
    ASSERT_EQ(num_steps, std::max<std::int64_t>(0, count_whole(trace, i))) << i;
  }
}

TEST(TraceReader, AStateIsSavedWithTheStepItFollowsAndReadForItsBodiesOnly) {
  const WrittenTrace trace = write_random_trace(4, 1, 5, false);
  std::istringstream in(trace.bytes);
  TraceReader reader(in, "t.abut");
  dynamics::BodyModel model;
  model.shape = std::make_shared<const geometry::Shape>(geometry::make_ball(1.0));
  const std::vector models{model};
  EXPECT_FALSE(reader.find_saved_state(models));
  EXPECT_EQ(reader.resume_byte(), trace.ends[0]);
  while (reader.read_step()) continue;
  const std::optional<dynamics::State> state = reader.find_saved_state(models);
  ASSERT_TRUE(state);
  EXPECT_EQ(state->num_steps, 3);
  EXPECT_EQ(reader.resume_step(), 3);
  EXPECT_EQ(reader.resume_byte(),
            trace.bytes.size() - (trace.ends[5] - trace.ends[4]) - (trace.ends[4] - reader.resume_byte()));
  expect_messages({{"two bodies",
                    [&] {
                      reader.find_saved_state(std::vector{model, model});
                    },
                    "t.abut: before byte " + std::to_string(reader.resume_byte()) +
                        ": the state saved there is none of these bodies: another version of the program wrote it; run "
                        "the scene again from its start"}});
}

TEST(TraceReader, MessagesNameThePlaceAndWhatIsReadable) {
  const WrittenTrace trace = write_random_trace(5, 2, 2, false);
  const auto read_all = [](const std::string& bytes) {
    return [bytes] {
      std::istringstream in(bytes);
      TraceReader reader(in, "t.abut");
      while (reader.read_step()) continue;
    };
  };
  const auto damage = [&](std::size_t i) {
    std::string bytes = trace.bytes;
    bytes[i] = static_cast<char>(bytes[i] ^ 1);
    return bytes;
  };
  const std::string first = trace.bytes.substr(0, trace.ends[1]);
  const std::string end = std::to_string(trace.ends[0]), end_1 = std::to_string(trace.ends[1]);
  expect_messages({
      {"header cut", read_all(trace.bytes.substr(0, 100)),
       "t.abut: byte 16: the trace is cut within its header, so nothing of it is readable; run the scene again"},
      {"no header", read_all(trace.bytes.substr(0, 16)),
       "t.abut: byte 16: the trace is cut within its header, so nothing of it is readable; run the scene again"},
      {"header damaged", read_all(damage(100)),
       "t.abut: byte 16: the header of the trace is damaged, so nothing of it is readable; run the scene again"},
      {"first step", read_all(damage(trace.ends[0] + 30)),
       "t.abut: byte " + end +
           ": the block there is damaged: its checksum is another; no step before it is readable: "
           "run the scene again"},
      {"second step", read_all(damage(trace.ends[1] + 30)),
       "t.abut: byte " + end_1 + ": the block there is damaged: its checksum is another; the first 1 steps, to byte " +
           end_1 + ", are whole; 'abut run --resume' makes the others again"},
      {"a step twice", read_all(first + trace.bytes.substr(trace.ends[0], trace.ends[1] - trace.ends[0])),
       "t.abut: byte " + end_1 + ": the block there is no step; the first 1 steps, to byte " + end_1 +
           ", are whole; 'abut run --resume' makes the others again"},
      {"a second header", read_all(first + make_block(BlockKind::kHeader, "")),
       "t.abut: byte " + end_1 + ": the block there is a second header; the first 1 steps, to byte " + end_1 +
           ", are whole; 'abut run --resume' makes the others again"},
      {"an end that is none", read_all(first + make_block(BlockKind::kEnd, "")),
       "t.abut: byte " + end_1 + ": the block there is no end; the first 1 steps, to byte " + end_1 +
           ", are whole; 'abut run --resume' makes the others again"},
  });
  std::istringstream in(first + "rest");
  TraceReader reader(in, "t.abut");
  while (reader.read_step()) continue;
  EXPECT_EQ(describe_cut(reader), "t.abut: the run was broken off: read up to step 1, byte " + end_1);
}

TEST(TraceReader, DamageIsToldEveryTime) {
  WrittenTrace trace = write_random_trace(6, 2, 2, false);
  trace.bytes[trace.ends[1] + 30] ^= 1;
  std::istringstream in(trace.bytes);
  TraceReader reader(in, "t.abut");
  EXPECT_NE(reader.read_step(), nullptr);
  EXPECT_THROW(reader.read_step(), InputError);
  EXPECT_THROW(reader.read_step(), InputError);
  EXPECT_EQ(reader.num_steps(), 1);
}

TEST(TraceReader, AnyBytesAreATraceOrAnError) {
  RandomTrace random(8);
  const WrittenTrace trace = write_random_trace(8, 3, 2, true);
  const std::vector<std::string> seeds{trace.bytes, encode_trace_header(trace.header),
                                       StepEncoder(3, Outputs{}).encode(trace.steps[0]),
                                       encode_state(random.make_state(1, 1))};
  for (int i = 0; i < 2000; ++i) {
    std::string bytes = seeds[static_cast<std::size_t>(i) % 4];
    for (int k = 0; k < 3; ++k) {
      const std::size_t at = random.word() % bytes.size();
      if (random.word() % 4 == 0) bytes.erase(at, random.word() % 16);
      if (bytes.empty()) break;
      bytes[at % bytes.size()] = static_cast<char>(random.word() % 2 == 0 ? random.word() : random.word() % 4);
    }
    EXPECT_NO_THROW(exercise_trace(bytes)) << i;
  }
}

TEST(TraceReader, BlocksOfAKindNotYetKnownArePassedOver) {
  const WrittenTrace trace = write_random_trace(7, 2, 2, false);
  std::istringstream in(trace.bytes.substr(0, trace.ends[1]) + make_block(static_cast<BlockKind>(5), "later") +
                        trace.bytes.substr(trace.ends[1]));
  TraceReader reader(in, "t.abut");
  while (reader.read_step()) continue;
  EXPECT_EQ(reader.num_steps(), 2);
}

}  // namespace
}  // namespace abut::scene
