#include "abut/dynamics/energy_terms.h"

#include <gtest/gtest.h>

#include <string_view>

namespace abut::dynamics {
namespace {

// Work and errors add, losses take, and the remainder is what is left.
TEST(EnergyTerms, TheirNamesTellTheirSigns) {
  EnergyTerms all;
  double expected = 0.0, value = 1.0;
  for (const EnergyTerm& term : kEnergyTerms) {
    EnergyTerms one;
    one.*term.value = all.*term.value = value;
    const std::string_view name = term.name;
    const double sign = name == "remainder" ? 0 : name.starts_with("loss_") ? -1 : 1;
    EXPECT_TRUE(name == "remainder" || name.starts_with("loss_") || name.starts_with("work_") ||
                name.starts_with("error_"));
    EXPECT_EQ(compute_explained(one), sign * value) << name;
    expected += sign * value, value *= 2;
  }
  EXPECT_EQ(compute_explained(all), expected);
}

}  // namespace
}  // namespace abut::dynamics
