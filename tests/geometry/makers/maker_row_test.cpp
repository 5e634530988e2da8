#include "abut/geometry/makers/maker_row.h"

#include <gtest/gtest.h>

#include <vector>

namespace abut::geometry {
namespace {

TEST(MakerRow, EachKindOfParameterHasItsUnitRangeAndForm) {
  const MakerParameter plain = length("radius", 0.5, "of the ball");
  EXPECT_EQ(plain.name, "radius");
  EXPECT_EQ(plain.default_value, std::vector<double>{0.5});
  EXPECT_EQ(plain.unit, "m");
  EXPECT_EQ(plain.help, "of the ball");
  EXPECT_EQ(plain.min, kLengthRange.min);
  EXPECT_FALSE(plain.is_integer || plain.is_list);

  EXPECT_EQ(length_or_zero("gap", 0.0, "h").min, 0.0);
  EXPECT_EQ(degrees("angle", 20.0, {10, 30}, "h").unit, "deg");
  EXPECT_EQ(ratio("share", 0.1, {0, 1}, "h").unit, "");
  EXPECT_EQ(ratio("share", 0.1, {0, 1}, "h").max, 1.0);
  EXPECT_TRUE(count("teeth", 20, {6, 500}, "h").is_integer);
  EXPECT_EQ(count("teeth", 20, {6, 500}, "h").max, 500.0);
  EXPECT_TRUE(lengths("radius", {1.0}, "h").is_list);
  EXPECT_EQ(lengths("radius", {1.0}, "h").min, kLengthRange.min);
  EXPECT_TRUE(coordinates("heights", {}, "h").is_list);
  EXPECT_EQ(coordinates("heights", {}, "h").min, kCoordinateRange.min);
}

TEST(MakerRow, ArgumentsAreReadByName) {
  const MakerArguments values = {{"size", {1, 2, 3}}, {"teeth", {12}}};
  const Arguments arguments(values);
  EXPECT_EQ(arguments.number("size"), 1.0);
  EXPECT_EQ(arguments.vector("size"), math::Vec3(1, 2, 3));
  EXPECT_EQ(arguments.whole("teeth"), 12);
  EXPECT_EQ(arguments.list("size").size(), 3u);
}

TEST(MakerRow, ARowPassesItsArgumentsOn) {
  const Maker row = maker("point", "one vertex", {length("x", 1.0, "h")}, [](const Arguments& a) {
    Mesh mesh;
    mesh.vertices.emplace_back(a.number("x"), 0.0, 0.0);
    return mesh;
  });
  EXPECT_EQ(row.make({{"x", {7.0}}}).vertices.at(0), math::Vec3(7, 0, 0));
}

}  // namespace
}  // namespace abut::geometry
