#include "abut/view/series.h"

#include <gtest/gtest.h>

#include "view/read_packet.h"

namespace abut::view {
namespace {

scene::TraceStep make_step(std::int64_t index, const std::vector<std::uint64_t>& ids) {
  scene::TraceStep step;
  step.has_contacts = true;
  dynamics::StepRecord& r = step.record;
  r.index = index, r.t = 0.01 * static_cast<double>(index);
  r.kinetic_energy = 2.0 * static_cast<double>(index), r.potential_energy = -1;
  r.momentum = math::Vec3(1, 2, static_cast<double>(index));
  r.path_asked = 4, r.path_lost = 1;
  r.error = 1e-4 * static_cast<double>(index), r.error_rms = 1e-5, r.is_solved = index != 3;
  r.num_impacts = static_cast<int>(index % 2), r.num_rounds = 3;
  for (const std::uint64_t id : ids) r.contacts.emplace_back().id = id;
  return step;
}

Series make_series() {
  Series series;
  series.add(make_step(1, {5, 3}));
  series.add(make_step(2, {3, 5, 9}));
  series.add(make_step(3, {9, 1}));
  series.add(make_step(4, {}));
  return series;
}

TEST(Series, CountsContactsThatAreBornAndGone) {
  const ReadPacket packet = read_packet(make_series().make_packet(1, 100, 4));
  EXPECT_EQ(packet.type(), "series");
  EXPECT_EQ(packet.head["id"], 4);
  EXPECT_EQ(packet.head["first"], 1);
  EXPECT_EQ(packet.head["count"], 4);
  using Counts = std::vector<std::uint32_t>;
  EXPECT_EQ(packet.get<std::uint32_t>("contacts"), (Counts{2, 3, 2, 0}));
  EXPECT_EQ(packet.get<std::uint32_t>("born"), (Counts{2, 1, 1, 0}));
  EXPECT_EQ(packet.get<std::uint32_t>("gone"), (Counts{0, 0, 2, 2}));
  EXPECT_EQ(packet.get<std::uint32_t>("impacts"), (Counts{1, 0, 1, 0}));
  EXPECT_EQ(packet.get<std::uint32_t>("rounds"), (Counts{3, 3, 3, 3}));
  EXPECT_EQ(packet.get<double>("lost_motion"), std::vector(4, 0.25));
  EXPECT_EQ(packet.get<std::uint32_t>("unsolved"), (Counts{0, 0, 1, 0}));
  EXPECT_EQ(packet.get<double>("error"), (std::vector{1e-4 * 1.0, 1e-4 * 2.0, 1e-4 * 3.0, 1e-4 * 4.0}));
  EXPECT_EQ(packet.get<double>("error_rms"), std::vector(4, 1e-5));
}

TEST(Series, APartOfItHasTheNumbersOfItsSteps) {
  const ReadPacket packet = read_packet(make_series().make_packet(2, 2, 0));
  EXPECT_EQ(packet.head["first"], 2);
  EXPECT_EQ(packet.get<double>("t"), (std::vector{0.02, 0.03}));
  EXPECT_EQ(packet.get<double>("kinetic_energy"), (std::vector{4.0, 6.0}));
  EXPECT_EQ(packet.get<double>("momentum"), (std::vector<double>{1, 2, 2, 1, 2, 3}));
  EXPECT_EQ(packet.get<std::uint32_t>("gone"), (std::vector<std::uint32_t>{0, 2}));
}

TEST(Series, WhatIsNotThereYetIsLeftOut) {
  const Series series = make_series();
  EXPECT_EQ(read_packet(series.make_packet(4, 10, 0)).head["count"], 1);
  EXPECT_EQ(read_packet(series.make_packet(5, 10, 0)).head["count"], 0);
  EXPECT_EQ(read_packet(series.make_packet(99, 10, 0)).head["count"], 0);
  EXPECT_EQ(read_packet(Series().make_packet(1, 10, 0)).head["count"], 0);
}

TEST(Series, WhereContactsWereNotRecordedNothingIsBornOrGone) {
  Series series = make_series();
  series.clear();
  series.add(make_step(1, {5, 3}));
  scene::TraceStep unknown = make_step(2, {});
  unknown.has_contacts = false;
  series.add(unknown);
  series.add(make_step(3, {3, 5}));
  const ReadPacket packet = read_packet(series.make_packet(1, 10, 0));
  using Counts = std::vector<std::uint32_t>;
  EXPECT_EQ(packet.get<std::uint32_t>("contacts"), (Counts{2, 2, 2}));
  EXPECT_EQ(packet.get<std::uint32_t>("born"), (Counts{2, 0, 0}));
  EXPECT_EQ(packet.get<std::uint32_t>("gone"), (Counts{0, 0, 0}));
}

}  // namespace
}  // namespace abut::view
