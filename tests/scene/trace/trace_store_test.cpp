#include "abut/scene/trace/trace_store.h"

#include <gtest/gtest.h>

#include <random>
#include <sstream>
#include <stdexcept>

#include "abut/base/input_error.h"
#include "bad_input.h"
#include "scene/trace/random_trace.h"

namespace abut::scene {
namespace {

using dynamics::StepRecord;

TEST(TraceStore, AnyStepInAnyOrderIsTheOneThatWasWrittenToTheBit) {
  for (const bool has_states : {true, false}) {
    const WrittenTrace trace = write_random_trace(1, 5, 25, true);
    std::istringstream in(has_states ? trace.bytes : [&] {
      RandomTrace random(1);
      TraceHeader header = random.make_header(5);
      header.save_every = 0;
      std::ostringstream out;
      TraceWriter writer(out, "t.abut", header, {});
      for (const StepRecord& step : trace.steps) writer.write_step(step, {});
      return out.str();
    }());
    TraceStore store(in, "t.abut");
    store.find_more();
    ASSERT_EQ(store.num_steps(), 25);
    std::mt19937 random(2);
    for (int i = 0; i < 200; ++i) {
      const std::int64_t index = 1 + static_cast<std::int64_t>(random() % 25);
      const bool is_motion = random() % 2 == 0;
      const TraceStep& step = store.read_step(index, is_motion ? StepParts::kMotion : StepParts::kAll);
      StepRecord expected = trace.steps[static_cast<std::size_t>(index - 1)];
      if (is_motion) expected.contacts.clear(), expected.certificates.clear();
      ASSERT_EQ(list_bits(step.record), list_bits(expected)) << index;
      ASSERT_EQ(step.has_contacts, !is_motion);
    }
  }
}

TEST(TraceStore, KnowsHowTheTraceEnded) {
  const WrittenTrace trace = write_random_trace(2, 3, 7, true);
  std::istringstream in(trace.bytes);
  TraceStore store(in, "t.abut");
  EXPECT_EQ(store.ending(), TraceEnding::kNotReached);
  store.find_more();
  EXPECT_EQ(store.ending(), TraceEnding::kWhole);
  EXPECT_EQ(store.end().outcome, RunOutcome::kSqueezed);
  EXPECT_EQ(store.num_bytes(), trace.bytes.size());
  EXPECT_EQ(store.damage(), "");
}

TEST(TraceStore, FindsMoreAsTheFileGrowsByteByByte) {
  const WrittenTrace trace = write_random_trace(3, 2, 7, true);
  std::stringstream file;
  file.write(trace.bytes.data(), static_cast<std::streamsize>(trace.ends[0]));
  TraceStore store(file, "t.abut");
  for (std::size_t n = trace.ends[0]; n < trace.bytes.size(); ++n) {
    store.find_more();
    std::int64_t num_whole = 0;
    while (num_whole < 7 && trace.ends[static_cast<std::size_t>(num_whole + 1)] <= n) ++num_whole;
    ASSERT_EQ(store.num_steps(), num_whole) << n;
    ASSERT_LE(store.num_bytes(), n);
    ASSERT_EQ(store.ending(), TraceEnding::kCut);
    if (num_whole > 0) {
      ASSERT_EQ(list_bits(store.read_step(num_whole).record),
                list_bits(trace.steps[static_cast<std::size_t>(num_whole - 1)]));
    }
    file.clear();
    file.seekp(static_cast<std::streamoff>(n));
    file.put(trace.bytes[n]);
  }
  store.find_more();
  EXPECT_EQ(store.ending(), TraceEnding::kWhole);
}

TEST(TraceStore, LooksForNoMoreBlocksThanItIsTold) {
  const WrittenTrace trace = write_random_trace(4, 2, 6, true);  // step, step, step, state, ...
  std::istringstream in(trace.bytes);
  TraceStore store(in, "t.abut");
  store.find_more(2);
  EXPECT_EQ(store.num_steps(), 2);
  store.find_more(3);
  EXPECT_EQ(store.num_steps(), 4);
  EXPECT_EQ(store.ending(), TraceEnding::kNotReached);
}

TEST(TraceStore, OfADamagedTraceEverythingThatDoesNotNeedTheDamagedBlockIsRead) {
  const WrittenTrace trace = write_random_trace(5, 3, 9, true);
  // Within the payload of step 5, which steps 5 and 6 need, but no other.
  std::string damaged = trace.bytes;
  damaged[trace.ends[5] - 8] ^= 1;
  std::istringstream in(damaged);
  TraceStore store(in, "t.abut");
  store.find_more();
  ASSERT_EQ(store.num_steps(), 9);
  for (const std::int64_t index : {1, 2, 3, 4, 5, 6, 7, 8, 9}) {
    if (index == 5 || index == 6)
      expect_messages(
          {{"step " + std::to_string(index), [&] { store.read_step(index); },
            "t.abut: byte " + std::to_string(trace.ends[4]) +
                ": the block there, step 5, is damaged; look at the steps before it, or run the scene again"}});
    else
      EXPECT_EQ(list_bits(store.read_step(index).record), list_bits(trace.steps[static_cast<std::size_t>(index - 1)]));
  }
}

TEST(TraceStore, BehindADamagedHeadNothingIsFoundAndWhyIsSaid) {
  const WrittenTrace trace = write_random_trace(6, 3, 5, true);
  std::string damaged = trace.bytes;
  damaged[trace.ends[1] + 8] ^= 1;  // the length of step 2
  std::istringstream in(damaged);
  TraceStore store(in, "t.abut");
  store.find_more();
  EXPECT_EQ(store.num_steps(), 1);
  EXPECT_EQ(store.damage(),
            "the block at byte " + std::to_string(trace.ends[1]) + " is damaged; the 1 steps before it are whole");
  store.find_more();
  EXPECT_EQ(store.num_steps(), 1);
}

TEST(TraceStore, NoSingleChangedByteMakesItReadAnythingElse) {
  const WrittenTrace trace = write_random_trace(7, 2, 4, true);
  for (std::size_t i = trace.ends[0]; i < trace.bytes.size(); ++i) {
    std::string damaged = trace.bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << (i % 8)));
    std::istringstream in(damaged);
    TraceStore store(in, "t.abut");
    store.find_more();
    ASSERT_LE(store.num_steps(), 4);
    for (std::int64_t index = 1; index <= store.num_steps(); ++index) {
      try {
        ASSERT_EQ(list_bits(store.read_step(index).record), list_bits(trace.steps[static_cast<std::size_t>(index - 1)]))
            << i;
      } catch (const InputError&) {
      }
    }
  }
}

TEST(TraceStore, RefusesWhatIsNoTrace) {
  std::istringstream in("no trace at all");
  EXPECT_THROW(TraceStore(in, "t.abut"), InputError);
}

TEST(TraceStore, AStepThatIsNotThereIsAFaultOfTheProgram) {
  const WrittenTrace trace = write_random_trace(8, 2, 4, true);
  std::istringstream in(trace.bytes);
  TraceStore store(in, "t.abut");
  store.find_more();
  EXPECT_THROW(store.read_step(0), std::logic_error);
  EXPECT_THROW(store.read_step(5), std::logic_error);
}

}  // namespace
}  // namespace abut::scene
