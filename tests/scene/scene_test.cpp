#include "abut/scene/scene.h"

#include <gtest/gtest.h>

#include <cmath>

namespace abut::scene {
namespace {

Scene make_scene(double friction_a, double friction_b) {
  Scene scene;
  scene.materials = {{"a", 1000, friction_a, 0.1}, {"b", 1000, friction_b, 0.7}};
  return scene;
}

TEST(Scene, TheWorldIsUprightUnlessAskedOtherwise) {
  EXPECT_EQ(Scene().gravity, math::Vec3(0, 0, -9.81));
  EXPECT_EQ(Scene().law, get_law_names().front());
  EXPECT_EQ(Scene().impact_law, get_impact_law_names().front());
  EXPECT_EQ(Scene().impact_order, get_impact_order_names().front());
}

TEST(Scene, MaterialsMeetAtTheGeometricMeanOfFrictionAndTheLargerRestitution) {
  const Scene scene = make_scene(0.4, 0.9);
  const Meeting ab = compute_meeting(scene, MaterialId(0), MaterialId(1));
  EXPECT_DOUBLE_EQ(ab.friction, 0.6);
  EXPECT_EQ(ab.restitution, 0.7);
  const Meeting ba = compute_meeting(scene, MaterialId(1), MaterialId(0));
  EXPECT_EQ(ba.friction, ab.friction);
}

TEST(Scene, AMaterialMeetsItselfWithItsOwnFrictionToTheBit) {
  for (const double friction : {0.0, 0.1, 0.3, 1.0 / 3.0, 1e-200, 1e200}) {
    const Scene scene = make_scene(friction, friction);
    EXPECT_DOUBLE_EQ(compute_meeting(scene, MaterialId(0), MaterialId(1)).friction, friction);
    if (friction > 1e-150 && friction < 1e150) {
      EXPECT_EQ(compute_meeting(scene, MaterialId(0), MaterialId(1)).friction, friction);
    }
  }
}

TEST(Scene, AListedPairOverridesTheRuleInEitherOrder) {
  Scene scene = make_scene(0.4, 0.9);
  scene.pairs = {{MaterialId(0), MaterialId(1), 0.05, 0.3}};
  for (const auto& [a, b] : {std::pair(0, 1), std::pair(1, 0)}) {
    const Meeting meeting = compute_meeting(scene, MaterialId(a), MaterialId(b));
    EXPECT_EQ(meeting.friction, 0.05);
    EXPECT_EQ(meeting.restitution, 0.3);
  }
  EXPECT_EQ(compute_meeting(scene, MaterialId(0), MaterialId(0)).friction, 0.4);
}

}  // namespace
}  // namespace abut::scene
