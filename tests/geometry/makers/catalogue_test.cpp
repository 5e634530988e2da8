#include "abut/geometry/makers/catalogue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "abut/geometry/makers/registry.h"

namespace abut::geometry {
namespace {

TEST(Catalogue, NamesAreInAlphabeticalOrderAndOccurOnce) {
  std::vector<std::string> names;
  for (const Maker& maker : makers()) names.push_back(maker.name);
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
}

TEST(Catalogue, EveryRowIsComplete) {
  for (const Maker& maker : makers()) {
    EXPECT_FALSE(maker.summary.empty()) << maker.name;
    for (const MakerParameter& p : maker.parameters) {
      EXPECT_FALSE(p.help.empty()) << maker.name << " " << p.name;
      EXPECT_LT(p.min, p.max) << maker.name << " " << p.name;
      EXPECT_TRUE(p.is_list || !p.default_value.empty()) << maker.name << " " << p.name;
      for (const double value : p.default_value) {
        EXPECT_GE(value, p.min) << maker.name << " " << p.name;
        EXPECT_LE(value, p.max) << maker.name << " " << p.name;
      }
    }
  }
}

}  // namespace
}  // namespace abut::geometry
