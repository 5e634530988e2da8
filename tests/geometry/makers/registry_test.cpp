#include "abut/geometry/makers/registry.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "abut/base/input_error.h"
#include "abut/geometry/makers/primitives.h"
#include "abut/geometry/makers/sphere.h"

namespace abut::geometry {
namespace {

std::string message_of(std::string_view maker, const MakerArguments& arguments) {
  try {
    make_mesh(maker, arguments);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Registry, AMakerIsFoundByName) {
  ASSERT_NE(find_maker("torus"), nullptr);
  EXPECT_EQ(find_maker("torus")->name, "torus");
  EXPECT_EQ(find_maker("bumpy-sphere"), find_maker("bumpy_sphere"));
  EXPECT_EQ(find_maker("toru"), nullptr);
  EXPECT_EQ(find_maker(""), nullptr);
}

TEST(Registry, ArgumentsReachTheMaker) {
  EXPECT_EQ(make_mesh("box", {{"size", {1, 2, 3}}}).vertices, make_box({1, 2, 3}).vertices);
  EXPECT_EQ(make_mesh("cylinder", {{"segments", {7}}}).triangles, make_cylinder(0.5, 1.0, 7).triangles);
  EXPECT_EQ(make_mesh("cone", {{"base-radius", {2}}, {"top_radius", {1}}}).vertices, make_cone(2, 1, 1, 32).vertices);
}

TEST(Registry, ASphereTakesOneRadiusOrThree) {
  EXPECT_EQ(make_mesh("icosphere", {{"radius", {2}}}).vertices, make_icosphere(2, 2.0).vertices);
  EXPECT_EQ(make_mesh("icosphere", {{"radius", {1, 2, 3}}}).vertices, make_icosphere(2, {1, 2, 3}).vertices);
  EXPECT_EQ(message_of("icosphere", {{"radius", {1, 2}}}),
            "icosphere: radius has 2 values, expected 1 or 3; give one radius, or three along x, y, z");
}

TEST(Registry, ABaseClosesAHeightField) {
  EXPECT_EQ(make_mesh("height_field", {}).triangles.size(), 8u);
  EXPECT_EQ(make_mesh("height_field", {{"base", {-1}}}).triangles.size(), 8u + 16u + 8u);  // walls, underside
  EXPECT_EQ(message_of("height_field", {{"base", {-1, -2}}}),
            "height_field: base has 2 values, expected 1 or none; give one height, or leave it out for an open sheet");
}

TEST(Registry, AnUnknownMakerIsRefusedWithTheNearestName) {
  EXPECT_EQ(message_of("cilinder", {}), "there is no maker \"cilinder\"; did you mean \"cylinder\"?");
  const std::string message = message_of("helicopter", {});
  EXPECT_EQ(message.rfind("there is no maker \"helicopter\"; choose one of ", 0), 0u) << message;
  EXPECT_NE(message.find("box, "), std::string::npos) << message;
}

TEST(Registry, AnUnknownParameterIsRefusedWithTheNearestName) {
  EXPECT_EQ(message_of("cylinder", {{"hight", {1}}}),
            "cylinder: there is no parameter \"hight\"; did you mean \"height\"?");
  EXPECT_EQ(message_of("cylinder", {{"colour", {1}}}),
            "cylinder: there is no parameter \"colour\"; choose one of radius, height, segments");
}

TEST(Registry, TheNumberOfValuesIsChecked) {
  EXPECT_EQ(message_of("box", {{"size", {1}}}),
            "box: size has 1 value, expected 3; give 3 values: edges along x, y, z");
  EXPECT_EQ(message_of("cylinder", {{"height", {}}}),
            "cylinder: height has 0 values, expected 1; give 1 value: along z");
}

TEST(Registry, EachValueIsChecked) {
  EXPECT_EQ(message_of("cylinder", {{"height", {-1}}}),
            "cylinder: height is -1, expected 1e-09 to 1000000; give a value in that range");
  EXPECT_EQ(message_of("cylinder", {{"segments", {7.5}}}),
            "cylinder: segments is 7.5, expected a whole number; round it");
  EXPECT_EQ(message_of("cylinder", {{"segments", {1e300}}}),
            "cylinder: segments is 1e+300, expected 3 to 4096; give a value in that range");
  EXPECT_EQ(message_of("box", {{"size", {1, std::nan(""), 1}}}),
            "box: size is nan, expected 1e-09 to 1000000; give a value in that range");
}

}  // namespace
}  // namespace abut::geometry
