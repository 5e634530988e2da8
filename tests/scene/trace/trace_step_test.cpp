#include "abut/scene/trace/trace_step.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "scene/trace/random_trace.h"

namespace abut::scene {
namespace {

using dynamics::StepRecord;

TEST(TraceStep, WhatIsWrittenIsReadToTheBitHoweverManyBodiesMove) {
  for (const double moving : {0.0, 0.1, 0.5, 1.0}) {
    RandomTrace random(1);
    StepEncoder encoder(9, Outputs{});
    StepDecoder decoder(9);
    TraceStep step;
    for (int i = 1; i <= 40; ++i) {
      const StepRecord record = random.make_step(i, 9, moving);
      ASSERT_TRUE(decoder.decode(encoder.encode(record), step)) << i;
      ASSERT_EQ(list_bits(step.record), list_bits(record)) << i << " at " << moving;
      ASSERT_TRUE(step.has_contacts && step.has_impulses && step.has_certificates);
      if (i % 7 == 0) encoder.restart(), decoder.restart();
    }
  }
}

TEST(TraceStep, TheMotionAloneIsReadWithoutListsAndTheNextStepIsReadWholeAfterIt) {
  for (const bool forces : {true, false}) {
    RandomTrace random(11);
    StepEncoder encoder(5, Outputs{.forces = forces});
    StepDecoder decoder(5);
    TraceStep step;
    for (int i = 1; i <= 40; ++i) {
      StepRecord record = random.make_step(i, 5, 0.3);
      if (!forces)
        for (dynamics::ContactRecord& contact : record.contacts) contact.impulse_W.setZero();
      const bool is_motion = i % 3 != 0;
      ASSERT_TRUE(decoder.decode(encoder.encode(record), step, is_motion ? StepParts::kMotion : StepParts::kAll)) << i;
      if (is_motion) record.contacts.clear(), record.certificates.clear();
      ASSERT_EQ(list_bits(step.record), list_bits(record)) << i;
      ASSERT_EQ(step.has_contacts, !is_motion);
      ASSERT_EQ(step.has_certificates, !is_motion);
    }
  }
}

TEST(TraceStep, AStepThatWasNotAcceptedHasNoPosesAndTheNextIsToldAgainstTheLastThatHad) {
  RandomTrace random(2);
  StepEncoder encoder(4, Outputs{});
  StepDecoder decoder(4);
  TraceStep step;
  ASSERT_TRUE(decoder.decode(encoder.encode(random.make_step(1, 4)), step));
  StepRecord refused;
  refused.index = 2, refused.outcome = dynamics::StepOutcome::kSqueezed, refused.culprit = BodyId(3);
  ASSERT_TRUE(decoder.decode(encoder.encode(refused), step));
  EXPECT_EQ(list_bits(step.record), list_bits(refused));
  const StepRecord third = random.make_step(3, 4);
  ASSERT_TRUE(decoder.decode(encoder.encode(third), step));
  EXPECT_EQ(list_bits(step.record), list_bits(third));
}

TEST(TraceStep, WhatDoesNotChangeCostsNothing) {
  constexpr std::size_t kNumBodies = 1000;
  RandomTrace random(3);
  StepEncoder encoder(kNumBodies, Outputs{});
  StepRecord record = random.make_step(1, kNumBodies, 1.0);
  record.segments.resize(1);
  record.certificates.assign(500, {BodyId(1), BodyId(2), 0.5});
  EXPECT_GT(encoder.encode(record).size(), kNumBodies * (56 + 12 + 48) + 500 * 16);
  ++record.index;
  EXPECT_LT(encoder.encode(record).size(), 400u);
  // One body more: a run of one pose.
  const std::size_t size = encoder.encode(record).size();
  record.segments[0].X_WB[500].p.x() += 1e300;
  EXPECT_EQ(encoder.encode(record).size(), size + 8 + 56);
  // A zero that changes its sign has changed.
  record.V_WBcm[7].w.x() = 0.0;
  encoder.encode(record);
  record.V_WBcm[7].w.x() = -0.0;
  EXPECT_EQ(encoder.encode(record).size(), size + 8 + 48);
}

TEST(TraceStep, AChangeOfTheLastBitOfAnyOneNumberIsAChange) {
  const StepRecord first = RandomTrace(7).make_step(1, 3, 1.0);
  const auto change = [](double& x) { x = std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) ^ 1u); };
  for (int k = 0; k < 7 + 6; ++k) {
    StepRecord second = first;
    ++second.index;
    math::Pose& X = second.segments.back().X_WB[1];
    math::Twist& V = second.V_WBcm[1];
    change(k < 3 ? X.p[k] : k < 7 ? X.q.coeffs()[k - 3] : k < 10 ? V.w[k - 7] : V.v[k - 10]);
    for (dynamics::SegmentRecord& segment : second.segments) segment.X_WB = second.segments.back().X_WB;
    StepEncoder encoder(3, Outputs{});
    StepDecoder decoder(3);
    TraceStep step;
    ASSERT_TRUE(decoder.decode(encoder.encode(first), step));
    ASSERT_TRUE(decoder.decode(encoder.encode(second), step));
    EXPECT_EQ(list_bits(step.record), list_bits(second)) << k;
  }
}

