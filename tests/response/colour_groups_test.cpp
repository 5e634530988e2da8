#include "abut/response/colour_groups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "abut/math/random.h"

namespace abut::response {
namespace {

void expect_coloured(const std::vector<ColourEdge>& groups, std::size_t num_bodies) {
  GroupColours colours;
  colour_groups(groups, num_bodies, colours);
  std::vector<std::uint32_t> sorted = colours.order;
  std::sort(sorted.begin(), sorted.end());
  for (std::uint32_t i = 0; i < groups.size(); ++i) ASSERT_EQ(sorted[i], i);
  ASSERT_EQ(colours.ends.empty() ? 0u : colours.ends.back(), groups.size());
  std::uint32_t begin = 0;
  for (std::size_t colour = 0; colour < colours.ends.size(); ++colour) {
    std::set<std::uint32_t> met;
    ASSERT_LT(begin, colours.ends[colour]);
    for (std::uint32_t k = begin; k < colours.ends[colour]; ++k) {
      if (k > begin) {
        EXPECT_LT(colours.order[k - 1], colours.order[k]);
      }
      if (colours.has_last && colour + 1 == colours.ends.size()) continue;
      for (const std::uint32_t body : {groups[colours.order[k]].a, groups[colours.order[k]].b})
        if (body != ColourEdge::kFixed) {
          EXPECT_TRUE(met.insert(body).second);
        }
    }
    begin = colours.ends[colour];
  }
}

TEST(ColourGroups, OfNothingAreNone) {
  expect_coloured({}, 3);
}

TEST(ColourGroups, WhatIsFixedIsShared) {
  std::vector<ColourEdge> groups;
  for (std::uint32_t i = 0; i < 10; ++i) groups.push_back({i, ColourEdge::kFixed});
  GroupColours colours;
  colour_groups(groups, 10, colours);
  EXPECT_EQ(colours.ends, std::vector<std::uint32_t>{10});
  expect_coloured(groups, 10);
}

TEST(ColourGroups, AStackHasTwo) {
  std::vector<ColourEdge> groups;
  for (std::uint32_t i = 1; i < 10; ++i) groups.push_back({i, i - 1});
  GroupColours colours;
  colour_groups(groups, 10, colours);
  EXPECT_EQ(colours.ends.size(), 2u);
  expect_coloured(groups, 10);
}

TEST(ColourGroups, ABodyWithTooManyPartnersHasTheRestInTheLast) {
  std::vector<ColourEdge> groups;
  for (std::uint32_t i = 1; i < 100; ++i) groups.push_back({0, i});
  GroupColours colours;
  colour_groups(groups, 100, colours);
  EXPECT_TRUE(colours.has_last);
  EXPECT_EQ(colours.ends.size(), kNumColours);
  expect_coloured(groups, 100);
}

TEST(ColourGroups, NoTwoOfOneColourShareABody) {
  math::Random random(1);
  for (const std::size_t num_bodies : {2u, 10u, 300u}) {
    std::vector<ColourEdge> groups;
    for (int i = 0; i < 1000; ++i) {
      const auto a = static_cast<std::uint32_t>(random.next_index(num_bodies)),
                 b = static_cast<std::uint32_t>(random.next_index(num_bodies));
      if (a != b) groups.push_back({a, random.next_unit() < 0.2 ? ColourEdge::kFixed : b});
    }
    expect_coloured(groups, num_bodies);
  }
}

}  // namespace
}  // namespace abut::response
