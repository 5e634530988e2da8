#include "abut/scene/tolerance_keys.h"

#include <gtest/gtest.h>

#include <set>

namespace abut::scene {
namespace {

TEST(ToleranceKeys, EveryToleranceHasOneKey) {
  // Tolerances holds nothing but doubles, so their number is its size.
  static_assert(sizeof(Tolerances) == kToleranceKeys.size() * sizeof(double));
  Tolerances tolerances;
  std::set<const double*> members;
  std::set<std::string_view> keys;
  for (const ToleranceKey& entry : kToleranceKeys) {
    members.insert(&(tolerances.*entry.member));
    keys.insert(entry.key);
  }
  EXPECT_EQ(members.size(), kToleranceKeys.size());
  EXPECT_EQ(keys.size(), kToleranceKeys.size());
}

}  // namespace
}  // namespace abut::scene
