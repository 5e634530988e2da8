#include "abut/scene/shape_source.h"

#include <gtest/gtest.h>

namespace abut::scene {
namespace {

TEST(ShapeSource, AMeshFileIsTakenAsItIsUnlessScaled) {
  const FileMesh file;
  EXPECT_EQ(file.units, geometry::Units::kMetres);
  EXPECT_EQ(file.scaling.factors, math::Vec3(1, 1, 1));
  EXPECT_FALSE(file.scaling.size);
}

TEST(ShapeSource, RoundThingsAndPiecesAreSourcesBesidesPolyhedra) {
  static_assert(std::variant_size_v<ShapeSource> == std::variant_size_v<PolyhedronSource> + 3);
  const ShapeSource shape = Ball{2.0};
  EXPECT_EQ(std::get<Ball>(shape).radius, 2.0);
}

}  // namespace
}  // namespace abut::scene
