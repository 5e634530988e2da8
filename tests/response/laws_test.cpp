#include "abut/response/laws.h"

#include <gtest/gtest.h>

namespace abut::response {
namespace {

TEST(Laws, ConeIsTheDefaultToEightDigits) {
  const LawOptions options;
  EXPECT_EQ(options.name, "cone");
  EXPECT_EQ(options.tolerance, 1e-8);
}

}  // namespace
}  // namespace abut::response
