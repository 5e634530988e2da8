#include "abut/geometry/pieces/morton_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/sample_meshes.h"

namespace abut::geometry {
namespace {

using math::Aabb;
using math::Vec3;

Aabb make_point_box(double x, double y, double z) {
  return {Vec3(x, y, z), Vec3(x, y, z)};
}

std::vector<Aabb> make_random_boxes(std::size_t num, double spread) {
  test::Random random(7);
  std::vector<Aabb> boxes;
  for (std::size_t i = 0; i < num; ++i) {
    // Some coordinates are far smaller than others, so that codes agree in their highest bits.
    const double scale = i % 3 == 0 ? spread : 1.0;
    const Vec3 p = scale * random.point(-2, 2);
    boxes.push_back({p, p + Vec3(0.1, 0.2, 0.3)});
  }
  return boxes;
}

TEST(MortonOrder, NoBoxesHaveNoOrder) {
  EXPECT_TRUE(make_morton_order({}).empty());
}

TEST(MortonOrder, TheCornersOfACubeComeInBinaryOrderXFirst) {
  std::vector<Aabb> corners;
  for (int i = 7; i >= 0; --i) corners.push_back(make_point_box(i >> 2 & 1, i >> 1 & 1, i & 1));
  const std::vector<MortonKey> keys = make_morton_order(corners);
  for (std::uint32_t i = 0; i < 8; ++i) EXPECT_EQ(keys[i].index, 7 - i);
  EXPECT_EQ(keys.front().code, 0u);
  EXPECT_EQ(keys.back().code, (std::uint64_t{1} << kMortonBits) - 1);
}

TEST(MortonOrder, BoxesOfOneCentreKeepTheirOrderAndHaveCodeZero) {
  const std::vector<Aabb> boxes(5, make_point_box(3, 4, 5));
  const std::vector<MortonKey> keys = make_morton_order(boxes);
  for (std::uint32_t i = 0; i < 5; ++i) {
    EXPECT_EQ(keys[i].index, i);
    EXPECT_EQ(keys[i].code, 0u);
  }
}

TEST(MortonOrder, CellsAreCubesSoALongBodyIsCutAcrossItsLength) {
  // 8 m by 1 m: the first three splits (bits of x) come before any split of y can separate the two ends.
  const std::vector<Aabb> boxes{make_point_box(0, 1, 0), make_point_box(8, 0, 0), make_point_box(0, 0, 0),
                                make_point_box(8, 1, 0)};
  const std::vector<MortonKey> keys = make_morton_order(boxes);
  EXPECT_EQ(keys[0].index, 2u);
  EXPECT_EQ(keys[1].index, 0u);
  EXPECT_EQ(keys[2].index, 1u);
  EXPECT_EQ(keys[3].index, 3u);
}

TEST(MortonOrder, TheLargestFiniteCoordinatesDoNotOverflow) {
  const double most = std::numeric_limits<double>::max();
  const std::vector<Aabb> boxes{make_point_box(most, 0, 0), make_point_box(-most, 0, 0), make_point_box(0, 0, 0)};
  const std::vector<MortonKey> keys = make_morton_order(boxes);
  EXPECT_EQ(keys[0].index, 1u);
  EXPECT_EQ(keys[1].index, 2u);
  EXPECT_EQ(keys[2].index, 0u);
}

TEST(MortonOrder, KeysAreSortedByCodeThenIndexAndEachBoxIsThereOnce) {
  for (const double spread : {1.0, 1e-4, 1e-9}) {
    const std::vector<Aabb> boxes = make_random_boxes(3000, spread);
    const std::vector<MortonKey> keys = make_morton_order(boxes);
    ASSERT_EQ(keys.size(), boxes.size());
    std::vector<bool> seen(boxes.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
      EXPECT_FALSE(seen[keys[i].index]);
      seen[keys[i].index] = true;
      if (i == 0) continue;
      EXPECT_LE(keys[i - 1].code, keys[i].code);
      if (keys[i - 1].code == keys[i].code) {
        EXPECT_LT(keys[i - 1].index, keys[i].index);
      }
    }
  }
}

// The cell of a centre, bit by bit: the slow definition.
std::uint64_t compute_code(const Vec3& cell) {
  std::uint64_t code = 0;
  for (int bit = 20; bit >= 0; --bit) {
    for (int axis = 0; axis < 3; ++axis) code = code << 1 | (static_cast<std::uint64_t>(cell[axis]) >> bit & 1);
  }
  return code;
}

TEST(MortonOrder, CodesInterleaveTheBitsOfTheCell) {
  // On the grid itself, so that the cell of each centre is known: coordinates k / 2^21 in a cube of side 1.
  test::Random random(11);
  std::vector<Vec3> cells;
  std::vector<Aabb> boxes{make_point_box(0, 0, 0), make_point_box(1, 1, 1)};
  const double num_cells = std::ldexp(1.0, 21);
  for (int i = 0; i < 200; ++i) {
    const Vec3 cell = random.point(0, num_cells - 1).array().floor();
    cells.push_back(cell);
    const Vec3 p = cells.back() / num_cells;
    boxes.push_back({p, p});
  }
  for (const MortonKey& key : make_morton_order(boxes)) {
    if (key.index >= 2) {
      EXPECT_EQ(key.code, compute_code(cells[key.index - 2]));
    }
  }
}

TEST(MortonOrder, ScalingByAPowerOfTwoChangesNoCode) {
  std::vector<Aabb> boxes = make_random_boxes(500, 1e-5);
  const std::vector<MortonKey> before = make_morton_order(boxes);
  for (Aabb& box : boxes) box = {std::ldexp(1.0, -70) * box.lower, std::ldexp(1.0, -70) * box.upper};
  const std::vector<MortonKey> after = make_morton_order(boxes);
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_EQ(before[i].code, after[i].code);
    EXPECT_EQ(before[i].index, after[i].index);
  }
}

}  // namespace
}  // namespace abut::geometry
