#include "abut/dynamics/body_names.h"

#include <gtest/gtest.h>

#include <vector>

namespace abut::dynamics {
namespace {

TEST(BodyNames, AreThoseOfTheSceneOrNumbers) {
  const std::vector<std::string> names{"floor", "peg"};
  EXPECT_EQ(name_bodies(names, 0, 1), "bodies \"floor\" and \"peg\"");
  EXPECT_EQ(name_bodies(names, 1, 2), "bodies \"peg\" and body 2");
  EXPECT_EQ(name_bodies({}, 3, 4), "bodies body 3 and body 4");
}

}  // namespace
}  // namespace abut::dynamics
