#include "abut/dynamics/settings.h"

#include <gtest/gtest.h>

namespace abut::dynamics {
namespace {

TEST(Settings, MeetingsAreFoundByBothMaterials) {
  Settings settings;
  settings.num_materials = 2;
  settings.meetings = {{0.1, 0.0}, {0.2, 0.3}, {0.2, 0.3}, {0.4, 0.5}};
  EXPECT_EQ(settings.meeting(MaterialId(0), MaterialId(0)).friction, 0.1);
  EXPECT_EQ(settings.meeting(MaterialId(0), MaterialId(1)).restitution, 0.3);
  EXPECT_EQ(settings.meeting(MaterialId(1), MaterialId(1)).friction, 0.4);
}

}  // namespace
}  // namespace abut::dynamics
