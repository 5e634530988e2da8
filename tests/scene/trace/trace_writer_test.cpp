#include "abut/scene/trace/trace_writer.h"

#include <gtest/gtest.h>

#include <sstream>
#include <streambuf>

#include "abut/base/input_error.h"
#include "abut/scene/trace/trace_reader.h"
#include "bad_input.h"
#include "scene/trace/random_trace.h"

namespace abut::scene {
namespace {

// A disk with room for so many bytes: takes what fits, then nothing more.
class SmallDisk : public std::streambuf {
 public:
  explicit SmallDisk(std::size_t room) : room_(room) {}
  const std::string& bytes() const { return bytes_; }

 private:
  std::streamsize xsputn(const char* bytes, std::streamsize n) override {
    const auto taken = std::min<std::size_t>(static_cast<std::size_t>(n), room_ - bytes_.size());
    bytes_.append(bytes, taken);
    return static_cast<std::streamsize>(taken);
  }
  int overflow(int c) override {
    const char byte = static_cast<char>(c);
    return xsputn(&byte, 1) == 1 ? c : EOF;
  }
  std::size_t room_;
  std::string bytes_;
};

TEST(TraceWriter, GoingOnAfterASavedStateGivesTheSameBytes) {
  const WrittenTrace whole = write_random_trace(1, 4, 8, true);
  RandomTrace random(1);
  const TraceHeader header = random.make_header(4);
  std::ostringstream first, second;
  TraceWriter writer(first, "t.abut", header, Outputs{});
  std::uint64_t num_bytes = writer.num_bytes();
  for (int i = 1; i <= 3; ++i) {
    const dynamics::StepRecord record = random.make_step(i, 4);
    writer.write_step(record, random.make_state(i, 4));
    num_bytes = writer.num_bytes();
  }
  EXPECT_EQ(num_bytes, first.str().size());
  TraceWriter other(second, "t.abut", header, Outputs{}, num_bytes);
  for (int i = 4; i <= 8; ++i) {
    const dynamics::StepRecord record = random.make_step(i, 4);
    other.write_step(record, random.make_state(i, 4));
  }
  other.write_end({RunOutcome::kSqueezed, BodyId(1), 8, 0.5, 7});
  EXPECT_EQ(first.str() + second.str(), whole.bytes);
  EXPECT_EQ(other.num_bytes(), whole.bytes.size());
}

TEST(TraceWriter, AFullDiskIsToldAndWhatIsOnItIsReadable) {
  const WrittenTrace whole = write_random_trace(2, 3, 5, true);
  std::size_t num_refused = 0;
  for (std::size_t room = 0; room < whole.bytes.size(); room += 7) {
    SmallDisk disk(room);
    std::ostream out(&disk);
    std::string part;
    try {
      RandomTrace random(2);
      const TraceHeader header = random.make_header(3);
      TraceWriter writer(out, "t.abut", header, Outputs{});
      for (int i = 1; i <= 5; ++i) {
        const dynamics::StepRecord record = random.make_step(i, 3);
        writer.write_step(record, random.make_state(i, 3));
      }
      writer.write_end({RunOutcome::kSqueezed, BodyId(1), 5, 0.5, 7});
    } catch (const InputError& error) {
      ++num_refused;
      part = error.what();
    }
    ASSERT_NE(part.find("the disk is full"), std::string::npos) << room;
    EXPECT_EQ(disk.bytes(), whole.bytes.substr(0, room));
    if (room < whole.ends[0]) {
      EXPECT_NE(part.find("at its header"), std::string::npos) << part;
      continue;
    }
    std::istringstream in(disk.bytes());
    TraceReader reader(in, "t.abut");
    while (reader.read_step()) continue;
    EXPECT_EQ(reader.ending(), TraceEnding::kCut);
    if (reader.num_steps() < 5) {
      // The step after the last whole one, unless it is the state after that one that did not fit.
      const std::string next = "at its step " + std::to_string(reader.num_steps() + 1) + ":";
      const std::string last = "at its step " + std::to_string(reader.num_steps()) + ":";
      EXPECT_TRUE(part.find(next) != std::string::npos || part.find(last) != std::string::npos) << part;
    }
  }
  EXPECT_GT(num_refused, 100u);
}

TEST(TraceWriter, TheMessageNamesFilePlaceFaultAndRemedy) {
  const auto write_to = [](std::size_t room) {
    return [room] {
      SmallDisk disk(room);
      std::ostream out(&disk);
      RandomTrace random(3);
      TraceWriter writer(out, "run.abut", random.make_header(1), Outputs{});
      writer.write_step(random.make_step(1, 1), {});
    };
  };
  const std::size_t num_bytes = write_random_trace(3, 1, 0, false).bytes.size();
  expect_messages({
      {"header", write_to(20),
       "run.abut: after byte 16: the trace cannot be written on, at its header: the disk is full, or no longer there; "
       "make room, and run the scene again"},
      {"step", write_to(num_bytes + 20),
       "run.abut: after byte " + std::to_string(num_bytes) +
           ": the trace cannot be written on, at its step 1: the disk is full, or no longer there; make room, and go "
           "on "
           "with 'abut run --resume'; what is in the file is readable up to its last whole step"},
  });
}

TEST(TraceWriter, OutcomesOfARunAreThoseOfItsLastStep) {
  using dynamics::StepOutcome;
  EXPECT_STREQ(get_name(make_run_outcome(StepOutcome::kAccepted)), "finished");
  EXPECT_STREQ(get_name(make_run_outcome(StepOutcome::kSqueezed)), "squeezed");
  EXPECT_STREQ(get_name(make_run_outcome(StepOutcome::kUnbounded)), "unbounded");
  EXPECT_STREQ(get_name(make_run_outcome(StepOutcome::kTooFast)), "too_fast");
  EXPECT_STREQ(get_name(make_run_outcome(StepOutcome::kNotProven)), "not_proven");
  EXPECT_STREQ(get_name(make_run_outcome(StepOutcome::kRattling)), "rattling");
}

}  // namespace
}  // namespace abut::scene