TEST(TraceStep, ABendIsWrittenInTwelveBytesAndOnlyWhereItChanges) {
  StepRecord record = RandomTrace(9).make_step(1, 5, 1.0);
  record.segments.resize(1);
  StepEncoder encoder(5, Outputs{});
  StepDecoder decoder(5);
  TraceStep step;
  ASSERT_TRUE(decoder.decode(encoder.encode(record), step));
  ++record.index;
  const std::string same = encoder.encode(record);
  ASSERT_TRUE(decoder.decode(same, step));
  ++record.index;
  record.segments[0].bends[3] = math::Vec3(0.5, -0x1p-149, 3e-5f);
  const std::string changed = encoder.encode(record);
  EXPECT_EQ(changed.size(), same.size() + 8 + 12);
  ASSERT_TRUE(decoder.decode(changed, step));
  EXPECT_EQ(step.record.segments[0].bends[3], record.segments[0].bends[3]);
  EXPECT_EQ(list_bits(step.record), list_bits(record));
}

TEST(TraceStep, OutputsLeaveOutWhatTheySayAndNothingElse) {
  const auto read_with = [](const Outputs& outputs, std::int64_t index) {
    const StepRecord record = RandomTrace(4).make_step(index, 3);
    TraceStep step;
    EXPECT_TRUE(StepDecoder(3).decode(StepEncoder(3, outputs).encode(record), step));
    StepRecord expected = record;
    if (!step.has_contacts) expected.contacts.clear();
    if (!step.has_impulses) {
      for (dynamics::ContactRecord& c : expected.contacts) c.impulse_W.setZero();
    }
    if (!step.has_certificates) expected.certificates.clear();
    EXPECT_EQ(list_bits(step.record), list_bits(expected));
    return std::array{step.has_contacts, step.has_impulses, step.has_certificates};
  };
  EXPECT_EQ(read_with({true, true, true, 1}, 1), (std::array{true, true, true}));
  EXPECT_EQ(read_with({false, true, true, 1}, 1), (std::array{false, false, true}));
  EXPECT_EQ(read_with({true, false, true, 1}, 1), (std::array{true, false, true}));
  EXPECT_EQ(read_with({true, true, false, 1}, 1), (std::array{true, true, false}));
  EXPECT_EQ(read_with({true, true, true, 4}, 7), (std::array{false, false, false}));
  EXPECT_EQ(read_with({true, true, true, 4}, 8), (std::array{true, true, true}));
}

TEST(TraceStep, TooFewAndTooManyBytesAreNone) {
  RandomTrace random(5);
  const std::string bytes = StepEncoder(3, Outputs{}).encode(random.make_step(1, 3));
  TraceStep step;
  for (std::size_t n = 0; n < bytes.size(); ++n) ASSERT_FALSE(StepDecoder(3).decode(bytes.substr(0, n), step)) << n;
  EXPECT_FALSE(StepDecoder(3).decode(bytes + '\0', step));
  EXPECT_TRUE(StepDecoder(3).decode(bytes, step));
}

// Version 4 ends its figures before the terms of energy.
TEST(TraceStep, OfAnOlderVersionHasNoTermsOfEnergyNoBendsAndNoBegins) {
  constexpr std::size_t kEnd = 8 + 8 + 1 + 4 + 7 * 4 + 10 * 8 + 2 * 4 + 1 + 3 * 24 + 8;  // of its figures
  constexpr std::size_t kPoses = 4 + 8 + 3 * 4 + 3 * 56, kBends = 3 * 4 + 3 * 12;        // of one segment: a run of all
  StepRecord record = RandomTrace(8).make_step(1, 3);
  record.segments.resize(1);
  std::string bytes = StepEncoder(3, Outputs{}).encode(record);
  bytes.erase(kEnd, dynamics::kEnergyTerms.size() * 8);
  bytes.erase(kEnd + kPoses + 8, kBends);
  bytes.erase(kEnd + 4, 8);  // after the number of segments: when the first begins
  TraceStep step;
  ASSERT_TRUE(StepDecoder(3, 4).decode(bytes, step));
  for (const dynamics::EnergyTerm& term : dynamics::kEnergyTerms) {
    EXPECT_TRUE(std::isnan(step.record.energy.*term.value)) << term.name;
    record.energy.*term.value = step.record.energy.*term.value;
  }
  record.segments[0].bends.assign(3, math::Vec3::Zero());
  record.segments[0].t0 = 0.0;
  EXPECT_EQ(list_bits(step.record), list_bits(record));
  EXPECT_FALSE(StepDecoder(3).decode(bytes, step));
}

TEST(TraceStep, AStepOfOtherBodiesIsNone) {
  RandomTrace random(6);
  StepEncoder encoder(3, Outputs{});
  const std::string whole = encoder.encode(random.make_step(1, 3, 1.0)),
                    changes = encoder.encode(random.make_step(2, 3, 0.3));
  TraceStep step;
  EXPECT_FALSE(StepDecoder(2).decode(whole, step));    // a run beyond the last body
  EXPECT_FALSE(StepDecoder(4).decode(whole, step));    // the first step has not all
  EXPECT_FALSE(StepDecoder(3).decode(changes, step));  // nothing to tell them against
  EXPECT_THROW(encoder.encode(random.make_step(1, 4)), std::logic_error);
}

}  // namespace
}  // namespace abut::scene
